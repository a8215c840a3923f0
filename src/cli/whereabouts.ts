/** What to say of a text that was not found once. */
import { type ErrorReport, errorReport } from "../api/errors.js";
import type { Inspected, Inspection, Span } from "../core/index.js";
import type { Out } from "./out.js";

/** Method §2's outcomes other than found, in golden's spelling. */
type NotFoundOnce = Exclude<Inspected, Inspection>;

const SHOWN_PLACES = 10;
const PLACES_WITH_CONTEXT = 1000; // a person looks at a few; a letter may stand in millions

/** Prints the error, for people with the places below it, and returns the exit code; `facts` go into the JSON. */
export function explain(where: NotFoundOnce, html: string, out: Out, facts: object = {}): number {
  const contexts = where.places.slice(0, PLACES_WITH_CONTEXT).map(([start, end]) => contextOf(html, { start, end }));
  const exitCode = out.fail(reportOf(where), { ...where, ...(contexts.length > 0 && { contexts }), ...facts });
  const lines = where.places.slice(0, SHOWN_PLACES).map(([start, end], index) => `  ${start}–${end}: ${contexts[index]}`);
  const surplus = where.places.length - lines.length;
  if (surplus > 0) lines.push(`  and ${surplus} more`);
  if (lines.length > 0) out.note(lines.join("\n"));
  return exitCode;
}

export function reportOf(where: NotFoundOnce): ErrorReport {
  switch (where.kind) {
    case "empty":
      return errorReport("text-empty");
    case "ambiguous":
      return errorReport("text-ambiguous", where.places.length);
    case "not-found":
      return errorReport("text-not-found", where.prefix ?? "");
  }
}

const CONTEXT = 60; // characters of source on either side

/** The place with its surroundings, roughly as displayed: for people to tell places apart, never compared. */
export function contextOf(html: string, { start, end }: Span): string {
  const before = html.slice(Math.max(0, start - CONTEXT), start).replace(/^[^<>]*>/, "");
  const after = html.slice(end, end + CONTEXT).replace(/<[^<>]*$/, "");
  const clean = (source: string) => source.replace(/<[^<>]*>/g, " ").replace(/\s+/g, " ");
  return `${clean(before)}[${clean(html.slice(start, end))}]${clean(after)}`.trim();
}
