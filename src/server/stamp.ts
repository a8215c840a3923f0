/**
 * What tells an address of an asset that our page wrote from one that the shown page wrote.
 *
 * A shown page's style sheet may name any address of ours, and the session's cookie goes along with it. So such an address
 * bears a stamp, which is made of that cookie: no script and no style reads it, and the stamp ends with the session. A style
 * sheet can find out a stamp by asking its own site what `[src*=…]` fits; so each is good only for what it was given for.
 */

import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { refuse } from "../api/errors.js";
import { because } from "../api/reasons.js";
import { COOKIE } from "./access.js";

export interface Stamped {
  readonly of: `draft ${string}` | `source ${string}`;
  readonly others: "yes" | "no"; // whether other sites may be asked
}

export function stampOf({ cookies }: FastifyRequest, { of, others }: Stamped): string {
  return createHmac("sha256", cookies[COOKIE] ?? "")
    .update(`asset of ${of}, others: ${others}`)
    .digest("base64url");
}

/** An API key is in a header, which no page that is shown can send. */
export function refuseUnstamped(request: FastifyRequest, stamped: Stamped, given = ""): void {
  if (request.caller.kind === "key") return;
  const [wanted, stamp] = [stampOf(request, stamped), given].map((text) => Buffer.from(text)) as [Buffer, Buffer];
  if (wanted.length !== stamp.length || !timingSafeEqual(wanted, stamp)) refuse("asset-refused", because("not-asked-for"));
}
