/** A source set up with too few siblings, learnt again from its labels and the pages that are in by now. */

import type { LabelledAddress } from "../../api/source.js";
import { checkedSnapshot } from "../../store/check.js";
import type { Db } from "../../store/db.js";
import { pageOf, pagesOf } from "../../store/page.js";
import type { SourceRow } from "../../store/source.js";
import { addVersion } from "../../store/template.js";
import { type PageBytes, pageBytes } from "../read/page-bytes.js";
import { storedPage } from "../read/stored-page.js";
import { loadTemplates, type SourceTemplates, withRecord } from "../templates.js";
import { unlessTooMuch } from "../threads/too-much.js";
import { type HarvestTools, nowOf } from "../tools.js";
import { type LabelledBytes, labelledBytes } from "./labelled-bytes.js";

const MOST = 10;

/** Undefined where it cannot be done yet: the values stay provisional. */
export async function learnAgain(
  tools: HarvestTools,
  source: SourceRow,
  { templates, fewest }: { templates: SourceTemplates; fewest: number },
): Promise<SourceTemplates | undefined> {
  const { key, volatile } = source.settings;
  if (!key) return undefined;
  const own = await labelledThen(tools.pool, source.id, key);
  const further = (await Promise.all(key.further.map((each) => labelledThen(tools.pool, source.id, each)))).flatMap(
    (page) => page ?? [],
  );
  const labelled = new Set([key.address, ...key.further.map(({ address }) => address)]);
  const siblings: PageBytes[] = [];
  for (const page of await pagesOf(tools.pool, source.id, "0", 5 * MOST)) {
    if (siblings.length >= MOST) break;
    if (labelled.has(page.address) || page.state === "gone") continue;
    const then = await storedPage(tools.pool, page);
    if (then) siblings.push(pageBytes(then));
  }
  if (!own || siblings.length < fewest) return undefined;
  const learned = await unlessTooMuch(tools.threads.call("learn", { pages: [own, ...further], siblings, volatile }));
  if (!learned?.ok) return undefined;
  const learnt = { by: "labels" as const, siblings: siblings.length, further: further.length, unconfirmed: false };
  await addVersion(
    tools.pool,
    source.id,
    {
      origin: "relearnt",
      standing: "confirmed",
      note: `with ${siblings.length} pages of the source`,
      templates: withRecord(templates, { kind: "page", template: learned.template, learnt }),
    },
    nowOf(tools),
  );
  return loadTemplates(tools.pool, source);
}

/** A page with its labels as it was when it was last read or checked. */
export async function labelledThen(db: Db, sourceId: string, label: LabelledAddress): Promise<LabelledBytes | undefined> {
  const { address } = label;
  const page = await pageOf(db, sourceId, address);
  const then =
    (page && (await storedPage(db, page))) ??
    (await storedPage(db, { address, snapshotId: await checkedSnapshot(db, sourceId, address) }));
  return then && labelledBytes(label, then);
}
