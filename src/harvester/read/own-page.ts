/**
 * An address that leads to another page of its source has no page of its own any more. What is displayed there is that
 * other page's: read for both, one record would have the values of the other, also after that one was forgotten.
 */

import type { Pool } from "pg";
import { because, type Reason } from "../../api/reasons.js";
import type { Fetched } from "../../fetch/fetch-page.js";
import { forgottenAmong } from "../../store/forgotten.js";
import { type PageRow, pageOf } from "../../store/page.js";
import { identityOf } from "../../store/record.js";
import type { SourceRow } from "../../store/source.js";
import { canonicalAddress } from "../find/canonical.js";

/** The reason names no address: it is kept, and that page may be forgotten one day. */
export interface Elsewhere {
  readonly kind: "elsewhere";
  readonly reason: Reason;
}

export type OwnPage = (asked: string, fetched: Fetched) => Promise<Fetched | Elsewhere>;

/** A page that has only moved, or is written otherwise, is still the one asked for, and so is its record. */
export function ownPages(pool: Pool, { id, settings }: Pick<SourceRow, "id" | "settings">): OwnPage {
  const { dropParameters } = settings.discovery;
  return async (asked, fetched) => {
    if (fetched.kind !== "ok") return fetched;
    const final = canonicalAddress(fetched.address, dropParameters);
    if (final === undefined || final === canonicalAddress(asked, dropParameters)) return fetched;
    if ((await forgottenAmong(pool, id, [identityOf(final)])).size > 0)
      return { kind: "elsewhere", reason: because("leads-to-removed") };
    const page = await pageOf(pool, id, final);
    return page && isVisited(page) ? { kind: "elsewhere", reason: because("leads-to-other-page") } : fetched;
  };
}

/**
 * One that is gone or left out would not give what is displayed there, unless it is on the harvest's way: then it has no
 * outcome yet. One that was passed over is on none.
 */
const isVisited = ({ harvestId, outcome, state }: PageRow): boolean =>
  (harvestId !== null && outcome === null) || (state !== "gone" && state !== "skipped");
