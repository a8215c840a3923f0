/** A value that left its place: gone from the page, or standing elsewhere on it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { fetchLabelled, learnSource, rekeySource } from "../../src/harvester/set-up/set-up.js";
import { falseProofs } from "../store/false-proofs.js";
import { type ReportSite, startReportSite } from "./report-site.js";
import { testHarvester } from "./tools.js";

const PAGES = 12;
let site: ReportSite;
let own: Awaited<ReturnType<typeof testHarvester>>;
let id: string;

beforeAll(async () => {
  site = await startReportSite({ pages: PAGES });
  own = await testHarvester(site.origin);
  for (let n = 1; n <= PAGES; n++) site.answers.set(`/${n}`, pageOf(n));
  id = await own.add("reports", site.settings({ key: { address: `${site.origin}/1`, labels: valuesOf(1) } }));
  await own.harvest(id);
});
afterAll(async () => {
  await own.close();
  await site.close();
});

const valuesOf = (n: number) => ({
  title: [`The Weirs of Arl, part ${n}`],
  author: [`${"ABCDEF"[n % 6]}. Smith ${n % 7}`],
  published: [`${n} May 19${n + 60}`],
  updated: [`${n + 10} June 20${n + 10}`],
});
const exchanged = (n: number) => ({ ...valuesOf(n), published: valuesOf(n).updated, updated: valuesOf(n).published });
const ROW = (head: string, text: string | undefined) => `<tr><th>${head}</th><td>${text}</td></tr>`;

/** Without the row of its first date, where it is told what stands elsewhere instead. */
function pageOf(n: number, { below, updated }: { below?: string; updated?: string } = {}, values = valuesOf(n)): string {
  const first = below === undefined ? ROW("Published", values.published[0]) : "";
  return `<!DOCTYPE html><html><body><header><a href="/">Institute of Weirs</a></header><main><h1>${values.title}</h1>${below ?? ""}
<p>by <span>${values.author}</span></p><table>${first}${ROW("Updated", updated ?? values.updated[0])}</table></main><footer>Weir Lane 1</footer></body></html>`;
}

const recordOf = async (n: number) =>
  (await own.records(id)).find(({ identity }) => identity === `${site.origin}/${n}`) ?? expect.fail(`no record ${n}`);

it("is withheld where the page displays it elsewhere, and absent where it does not", async () => {
  const [moved, gone, shared] = [5, 6, 7].map(valuesOf);
  site.answers.set("/5", pageOf(5, { below: `<p>${moved?.published}</p>` }));
  site.answers.set("/6", pageOf(6, { below: "" }));
  site.answers.set("/7", pageOf(7, { below: "", updated: `${shared?.published}` }));
  expect(await own.harvest(id)).toMatchObject({ ending: "done", harvest: { found: PAGES, read: 2, partly: 1 } });
  expect(await recordOf(5)).toMatchObject({ values: moved, withheld: { published: { class: "value-moved" } } });
  expect(await recordOf(6)).toMatchObject({ values: { ...gone, published: [] }, withheld: {} });
  expect(await recordOf(7)).toMatchObject({ values: { published: [], updated: shared?.published }, withheld: {} });
  expect((await falseProofs(own.pool)).wrong).toEqual([]);

  site.answers.set("/5", pageOf(5));
  await own.harvest(id);
  expect(await recordOf(5)).toMatchObject({ values: moved, withheld: {} });
});

it("is absent though the page goes on displaying the same text elsewhere, as it always did", async () => {
  const { published } = valuesOf(11);
  const footer = (page: string) => page.replace("Weir Lane 1", `Weir Lane 1, last flood ${published}`);
  site.answers.set("/11", footer(pageOf(11)));
  await own.harvest(id);
  site.answers.set("/11", footer(pageOf(11, { below: "" })));
  await own.harvest(id);
  expect(await recordOf(11)).toMatchObject({ values: { published: [] }, withheld: {} });
});

it("is withheld where two have each other's known values", async () => {
  for (const n of [8, 9]) site.answers.set(`/${n}`, pageOf(n, {}, exchanged(n)));
  expect(await own.harvest(id)).toMatchObject({ ending: "done", harvest: { partly: 2, unchanged: PAGES - 2 } });
  expect(await recordOf(8)).toMatchObject({
    values: valuesOf(8),
    withheld: { published: { class: "values-exchanged" }, updated: { class: "values-exchanged" } },
  });
});

it("is marked as withheld with all others where the page gives none, until it is displayed again", async () => {
  site.answers.set("/12", "<!DOCTYPE html><html><body><p>We are moving to new rooms.</p></body></html>");
  expect(await own.harvest(id)).toMatchObject({ ending: "done", harvest: { withheld: 1 } });
  const { values, withheld, state, version } = await recordOf(12);
  expect({ values, state, version }).toEqual({ values: valuesOf(12), state: "current", version: 1 });
  expect(Object.keys(withheld).toSorted()).toEqual(Object.keys(valuesOf(12)).toSorted());
  site.answers.set("/12", pageOf(12));
  await own.harvest(id);
  expect(await recordOf(12)).toMatchObject({ values: valuesOf(12), withheld: {}, version: 1 });
});

it("is put right by new labels, whatever was known", async () => {
  for (let n = 1; n <= PAGES; n++) site.answers.set(`/${n}`, pageOf(n));
  const labelled = (labels: object) => site.settings({ key: { address: `${site.origin}/1`, labels } });
  const other = await own.add("mislabelled", labelled(exchanged(1)));
  await own.harvest(other);
  const settings = labelled(valuesOf(1));
  const setUp = await learnSource(own.tools, settings, await fetchLabelled(own.tools, settings, settings.key ?? expect.fail()));
  if (!("version" in setUp)) throw new Error("nothing learnt");
  await rekeySource(own.tools, await own.source(other), setUp);
  await own.harvest(other);
  for (const { identity, values, withheld } of await own.records(other))
    expect({ values, withheld }).toEqual({ values: valuesOf(Number(identity.split("/").at(-1))), withheld: {} });
});
