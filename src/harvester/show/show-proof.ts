/** A value on its stored page, for a person to look at; made in a thread. */
import type { ProofSpan } from "../../api/record.js";
import { extract } from "../../core/index.js";
import { htmlOf } from "../../fetch/charset.js";
import type { RecordRow } from "../../store/template.js";
import type { PageBytes } from "../read/page-bytes.js";
import { falseValues, pageOfBytes } from "../verify/false-values.js";

export interface ProofToShow {
  readonly page: PageBytes;
  readonly attribute: string;
  readonly values: readonly string[];
  readonly spans: readonly ProofSpan[];
  readonly template: RecordRow["stored"] | undefined; // by which it was read
}

export interface ShownProof {
  readonly html: string;
  readonly lines: { start: number; html: string }[];
  readonly agreed: string[]; // the kinds of rules that point at the value, found by reading the page again as it was read then
  readonly isProved: boolean;
}

export function showProof({ page, attribute, values, spans, template }: ProofToShow): ShownProof {
  const html = htmlOf(page);
  const stored = pageOfBytes(page.bytes, page.charset);
  return {
    html,
    lines: spans.map(({ start }) => lineAt(html, start)),
    agreed: agreedOn(html, attribute, template),
    isProved: stored !== undefined && falseValues(stored, values, spans).length === 0,
  };
}

function agreedOn(html: string, attribute: string, template: ProofToShow["template"]): string[] {
  if (template?.kind !== "page") return template ? ["list"] : [];
  return [...(extract(template.template, html).agreed[attribute] ?? [])];
}

const LINE = 300; // characters of HTML on either side, where lines are long

function lineAt(html: string, at: number): { start: number; html: string } {
  const start = Math.max(html.lastIndexOf("\n", at - 1) + 1, at - LINE);
  const end = html.indexOf("\n", at);
  return { start, html: html.slice(start, Math.min(end < 0 ? html.length : end, at + LINE)) };
}
