/** Learning a source again from what is known of it, where its pages are displayed otherwise now (method §6). */
import type { Reason } from "../../api/reasons.js";
import type { SourceSettings } from "../../api/source.js";
import type { Healed } from "../../core/index.js";
import { type SourceRow, setSourceSettings } from "../../store/source.js";
import { addVersion } from "../../store/template.js";
import { transaction } from "../../store/transaction.js";
import { type Known, ownerOf } from "../check/known.js";
import { isCharsetDoubtful } from "../read/charset-doubt.js";
import { type PageBytes, pageBytes } from "../read/page-bytes.js";
import { type Fresh, isPage } from "../read/visit.js";
import { loadTemplates, pageTemplateOf, type SourceTemplates, withRecord } from "../templates.js";
import { tooMuch } from "../threads/too-much.js";
import { type HarvestTools, nowOf } from "../tools.js";

const MOST_PAGES = 10; // fresh pages to learn from; more teach little

export type HealOutcome =
  | {
      readonly ok: true;
      readonly templates: SourceTemplates;
      readonly source: SourceRow;
      readonly healed: Extract<Healed, { ok: true }>;
    }
  | { readonly ok: false; readonly code: Extract<Healed, { ok: false }>["code"]; readonly reason: Reason };

export interface HealRequest {
  readonly source: SourceRow;
  readonly templates: SourceTemplates;
  readonly known: readonly Known[];
  readonly fresh: Fresh;
  readonly addresses: readonly string[]; // pages to look at first
}

export async function healSource(
  tools: HarvestTools,
  { source, templates, known, fresh, addresses }: HealRequest,
): Promise<HealOutcome> {
  const looked = new Map<string, PageBytes | null>();
  const first = known.filter(({ address }) => address === source.settings.key?.address); // the key stays the key if it can
  const records = [...first, ...known.filter((each) => !first.includes(each))].map(({ record }) => record);
  for (const address of new Set([...addresses, ...known.flatMap((each) => each.address ?? [])])) {
    if (pagesIn(looked).length >= MOST_PAGES) break;
    const fetched = await fresh.finalPage(address);
    const isReadable = isPage(fetched) && !isCharsetDoubtful(fetched.bytes, fetched.charset);
    looked.set(address, isReadable ? pageBytes(fetched) : null);
  }
  const work = tools.threads.call("heal", { template: pageTemplateOf(templates), looked, records, known });
  const outcome = await work.catch((error: unknown) => ({
    ok: false as const,
    code: "not-confirmed" as const,
    reason: tooMuch(error),
  }));
  if (!outcome.ok) return outcome;
  const { healed, evidence } = outcome;
  const { template, unconfirmed } = healed;
  const learnt = { by: "heal" as const, siblings: Math.max(0, pagesIn(looked).length - 1), further: 0, unconfirmed };
  const owner = ownerOf(template.key.record, known);
  const key = source.settings.key;
  const moved = { key: key && movedKey(key, owner) };
  const now = nowOf(tools);
  await transaction(tools.pool, async (client) => {
    await addVersion(
      client,
      source.id,
      {
        origin: "heal",
        standing: unconfirmed ? "unconfirmed" : "confirmed",
        note:
          healed.withheld.length > 0 ? `withheld until labelled or confirmed: ${healed.withheld.join(", ")}` : "all attributes",
        templates: withRecord(templates, { kind: "page", template, learnt }),
        details: { known: evidence },
      },
      now,
    );
    await setSourceSettings(client, source.id, moved, now);
  });
  const renewed = await loadTemplates(tools.pool, source);
  tools.onEvent?.({ kind: "heal", version: renewed.version, unconfirmed });
  return { ok: true, templates: renewed, source: { ...source, settings: { ...source.settings, ...moved } }, healed };
}

const pagesIn = (looked: ReadonlyMap<string, PageBytes | null>): PageBytes[] =>
  [...looked.values()].flatMap((page) => page ?? []);

/** What was said of the page before is not said of another one: that has the labels of its own record. */
function movedKey(key: NonNullable<SourceSettings["key"]>, owner: Known | undefined): SourceSettings["key"] {
  if (!owner || owner.address === null || owner.address === key.address) return key;
  const labels = Object.fromEntries(Object.entries(owner.record).map(([name, texts]) => [name, [...texts]]));
  return { ...key, address: owner.address, labels, absent: [], choose: {}, region: null };
}
