/** One attempt to learn the new version: from which record, with which proof, and what came of it (spec §6, steps 2 and 3). */
import { type Extraction, read } from "../extract.js";
import { isSameRecordValue } from "../key.js";
import { learn, type Template } from "../learn/learn.js";
import type { FreshPage, Match } from "./match.js";

/** What the known records said of one attribute of the new version. */
export interface Evidence {
  readonly confirmed: number; // records read exactly, besides those learnt from
  readonly contradicted: number; // records of which another value was read
}

export interface Trial {
  readonly template: Template;
  readonly key: Match;
  readonly evidence: Readonly<Record<string, Evidence & { readonly right: number }>>; // right: records read exactly, all told
}

export interface Plan {
  readonly key: Match; // learnt from as if a person had pasted it
  readonly further: readonly Match[]; // labelled too; they confirm nothing
}

/** Learns as planned, the other fresh pages as siblings, and asks every matched record. */
export function tryPlan({ key, further }: Plan, matches: readonly Match[], fresh: readonly FreshPage[]): Trial | undefined {
  const labelled = [key, ...further];
  const siblings = fresh.filter((page) => !labelled.some((match) => match.page === page)).map(({ html }) => ({ html }));
  const learnt = learn({ ...labelsOf(key), siblings, ...(further.length && { further: further.map(labelsOf) }) });
  if (!learnt.ok) return undefined;
  const { template } = learnt;
  return { template, key, evidence: evidenceFor(template, labelled, matches) };
}

const labelsOf = ({ page, record, found }: Match): { html: string; labels: Record<string, readonly string[]> } => ({
  html: page.html,
  labels: Object.fromEntries(found.map((name) => [name, record[name]!])),
});

/** What the matched records say of each attribute; one that its own page does not give back has no evidence. */
function evidenceFor(template: Template, labelled: readonly Match[], matches: readonly Match[]): Trial["evidence"] {
  const reads = matches.map((match) => ({ match, extraction: read(template, match.page.reading) }));
  const evidence: Record<string, Evidence & { right: number }> = {};
  for (const name of template.attributes) {
    const said = reads.map(({ match, extraction }) => ({ match, says: compareRead(match, extraction, name) }));
    if (said.find(({ match }) => match === labelled[0])?.says !== "right") continue;
    const right = said.filter(({ says }) => says === "right");
    evidence[name] = {
      confirmed: right.filter(({ match }) => !labelled.includes(match)).length,
      contradicted: said.filter(({ says }) => says === "wrong").length,
      right: right.length,
    };
  }
  return evidence;
}

/** A record that does not know the attribute, and a page on which it is withheld, say nothing. */
function compareRead({ record, found }: Match, { values, withheld }: Extraction, name: string): "right" | "wrong" | "silent" {
  const known = record[name];
  const now = values[name] ?? [];
  if (!known || (!now.length && withheld[name])) return "silent";
  if (!now.length) return found.includes(name) ? "wrong" : "silent"; // said to be absent
  return isSameRecordValue(known, now) ? "right" : "wrong";
}
