/** The pages an answer is learnt from: as they are stored, and only where they are not, fetched. */
import { ReportedError } from "../../api/errors.js";
import type { LabelledAddress } from "../../api/source.js";
import { type PageRow, pageOf } from "../../store/page.js";
import { spread } from "../find/spread.js";
import { type PageBytes, pageBytes } from "../read/page-bytes.js";
import { storedPage } from "../read/stored-page.js";
import { type Fresh, isPage } from "../read/visit.js";
import { type LabelledBytes, labelledBytes } from "../set-up/labelled-bytes.js";
import { labelledThen } from "../set-up/learn-again.js";
import { needed } from "../set-up/set-up.js";
import { pageTemplateOf, type SourceTemplates } from "../templates.js";
import type { HarvestTools } from "../tools.js";
import { recordPages } from "./stored-pages.js";

const SIBLINGS = 10;

/** Where an answer's pages come from. */
export interface Whence {
  readonly sourceId: string;
  readonly fresh: Fresh;
}

/** The answered page; it is fetched where what was stored does not show the labels. */
export async function answeredPage(
  tools: HarvestTools,
  { sourceId, fresh }: Whence,
  label: LabelledAddress,
): Promise<{ readonly page: LabelledBytes; readonly isFetched: boolean }> {
  const then = await labelledThen(tools.pool, sourceId, label);
  if (then && (await tools.threads.call("labelProblems", then)).length === 0) return { page: then, isFetched: false };
  const page = labelledBytes(label, await needed((address) => fresh.page(address), label.address));
  const [fault] = await tools.threads.call("labelProblems", page);
  if (fault) throw new ReportedError(fault.report);
  return { page, isFetched: true };
}

/** The other labelled pages; one that is neither stored nor there any more says nothing. */
export async function earlierPages(
  tools: HarvestTools,
  { sourceId, fresh }: Whence,
  templates: SourceTemplates,
  labels: readonly LabelledAddress[],
): Promise<LabelledBytes[]> {
  const found: LabelledBytes[] = [];
  for (const label of labels) {
    const then = (await labelledThen(tools.pool, sourceId, label)) ?? (await fetched(fresh, label));
    if (then) found.push(await asItIsNow(tools, templates, then));
  }
  return found;
}

async function fetched(fresh: Fresh, label: LabelledAddress): Promise<LabelledBytes | undefined> {
  const page = await fresh.page(label.address);
  return isPage(page) ? labelledBytes(label, page) : undefined;
}

/** A label that its page does not show any more would speak against every rule: of the key its value of today stands for it. */
async function asItIsNow(tools: HarvestTools, templates: SourceTemplates, labelled: LabelledBytes): Promise<LabelledBytes> {
  const lost = (await tools.threads.call("labelProblems", labelled)).map(({ attribute }) => attribute);
  if (lost.length === 0) return labelled;
  const { label } = labelled;
  const today = label === templates.said[0] ? pageTemplateOf(templates).key.record : {};
  const labels = Object.entries(label.labels).flatMap(([name, texts]): [string, string[]][] => {
    const now = lost.includes(name) ? today[name] : texts;
    return now ? [[name, [...now]]] : [];
  });
  return { ...labelled, label: { ...label, labels: Object.fromEntries(labels) } };
}

/** Some pages to learn with, of records as far as there are such. */
export async function siblingPages(
  tools: HarvestTools,
  sourceId: string,
  labelled: readonly LabelledAddress[],
): Promise<PageBytes[]> {
  const own = new Set(labelled.map(({ address }) => address));
  const rows: PageRow[] = [];
  for await (const row of recordPages(tools, sourceId)) if (!own.has(row.address)) rows.push(row);
  const records = rows.filter(({ state }) => state === "read" || state === "partly");
  const wanted = records.length >= SIBLINGS ? records : [...records, ...rows.filter((row) => !records.includes(row))];
  const found: PageBytes[] = [];
  for (const row of spread(wanted, SIBLINGS)) {
    const then = await storedPage(tools.pool, row);
    if (then) found.push(pageBytes(then));
  }
  return found;
}

/** Pages that were called no records, where they can be had. */
export async function pagesAt(
  tools: HarvestTools,
  { sourceId, fresh }: Whence,
  addresses: readonly string[],
): Promise<PageBytes[]> {
  const found: PageBytes[] = [];
  for (const address of addresses) {
    const row = await pageOf(tools.pool, sourceId, address);
    const then = row && (await storedPage(tools.pool, row));
    const page = then ?? (await fresh.page(address));
    if (!("kind" in page) || isPage(page)) found.push(pageBytes(page));
  }
  return found;
}
