/**
 * What tells the pages of a source from others, held against the pages themselves. It was learnt when the source was set
 * up, from a few pages of its first list: what only those share is dropped in the first harvest, when all pages are known.
 * After a redesign it is learnt anew.
 */
import type { LinksTemplate } from "../../api/links-template.js";
import { type Features, kindOf, likeness, ownFeatures } from "../../core/kind/page-kind.js";
import { harvestsOf } from "../../store/harvest.js";
import { type PageRow, pagesToVisit } from "../../store/page.js";
import type { SourceRow } from "../../store/source.js";
import { type LinksRow, renewTemplate } from "../../store/template.js";
import { leastFor } from "../find/prove-sets.js";
import { spread } from "../find/spread.js";
import type { SourceTemplates } from "../templates.js";
import { unlessTooMuch } from "../threads/too-much.js";
import type { HarvestTools } from "../tools.js";
import { pageBytes } from "./page-bytes.js";
import { type Fresh, isPage } from "./visit.js";

export interface KindWork {
  readonly source: SourceRow;
  readonly templates: SourceTemplates;
  readonly fresh: Fresh;
  readonly harvestId: string;
}

const LOOKED_AT = 12; // pages; they are kept and read next
const FEW = 20;
const AMONG = 5000; // pages on the harvest's way
const STILL_SAME = 0.5; // of the features are on the key page: it had all of them

/** The templates with the kind as it is now. */
export async function withKindNow(tools: HarvestTools, work: KindWork): Promise<SourceTemplates> {
  const { source, templates } = work;
  const row = templates.links.at(-1);
  if (!row || row.stored.least === 0) return templates;
  const key = await features(tools, work, source.settings.key?.address ?? "");
  const isChanged = key !== undefined && likeness(row.stored.features, key) < STILL_SAME;
  const [, before] = await harvestsOf(tools.pool, source.id, 2);
  if (!isChanged && before?.templateVersion === templates.version) return templates;
  const own = isChanged ? ownFeatures(key, await ofLists(tools, work)) : row.stored.features;
  const pages = await sample(tools, work, isChanged ? isKnown : isUnseen);
  if (pages.length === 0) return templates;
  const renewed = { ...row, stored: { ...row.stored, ...kindAmong(own, pages) } };
  await renewTemplate(tools.pool, source.id, renewed);
  return { ...templates, links: templates.links.map((each): LinksRow => (each === row ? renewed : each)) };
}

/** Where too little tells the kind, the template alone does. */
function kindAmong(own: readonly number[], pages: readonly Features[]): Pick<LinksTemplate, "features" | "least"> {
  const kind = kindOf(own, pages);
  return { features: [...kind], least: leastFor(kind) };
}

const isKnown = ({ state }: PageRow): boolean => state === "read" || state === "partly";
const isUnseen = ({ snapshotId }: PageRow): boolean => snapshotId === null;

async function sample(tools: HarvestTools, work: KindWork, isWanted: (page: PageRow) => boolean): Promise<Features[]> {
  const pages = (await pagesToVisit(tools.pool, work.harvestId, AMONG)).filter(isWanted);
  const found: Features[] = [];
  if (isWanted === isUnseen && pages.length <= FEW) return []; // the set-up has seen most of them
  for (const { address } of spread(pages, LOOKED_AT)) {
    const each = await features(tools, work, address);
    if (each) found.push(each);
  }
  return found;
}

const ofLists = async (tools: HarvestTools, work: KindWork): Promise<Features[]> => {
  const [list] = work.source.settings.discovery.lists;
  const each = list === undefined ? undefined : await features(tools, work, list);
  return each ? [each] : [];
};

async function features(tools: HarvestTools, { fresh }: KindWork, address: string): Promise<Features | undefined> {
  const fetched = await fresh.page(address);
  const sums = isPage(fetched) ? await unlessTooMuch(tools.threads.call("features", { page: pageBytes(fetched) })) : undefined;
  return sums && new Set(sums);
}
