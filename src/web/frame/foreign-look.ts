/** Whether a page names styles or pictures of other hosts, which are shown only when asked for. */
import { readMarkup, type WrittenTag } from "../../core/page/markup.js";

export function hasForeignLook(html: string, page: string): boolean {
  const host = URL.parse(page)?.host;
  let isFound = false;
  readMarkup(html, {
    isWithoutScripts: true,
    open: (tag) => {
      const address = lookOf(tag);
      if (address !== undefined) isFound = isOfAnother(address, page, host);
      return isFound;
    },
  });
  return isFound;
}

function lookOf({ name, attributes }: WrittenTag): string | undefined {
  if (name === "img") return attributes().get("src");
  if (name !== "link") return undefined;
  const link = attributes();
  return /stylesheet/i.test(link.get("rel") ?? "") ? link.get("href") : undefined;
}

function isOfAnother(address: string, page: string, host: string | undefined): boolean {
  const parsed = URL.parse(address, page);
  return parsed !== null && (parsed.protocol === "https:" || parsed.protocol === "http:") && parsed.host !== host;
}
