/** A template from all that was said, held against the one before on every known page. */
import { refuse } from "../../api/errors.js";
import type { SourceSettings } from "../../api/source.js";
import type { KeyedTemplate } from "../../core/index.js";
import { refutedBy, withEarlierRules } from "../../core/learn/earlier-rules.js";
import { htmlOf } from "../../fetch/charset.js";
import type { RecordRow } from "../../store/template.js";
import { type LabelledBytes, labelledPage } from "../set-up/labelled-bytes.js";
import type { LabelledPages } from "../set-up/set-up.js";
import { FEWEST_SIBLINGS, pageTemplateOf, type SourceTemplates, saidIn } from "../templates.js";
import type { HarvestTools } from "../tools.js";
import { type Compared, compare, differing } from "./compare.js";
import { siblingPages } from "./pages.js";

export interface Lesson {
  readonly sourceId: string;
  readonly before: SourceTemplates;
  readonly settings: SourceSettings; // with the answer
  readonly pages: LabelledPages;
}

export interface LearntAnswer {
  readonly after: SourceTemplates;
  readonly compared: Compared;
  readonly keptRules: readonly string[]; // attributes of which the rules of before stay too
  readonly siblings: number;
}

export async function learnAnswer(tools: HarvestTools, lesson: Lesson): Promise<LearntAnswer> {
  const { sourceId, before, settings, pages } = lesson;
  const said = saidIn(settings);
  const found = await siblingPages(tools, sourceId, said);
  const siblings = found.length < FEWEST_SIBLINGS ? [] : found;
  const learned = await tools.threads.call("learn", { pages, siblings, volatile: settings.volatile });
  if (!learned.ok) return refuse(learned.code);
  const learnt = { by: "labels" as const, siblings: siblings.length, further: pages.length - 1, unconfirmed: false };
  const templatesWith = (template: KeyedTemplate): SourceTemplates => {
    const record: RecordRow = { ...before.record, stored: { kind: "page", template, learnt } };
    return { ...before, record, said };
  };
  const after = templatesWith(learned.template);
  const compared = await compare(tools, sourceId, { before, after });
  const alone = { after, compared, keptRules: [], siblings: siblings.length };
  const names = differing(compared, "lost").map(({ attribute }) => attribute);
  if (names.length === 0) return alone;
  const earlier = { template: learned.template, before: pageTemplateOf(before), names, pages };
  const both = templatesWith(await tools.threads.call("withEarlierRules", earlier));
  const withBoth = await compare(tools, sourceId, { before, after: both });
  return isBetter(withBoth, compared) ? { after: both, compared: withBoth, keptRules: names, siblings: siblings.length } : alone;
}

/** More values are read, and none of before is lost for it. */
const isBetter = (a: Compared, b: Compared): boolean => count(a, "lost") < count(b, "lost") && balance(a) > balance(b);

const balance = (compared: Compared): number => count(compared, "gained") - count(compared, "lost");

const count = (compared: Compared, kind: Parameters<typeof differing>[1]): number =>
  differing(compared, kind).reduce((sum, { pages }) => sum + pages, 0);

/** In a thread. */
export function earlierRules({ template, before, names, pages }: EarlierRules): KeyedTemplate {
  const labelled = pages.map(({ label, page }) => labelledPage(label, htmlOf(page)));
  return { ...withEarlierRules(template, before, { names, pages: labelled }), key: template.key };
}

export interface EarlierRules {
  readonly template: KeyedTemplate;
  readonly before: KeyedTemplate;
  readonly names: readonly string[];
  readonly pages: readonly LabelledBytes[];
}

/** The attributes that were read otherwise on the page than a person says. In a thread. */
export const refutedOn = ({
  labelled: { label, page },
  template,
}: {
  labelled: LabelledBytes;
  template: KeyedTemplate;
}): string[] => refutedBy(template, labelledPage(label, htmlOf(page)));
