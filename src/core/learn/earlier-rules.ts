/** A template learnt anew, with rules of the one before it that no labelled page speaks against. */
import { read } from "../extract.js";
import type { RuleSet, Template } from "../template/page-template.js";
import { Labelled, type LabelledPage } from "./labelled.js";
import { judge } from "./learn.js";

/** For the named attributes; all sets that speak must still say the same. */
export function withEarlierRules(
  template: Template,
  before: Template,
  { names, pages }: { names: readonly string[]; pages: readonly LabelledPage[] },
): Template {
  const labelled = pages.map((page) => new Labelled(page));
  const isUnrefuted = (attribute: RuleSet["attributes"][number]): boolean =>
    labelled.every((page) => !page.knows(attribute.name) || judge(attribute, page) !== "wrong");
  const known = new Set(template.sets.flatMap(({ attributes }) => attributes.map((each) => JSON.stringify(each))));
  const sets = before.sets
    .map(({ attributes }) => ({
      attributes: attributes.filter((each) => names.includes(each.name) && !known.has(JSON.stringify(each)) && isUnrefuted(each)),
    }))
    .filter(({ attributes }) => attributes.length > 0);
  return { ...template, sets: [...template.sets, ...sets] };
}

/** The attributes that a template reads otherwise on a page than a person says. */
export function refutedBy(template: Template, page: LabelledPage): string[] {
  const own = new Labelled(page);
  const { values } = read(template, own.reading);
  return template.attributes.filter((name) => {
    const texts = (values[name] ?? []).map((text) => ({ text }));
    return values[name] !== undefined && own.knows(name) && !own.agrees(name, texts, false);
  });
}
