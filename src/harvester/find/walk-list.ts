/** The pages of one list: from its first page on, wherever its signs of a next page lead and prove true. */
import type { PageBytes } from "../read/page-bytes.js";
import type { NextLink, NextSign } from "./next-links.js";
import { pageIdentity } from "./same-page.js";

const MOST_VAIN = 3; // pages in a row to which a sign led and that showed nothing new

export interface WalkTools {
  /** Undefined where there is no page to look at. */
  fetch(address: string, isFirst: boolean): Promise<PageBytes | undefined>;
  next(page: PageBytes, number: number): Promise<readonly NextLink[]>;
}

export interface ListPage {
  readonly page: PageBytes;
  readonly address: string; // as it was asked for
  readonly number: number; // of those that were useful, this one included
  readonly isFirst: boolean;
  /** Whoever reads the page says whether it showed new links of the kind. */
  isUseful: boolean;
}

/** Stops by itself where no sign leads on. Every page once. */
export async function* walkList(first: string, { fetch, next }: WalkTools): AsyncGenerator<ListPage> {
  const waiting: NextLink[] = [{ address: first, signs: [] }];
  const asked = new Set([pageIdentity(first)]);
  const vain = new Map<NextSign, number>();
  const isAlive = ({ signs }: NextLink): boolean => signs.length === 0 || signs.some((sign) => (vain.get(sign) ?? 0) < MOST_VAIN);
  for (let number = 1; ; ) {
    const at = waiting.findIndex(isAlive);
    const [link] = at < 0 ? [] : waiting.splice(at, 1);
    if (!link) return;
    const isFirst = link.signs.length === 0;
    const page = await fetch(link.address, isFirst);
    const final = page && pageIdentity(page.address);
    const isAskedBefore = final !== undefined && final !== pageIdentity(link.address) && asked.has(final);
    const listed = page && !isAskedBefore ? { page, address: link.address, number, isFirst, isUseful: false } : undefined;
    if (listed) {
      asked.add(pageIdentity(listed.page.address));
      yield listed;
    }
    for (const sign of link.signs) vain.set(sign, listed?.isUseful ? 0 : (vain.get(sign) ?? 0) + 1);
    if (!listed?.isUseful) continue;
    for (const each of await next(listed.page, number)) {
      if (asked.has(pageIdentity(each.address))) continue;
      asked.add(pageIdentity(each.address));
      waiting.push(each);
    }
    number += 1;
  }
}
