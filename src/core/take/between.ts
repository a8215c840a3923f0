/** A value that stands in its line between two constant texts. */

import type { BetweenForm } from "../template/list-template.js";

/** Where the value stands in the text; "empty" if nothing stands between the delimiters, "unlike" without them. */
export function cutBetween(text: string, form: BetweenForm): { start: number; end: number } | "empty" | "unlike" {
  const from = form.isFirst ? (text.startsWith(form.before) ? form.before.length : -1) : endOfOnly(text, form.before, 0);
  if (from < 0) return "unlike";
  const rest = text.slice(from);
  const to = form.isLast
    ? rest.endsWith(form.after)
      ? text.length - form.after.length
      : -1
    : startOfOnly(text, form.after, from);
  if (to < from) return "unlike";
  return trimmed(text, from, to);
}

function startOfOnly(text: string, delimiter: string, from: number): number {
  const at = text.indexOf(delimiter, from);
  return at >= 0 && text.indexOf(delimiter, at + 1) < 0 ? at : -1;
}

function endOfOnly(text: string, delimiter: string, from: number): number {
  const at = startOfOnly(text, delimiter, from);
  return at < 0 ? -1 : at + delimiter.length;
}

function trimmed(text: string, from: number, to: number): { start: number; end: number } | "empty" {
  let [start, end] = [from, to];
  while (start < end && text[start] === " ") start++;
  while (end > start && text[end - 1] === " ") end--;
  return start < end ? { start, end } : "empty";
}
