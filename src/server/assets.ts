/**
 * A page's own style sheets, pictures and fonts, fetched through our door and sent from our address, so that the still
 * copy looks like the page and nobody else hears of it. Nothing that could run is passed on.
 */
import type { FastifyReply } from "fastify";
import { refuse } from "../api/errors.js";
import { fetchPage } from "../fetch/fetch-page.js";
import type { ServerTools } from "./tools.js";

export interface Asset {
  readonly own: string; // an address of the page's site
  readonly address: string;
  readonly isForeignWanted: boolean;
}

const MOST_BYTES = 5_000_000;
const MEDIA =
  /^(?:text\/css|image\/(?:png|jpeg|gif|webp|avif|svg\+xml|x-icon|vnd\.microsoft\.icon|bmp)|font\/[a-z0-9-]+|application\/(?:font-[a-z0-9]+|x-font-[a-z0-9-]+|vnd\.ms-fontobject))$/;

export async function sendAsset(tools: ServerTools, reply: FastifyReply, asset: Asset): Promise<FastifyReply> {
  const { own, address, isForeignWanted } = asset;
  if (!URL.canParse(address, own)) return refuse("asset-refused", "it is no address");
  const url = new URL(address, own);
  if (url.protocol !== "http:" && url.protocol !== "https:") return refuse("asset-refused", "it is no address of the web");
  if (!isForeignWanted && !isSameSite(url, new URL(own))) return refuse("asset-refused", "it is of another site");
  const fetched = await fetchPage(tools.door, url.href, { accept: "any", retries: 0 });
  if (fetched.kind === "gone") return refuse("asset-refused", `the site answered ${fetched.status}`);
  if (fetched.kind === "not-modified") throw new Error("it was asked for as a whole");
  if (fetched.kind !== "ok") return refuse(fetched.code, url.href, fetched.reason);
  const type = fetched.mediaType.toLowerCase().trim();
  if (!MEDIA.test(type)) return refuse("asset-refused", "it is neither a style sheet nor a picture nor a font");
  if (fetched.bytes.length > MOST_BYTES) return refuse("asset-refused", "it has more than 5 MB");
  const body = type === "text/css" ? rewritten(fetched.html, { ...asset, base: fetched.address }) : Buffer.from(fetched.bytes);
  return reply
    .header("content-type", type === "text/css" ? "text/css; charset=utf-8" : type)
    .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header("cache-control", "private, max-age=3600")
    .send(body);
}

/** The host itself, and hosts under it or beside it: www.example.org, static.example.org. */
function isSameSite(url: URL, own: URL): boolean {
  if (url.host === own.host) return true;
  if (url.port !== own.port || /^[\d.]+$|:/.test(own.hostname)) return false;
  const base = own.hostname.replace(/^www\./, "");
  return base.includes(".") && (url.hostname === base || url.hostname.endsWith(`.${base}`));
}

const REFERENCE = /url\(\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^"'()\s]+))\s*\)|@import\s+(?:"([^"\n]*)"|'([^'\n]*)')/gi;

/** What a style sheet leads to is asked for here as well. */
function rewritten(css: string, { base, isForeignWanted }: Pick<Asset, "isForeignWanted"> & { base: string }): string {
  return css.replace(REFERENCE, (written, double, single, plain, imported, importedSingle) => {
    const address: string = double ?? single ?? plain ?? imported ?? importedSingle ?? "";
    if (/^data:/i.test(address)) return written;
    if (!URL.canParse(address, base)) return 'url("")';
    const query = new URLSearchParams({ address: new URL(address, base).href, ...(isForeignWanted && { others: "yes" }) });
    const ours = `"asset?${query.toString().replaceAll("'", "%27")}"`;
    return /^@import/i.test(written) ? `@import ${ours}` : `url(${ours})`;
  });
}
