/**
 * A page's own style sheets, pictures and fonts, fetched through our door and sent from our address, so that the still
 * copy looks like the page and nobody else hears of it. Nothing that could run is passed on.
 */

import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { refuse } from "../api/errors.js";
import { because } from "../api/reasons.js";
import type { AssetQuery } from "../api/server/drafts.js";
import { fetchPage } from "../fetch/fetch-page.js";
import { pageBytes } from "../harvester/read/page-bytes.js";
import { refuseUnstamped, type Stamped } from "./stamp.js";
import type { ServerTools } from "./tools.js";

export interface Asset {
  readonly of: Stamped["of"];
  readonly own: string; // an address of the page's site
  readonly query: z.output<typeof AssetQuery>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const MOST_BYTES = 5_000_000;
const IMAGES = new Set("png jpeg gif webp avif svg+xml x-icon vnd.microsoft.icon bmp".split(" ").map((name) => `image/${name}`));
const FONT = /^(?:font\/|application\/(?:x-)?font-)[a-z0-9-]{1,40}$/;
const isMedia = (type: string): boolean =>
  type === "text/css" || IMAGES.has(type) || FONT.test(type) || type === "application/vnd.ms-fontobject";

export async function sendAsset(tools: ServerTools, { of, own, query, request, reply }: Asset): Promise<FastifyReply> {
  const { address, others, stamp } = query;
  refuseUnstamped(request, { of, others }, stamp);
  if (!URL.canParse(address, own)) return refuse("asset-refused", because("not-an-address"));
  const url = new URL(address, own);
  if (url.protocol !== "http:" && url.protocol !== "https:") return refuse("asset-refused", because("not-of-the-web"));
  const stays = (to: URL): boolean => others === "yes" || isSameSite(to, new URL(own));
  if (!stays(url)) return refuse("asset-refused", because("other-site"));
  const fetched = await fetchPage(tools.door, url.href, { accept: "any", retries: 0, stays });
  if (fetched.kind === "gone") return refuse("asset-refused", because("status", fetched.status));
  if (fetched.kind === "not-modified") throw new Error("it was asked for as a whole");
  if (fetched.kind !== "ok") return refuse(fetched.code, url.href, fetched.reason);
  const type = fetched.mediaType.toLowerCase().trim();
  if (!isMedia(type)) return refuse("asset-refused", because("not-a-look"));
  if (fetched.bytes.length > MOST_BYTES) return refuse("asset-refused", because("more-than-megabytes", MOST_BYTES / 1e6));
  const body =
    type === "text/css"
      ? await tools.threads.call("style", { page: pageBytes(fetched), others: query.others, stamp: query.stamp })
      : Buffer.from(fetched.bytes);
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
