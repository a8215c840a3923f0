/**
 * What a person is told about a source or this machine: the cause, the facts that were stored with it, and the words made
 * of them. Terminals, mails and the API have these English ones; the page has a table for every other language.
 */
import { z } from "zod";
import type { Reason } from "./reasons.js";

interface OverduePage {
  readonly address: string;
}

/** A pause, and the longest one before it. */
interface Pause {
  readonly since: string | Date; // stored as text
  readonly longestMs: number;
}

interface Jumped {
  readonly usual: number;
  readonly now: number;
  readonly version: number | null; // of the template
  readonly judged: { readonly usual: number; readonly limit: number; readonly now: number }; // so that more is worse
}

/** What is stored with each cause. The words need what is named here; more may be there, for whoever looks closer. */
export type WarningFacts = {
  "key-missing": { readonly reason: Reason };
  "not-healed": { readonly reason: Reason };
  unreachable: { readonly address?: string; readonly reason: Reason | null };
  unrecognised: { readonly address?: string; readonly reason: Reason | null };
  "list-unread": { readonly address: string };
  unconfirmed: object;
  "nothing-read": object;
  "records-unread": { readonly records: readonly unknown[] };
  limit: { readonly maxPages: number };
  failed: { readonly reason: string };
  "proof-failed": { readonly addresses: readonly string[] };
  "secret-lost": { readonly reason: string };
  "secret-file": { readonly reason: string };
  "pages-unlike": { readonly pages: number; readonly found: number; readonly addresses: readonly string[] };
  variants: { readonly groups: readonly { readonly pages: number }[] }; // the largest first
  silence: Pause;
  unchanged: Pause | { readonly pages: number; readonly first: readonly OverduePage[] };
  "fewer-pages": Jumped;
  "more-withheld": Jumped;
  untaken: Jumped;
  "undelivered-mail": Undelivered;
  "undelivered-webhook": Undelivered;
  "disk-low": object;
};

interface Undelivered {
  readonly receivers: readonly { readonly receiver: string; readonly reason: string | null }[];
}

export type WarningCause = keyof WarningFacts;
export type WarningMet = { [C in WarningCause]: { readonly cause: C; readonly details: WarningFacts[C] } }[WarningCause];

/** As it was stored, maybe by another version. */
export interface StoredWarning {
  readonly cause: WarningCause;
  readonly details: object;
}

export interface WarningWords {
  readonly message: string;
  readonly hint: string;
}

/** The source is named in `of` (“ of ‘name’”) and `it` where nothing beside the sentence names it. */
interface Named {
  readonly of: string;
  readonly on: string;
  readonly it: string;
}

const REKEY = "Label a page of it again with `bartree source rekey`.";
const LOOK = "Open the key page in a browser; the source is tried again at its next time.";

