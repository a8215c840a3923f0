/** Sitemaps (sitemaps.org): a set of pages, or an index of further sitemaps; packed or not. */
import { gunzipSync } from "node:zlib";
import { decodeText } from "../../core/page/entities.js";
import { decodeText as decodeBytes } from "../../fetch/charset.js";

export type Sitemap =
  | { readonly ok: true; readonly kind: "pages" | "index"; readonly addresses: readonly string[] }
  | { readonly ok: false };

const LARGEST = 52_428_800; // bytes unpacked: the protocol's own limit

export function readSitemap(bytes: Uint8Array): Sitemap {
  const unpacked = unpack(bytes);
  if (!unpacked) return { ok: false };
  const xml = decodeBytes(unpacked).replace(/<!--[\s\S]*?(?:-->|$)/g, "");
  const root = /<(?:[\w-]+:)?(urlset|sitemapindex)[\s>]/i.exec(xml)?.[1]?.toLowerCase();
  if (root === undefined) return { ok: false };
  const entry = root === "urlset" ? "url" : "sitemap";
  const addresses = entriesOf(xml, entry)
    .map(({ prefix, inside }) => decodeText(writtenLoc(inside, prefix)).trim())
    .filter((address) => address !== "");
  return { ok: true, kind: root === "urlset" ? "pages" : "index", addresses };
}

/** Each from behind its tag to the next one's, with its prefix. Closing tags are not asked for: files may be cut off. */
function entriesOf(xml: string, entry: string): { prefix: string; inside: string }[] {
  const tags = [...xml.matchAll(new RegExp(`<((?:[\\w-]+:)?)${entry}(?:\\s[^<>]*)?>`, "gi"))];
  return tags.map(({ index, 0: tag, 1: prefix = "" }, i) => ({
    prefix: prefix.toLowerCase(),
    inside: xml.slice(index + tag.length, tags[i + 1]?.index),
  }));
}

/** A tag, or a CDATA section, in which nothing is one. No part can be matched in two ways, so none takes long. */
const TAG = /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<(\/?)([^\s<>/!?]+)(?=[\s/>])([^<>]*)>/g;

/** Of the entry itself: pictures and other languages have addresses too, under a prefix or deeper inside. */
function writtenLoc(inside: string, prefix: string): string {
  let depth = 0;
  for (const { index, 0: tag, 1: slash, 2: name, 3: rest } of inside.matchAll(TAG)) {
    if (name === undefined) continue;
    if (depth === 0 && slash === "" && name.toLowerCase() === `${prefix}loc`) return textAt(inside.slice(index + tag.length));
    if (slash === "/") depth -= 1;
    else if (!rest?.endsWith("/")) depth += 1;
    if (depth < 0) return "";
  }
  return "";
}

const textAt = (written: string): string => {
  const found = /^\s*(?:<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|([^<]*))/.exec(written);
  return found?.[1] ?? found?.[2] ?? "";
};

/** A file that stays packed after the transport has unpacked it. */
function unpack(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: LARGEST });
  } catch {
    return undefined;
  }
}
