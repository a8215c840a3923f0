/** The key page against its template, in a thread (method §5). */
import { read } from "../../core/extract.js";
import { type Check, type CheckOptions, check, extract, type KeyedTemplate, type KnownRecord, keyOf } from "../../core/index.js";
import { parsePage } from "../../core/page/parse-page.js";
import { Reading } from "../../core/tree/reading.js";
import { htmlOf } from "../../fetch/charset.js";
import { isCharsetDoubtful } from "../read/charset-doubt.js";
import type { PageBytes } from "../read/page-bytes.js";

export interface PageCheck {
  readonly page: PageBytes;
  readonly template: KeyedTemplate;
  readonly options: CheckOptions;
}

/** Null where its letters and its charset do not fit: then nothing on it can be judged. */
export function checkPage({ page, template, options }: PageCheck): Check | null {
  const html = htmlOf(page);
  const result = check(template, html, options);
  return isCharsetDoubtful(page.bytes, page.charset) || isDamaged(template, result, html) ? null : result;
}

/** Bytes that the charset does not have in a value that was edited, or where nothing of the key is found: that is no edit. */
function isDamaged(template: KeyedTemplate, { verdict, reading }: Check, html: string): boolean {
  if (!html.includes(REPLACEMENT)) return false;
  if (verdict === "key-missing") return true;
  const { values } = extract(template, html);
  return Object.keys(reading).some(
    (name) => reading[name] === "edited" && values[name]?.some((text) => text.includes(REPLACEMENT)),
  );
}

const REPLACEMENT = "\ufffd";

/** The template with another known record as its key, measured on the page as it was when it was last read. */
export function rekeyed({ page, template, record }: Omit<PageCheck, "options"> & { record: KnownRecord }): KeyedTemplate {
  const reading = new Reading(parsePage(htmlOf(page)));
  const { volatile } = template.key;
  return { ...template, key: keyOf(reading, record, { extraction: read(template, reading), volatile }) };
}
