/** The links a page writes down, in document order, with their texts; for the next page of a list, where no record is meant. */
import { baseOf, resolved } from "../../core/page/address.js";
import { decodeAttribute, decodeText } from "../../core/page/entities.js";
import { textKey } from "../../core/text/text-key.js";

export interface WrittenLink {
  readonly address: string;
  readonly text: string; // as a key: only what tells texts apart
  readonly shown: string; // as it is displayed
  readonly rel: readonly string[];
}

const NO_LINKS = /<!--[\s\S]*?(?:-->|$)|<(script|style|template|noscript)\b[\s\S]*?(?:<\/\1|$)/gi;
const LINK = /<(a|area|link)(?=\s)/gi;
/** Sticky, and the next link is looked for behind the last attribute: every character is read once, closed quotes or not. */
const ATTRIBUTE = /[\s/]*([^\s=>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/y;

const LONGEST_TEXT = 2000; // characters of source behind the tag in which its text is looked for

export function writtenLinks(html: string, url: string): WrittenLink[] {
  const base = baseOf(html, url);
  const source = html.replace(NO_LINKS, (found) => " ".repeat(Math.min(found.length, 1)));
  const links: WrittenLink[] = [];
  LINK.lastIndex = 0;
  for (let match = LINK.exec(source); match; match = LINK.exec(source)) {
    const { attributes, end } = attributesAt(source, LINK.lastIndex);
    LINK.lastIndex = end;
    const href = attributes.get("href");
    if (href === undefined || href.startsWith("#")) continue;
    const text = match[1]?.toLowerCase() === "a" ? source.slice(end, end + LONGEST_TEXT).split(/<\/a\b|<a\s/i, 1)[0] : "";
    const shown = decodeText((text ?? "").replace(/^>|<[^>]*>/g, ""));
    links.push({
      address: resolved(href, base),
      text: textKey(shown),
      shown: shown.replace(/\s+/g, " ").trim(),
      rel: (attributes.get("rel") ?? "").toLowerCase().split(/\s+/),
    });
  }
  return links;
}

function attributesAt(source: string, from: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>();
  let end = from;
  ATTRIBUTE.lastIndex = from;
  for (let match = ATTRIBUTE.exec(source); match; match = ATTRIBUTE.exec(source)) {
    end = ATTRIBUTE.lastIndex;
    const name = match[1]?.toLowerCase() ?? "";
    const value = match[2] ?? match[3] ?? match[4];
    if (value !== undefined && !attributes.has(name)) attributes.set(name, decodeAttribute(value).trim());
  }
  return { attributes, end };
}
