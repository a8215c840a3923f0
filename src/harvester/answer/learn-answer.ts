/** A template from all that was said, held against the one before on every known page. */
import { refuse } from "../../api/errors.js";
import type { SourceSettings } from "../../api/source.js";
import type { KeyedTemplate } from "../../core/index.js";
import { refutedBy, withoutRules } from "../../core/learn/earlier-rules.js";
import { htmlOf } from "../../fetch/charset.js";
import type { RecordRow } from "../../store/template.js";
import { type LabelledBytes, labelledPage } from "../set-up/labelled-bytes.js";
import type { LabelledPages } from "../set-up/set-up.js";
import { FEWEST_SIBLINGS, type SourceTemplates, saidIn } from "../templates.js";
import type { HarvestTools } from "../tools.js";
import { type Compared, compare, differing } from "./compare.js";
import { siblingPages } from "./pages.js";

export interface Lesson {
  readonly sourceId: string;
  readonly before: SourceTemplates;
  readonly settings: SourceSettings; // with the answer
  readonly pages: LabelledPages;
  readonly answered: LabelledBytes; // one of them
}

export interface LearntAnswer {
  readonly after: SourceTemplates;
  readonly compared: Compared;
  readonly keptRules: readonly string[]; // attributes of which the rules of before stay too
  readonly refuted: readonly string[]; // attributes that the rules of before read wrongly on the answered page
  readonly siblings: number;
}

export async function learnAnswer(tools: HarvestTools, lesson: Lesson): Promise<LearntAnswer> {
  const { sourceId, before, settings, pages, answered } = lesson;
  const said = saidIn(settings);
  const found = await siblingPages(tools, sourceId, said);
  const siblings = found.length < FEWEST_SIBLINGS ? [] : found;
  const learned = await tools.threads.call("learn", { pages, siblings, volatile: settings.volatile });
  if (!learned.ok) return refuse(learned.code);
  const learnt = { by: "labels" as const, siblings: siblings.length, further: pages.length - 1, unconfirmed: false };
  const record: RecordRow = { ...before.record, stored: { kind: "page", template: learned.template, learnt } };
  const after = { ...before, record, said, earlier: [] };
  const compared = await compare(tools, sourceId, { before, after });
  const { rows, refuted } = await unrefuted(tools, [before.record, ...before.earlier], {
    answered,
    isReplaced: isReplacedIn(compared),
  });
  const common = { refuted, siblings: siblings.length };
  const names = namesLost(compared).filter((name) => !refuted.includes(name));
  if (names.length === 0) return { ...common, after, compared, keptRules: [] };
  const both = { ...after, earlier: rows.slice(0, MOST_EARLIER) };
  return { ...common, after: both, compared: await compare(tools, sourceId, { before, after: both }), keptRules: names };
}

const MOST_EARLIER = 3; // each costs a reading of the pages on which something is withheld

const namesLost = (compared: Compared): string[] => differing(compared, "lost").map(({ attribute }) => attribute);

/** Whether the new rules of an attribute read most pages on which it was read before. */
const isReplacedIn =
  (compared: Compared) =>
  (name: string): boolean => {
    const lost = differing(compared, "lost").find(({ attribute }) => attribute === name)?.pages ?? 0;
    return 2 * lost <= (compared.given.get(name) ?? 0);
  };

/**
 * The templates of before without the rules that the answer shows wrong, as the variants that follow the first. Where
 * hardly anything was learnt in their stead they stay: the answered page is an exception, and there the answer holds.
 */
async function unrefuted(
  tools: HarvestTools,
  before: readonly RecordRow[],
  { answered, isReplaced }: { answered: LabelledBytes; isReplaced: (name: string) => boolean },
): Promise<{ rows: RecordRow[]; refuted: string[] }> {
  const rows: RecordRow[] = [];
  const refuted = new Set<string>();
  for (const row of before) {
    if (row.stored.kind !== "page") continue;
    const { template } = row.stored;
    const wrong = (await tools.threads.call("refuted", { labelled: answered, template })).filter(isReplaced);
    for (const name of wrong) refuted.add(name);
    const stored = { ...row.stored, template: withoutRules(template, wrong) };
    if (stored.template.sets.some(({ attributes }) => attributes.length > 0))
      rows.push({ ...row, variant: rows.length + 2, stored });
  }
  return { rows, refuted: [...refuted] };
}

/** In a thread. */
export const refutedOn = ({
  labelled: { label, page },
  template,
}: {
  labelled: LabelledBytes;
  template: KeyedTemplate;
}): string[] => refutedBy(template, labelledPage(label, htmlOf(page)));
