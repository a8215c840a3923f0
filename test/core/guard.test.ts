/** Every row of the guards' table withholds its example page, which is read wrongly, or for another cause, without it. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { read } from "../../src/core/extract.js";
import { guardedBySite, guardsWithout, WITHHELD_CLASSES, type WithheldClass } from "../../src/core/guard/guards.js";
import { type LearnInput, learn } from "../../src/core/learn/learn.js";
import { parsePage } from "../../src/core/page/parse-page.js";
import { Reading } from "../../src/core/tree/reading.js";

const frame = (body: string) =>
  `<h1>Harbour Office</h1>\n<div class="ship">${body}</div>\n<p>Open on weekdays</p>\n<p>Pier 4</p>`;
const row = (label: string, value: string) => `<p><b>${label}:</b> <span>${value}</span></p>`;
const lines = (texts: readonly string[]) => texts.map((text) => `<p>${text}</p>`).join("");

type Ship = readonly [name: string, captain: string, built: string, tons: string];
const SWAN: Ship = ["Swan", "Ines Calder", "1909", "12"];
const OTHERS: readonly Ship[] = [
  ["Otter", "Jon Reed", "1911", "30"],
  ["Heron", "Mara Holt", "1914", "84"],
  ["Pike", "Ola Brandt", "1902", "21"],
];
const labels = { name: ["Swan"], captain: ["Ines Calder"], built: ["1909"], tons: ["12"] };

/** A page with the labels of the first ship, and siblings made like it. */
function lesson(page: (...ship: Ship) => string, names: readonly (keyof typeof labels)[] = ["name", "captain", "built", "tons"]) {
  const own = Object.fromEntries(names.map((name) => [name, labels[name]]));
  return { html: page(...SWAN), labels: own, siblings: OTHERS.map((ship) => ({ html: page(...ship) })) };
}

const rows = (name: string, captain: string, built: string, tons: string) =>
  frame(`<h2>${name}</h2>${row("Captain", captain)}${row("Built", built)}${row("Tons", tons)}`);
const bare = (...ship: readonly string[]) => frame(lines(ship));
const loose = (...ship: readonly string[]) => `<div class="ship">${lines(ship)}</div><p>Open on weekdays</p>`;
const classed = (...[name, captain, built, tons]: Ship) =>
  frame(`<p class="name">${name}</p><p class="captain">${captain}</p><p class="built">${built}</p><p class="tons">${tons}</p>`);
const terms = (name: string, built: string) => frame(`<h2>${name}</h2><p>Built:</p><p>${built}</p>`);
const sentence = (name: string, built: string) => frame(`<h2>${name}</h2><p>Built in ${built} at Merrow</p><p>Registered</p>`);
const crew = (...names: readonly string[]) =>
  frame(`<h2>Crew</h2><ul>${names.map((name) => `<li>${name}</li>`).join("")}</ul><p>Signed on</p>`);
const dates = (name: string, laid: string, afloat: string) =>
  frame(`<h2>${name}</h2>${laid && row("Laid", laid)}${afloat && row("Afloat", afloat)}`);
const owners = (before: readonly string[], ...names: readonly string[]) =>
  frame(`<p>Registered</p>${lines(before)}<h2>Owners</h2>${lines(names)}<div>Signed</div>`);

interface Example {
  readonly learnt: LearnInput;
  readonly page: string;
  readonly name: string;
  readonly without: readonly string[] | WithheldClass; // what comes of it without the row: a wrong value, or another class
}

