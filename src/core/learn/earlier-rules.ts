/** What stays of a template when a person's answer shows some of its rules wrong. */
import { read } from "../extract.js";
import type { Template } from "../template/page-template.js";
import { Labelled, type LabelledPage } from "./labelled.js";

/** The attributes that a template reads otherwise on a page than a person says. */
export function refutedBy(template: Template, page: LabelledPage): string[] {
  const own = new Labelled(page);
  const { values } = read(template, own.reading);
  return template.attributes.filter((name) => {
    const texts = (values[name] ?? []).map((text) => ({ text }));
    return values[name] !== undefined && own.knows(name) && !own.agrees(name, texts, false);
  });
}

/** Without the rules of these attributes. */
export function withoutRules<T extends Pick<Template, "sets">>(template: T, names: readonly string[]): T {
  const sets = template.sets.map(({ attributes }) => ({ attributes: attributes.filter(({ name }) => !names.includes(name)) }));
  return { ...template, sets };
}
