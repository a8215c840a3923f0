/** Sitemaps (sitemaps.org): a set of pages, or an index of further sitemaps; packed or not. */
import { gunzipSync } from "node:zlib";
import { decodeText as decodeBytes } from "../../fetch/charset.js";
import { xmlTags, xmlText } from "./xml-tags.js";

export type Sitemap =
  | { readonly ok: true; readonly kind: "pages" | "index"; readonly addresses: readonly string[] }
  | { readonly ok: false };

const LARGEST = 52_428_800; // bytes unpacked: the protocol's own limit

export function readSitemap(bytes: Uint8Array): Sitemap {
  const unpacked = unpack(bytes);
  if (!unpacked) return { ok: false };
  const xml = decodeBytes(unpacked);
  let root: "urlset" | "sitemapindex" | undefined;
  const addresses: string[] = [];
  let entry: { readonly prefix: string; depth: number } | undefined; // whose address is still looked for
  for (const { prefix, name, isClosing, isEmpty, end } of xmlTags(xml)) {
    if (root === undefined) {
      if (!isClosing && (name === "urlset" || name === "sitemapindex")) root = name;
    } else if (!isClosing && !isEmpty && name === (root === "urlset" ? "url" : "sitemap")) {
      entry = { prefix, depth: 0 }; // closing tags are not asked for: files may be cut off
    } else if (entry?.depth === 0 && !isClosing && name === "loc" && prefix === entry.prefix) {
      // of the entry itself: pictures and other languages have addresses too, under a prefix or deeper inside
      const address = isEmpty ? "" : xmlText(xml, end);
      if (address !== "") addresses.push(address);
      entry = undefined;
    } else if (entry) {
      if (isClosing) entry.depth -= 1;
      else if (!isEmpty) entry.depth += 1;
      if (entry.depth < 0) entry = undefined;
    }
  }
  return root === undefined ? { ok: false } : { ok: true, kind: root === "urlset" ? "pages" : "index", addresses };
}

/** A file that stays packed after the transport has unpacked it. */
function unpack(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: LARGEST });
  } catch {
    return undefined;
  }
}
