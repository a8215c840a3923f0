/** The golden vectors' written form of what S4's digests stand for: "tag(child child)" per depth. */
import { partsOf } from "../../src/core/measure/parts.js";
import { type Page, type Span, tagName } from "../../src/core/page/page.js";

export function siblingLists(page: Page, region: Span): { upper: string[]; lower: string[] } {
  const parts = partsOf(page, region);
  return {
    upper: listsOf(page, parts.path, 1, parts.firstAfterStart),
    lower: listsOf(page, parts.lowerChain, parts.firstAfterEnd, page.elementCount),
  };
}

function listsOf(page: Page, chain: readonly number[], from: number, to: number): string[] {
  const onChain = new Set([0, ...chain]);
  const children = new Map<number, string[]>();
  for (let element = to - 1; element >= from; element--) {
    if (onChain.has(element)) continue;
    const inside = children.get(element);
    const written = tagName(page, element) + (inside ? `(${inside.join(" ")})` : "");
    const parent = page.parent[element]!;
    children.set(parent, [written, ...(children.get(parent) ?? [])]);
  }
  return [0, ...chain].map((element) => (children.get(element) ?? []).join(" "));
}
