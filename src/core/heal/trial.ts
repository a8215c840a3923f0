/** One attempt to learn the new version: from which record, with which proof, and what came of it (method §6, steps 2 and 3). */
import { type Extraction, read } from "../extract.js";
import { isSameRecordValue } from "../key.js";
import type { LabelledPage } from "../learn/labelled.js";
import { learn } from "../learn/learn.js";
import type { Template } from "../template/page-template.js";
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

export interface KnownPages {
  readonly matches: readonly Match[];
  readonly fresh: readonly FreshPage[];
  readonly volatile: readonly string[];
}

/** Learns as planned, the other fresh pages as siblings, and asks every matched record. */
export function tryPlan({ key, further }: Plan, proof: KnownPages): Trial | undefined {
  const { fresh } = proof;
  const labelled = [key, ...further];
  const siblings = fresh.filter((page) => !labelled.some((match) => match.page === page)).map(({ html }) => ({ html }));
  const learnt = learn({ ...labelsOf(key), siblings, ...(further.length && { further: further.map(labelsOf) }) });
  if (!learnt.ok) return undefined;
  const { template } = learnt;
  return { template, key, evidence: evidenceFor(template, labelled, proof) };
}

const labelsOf = ({ page, record, displayed, htmlAttributes }: Match): LabelledPage => ({
  html: page.html,
  labels: Object.fromEntries(displayed.map((name) => [name, record[name]!])),
  htmlAttributes,
});

/** What the matched records say of each attribute; one that its own page does not give back has no evidence. */
function evidenceFor(template: Template, labelled: readonly Match[], { matches, volatile }: KnownPages): Trial["evidence"] {
  const reads = matches.map((match) => ({ match, extraction: read(template, match.page.reading) }));
  const evidence: Record<string, Evidence & { right: number }> = {};
  for (const name of template.attributes) {
    const said = reads.map((each) => ({ match: each.match, says: compareRead(each, name, volatile) }));
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

/**
 * A record that does not know the attribute, and a page on which it is withheld, say nothing; so does a page that no
 * longer displays a value that changes by itself.
 */
function compareRead({ match, extraction }: Read, name: string, volatile: readonly string[]): "right" | "wrong" | "silent" {
  const known = match.record[name];
  const now = extraction.values[name] ?? [];
  if (!known || (!now.length && extraction.withheld[name])) return "silent";
  if (isSameRecordValue(known, now)) return "right";
  const isDisplayed = match.displayed.includes(name);
  const isOpen = !now.length || volatile.includes(name); // said to be absent, or bound to change
  return isOpen && !isDisplayed ? "silent" : "wrong";
}

interface Read {
  readonly match: Match;
  readonly extraction: Extraction;
}
