import { displayed } from "../../core/displayed.js";
import { extract, type KeyedTemplate, type KnownRecord } from "../../core/index.js";
import { isSameRecordValue } from "../../core/key.js";
import { Finder } from "../../core/locate.js";
import { parsePage } from "../../core/page/parse-page.js";
import { htmlOf } from "../../fetch/charset.js";
import { isCharsetDoubtful } from "../read/charset-doubt.js";
import type { PageBytes } from "../read/page-bytes.js";

export interface KnownOnPage {
  readonly page: PageBytes;
  readonly template: KeyedTemplate;
  readonly record: KnownRecord;
}

/**
 * Proof R on the page of a known record: right where what the template reads there is the record, wrong where it reads
 * something else while the known value is still displayed. What is withheld, or was edited, says nothing.
 */
export function readsKnown({ page, template, record }: KnownOnPage): "right" | "wrong" | "silent" {
  if (isCharsetDoubtful(page.bytes, page.charset)) return "silent";
  const html = htmlOf(page);
  const { values } = extract(template, html);
  const finder = new Finder(parsePage(html));
  let said: "right" | "silent" = "silent";
  for (const [name, texts] of Object.entries(record)) {
    const now = values[name];
    if (now === undefined) continue;
    if (isSameRecordValue(texts, now)) said = "right";
    else if (texts.every((text) => displayed(finder, text).isThere)) return "wrong";
  }
  return said;
}
