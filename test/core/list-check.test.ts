/** A list checked and healed by the records that are known of it (method §5, §6, §8). */
import { describe, expect, it } from "vitest";
import { checkList, extractList, healList, type KnownListed, type ListTemplate, learnList } from "../../src/core/index.js";

type Paper = { title: string; year: string; shelf: string };

const PAPERS: Paper[] = [
  { title: "On the Silt of Slow Rivers", year: "1987", shelf: "Room Alpha" },
  { title: "A Map of Lost Wells", year: "1991", shelf: "Room Beta" },
  { title: "Ferries and their Keepers", year: "1991", shelf: "Room Alpha" },
  { title: "What the Heron Saw in 1987", year: "2003", shelf: "Room Gamma" },
  { title: "Locks, Weirs and Sluices", year: "2004", shelf: "Room Beta" },
  { title: "The Long Flood", year: "2011", shelf: "Room Gamma" },
];

const old = (papers: readonly Paper[], beside = "") => `<body><h1>Papers</h1>${beside}<table>
  ${papers.map(({ title, year, shelf }) => `<tr><td>${title}</td><td>${year}</td><td>${shelf}</td></tr>`).join("\n")}</table></body>`;

const cards = (papers: readonly Paper[]) => `<body><main><div class=papers>
  ${papers
    .map(
      ({ title, year, shelf }) => `<div class=card><p class=when>${year}</p><h2>${title}</h2><p class=where>${shelf}</p></div>`,
    )
    .join("\n")}</div></main></body>`;

/** As the cards, shown by a script only. */
const hidden = (papers: readonly Paper[]) => cards(papers).replace("<main>", "<main hidden>");

/** Two columns have changed places, which the old template cannot see. */
const swapped = (papers: readonly Paper[]) => old(papers.map(({ title, year, shelf }) => ({ title, year: shelf, shelf: year })));

const learnt = learnList({ html: old(PAPERS), records: PAPERS.slice(0, 2) });
if (!learnt.ok) throw new Error(learnt.code);
const template: ListTemplate = learnt.template;

const known: KnownListed[] = extractList(template, { html: old(PAPERS) }).records.map(({ identity, values }) => ({
  identity,
  values,
}));

const verdictOf = (html: string, more: object = {}) => checkList(template, { html, known, before: old(PAPERS), ...more });

describe("the check of a list", () => {
  const edited = PAPERS.map((paper) => (paper.title.startsWith("A Map") ? { ...paper, year: "1992" } : paper));
  const heron = PAPERS.map((paper) => (paper.title.startsWith("What the Heron") ? { ...paper, year: "1988" } : paper));
  it.each([
    { name: "nothing has changed", html: old(PAPERS), verdict: "same", counts: { shown: 6, exact: 6 } },
    {
      name: "records come and go",
      html: old([...PAPERS.slice(2), newPaper(1), newPaper(2)]),
      verdict: "same",
      counts: { exact: 4 },
    },
    { name: "another menu stands above", html: old(PAPERS, "<nav><a>x</a></nav>"), verdict: "changed", counts: { exact: 6 } },
    { name: "a value was edited", html: old(edited), verdict: "same", counts: { exact: 6, failed: 0 } },
    { name: "a value was edited that stands in a title, too", html: old(heron), verdict: "same", counts: { failed: 0 } },
    { name: "another design", html: cards(PAPERS), verdict: "broken", counts: { exact: 0, unread: 6 } },
    { name: "two columns have changed places", html: swapped(PAPERS), verdict: "broken", counts: { failed: 6 } },
    { name: "all records are others", html: old([1, 2, 3, 4].map(newPaper)), verdict: "key-missing", counts: { shown: 0 } },
    { name: "an error page", html: "<h1>Please try again later</h1>", verdict: "unrecognised", counts: { shown: 0 } },
    { name: "nothing at all", html: "", verdict: "unrecognised", counts: { shown: 0 } },
  ])("$name: $verdict", ({ html, verdict, counts }) => {
    expect(verdictOf(html)).toMatchObject({ verdict, known: counts });
  });

  it("by the labels alone, before anything was read", () => {
    const labels = PAPERS.slice(0, 2).map((values) => ({ identity: null, values }));
    expect(verdictOf(old(PAPERS), { known: labels })).toMatchObject({ verdict: "same", known: { shown: 2, exact: 2 } });
    expect(verdictOf(cards(PAPERS), { known: labels })).toMatchObject({ verdict: "broken" });
  });

  it("knows a list that a script shows, and sees when it is displayed", () => {
    const learned = learnList({ html: hidden(PAPERS), records: PAPERS.slice(0, 2) });
    if (!learned.ok) throw new Error(learned.code);
    const look = (html: string) => checkList(learned.template, { html, known, before: hidden(PAPERS) });
    expect(look(hidden(PAPERS))).toMatchObject({ verdict: "same", read: 6, known: { shown: 6, exact: 6, failed: 0 } });
    expect(look(cards(PAPERS))).toMatchObject({ verdict: "same", read: 6, known: { exact: 6 } });
    expect(look(old(PAPERS))).toMatchObject({ verdict: "broken" });
  });

  it("says where the page has changed around the list", () => {
    const { sets, at } = verdictOf(old(PAPERS, "<nav><a>x</a></nav>"));
    expect([sets?.S1, sets?.S4, at]).toEqual([false, false, { d: 3, side: "upper" }]);
  });
});

describe("a list is healed", () => {
  const url = "https://library.example/";
  const heal = (pages: readonly string[], records = known) =>
    healList(template, { pages: pages.map((html) => ({ html, url })), known: records });
  const values = (healed: ReturnType<typeof heal>, html: string) =>
    healed.ok ? extractList(healed.template, { html, url }).records.map((record) => ({ ...record.values })) : healed.code;

  it.each([
    { name: "from a table to cards", page: cards },
    { name: "with two columns in another order", page: swapped },
    { name: "into a container that a script shows", page: hidden },
  ])("$name, new records too", ({ page }) => {
    const all = [newPaper(1), ...PAPERS, newPaper(2)];
    const healed = heal([page(all)]);
    expect(healed).toMatchObject({ ok: true, confirmed: 4 });
    expect(values(healed, page(all))).toEqual(all);
  });

  it.each([
    { name: "no known record is displayed", page: cards([1, 2, 3].map(newPaper)), code: "key-missing" },
    { name: "two are displayed and no third confirms", page: cards([...PAPERS.slice(0, 2), newPaper(1)]), code: "not-confirmed" },
    {
      name: "an attribute is displayed no more",
      page: cards(PAPERS).replace(/<p class=where>.*?<\/p>/g, ""),
      code: "not-confirmed",
    },
  ])("not where $name: $code", ({ page, code }) => {
    expect(heal([page])).toMatchObject({ ok: false, code });
  });

  it("keeps what tells records apart, in whatever order the attributes come", () => {
    const stored = known.map(({ identity, values }) => ({
      identity,
      values: Object.fromEntries(Object.entries(values).reverse()),
    }));
    const healed = heal([cards(PAPERS)], stored);
    const now = healed.ok && extractList(healed.template, { html: cards(PAPERS), url }).records.map(({ identity }) => identity);
    expect(now).toEqual(known.map(({ identity }) => identity));
  });
});

function newPaper(number: number): Paper {
  return { title: `Later Notes, Part ${number} of Many`, year: String(2020 + number), shelf: "Room Delta" };
}
