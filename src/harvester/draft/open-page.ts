/** The page a draft begins with, in a thread: whether it is one, and what its site may be called. */
import { decodePage, htmlOf } from "../../fetch/charset.js";
import { isHtml } from "../../fetch/html-or-not.js";
import type { PageBytes } from "../read/page-bytes.js";
import { metaOf, titleOf } from "./page-head.js";

export type Opened =
  | { readonly kind: "page"; readonly charset: string; readonly name: string }
  | { readonly kind: "empty" | "other" };

/** A page that a person sent; its charset is what its header says, if anything. */
export function openUpload({ page }: { readonly page: PageBytes }): Opened {
  const { html, charset } = decodePage(page.bytes, page.charset === "" ? undefined : page.charset);
  if (html.trim() === "") return { kind: "empty" };
  return isHtml(html, true) ? { kind: "page", charset, name: nameFrom(html, page.address) } : { kind: "other" };
}

export const siteName = ({ page }: { readonly page: PageBytes }): string => nameFrom(htmlOf(page), page.address);

/** What the site calls itself: in its head, else beside the page's own title, else its host; only what a name may hold. */
function nameFrom(html: string, address: string): string {
  const meta = metaOf(html);
  const own = meta.get("og:title") ?? "";
  const parts = titleOf(html).split(/ [|·•–—»-] |::/); // a title has single blanks only
  const beside = parts.length > 1 ? parts.filter((part) => own === "" || !own.includes(part.trim())) : [];
  const said = [meta.get("og:site_name"), meta.get("application-name"), beside.at(-1), new URL(address).hostname];
  const name = said.map((each) => asName(each ?? "")).find((each) => each !== "");
  return (name ?? "").slice(0, 100).trim();
}

const asName = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N} ._-]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^[^\p{L}\p{N}]+/u, "");
