/** What happens to whom in the month: a source for every state, and the past that leads to it. */
import type { StateWord } from "../../../src/api/server/sources.js";
import type { DemoSource } from "../../../src/demo/site.js";
import type { StageSite } from "./site.js";

type Act = (site: StageSite) => void;

export interface Plan {
  readonly name: string;
  readonly institution: "institute" | "library" | "observatory";
  readonly state: StateWord; // in the end
  readonly minutesAgo: number; // of the last harvest; the others came at the same time of the day
  readonly sinceDays?: number; // kept so many days ago; else at the beginning
  readonly untilDays?: number; // harvested for the last time so many days ago
  readonly settings?: (source: DemoSource) => object;
  readonly begin?: Act;
  readonly on?: Readonly<Record<number, Act>>; // what its owners do, by days ago
}

const LATE = 8; // papers that come in the course of the month
const late = ({ papers, source }: StageSite): readonly string[] =>
  papers(source.id)
    .filter((id) => !source.further.some(({ url }) => url.includes(id)))
    .slice(-LATE);
const holdBack: Act = (site) => site.remove(site.source.id, late(site));
const CHARTS = [2, 5, 8, 11, 14, 17].map((i) => `item-${1040 + i * 3}`); // the library shows them otherwise than its books

/** One of them every few days. */
const comingIn = (days: number, every: number): Record<number, Act> =>
  Object.fromEntries(
    Array.from({ length: Math.min(LATE, Math.floor(days / every)) }, (_, i) => [
      days - (i + 1) * every,
      (site: StageSite) => site.publish(site.source.id, late(site).slice(0, i + 1)),
    ]),
  );

const shown =
  (how: StageSite["shown"]): Act =>
  (site) => {
    site.shown = how;
  };
/** Beside what is read: it is noticed, and harms nothing. */
const noticed: StageSite["shown"] = (html) =>
  html.replace(/<footer|<div id="foot"/, (tag) => `<p class="notice">Closed on Friday.</p>${tag}`);
const inOneText: StageSite["shown"] = (html) => {
  const text = html.replace(/^.*<body[^>]*>/s, "").replace(/<[^>]+>/g, " ");
  return `<!DOCTYPE html><html lang="en"><head><title>Reports</title></head><body><p>${text.replace(/\s+/g, " ")}</p></body></html>`;
};
const asked: StageSite["shown"] = () =>
  "<!DOCTYPE html><html><head><title>One moment</title></head><body><h1>Are you a robot?</h1><p>Please wait.</p></body></html>";
const oddOne: StageSite["shown"] = (html, path) =>
  path.endsWith("report-84")
    ? html.replace(/<p class="published">Published <time>(.*?)<\/time><\/p>/, "<div><i>$1</i></div>")
    : html;

const down =
  (isDown: boolean): Act =>
  ({ fail, source }) =>
    fail(source.id, isDown);

/** The new volume shows none of what was known. */
const newVolume: Act = ({ edit, papers, source }) => {
  for (const [i, paper] of papers(source.id).entries())
    edit(source.id, paper, {
      title: `Soundings of the Outer Bar, part ${i + 1}`,
      subtitle: `sheet ${i + 1}`,
      authors: ["Hydrographic Office"],
      date: String(1931 + i),
      mark: `Z ${900 + i}`,
    });
};

const LONG =
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft, revisited: ice jams below the third weir, their causes, their witnesses, and what the parish did about them";

export const plansFor = (days: number): readonly Plan[] => [
  {
    name: "Slow Rivers: field notes",
    institution: "institute",
    state: "broken",
    minutesAgo: 12,
    on: { [days - 4]: shown(noticed), 1: shown(inOneText) },
  },
  { name: "Marrow Bay: charts", institution: "library", state: "deferred", minutesAgo: 360, on: { 3: newVolume } },
  {
    name: "Halvorsen: observing log",
    institution: "observatory",
    state: "silent",
    minutesAgo: 120,
    begin: holdBack,
    on: comingIn(days, 1),
  },
  {
    name: "Marrow Bay: acquisitions",
    institution: "library",
    state: "withholding",
    minutesAgo: 121,
    begin: (site) => site.remove(site.source.id, CHARTS),
    settings: ({ keyUrl, labels }) => ({ key: { address: keyUrl, labels, further: [] } }),
    on: { 2: (site) => site.publish(site.source.id, CHARTS) },
  },
  {
    name: "Slow Rivers: gauges",
    institution: "institute",
    state: "unreachable",
    minutesAgo: 3,
    on: { [days - 4]: down(true), [days - 5]: down(false), 1: down(true) },
  },
  { name: "Halvorsen: lectures", institution: "observatory", state: "unrecognised", minutesAgo: 4, on: { 0: shown(asked) } },
  {
    name: "Slow Rivers: letters",
    institution: "institute",
    state: "provisional",
    minutesAgo: 90,
    sinceDays: 1,
    settings: ({ keyUrl }) => ({ discovery: { addresses: [keyUrl, ...[87, 86].map((n) => keyUrl.replace("88", String(n)))] } }),
  },
  {
    name: "Halvorsen: bulletins",
    institution: "observatory",
    state: "unconfirmed",
    minutesAgo: 35,
    settings: ({ keyUrl }) => ({ discovery: { addresses: [keyUrl] } }),
    on: { 0: ({ redesign, source }) => redesign(source.id) },
  },
  {
    name: "Slow Rivers: reports",
    institution: "institute",
    state: "healed",
    minutesAgo: 240,
    begin: holdBack,
    on: {
      ...comingIn(days, 3),
      [days - 5]: shown(noticed),
      4: ({ edit, source }) =>
        edit(source.id, "report-86", {
          abstract: "We followed four reaches for 4 summers. The change was slower than models say.",
        }),
      2(site) {
        site.shown = (html) => html;
        site.redesign(site.source.id);
      },
    },
  },
  {
    name: "Marrow Bay: catalogue",
    institution: "library",
    state: "changed",
    minutesAgo: 242,
    begin: holdBack,
    on: { ...comingIn(days, 4), 0: shown(noticed) },
  },
  {
    name: "Halvorsen: circulars",
    institution: "observatory",
    state: "healthy",
    minutesAgo: 238,
    begin: holdBack,
    on: comingIn(days, 3),
  },
  {
    name: "Slow Rivers: Zusammenfassungen der Binnengewässerforschungsberichte",
    institution: "institute",
    state: "healthy",
    minutesAgo: 20,
    begin(site) {
      site.edit(site.source.id, "report-86", { title: LONG });
      site.shown = oddOne;
    },
  },
  { name: "Halvorsen: old site", institution: "observatory", state: "paused", minutesAgo: 55, untilDays: Math.floor(days / 2) },
];
