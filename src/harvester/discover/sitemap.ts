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
  const addresses = xml
    .split(new RegExp(`<(?:[\\w-]+:)?${entry}[\\s>]`, "i"))
    .slice(1)
    .map((inside) => /<(?:[\w-]+:)?loc\s*>\s*(?:<!\[CDATA\[)?([^<\]]*)/i.exec(inside)?.[1] ?? "")
    .map((written) => decodeText(written).trim())
    .filter((address) => address !== "");
  return { ok: true, kind: root === "urlset" ? "pages" : "index", addresses };
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