const ENGLISH: { readonly [C in WarningCause]: (named: Named, details: WarningFacts[C]) => WarningWords } = {
  "key-missing": ({ of }) => ({
    message: `No known record${of} is displayed any more; the source waits, and nothing was written.`,
    hint: REKEY,
  }),
  "not-healed": ({ of }) => ({
    message: `The pages${of} have changed and could not be learnt again from the known records.`,
    hint: REKEY,
  }),
  unreachable: ({ it }) => ({ message: `${it} does not answer; this says nothing about its template.`, hint: LOOK }),
  unrecognised: ({ it }) => ({
    message: `${it} answers with pages that do not look like its own (an error page, a robot check, a wrong charset).`,
    hint: LOOK,
  }),
  "list-unread": ({ of }) => ({
    message: `A list page or sitemap${of} does not answer as it should, or shows no links that could be followed; new pages may be missed.`,
    hint: "Open its list in a browser; then check its address and how it goes on to the next page.",
  }),
  unconfirmed: ({ it }) => ({
    message: `${it} was learnt again from its only known record; what it reads is kept apart until another confirms it.`,
    hint: "Label a page of it again with `bartree source rekey`, or take it back with `bartree undo-heal`.",
  }),
  "nothing-read": ({ of }) => ({
    message: `The last harvest${of} read none of its pages, its key page aside: they fail, are left out, withheld or gone, or none was found.`,
    hint: "Open some of its pages in a browser; then look at its list or sitemap, its patterns, and what its robots.txt allows.",
  }),
  "records-unread": ({ of }) => ({
    message: `Known records${of} are displayed on its lists but were not read there; they stay as they were.`,
    hint: "Label two records of the list again with `bartree source rekey --record`.",
  }),
  limit: ({ it }) => ({
    message: `${it} has more pages than one harvest takes; of those it finds, the rest is visited next time.`,
    hint: "Raise maxPages of the source, or leave pages out by patterns; of one list 1,000 pages are followed, of sitemaps 500, and nothing is found beyond.",
  }),
  failed: ({ of }) => ({
    message: `A harvest${of} failed and is tried again; this is a defect of bartree, not of the site.`,
    hint: "Report the reason that `bartree warnings --json` gives; what was stored stays.",
  }),
  "proof-failed": ({ of }) => ({
    message: `Pages${of} are withheld since their stored bytes do not show a value where it was read; this is a defect of bartree, not of the site.`,
    hint: "Report the addresses that `bartree warnings --json` gives; the pages are read again with every harvest.",
  }),
  "secret-lost": ({ of }) => ({
    message: `The headers and cookies${of} cannot be opened: they were sealed with another secret file.`,
    hint: "Copy the file `secret` of BARTREE_HOME from the machine that sealed them, or give them again with `bartree source secrets`.",
  }),
  "secret-file": ({ of }) => ({
    message: `The headers and cookies${of} cannot be opened: the secret file of this machine cannot be used.`,
    hint: "The file `secret` of BARTREE_HOME holds 32 bytes in hexadecimal that only its owner may read (chmod 600); if it is lost, remove it and give them again with `bartree source secrets`.",
  }),
  "pages-unlike": ({ of }, { pages, found }) => ({
    message: `${pages} of ${found} pages that the lists${of} lead to are not recognised as its records: the list may be a wrong one, or they have another design.`,
    hint: "Open some of them, which `bartree warnings --json` names, and say by `bartree source answer` what they are: records, or none.",
  }),
  variants: ({ of }, { groups }) => {
    const [pages, layouts] = [groups[0]?.pages ?? 0, groups.length];
    return {
      message:
        layouts === 1
          ? `${pages} pages${of} miss the same fields. Label one to fix them.`
          : `Pages${of} miss the same fields, in ${layouts} groups, the largest of ${pages} pages. Label one of each group to fix them.`,
      hint: "Answer for one page of the group with `bartree source answer`; `bartree source show` names the groups, their causes and the pages.",
    };
  },
  silence: ({ it }, pause) => ({
    message: `${it} has had no new record since ${dayOf(pause)}; before, no pause was longer than ${longest(pause)}.`,
    hint: "Open its list page in a browser: does it show records that are not here? Then its list address or paging has changed.",
  }),
  unchanged: ({ on, of }, details) => {
    if ("since" in details)
      return {
        message: `Nothing${on} has changed since ${dayOf(details)}; before, no pause was longer than ${longest(details)}.`,
        hint: "The site may have moved and left its old pages standing: look for a new address.",
      };
    const { pages, first } = details;
    return {
      message: `${pages === 1 ? "A page" : `${pages} pages`}${of} used to change and ${pages === 1 ? "does" : "do"} not any more, such as ${first[0]?.address}.`,
      hint: "Open it in a browser: it may have been left standing while its content moved.",
    };
  },
  "fewer-pages": ({ of }, { usual, now }) => ({
    message: `The lists${of} lead to ${now} pages that may be visited; it used to be ${usual}.`,
    hint: "Open its list page in a browser: if it is right, acknowledge this warning; else check its list address, paging and patterns, and its robots.txt.",
  }),
  "more-withheld": ({ of }, { usual, now }) => ({
    message: `${now} pages${of} are withheld in part or whole; it used to be ${usual}.`,
    hint: "`bartree source show` groups them: one answer, by `bartree source answer`, settles a group.",
  }),
  untaken: ({ of }, { usual, now }) => ({
    message: `A list page${of} shows ${now} entries that were not taken for records; it used to be ${usual}.`,
    hint: "Compare the list page with the records: a new kind of entry may need a label of its own.",
  }),
  "undelivered-mail": (_, details) => ({
    message: undelivered("", details),
    hint: "Look at BARTREE_SMTP_URL and the mail server; `bartree mail test` tries it.",
  }),
  "undelivered-webhook": (_, details) => ({
    message: undelivered("webhook ", details),
    hint: "Look at the receiver; `bartree hook test` tries it, `bartree hook remove` gives it up.",
  }),
  "disk-low": () => ({
    message: "Less than 5 % of the database's disk is free; harvests wait, and what is stored can be read.",
    hint: "Make room on the disk; harvests go on by themselves. `bartree doctor` tells how fast the database grows.",
  }),
};

const DAY_MS = 86_400_000;

export const dayOf = ({ since }: Pause): string => new Date(since).toISOString().slice(0, 10);

/** In whole days, at least one. */
export const longestDays = ({ longestMs }: Pause): number => Math.max(1, Math.round(longestMs / DAY_MS));

const longest = (pause: Pause): string => (longestDays(pause) === 1 ? "a day" : `${longestDays(pause)} days`);

function undelivered(kind: string, { receivers: [first, ...others] }: Undelivered): string {
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  return `Messages to ${kind}${first?.receiver}${more} cannot be delivered: ${first?.reason}.`;
}

/** Null: what stands beside the sentence names the source, or it is about none. */
export function warningWords({ cause, details }: StoredWarning, name: string | null): WarningWords {
  const named = name === null ? { of: "", on: "", it: "It" } : { of: ` of “${name}”`, on: ` on “${name}”`, it: `“${name}”` };
  if (!Object.hasOwn(ENGLISH, cause)) return { message: cause, hint: "" }; // stored by another version
  return (ENGLISH[cause] as (of: Named, given: object) => WarningWords)(named, details); // the details are the cause's own
}

export const WARNING_CAUSES = Object.keys(ENGLISH) as WarningCause[]; // keys() forgets what the type of ENGLISH knows
export const WarningCause = z.string() as unknown as z.ZodType<WarningCause>;

/** As it leaves the server: with the English words, for whoever does not make their own. */
export const MetWarning = z.object({
  cause: WarningCause,
  details: z.record(z.string(), z.unknown()),
  message: z.string(),
  hint: z.string(),
}) as unknown as z.ZodType<StoredWarning & WarningWords>;
