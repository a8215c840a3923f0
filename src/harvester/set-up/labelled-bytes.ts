/** Labelled pages on their way to a thread, and what it learns from them. */
import type { LabelledAddress } from "../../api/source.js";
import { type Learned, learn } from "../../core/index.js";
import type { LabelledPage } from "../../core/learn/labelled.js";
import { htmlOf } from "../../fetch/charset.js";
import { type PageBytes, pageBytes } from "../read/page-bytes.js";

export interface LabelledBytes {
  readonly page: PageBytes;
  readonly label: LabelledAddress;
}

export const labelledBytes = (label: LabelledAddress, page: PageBytes): LabelledBytes => ({ label, page: pageBytes(page) });

export interface Learning {
  readonly pages: readonly [LabelledBytes, ...LabelledBytes[]];
  readonly siblings: readonly PageBytes[];
  readonly volatile: readonly string[];
}

/** In a thread. */
export function learnPages({ pages, siblings, volatile }: Learning): Learned {
  const [own, ...further] = pages.map(({ label, page }) => labelledPage(label, htmlOf(page))) as [
    LabelledPage,
    ...LabelledPage[],
  ];
  return learn({ ...own, further, siblings: siblings.map((page) => ({ html: htmlOf(page) })), volatile });
}

export function labelledPage(
  { address, labels, absent, htmlAttributes, choose, region }: LabelledAddress,
  html: string,
): LabelledPage {
  return { html, url: address, labels, absent, htmlAttributes, choose, ...(region !== null && { region }) };
}
