/**
 * Earlier versions before a new one: a site that goes back to a design it had is read by what was learnt then (method §6).
 *
 * The proof is that of every check: the version reads its key page exactly (R); and of the other known records whose pages
 * are asked for, none comes out differently and one comes out right. It is put in force as a version of its own, so that
 * what it writes can be told apart and the history says it.
 */
import type { KeyedTemplate } from "../../core/index.js";
import { type SourceRow, setSourceSettings } from "../../store/source.js";
import { addVersion, type TemplateRow, templatesOf, versionsOf } from "../../store/template.js";
import { transaction } from "../../store/transaction.js";
import { ownerOf } from "../check/known.js";
import { pageBytes } from "../read/page-bytes.js";
import { isPage } from "../read/visit.js";
import { loadTemplates, pageTemplateOf, type SourceTemplates } from "../templates.js";
import { unlessTooMuch } from "../threads/too-much.js";
import { type HarvestTools, nowOf } from "../tools.js";
import type { HealRequest } from "./heal-source.js";

const MOST_VERSIONS = 5; // different ones, the newest first: sites go back to the design before
const OTHERS_ASKED = 5; // a heal would look at their pages too

type Asked = Omit<HealRequest, "addresses">;

/** The source with an earlier version in force that reads it as it is now, undefined if none does. */
export async function withEarlierVersion(
  tools: HarvestTools,
  asked: Asked,
): Promise<{ readonly source: SourceRow; readonly templates: SourceTemplates } | undefined> {
  const { source, templates, known } = asked;
  for (const { version, rows, template } of await earlierTemplates(tools, asked)) {
    const owner = ownerOf(template.key.record, known);
    const address = owner?.address ?? source.settings.key?.address;
    if (address === undefined || !(await isProved(tools, asked, template, address))) continue;
    const { key } = source.settings;
    const settings = { key: key && { ...key, address } };
    const now = nowOf(tools);
    const note = `version ${version} again: it reads the pages as they are now`;
    const added = { origin: "again" as const, standing: "confirmed" as const, note, templates: rows };
    await transaction(tools.pool, async (client) => {
      await addVersion(client, source.id, added, now);
      await setSourceSettings(client, source.id, settings, now);
    });
    const renewed = await loadTemplates(tools.pool, source);
    tools.onEvent?.({ kind: "earlier-version", version: renewed.version, earlier: version, instead: templates.version });
    return { source: { ...source, settings: { ...source.settings, ...settings } }, templates: renewed };
  }
  return undefined;
}

interface Earlier {
  readonly version: number;
  readonly rows: readonly TemplateRow[];
  readonly template: KeyedTemplate;
}

/** Confirmed ones that nobody has taken back, each set of rules once. */
async function earlierTemplates({ pool }: HarvestTools, { source, templates }: Asked): Promise<Earlier[]> {
  const rulesOf = ({ sets, frame }: KeyedTemplate): string => JSON.stringify([sets, frame]);
  const seen = new Set([rulesOf(pageTemplateOf(templates))]);
  const earlier: Earlier[] = [];
  const versions = (await versionsOf(pool, source.id)).filter(
    ({ standing, undoneAt, isInForce }) => standing === "confirmed" && undoneAt === null && !isInForce,
  );
  for (const { version } of versions.reverse()) {
    if (earlier.length >= MOST_VERSIONS) break;
    const rows = await templatesOf(pool, source.id, version); // none where they told of what was forgotten
    const record = rows.find((row) => row.role === "record");
    if (record?.stored.kind !== "page" || seen.has(rulesOf(record.stored.template))) continue;
    seen.add(rulesOf(record.stored.template));
    earlier.push({ version, rows, template: record.stored.template });
  }
  return earlier;
}

async function isProved(tools: HarvestTools, asked: Asked, template: KeyedTemplate, address: string): Promise<boolean> {
  const { fresh, known } = asked;
  const keyPage = await fresh.finalPage(address);
  if (!isPage(keyPage)) return false;
  const others = known.filter((each) => each.address !== null && each.address !== address);
  const options = { others: others.map(({ record }) => record) };
  const checked = await unlessTooMuch(tools.threads.call("check", { page: pageBytes(keyPage), template, options }));
  if (checked?.verdict !== "same" && checked?.verdict !== "changed") return false;
  const said: string[] = [];
  for (const { address: at, record } of others.slice(0, OTHERS_ASKED)) {
    const page = await fresh.finalPage(at ?? "");
    if (!isPage(page)) continue;
    said.push((await unlessTooMuch(tools.threads.call("readsKnown", { page: pageBytes(page), template, record }))) ?? "silent");
  }
  return !said.includes("wrong") && (said.includes("right") || others.length === 0);
}
