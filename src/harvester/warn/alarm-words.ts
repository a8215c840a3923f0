/** What an alarm says: what was, what is, and what to do. */
import type { Jump, Overdue } from "./unusual.js";

export interface Told {
  readonly message: string;
  readonly hint: string;
  readonly details: object;
}

const DAY_MS = 86_400_000;

const day = (at: Date): string => at.toISOString().slice(0, 10);
const days = (ms: number): string => (ms < 1.5 * DAY_MS ? "a day" : `${Math.round(ms / DAY_MS)} days`);

export const silence = (name: string, { since, longestMs }: Overdue): Told => ({
  message: `“${name}” has had no new record since ${day(since)}; before, no pause was longer than ${days(longestMs)}.`,
  hint: "Open its list page in a browser: does it show records that are not here? Then its list address or paging has changed.",
  details: { since, longestMs },
});

export const frozen = (name: string, { since, longestMs }: Overdue): Told => ({
  message: `Nothing on “${name}” has changed since ${day(since)}; before, no pause was longer than ${days(longestMs)}.`,
  hint: "The site may have moved and left its old pages standing: look for a new address.",
  details: { since, longestMs },
});

export const unchanged = (name: string, pages: readonly (Overdue & { readonly address: string })[]): Told => ({
  message: `${pages.length === 1 ? "A page" : `${pages.length} pages`} of “${name}” used to change and ${pages.length === 1 ? "does" : "do"} not any more, such as ${pages[0]?.address}.`,
  hint: "Open it in a browser: it may have been left standing while its content moved.",
  details: { pages: pages.length, first: pages.slice(0, MOST_NAMED) },
});

const MOST_NAMED = 10;

export const COUNTED = {
  "fewer-pages": (name, { usual, now }) => ({
    message: `The lists of “${name}” lead to ${now} pages that may be visited; it used to be ${usual}.`,
    hint: "Open its list page in a browser: if it is right, acknowledge this warning; else check its list address, paging and patterns, and its robots.txt.",
  }),
  "more-withheld": (name, { usual, now }) => ({
    message: `${now} pages of “${name}” are withheld in part or whole; it used to be ${usual}.`,
    hint: "`bartree source show` groups them: one answer, by `bartree source answer`, settles a group.",
  }),
  untaken: (name, { usual, now }) => ({
    message: `A list page of “${name}” shows ${now} entries that were not taken for records; it used to be ${usual}.`,
    hint: "Compare the list page with the records: a new kind of entry may need a label of its own.",
  }),
} as const satisfies Record<string, (name: string, jump: Jump) => Omit<Told, "details">>;
