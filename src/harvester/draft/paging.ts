/** How a list goes on: found from the link that leads on, and said. */
import { because, type Reason } from "../../api/reasons.js";
import type { NextRule } from "../../api/server/settings.js";
import { textKey } from "../../core/text/text-key.js";
import { writtenLinks } from "../find/written-links.js";

const WORDS = [
  "next",
  "next page",
  "older",
  "older entries",
  "older posts",
  "more",
  "›",
  "»",
  ">",
  "→",
  "next »",
  "next ›",
  "next →",
  "berikutnya",
  "selanjutnya",
  "lanjut",
  "halaman berikutnya",
  "weiter",
  "nächste",
  "suivant",
  "siguiente",
]; // as links to the next page say it

/** Null where rel=next says it, or nothing does. */
export function proposeNext(html: string, address: string): NextRule | null {
  const links = writtenLinks(html, address);
  if (links.some(({ rel }) => rel.includes("next"))) return { by: "rel" };
  const keys = new Set(WORDS.map(textKey));
  const isNext = ({ text }: { text: string }): boolean =>
    keys.has(text) || /^(?:next|older|nächste|berikutnya|selanjutnya)/i.test(text);
  const named = links.find((link) => link.text !== "" && isNext(link));
  if (named) return { by: "text", text: named.shown.slice(0, 200) };
  return numbered(
    links.map((link) => link.address),
    address,
  );
}

/** Links that differ from the list's own address in one number: page=2, /page/2. */
function numbered(links: readonly string[], address: string): NextRule | null {
  for (const link of links) {
    const pattern = link.replace(/([?&](?:page|p|start|offset|hal|halaman)=)2\b/i, "$1{n}").replace(/(\/page\/)2\b/i, "$1{n}");
    if (pattern === link) continue;
    const first = pattern.replace("{n}", "1");
    const isOwn =
      first === address || withoutNumber(pattern) === address || pattern.replace(/\/?page\/\{n\}\/?$/, "/") === address;
    if (isOwn) return { by: "number", pattern, first: 1, step: 1 };
  }
  return null;
}

/** Without the field of the query that holds the number. */
function withoutNumber(pattern: string): string {
  const end = pattern.indexOf("={n}");
  const start = Math.max(pattern.lastIndexOf("?", end), pattern.lastIndexOf("&", end));
  return end < 0 || start < 0 ? pattern : pattern.slice(0, start) + pattern.slice(end + "={n}".length);
}

export function nextNote(next: NextRule | null, listAddress: string | null): Reason | null {
  if (listAddress === null) return null;
  if (next === null) return because("list-is-one-page");
  if (next.by === "rel") return because("next-by-rel");
  if (next.by === "text") return because("next-by-text", next.text);
  return because("next-by-number", next.pattern);
}
