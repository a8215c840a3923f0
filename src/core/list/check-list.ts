/**
 * Whether a list page still fits its template (method §5, §8).
 *
 * A list has no one key: every known record that it displays is one. The region spans all of its
 * records: new ones and removed ones leave the sets as they are; they are compared with the page as it was when it was last read.
 */

import type { Check } from "../check.js";
import { compareMeasures } from "../compare.js";
import { measure } from "../measure/measure.js";
import type { Page } from "../page/page.js";
import { parsePage } from "../page/parse-page.js";
import type { ListTemplate } from "../template/list-template.js";
import { listRegion, readListPage } from "./extract-list.js";
import { type AsStored, judgeKnown } from "./judge-known.js";
import { displayedNames, type KnownListed, shownRecords } from "./known-listed.js";

export interface ListCheck extends Pick<Check, "verdict" | "sets" | "case" | "at"> {
  readonly read: number; // records of the page
  readonly known: { readonly shown: number; readonly exact: number; readonly failed: number; readonly unread: number };
}

export interface ListCheckInput {
  readonly html: string;
  readonly url?: string | null;
  readonly known: readonly KnownListed[];
  readonly before?: string | undefined; // the page as it was last read
  readonly asStored?: AsStored;
}

export function checkList(
  template: ListTemplate,
  { html, url, known, before, asStored = (same) => same }: ListCheckInput,
): ListCheck {
  const page = parsePage(html);
  const extraction = readListPage(template, page, url);
  const shown = shownRecords(page, known, displayedNames(template)).map((each) => each.known);
  const judged = judgeKnown(page, extraction, shown, asStored);
  const counts = {
    shown: shown.length,
    exact: judged.filter(({ exact, failed }) => exact.length > 0 && failed.length === 0).length,
    failed: judged.filter(({ failed }) => failed.length > 0).length,
    unread: judged.filter(({ isUnread }) => isUnread).length,
  };
  const compared = compare(template, page, before);
  const read = extraction.records.length;
  return { verdict: verdictOf(counts, read, compared.sets?.S4 ?? true), ...compared, read, known: counts };
}

/** Records that are displayed and not read, beside others that are, say that the list is not read whole, not wrongly. */
function verdictOf({ shown, exact, failed }: ListCheck["known"], read: number, isEqual: boolean): Check["verdict"] {
  if (shown === 0) return read === 0 ? "unrecognised" : "key-missing";
  if (failed > 0 || exact === 0) return "broken";
  return isEqual ? "same" : "changed";
}

/** S5 is S4 here: that the attributes stand where they stood is what the known records prove. */
function compare(template: ListTemplate, page: Page, before: string | undefined): Pick<Check, "sets" | "case" | "at"> {
  const [then, now] = [before === undefined ? page : parsePage(before), page].map((each) => {
    const region = listRegion(template, each);
    return region && measure(each, region);
  });
  if (!then || !now) return { sets: null, case: null, at: null };
  const { S1, S2, S3, S4, case: change, at } = compareMeasures(then, now);
  return { sets: { S1, S2, S3, S4, S5: S4 }, case: change, at };
}
