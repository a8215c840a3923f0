import { because, type Reason } from "../../api/reasons.js";
import type { SourceVerdict } from "../../api/record.js";
import type { Fetched, FetchedPage } from "../../fetch/fetch-page.js";
import type { Elsewhere } from "../read/own-page.js";

export interface NoPage {
  readonly verdict: Extract<SourceVerdict, "key-missing" | "unreachable">;
  readonly reason: Reason;
}

/** What the answer of a page that was to be checked says where it is no page. */
export function noPage(fetched: Exclude<Fetched, FetchedPage> | Elsewhere): NoPage {
  switch (fetched.kind) {
    case "gone":
      return { verdict: "key-missing", reason: because("page-gone", fetched.status) };
    case "elsewhere":
      return { verdict: "key-missing", reason: fetched.reason };
    case "refused":
    case "failed":
      return { verdict: "unreachable", reason: fetched.reason };
    case "not-modified":
      throw new Error("a check asks for the whole page");
  }
}
