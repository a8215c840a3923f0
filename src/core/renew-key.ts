import type { KeyedTemplate } from "./check.js";
import { read } from "./extract.js";
import { keyOf } from "./key.js";
import { parsePage } from "./page/parse-page.js";
import { Reading } from "./tree/reading.js";

/**
 * The template after a calm verdict: measures and edited values as they are now, so that the next check compares with
 * today's page. What other pages taught stays, and so do the attributes to judge: one that is not displayed may come back.
 */
export function renewKey(template: KeyedTemplate, html: string): KeyedTemplate {
  const { key } = template;
  const reading = new Reading(parsePage(html));
  const extraction = read(template, reading);
  const proved = key.reads.filter((name) => extraction.values[name]?.length);
  const record = Object.fromEntries(
    Object.entries(key.record).map(([name, values]) => [name, proved.includes(name) ? extraction.values[name]! : values]),
  );
  const { region, volatile } = key;
  const now = keyOf(reading, record, { extraction, volatile, ...(region !== null && { region }) });
  return { ...template, key: { ...now, reads: key.reads, common: key.common, frame: key.frame } };
}