const EXAMPLES: Partial<Record<WithheldClass, Example>> = {
  "page-not-recognised": {
    learnt: lesson(rows),
    page: `<h1>Ferries</h1><div class="ship"><h2>Noon</h2>${row("Captain", "all ranks")}${row("Tons", "none")}</div>`,
    name: "captain",
    without: ["all ranks"],
  },
  "not-unique": {
    learnt: { html: "<h1>Harbour Office</h1><dl><dt>Built</dt><dd>1909</dd></dl><p>Pier 4</p>", labels: { built: ["1909"] } },
    page: "<h1>Harbour Office</h1><table><tr><th>Built</th><td>1918</td></tr><tr><th>Built</th><td>1919</td></tr></table>",
    name: "built",
    without: "place-unknown",
  },
  "place-unknown": {
    learnt: lesson(rows),
    page: frame(`<h2>Loon</h2>${row("Captain", "Per Lund")}${row("Launched", "1918")}${row("Tons", "17")}`),
    name: "built",
    without: "one-rule",
  },
  "place-empty": {
    learnt: lesson(
      (name, captain, built) => frame(`<h2>${name}</h2><p>Captain</p><p>${captain}</p><p>${built}</p>`),
      ["captain"],
    ),
    page: frame("<h2>Loon</h2><p>Captain</p><p></p><p>1918</p>"),
    name: "captain",
    without: ["1918"],
  },
  "next-text": {
    learnt: lesson((name, _, built) => frame(`<p>${name}</p><p>Registered</p><p>${built}</p>`), ["name", "built"]),
    page: frame("<p>Registered</p><p>1918</p>"),
    name: "name",
    without: ["Registered"],
  },
  "shape-unseen": {
    learnt: lesson((name, _, built) => sentence(name, built), ["built"]),
    page: frame("<h2>Loon</h2><p>Built about 1918</p><p>Registered</p>"),
    name: "built",
    without: [], // said to be absent
  },
  "more-text": {
    learnt: lesson(classed, ["captain"]),
    page: classed("Loon", "Per Lund <a>the Younger</a>", "1918", "17"),
    name: "captain",
    without: ["Per Lund"],
  },
  "more-values": {
    learnt: lesson(rows),
    page: rows("Loon", "Per Lund</span>, then <span>Uma Iyer", "1918", "17"),
    name: "captain",
    without: ["Per Lund"],
  },
  "item-unlike": {
    learnt: {
      html: crew("Ines", "Jon", "Mara"),
      labels: { crew: ["Ines", "Jon", "Mara"] },
      siblings: [{ html: crew("Ola", "Per") }, { html: crew("Uma", "Ida") }, { html: crew("Tom", "Eva") }],
    },
    page: crew("<b>On deck</b>", "Lea", "Kim"),
    name: "crew",
    without: ["On deck", "Lea", "Kim"],
  },
  "rules-disagree": {
    learnt: lesson(rows),
    page: frame(`<h2>Loon</h2>${row("Captain", "Per Lund")}${row("Built", "1918")}${row("Built", "1919")}${row("Tons", "17")}`),
    name: "built",
    without: ["1918"],
  },
  "no-letters": { learnt: lesson(rows), page: rows("Loon", "Per Lund", "–", "17"), name: "built", without: ["–"] },
  "one-rule": {
    learnt: lesson((name, _, built) => terms(name, built), ["built"]),
    page: frame("<h2>Loon</h2><ul><li>Built:</li><li><p>and sold at Merrow</p></li><li>1918</li></ul>"),
    name: "built",
    without: ["and sold at Merrow"],
  },
  "position-only": {
    learnt: {
      html: loose("Swan", "Ines Calder", "1909"),
      labels: { name: ["Swan"] },
      siblings: [loose("Otter", "Jon Reed"), loose("Heron", "Mara Holt", "1914", "84"), loose("Pike", "1902")].map((html) => ({
        html,
      })),
    },
    page: loose("Sold", "Loon", "Per Lund", "1918"),
    name: "name",
    without: "number-only",
  },
  "number-only": { learnt: lesson(bare), page: bare("Loon", "Per Lund", "1918"), name: "tons", without: ["1918"] },
  "value-twice": {
    learnt: {
      html: owners([], "Ines Calder", "J. Reed"),
      labels: { owners: ["Ines Calder", "J. Reed"] },
      siblings: [
        { html: owners(["1911"], "Mara Holt", "O. Brandt") },
        { html: owners(["1914", "Oak"], "Per Lund", "U. Iyer") },
        { html: owners([], "Ida Voss", "T. Ness") },
      ],
    },
    page: owners([], "L. Ness"),
    name: "owners",
    without: "values-apart",
  },
  "values-apart": {
    learnt: {
      html: frame("<h2>Owners</h2><p>Ines Calder</p><p>Jon Reed</p><p>Registered</p>"),
      labels: { owners: ["Ines Calder", "Jon Reed"] },
    },
    page: frame("<h2>Owners</h2><p>Per Lund</p><div>Agent</div><p>Uma Iyer</p><p>Registered</p>"),
    name: "owners",
    without: ["Per Lund", "Uma Iyer"],
  },
  "places-disagree": {
    learnt: {
      html: dates("Swan", "1909", "1909"),
      labels: { date: ["1909"] },
      siblings: OTHERS.map(([name, , built, tons]) => ({ html: dates(name, built, `19${tons}`) })),
    },
    page: dates("Loon", "1918", "1919"),
    name: "date",
    without: ["1918"],
  },
  "pages-disagree": {
    learnt: {
      html: dates("Swan", "1909", ""),
      labels: { date: ["1909"] },
      siblings: OTHERS.map(([name, , built, tons]) => ({ html: dates(name, built, `19${tons}`) })),
      further: [{ html: dates("Gull", "", "1913"), labels: { date: ["1913"] } }],
    },
    page: dates("Loon", "1918", "1919"),
    name: "date",
    without: ["1919"],
  },
  "metadata-differs": {
    learnt: lesson((name, ...rest) => `<meta name="citation_title" content="${name}">${rows(name, ...rest)}`),
    page: `<meta name="citation_title" content="Loon">${rows("Notice", "Per Lund", "1918", "17")}<p>Loon</p>`,
    name: "name",
    without: ["Notice"],
  },
  unsettled: {
    learnt: {
      html: frame("<h2>Swan</h2><p>Built at Merrow</p><p>Sold at Ness</p>"),
      labels: { name: ["Swan"], yard: ["at Merrow Sold"] },
    },
    page: frame("<h2>Loon</h2><p>Built at Merrow</p><p>Sold at Ness</p>"),
    name: "yard",
    without: [],
  },
  "template-text": {
    learnt: lesson(rows),
    page: rows("Captain: Per Lund", "Per Lund", "1918", "17"),
    name: "name",
    without: ["Captain: Per Lund"],
  },
  "other-label": {
    learnt: { html: bare("Swan", "Ines Calder", "1909"), labels: { name: ["Swan"], captain: ["Ines Calder"], built: ["1909"] } },
    page: bare("", "Loon", "1918"),
    name: "captain",
    without: ["Loon"],
  },
  "same-place": {
    learnt: lesson(classed),
    page: frame('<p class="name">Loon</p><p class="captain">Per Lund</p><p class="berth">B 7</p>'),
    name: "built",
    without: ["B 7"],
  },
  "only-value": { learnt: lesson(rows), page: frame("<h2>Please sign in</h2>"), name: "name", without: ["Please sign in"] },
};

