/** Values that stand in tags: the `href` of a link, the `datetime` of a date. */

import { baseOf, resolved } from "../page/address.js";
import type { Page } from "../page/page.js";
import type { Template } from "../template/page-template.js";
import { htmlAttribute, isAddress } from "../tree/html-attributes.js";

/** Attribute → the HTML attribute the template reads it from, where every rule set does. */
export function carriersOf({ sets }: Pick<Template, "sets">): Record<string, string> {
  const carriers = new Map<string, Set<string>>();
  for (const { name, slots } of sets.flatMap(({ attributes }) => attributes)) {
    const named = carriers.get(name) ?? new Set();
    for (const { form } of slots.flat(2)) named.add(form.kind === "htmlAttribute" ? form.name : "");
    carriers.set(name, named);
  }
  return Object.fromEntries(
    [...carriers].flatMap(([name, [carrier, ...others]]) => (carrier && !others.length ? [[name, carrier]] : [])),
  );
}

/** What the tags of one page carry; every HTML attribute asked for is read from all tags once. */
export class Carried {
  private readonly values = new Map<string, ReadonlySet<string>>();
  private readonly base: string;

  constructor(private readonly page: Page) {
    this.base = baseOf(page.html);
  }

  /** Whether a tag has the HTML attribute with that value; addresses may be written in two ways. */
  has(carrier: string, value: string): boolean {
    let values = this.values.get(carrier);
    if (!values) {
      values = this.valuesOf(carrier);
      this.values.set(carrier, values);
    }
    return values.has(this.comparable(carrier, value));
  }

  private valuesOf(carrier: string): Set<string> {
    const values = new Set<string>();
    for (let element = 1; element < this.page.elementCount; element++) {
      const value = htmlAttribute(this.page, element, carrier)?.value;
      if (value) values.add(this.comparable(carrier, value));
    }
    return values;
  }

  private comparable(carrier: string, value: string): string {
    return isAddress(carrier) ? resolved(value.trim(), this.base) : value.trim();
  }
}
