/**
 * Learn again from the records that are known (method §6; P1: the new pattern is taken from the region to replace the old).
 *
 * Known records are both key and proof: one of them stands in for what a person would label, a new rule set is learnt
 * from it, and an attribute is kept only if the others confirm it and none contradicts it.
 */

import type { KeyedTemplate } from "../check.js";
import { read } from "../extract.js";
import { keyOf } from "../key.js";
import { KNOWN } from "../limits.js";
import { parsePage } from "../page/parse-page.js";
import type { KnownRecord, RuleSet, Template, TemplateKey } from "../template/page-template.js";
import { Reading } from "../tree/reading.js";
import { carriersOf } from "./carried.js";
import { type FreshPage, type Match, matchRecords } from "./match.js";
import { type Evidence, type Plan, type Trial, tryPlan } from "./trial.js";

export interface HealInput {
  readonly pages: readonly { readonly html: string }[];
  readonly known: readonly KnownRecord[];
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

export function heal(template: KeyedTemplate, { pages, known }: HealInput): Healed {
  const fresh = pages.map(({ html }): FreshPage => ({ html, reading: new Reading(parsePage(html)) }));
  const matches = matchRecords(fresh, known, {
    names: template.attributes,
    volatile: template.key.volatile,
    carriers: carriersOf(template),
  });
  if (!matches.length) return refused("key-missing", {});
  return matches.length === 1 ? fromOnlyRecord(template, matches[0]!, fresh) : fromSeveral(template, matches, fresh);
}

const REASONS = {
  "key-missing": "No known record has most of its values displayed on the fresh pages.",
  contradicted: "Known records contradict every attribute that could be learnt.",
  "not-confirmed": "No attribute could be learnt that a known record confirms.",
} as const;

function refused(code: keyof typeof REASONS, report: Readonly<Record<string, Evidence>>): Healed {
  return { ok: false, code, reason: REASONS[code], report };
}

/** Every record in turn as the key; then, as proof may settle what one page leaves open, half of the others labelled too. */
function plansFor(matches: readonly Match[]): Plan[] {
  const keys = matches.slice(0, KNOWN.keys);
  const half = Math.ceil((keys.length - 1) / 2);
  const [key, ...others] = keys as [Match, ...Match[]];
  const halves = others.length > 1 ? [others.slice(0, half), others.slice(half)] : [];
  return [...keys.map((each) => ({ key: each, further: [] })), ...halves.map((further) => ({ key, further }))];
}

function fromSeveral(template: KeyedTemplate, matches: readonly Match[], fresh: readonly FreshPage[]): Healed {
  const report: Record<string, Evidence> = {};
  const best = new Map<string, Trial>();
  for (const plan of plansFor(matches)) {
    const trial = tryPlan(plan, { matches, fresh, volatile: template.key.volatile });
    for (const [name, { right, ...evidence }] of Object.entries(trial?.evidence ?? {})) {
      const isKept = evidence.confirmed > 0 && evidence.contradicted === 0;
      if (!isKept) report[name] ??= evidence;
      else if (right > (best.get(name)?.evidence[name]?.right ?? 0)) {
        best.set(name, trial!);
        report[name] = evidence;
      }
    }
    if (template.attributes.every((name) => isReadEverywhere(name, best.get(name), matches))) break;
  }
  const [first] = best.values();
  if (!first) {
    const isContradicted = Object.values(report).some(({ contradicted }) => contradicted > 0);
    return refused(isContradicted ? "contradicted" : "not-confirmed", report);
  }
  return {
    ok: true,
    template: assembled(template, first, best, fresh),
    unconfirmed: false,
    withheld: template.attributes.filter((name) => !best.has(name)),
    report,
  };
}

const isReadEverywhere = (name: string, trial: Trial | undefined, matches: readonly Match[]): boolean =>
  trial?.evidence[name]?.right === matches.filter(({ displayed }) => displayed.includes(name)).length;

/** Every attribute with the rules of its best trial; what identifies the site is the first trial's. */
function assembled(
  old: KeyedTemplate,
  first: Trial,
  best: ReadonlyMap<string, Trial>,
  fresh: readonly FreshPage[],
): KeyedTemplate {
  const sets = [...new Set(best.values())].flatMap((trial) =>
    trial.template.sets.map(
      ({ attributes, ...set }): RuleSet => ({ ...set, attributes: attributes.filter(({ name }) => best.get(name) === trial) }),
    ),
  );
  const template = { ...first.template, attributes: old.attributes, sets: sets.filter(({ attributes }) => attributes.length) };
  return { ...template, key: newKey(old, template, first.key, fresh) };
}

/**
 * Nothing can confirm it, so two attributes and more than half of the record must be read from their own page. A value
 * that stands in several places is read only where all of them agree, so no place is ever chosen.
 */
function fromOnlyRecord(template: KeyedTemplate, match: Match, fresh: readonly FreshPage[]): Healed {
  const trial = tryPlan({ key: match, further: [] }, { matches: [match], fresh, volatile: template.key.volatile });
  const names = Object.keys(trial?.evidence ?? {});
  const report = Object.fromEntries(names.map((name) => [name, { confirmed: 0, contradicted: 0 }]));
  if (!trial || names.length < KNOWN.attributes || names.length * 2 <= Object.keys(match.record).length)
    return refused("not-confirmed", report);
  return {
    ok: true,
    template: assembled(template, trial, new Map(names.map((name) => [name, trial])), fresh),
    unconfirmed: true,
    withheld: template.attributes.filter((name) => !names.includes(name)),
    report,
  };
}

/** The key of the new version; the pasted region goes on where the new page still has it. */
function newKey({ key }: KeyedTemplate, template: Template, match: Match, fresh: readonly FreshPage[]): TemplateKey {
  const labels = Object.fromEntries(match.displayed.map((name) => [name, match.record[name]!]));
  return keyOf(match.page.reading, labels, {
    extraction: read(template, match.page.reading),
    siblings: fresh.filter((page) => page !== match.page).map(({ reading }) => reading.page),
    volatile: key.volatile,
    ...(key.region !== null && { region: key.region }),
  });
}
