/** The records of a list page for programs and for people. */
import type { ListExtraction, ListRecord } from "../core/index.js";
import type { Emphasise } from "./out.js";
import { clipped, table } from "./table.js";

export function listJson({ records, withheld, rejected }: ListExtraction) {
  return { records, withheld: withheld.map(({ record, ...why }) => ({ ...why, ...record })), rejected };
}

function attributesOf(records: readonly ListRecord[]): string[] {
  return [...new Set(records.flatMap(({ values }) => Object.keys(values)))];
}

const CLIP = 50;
const SHOWN_REJECTED = 10;

export function describeRecords({ records, withheld, rejected }: ListExtraction, emphasise: Emphasise): string[] {
  const lines: string[] = [];
  if (records.length > 0) {
    const [head = "", ...rows] = table(
      attributesOf(records).map((name) => ({
        head: name,
        cells: records.map(({ values }) => (values[name] === undefined ? "(none)" : clipped(values[name], CLIP))),
      })),
    );
    lines.push(emphasise(head), ...rows, "");
  }
  lines.push(`${records.length} ${records.length === 1 ? "record" : "records"}`);
  for (const { reason, record } of withheld)
    lines.push(`withheld: ${clipped(Object.values(record.values).join("; "), CLIP)}: ${reason}`);
  for (const { reason, span } of rejected.slice(0, SHOWN_REJECTED)) lines.push(`rejected: ${span.start}–${span.end}: ${reason}`);
  if (rejected.length > SHOWN_REJECTED) lines.push(`rejected: ${rejected.length - SHOWN_REJECTED} more`);
  return lines;
}
