import type { StoredTemplate } from "../../api/template.js";

/** Names of a template: those of the source's order first, since a template sorts them. */
export function attributesOf({ template }: StoredTemplate, order: readonly string[]): string[] {
  const names = template.attributes.map((each) => (typeof each === "string" ? each : each.name));
  return [...new Set([...order.filter((name) => names.includes(name)), ...names])];
}
