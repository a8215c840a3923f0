/**
 * A list learnt again from the records that are known (method §6, §8): two that are displayed one after the other stand
 * for the two a person would label, and all others are held against what is then read.
 *
 * A new template must read every attribute of the old one: a record that lacked one would lose what is known of it.
 */
import { LISTS } from "../limits.js";
import type { Page } from "../page/page.js";
import { parsePage } from "../page/parse-page.js";
import type { ListTemplate } from "../template/list-template.js";
import { readListPage } from "./extract-list.js";
import { type AsStored, type JudgedListed, judgeKnown } from "./judge-known.js";
import { displayedNames, type KnownListed, shownRecords } from "./known-listed.js";
import { learnList } from "./learn-list.js";

export interface HealListInput {
  readonly pages: readonly { readonly html: string; readonly url: string }[];
  readonly known: readonly KnownListed[];
  readonly asStored?: AsStored;
}

export type ListHealed =
  | { readonly ok: true; readonly template: ListTemplate; readonly confirmed: number }
  | { readonly ok: false; readonly code: "key-missing" | "contradicted" | "not-confirmed"; readonly reason: string };

const REASONS = {
  "key-missing": "No known record has most of its values displayed on the list any more.",
  contradicted: "Known records contradict every way in which the list could be read.",
  "not-confirmed": "The list could not be learnt in a way that a further known record confirms.",
} as const;

interface ShownPage {
  readonly html: string;
  readonly url: string;
  readonly page: Page;
  readonly shown: readonly KnownListed[]; // in document order
}

export function healList(old: ListTemplate, { pages, known, asStored = (same) => same }: HealListInput): ListHealed {
  const names = displayedNames(old);
  const all = pages.map((list): ShownPage => {
    const page = parsePage(list.html);
    return { ...list, page, shown: shownRecords(page, known, names).map((each) => each.known) };
  });
  if (all.every(({ shown }) => shown.length === 0)) return refused("key-missing");
  let best: { template: ListTemplate; confirmed: number } | undefined;
  let isContradicted = false;
  const most = all.reduce((sum, { shown }) => sum + shown.length, 0) - 2; // all but the two that are labelled
  for (const page of all.slice(0, LISTS.healPages)) {
    for (const labelled of pairsOf(page.shown, old)) {
      if (best && best.confirmed >= most) return { ok: true, ...best };
      const learned = learnList({
        html: page.html,
        url: page.url,
        records: labelled.map(({ values }) => inOrder(values, old)),
        ...identityOf(old),
      });
      if (!learned.ok || !hasAll(learned.template, old)) continue;
      const trial = tryOn(all, learned.template, { labelled, asStored });
      isContradicted ||= trial.isContradicted;
      if (!trial.isContradicted && isConfirmed(trial, old) && trial.confirmed > (best?.confirmed ?? 0))
        best = { template: learned.template, confirmed: trial.confirmed };
    }
  }
  return best ? { ok: true, ...best } : refused(isContradicted ? "contradicted" : "not-confirmed");
}

function refused(code: keyof typeof REASONS): ListHealed {
  return { ok: false, code, reason: REASONS[code] };
}

/** The first label tells records apart, so it must stay the first. */
function inOrder(values: KnownListed["values"], { attributes }: ListTemplate): Record<string, string> {
  return Object.fromEntries(attributes.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])));
}

/** What told records apart still does, or every one would be a new record. */
function identityOf({ identity, isLinkIdentity }: ListTemplate): { identity?: readonly string[] } {
  return isLinkIdentity ? {} : { identity };
}

/** Neighbours, with a record each for the attributes that both of them lack. */
function* pairsOf(shown: readonly KnownListed[], { attributes }: ListTemplate): Generator<KnownListed[]> {
  for (let at = 0; at + 1 < shown.length && at < LISTS.healPairs; at++) {
    const pair = shown.slice(at, at + 2);
    const lacking = attributes.filter(({ name }) => pair.every(({ values }) => values[name] === undefined));
    yield [...pair, ...lacking.flatMap(({ name }) => shown.find(({ values }) => values[name] !== undefined) ?? [])];
  }
}

const hasAll = (template: ListTemplate, { attributes }: ListTemplate): boolean =>
  attributes.every(({ name }) => template.attributes.some((each) => each.name === name));

interface ListTrial {
  readonly confirmed: number; // known records that were not labelled and are read as they are known
  readonly names: ReadonlySet<string>; // attributes that one of those confirms
  readonly isContradicted: boolean;
}

function tryOn(
  pages: readonly ShownPage[],
  template: ListTemplate,
  { labelled, asStored }: { labelled: readonly KnownListed[]; asStored: AsStored },
): ListTrial {
  const judged = pages.flatMap(({ page, url, shown }): JudgedListed[] =>
    judgeKnown(page, readListPage(template, page, url), shown, asStored),
  );
  const free = judged.filter(({ known }) => !labelled.includes(known));
  const isRead = ({ isUnread, failed, exact }: JudgedListed): boolean => !isUnread && failed.length === 0 && exact.length > 0;
  return {
    confirmed: free.filter(isRead).length,
    names: new Set(free.filter(isRead).flatMap(({ exact }) => exact)),
    isContradicted: judged.some(({ failed }) => failed.length > 0),
  };
}

/** Attributes that no free record has cannot be confirmed by one; the labelled ones show them. */
function isConfirmed({ names }: ListTrial, { attributes }: ListTemplate): boolean {
  return attributes.every(({ name, isOptional }) => isOptional || names.has(name));
}
