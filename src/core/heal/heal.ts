/**
 * Learn again from the records that are known (spec §6; P1: the new pattern is taken from the region to replace the old).
 *
 * Known records are both key and proof: a new rule set is learnt from one of them as if a person had pasted it, and an
 * attribute is kept only if the others confirm it and none contradicts it.
 */
import type { KeyedTemplate } from "../check.js";
import { type Extraction, read } from "../extract.js";
import { isSameRecordValue, type KnownRecord, keyOf } from "../key.js";
import { learn, type RuleSet, type Template } from "../learn/learn.js";
import { parsePage } from "../page/parse-page.js";
import { Reading } from "../tree/reading.js";
import { type FreshPage, type Match, matchRecords } from "./match.js";

export interface HealInput {
  readonly pages: readonly { readonly html: string }[];
  readonly known: readonly KnownRecord[];
}

/** What the known records said of one attribute of the new version. */
export interface Evidence {
  readonly confirmed: number; // records read exactly, besides the one learnt from
  readonly contradicted: number; // records of which another value was read; the attribute is then withheld
}

export type Healed =
  | {
      readonly ok: true;
      readonly template: KeyedTemplate;
      readonly unconfirmed: boolean; // learnt from the only record found: its values overwrite nothing yet
      readonly withheld: readonly string[];
      readonly report: Readonly<Record<string, Evidence>>;
    }
  | {
      readonly ok: false;
      readonly code: "key-missing" | "contradicted" | "not-confirmed";
      readonly reason: string;
      readonly report: Readonly<Record<string, Evidence>>;
    };

const MOST_KEYS = 6; // records tried as the key; the measured gain ends there

export function heal(template: KeyedTemplate, { pages, known }: HealInput): Healed {
  const fresh = pages.map(({ html }): FreshPage => ({ html, reading: new Reading(parsePage(html)) }));
  const matches = matchRecords(fresh, known, template.attributes);
  if (!matches.length) return refused("key-missing", {});
  return matches.length === 1 ? fromOnlyRecord(template, matches[0]!, fresh) : fromSeveral(template, matches, fresh);
}

const REASONS = {
  "key-missing": "No known record is displayed on the fresh pages.",
  contradicted: "Known records contradict every attribute that could be learnt.",
  "not-confirmed": "No attribute could be learnt that a known record confirms.",
} as const;

function refused(code: keyof typeof REASONS, report: Readonly<Record<string, Evidence>>): Healed {
  return { ok: false, code, reason: REASONS[code], report };
}

/** The version learnt from one match, the other fresh pages as its siblings. */
function learnFrom(match: Match, fresh: readonly FreshPage[], names: readonly string[]): Template | undefined {
  const labels = Object.fromEntries(
    match.found.filter((name) => names.includes(name)).map((name) => [name, match.record[name]!]),
  );
  const siblings = fresh.filter((page) => page !== match.page).map(({ html }) => ({ html }));
  const learnt = learn({ html: match.page.html, labels, siblings });
  return learnt.ok ? learnt.template : undefined;
}

function fromSeveral(template: KeyedTemplate, matches: readonly Match[], fresh: readonly FreshPage[]): Healed {
  const report: Record<string, Evidence> = {};
  const sets: RuleSet[] = [];
  let base: { template: Template; match: Match } | undefined;
  let missing = template.attributes;
  for (const match of matches.slice(0, MOST_KEYS)) {
    const learnt = learnFrom(match, fresh, missing);
    if (!learnt) continue;
    const evidence = evidenceFor(learnt, match, matches);
    const kept = missing.filter((name) => evidence[name] && evidence[name].confirmed > 0 && evidence[name].contradicted === 0);
    for (const name of missing) if (evidence[name] && (kept.includes(name) || !report[name])) report[name] = evidence[name];
    if (!kept.length) continue;
    base ??= { template: learnt, match };
    sets.push(...learnt.sets.map((set) => only(set, kept)));
    missing = missing.filter((name) => !kept.includes(name));
    if (!missing.length) break;
  }
  if (!base)
    return refused(Object.values(report).some(({ contradicted }) => contradicted > 0) ? "contradicted" : "not-confirmed", report);
  const healed = { ...base.template, attributes: template.attributes, sets };
  return { ok: true, template: keyed(template, healed, base.match, fresh), unconfirmed: false, withheld: missing, report };
}

const only = ({ attributes, ...set }: RuleSet, names: readonly string[]): RuleSet => ({
  ...set,
  attributes: attributes.filter(({ name }) => names.includes(name)),
});

/** What the matched records say of each attribute; one that fails on its own page has no evidence. */
function evidenceFor(learnt: Template, key: Match, matches: readonly Match[]): Record<string, Evidence> {
  const own = read(learnt, key.page.reading);
  const others = matches
    .filter((match) => match !== key)
    .map((match) => ({ match, extraction: read(learnt, match.page.reading) }));
  const evidence: Record<string, Evidence> = {};
  for (const name of learnt.attributes) {
    if (!isSameRecordValue(key.record[name]!, own.values[name])) continue;
    const said = others.map(({ match, extraction }) => compareRead(match, extraction, name));
    evidence[name] = {
      confirmed: said.filter((each) => each === "confirmed").length,
      contradicted: said.filter((each) => each === "contradicted").length,
    };
  }
  return evidence;
}

/** A record that does not know the attribute, and a page on which it is withheld, say nothing. */
function compareRead({ record }: Match, { values }: Extraction, name: string): "confirmed" | "contradicted" | "silent" {
  const known = record[name];
  const now = values[name];
  if (!known || !now?.length) return "silent";
  return isSameRecordValue(known, now) ? "confirmed" : "contradicted";
}

/** Nothing can confirm it, so more than half of the record and two attributes of it must be read from their own page. */
function fromOnlyRecord(template: KeyedTemplate, match: Match, fresh: readonly FreshPage[]): Healed {
  const learnt = learnFrom(match, fresh, template.attributes);
  const evidence = learnt ? evidenceFor(learnt, match, [match]) : {};
  const kept = Object.keys(evidence);
  if (!learnt || kept.length < 2 || match.found.length * 2 <= Object.keys(match.record).length) {
    return refused("not-confirmed", evidence);
  }
  const healed = { ...learnt, attributes: template.attributes, sets: learnt.sets.map((set) => only(set, kept)) };
  return {
    ok: true,
    template: keyed(template, healed, match, fresh),
    unconfirmed: true,
    withheld: template.attributes.filter((name) => !kept.includes(name)),
    report: evidence,
  };
}

/** The new version with its key; the pasted region goes on where the new page still has it. */
function keyed({ key }: KeyedTemplate, template: Template, match: Match, fresh: readonly FreshPage[]): KeyedTemplate {
  const labels = Object.fromEntries(match.found.map((name) => [name, match.record[name]!]));
  return {
    ...template,
    key: keyOf(match.page.reading, labels, {
      extraction: read(template, match.page.reading),
      siblings: fresh.filter((page) => page !== match.page).map(({ reading }) => reading.page),
      volatile: key.volatile,
      ...(key.region !== null && { region: key.region }),
    }),
  };
}
