/** A page may have hundreds of thousands of links; whoever asks gets some at a time, and asks again for the next ones. */
import type { PageBytes } from "../read/page-bytes.js";
import { readSitemap } from "./sitemap.js";

export const MOST_LINKS = 5000;

export interface Links {
  readonly links: readonly string[];
  readonly total: number;
}

export const slice = (links: readonly string[], from = 0): Links => ({
  links: links.slice(from, from + MOST_LINKS),
  total: links.length,
});

export type SitemapLinks = ({ readonly ok: true; readonly kind: "pages" | "index" } & Links) | { readonly ok: false };

export function linksOfSitemap({ page, from }: { readonly page: PageBytes; readonly from?: number }): SitemapLinks {
  const sitemap = readSitemap(page.bytes);
  return sitemap.ok ? { ok: true, kind: sitemap.kind, ...slice(sitemap.addresses, from) } : sitemap;
}

/** Every one of them, asked for slice by slice. */
export async function* eachLink({ links, total }: Links, next: (from: number) => Promise<Links>): AsyncGenerator<string> {
  yield* links;
  for (let from = links.length; from < total; ) {
    const more = await next(from);
    if (more.links.length === 0) return;
    yield* more.links;
    from += more.links.length;
  }
}
