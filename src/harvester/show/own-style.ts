import { withOwnAddresses } from "../../core/page/css-addresses.js";
import { htmlOf } from "../../fetch/charset.js";
import type { PageBytes } from "../read/page-bytes.js";

export interface StyleToShow {
  readonly page: PageBytes; // the style sheet
  readonly others: string;
  readonly stamp: string | undefined;
}

/** A style sheet of a shown page: what it leads to is asked for here as well, by the leave it was asked for itself. In a thread. */
export function ownStyle({ page, others, stamp }: StyleToShow): string {
  return withOwnAddresses(htmlOf(page), (written) => {
    const url = URL.parse(written, page.address);
    if (url?.protocol === "data:") return written;
    if (!url) return undefined;
    return `asset?${new URLSearchParams({ address: url.href, others, ...(stamp !== undefined && { stamp }) })}`;
  });
}