describe("a row withholds", () => {
  it.each(Object.entries(EXAMPLES))("%s", (code, { learnt, page, name, without }) => {
    const learned = learn(learnt);
    if (!learned.ok) throw new Error(learned.code);
    const reading = new Reading(parsePage(page));
    const said = ({ values, withheld }: ReturnType<typeof read>) => values[name] ?? withheld[name]?.class;
    expect(said(read(learned.template, reading))).toBe(code);
    expect(said(read(learned.template, reading, guardsWithout(code as WithheldClass)))).toEqual(without);
  });
});

describe("what is known beyond the page withholds", () => {
  const values = { name: ["Loon"], built: ["1918"], sold: [] };
  const known = { name: ["Loon"], built: ["1918"], sold: ["1920"] };
  const SITE: Partial<Record<WithheldClass, { facts: Parameters<typeof guardedBySite>[1]; names: string[]; of?: typeof known }>> =
    {
      "charset-doubtful": { facts: { isCharsetDoubtful: true }, names: ["name", "built", "sold"] },
      "soft-404": { facts: { isSoft404: true }, names: ["name", "built"] },
      "value-moved": { facts: { known, moved: ["sold"] }, names: ["sold"] },
      "values-exchanged": { facts: { known: { ...known, name: ["1918"], built: ["Loon"] } }, names: ["name", "built"] },
      "proof-failed": { facts: { isProved: false }, names: ["name", "built", "sold"] },
      "no-value": { facts: {}, names: ["name", "built", "sold"], of: { name: [], built: [], sold: [] } },
    };

  it.each(Object.entries(SITE))("%s", (code, { facts, names, of = values }) => {
    const given = { values: of, withheld: {}, proofs: {} };
    const classes = (guards = guardsWithout()) => {
      const { withheld } = guardedBySite(given, facts, guards);
      return Object.keys(withheld).filter((name) => withheld[name]?.class === code);
    };
    expect(classes()).toEqual(names);
    expect(classes(guardsWithout(code as WithheldClass))).toEqual([]);
  });

  it("a character for bytes that the charset does not have", () => {
    const { values: left } = guardedBySite({ values: { name: ["L\ufffdon"], built: ["1918"] }, withheld: {}, proofs: {} }, {});
    expect(Object.keys(left)).toEqual(["built"]);
  });

  it("and every class has its example", () => {
    expect([...Object.keys(EXAMPLES), ...Object.keys(SITE)].sort()).toEqual([...WITHHELD_CLASSES].sort());
  });
});

it("no other module makes a class of what is withheld", () => {
  const src = resolve(import.meta.dirname, "../../src");
  const makers = (folder: string, before: string) => {
    const literal = new RegExp(`${before}"(${WITHHELD_CLASSES.join("|")})"`);
    return readdirSync(join(src, folder), { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".ts") && literal.test(readFileSync(join(src, folder, file), "utf8")),
    );
  };
  const ofLists = ["guard/list-groups.ts", "list/learn-list.ts", "list/read-group.ts"]; // groups have classes of their own
  expect(makers("core", "").filter((file) => !ofLists.includes(file))).toEqual(["guard/guards.ts"]);
  expect(makers("harvester", "class: ")).toEqual([]);
});
