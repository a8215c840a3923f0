/** What a person is told about a source, once per cause until the cause is gone. */
import type { SourceRow } from "../../store/source.js";
import { openWarning } from "../../store/warning.js";
import { type HarvestTools, nowOf } from "../tools.js";

type Words = { readonly message: (name: string) => string; readonly hint: string };

/** These end with the next check that goes well. */
export const CAUSES = {
  "key-missing": {
    message: (name) => `No known record of “${name}” is displayed any more; the source is deferred and nothing was written.`,
    hint: "Label a page of it again with `bartree source rekey`.",
  },
  "not-healed": {
    message: (name) => `The pages of “${name}” have changed and could not be learnt again from the known records.`,
    hint: "Label a page of it again with `bartree source rekey`.",
  },
  unreachable: {
    message: (name) => `“${name}” does not answer; this says nothing about its template.`,
    hint: "Open the key page in a browser; the source is tried again at its next time.",
  },
  unrecognised: {
    message: (name) =>
      `“${name}” answers with pages that do not look like its own (an error page, a robot check, a wrong charset).`,
    hint: "Open the key page in a browser; the source is tried again at its next time.",
  },
} as const satisfies Record<string, Words>;

/** These end with the next harvest that does without. */
export const HARVEST_CAUSES = {
  "list-unread": {
    message: (name) =>
      `A list page or sitemap of “${name}” does not answer as it should, or shows no links that could be followed; new pages may be missed.`,
    hint: "Open its list in a browser; then check its address and how it goes on to the next page.",
  },
  unconfirmed: {
    message: (name) =>
      `“${name}” was learnt again from its only known record; what it reads is kept apart until another confirms it.`,
    hint: "Label a page of it again with `bartree source rekey`, or take it back with `bartree undo-heal`.",
  },
  "nothing-read": {
    message: (name) =>
      `The last harvest of “${name}” read none of its pages, its key page aside: they fail, are left out, withheld or gone, or none was found.`,
    hint: "Open some of its pages in a browser; then look at its list or sitemap, its patterns, and what its robots.txt allows.",
  },
  "records-unread": {
    message: (name) => `Known records of “${name}” are displayed on its lists but were not read there; they stay as they were.`,
    hint: "Label two records of the list again with `bartree source rekey --record`.",
  },
  limit: {
    message: (name) => `“${name}” has more pages than one harvest takes; of those it finds, the rest is visited next time.`,
    hint: "Raise maxPages of the source, or leave pages out by patterns; of one list 1,000 pages are followed, of sitemaps 500, and nothing is found beyond.",
  },
  failed: {
    message: (name) => `A harvest of “${name}” failed and is tried again; this is a defect of bartree, not of the site.`,
    hint: "Report the reason that `bartree warnings --json` gives; what was stored stays.",
  },
  "proof-failed": {
    message: (name) =>
      `Pages of “${name}” are withheld since their stored bytes do not show a value where it was read; this is a defect of bartree, not of the site.`,
    hint: "Report the addresses that `bartree warnings --json` gives; the pages are read again with every harvest.",
  },
  "secret-lost": {
    message: (name) => `The headers and cookies of “${name}” cannot be opened: they were sealed with another secret file.`,
    hint: "Copy the file `secret` of BARTREE_HOME from the machine that sealed them, or give them again with `bartree source secrets`.",
  },
  "secret-file": {
    message: (name) => `The headers and cookies of “${name}” cannot be opened: the secret file of this machine cannot be used.`,
    hint: "The file `secret` of BARTREE_HOME holds 32 bytes in hexadecimal that only its owner may read (chmod 600); if it is lost, remove it and give them again with `bartree source secrets`.",
  },
  "pages-unlike": {
    message: (name) =>
      `Many pages that the lists of “${name}” lead to are not recognised as its records: the list may be a wrong one, or they have another design.`,
    hint: "Open some of them, which `bartree warnings --json` names: say by `bartree source answer` what they are, records or none.",
  },
  variants: {
    message: (name) => `Pages of “${name}” are withheld alike; they may have another layout.`,
    hint: "Answer for one page of each group with `bartree source answer`; `bartree source show` names the groups, their causes and the pages.",
  },
} as const satisfies Record<string, Words>;

export type Cause = keyof typeof CAUSES | keyof typeof HARVEST_CAUSES;

const ALL: Readonly<Record<Cause, Words>> = { ...CAUSES, ...HARVEST_CAUSES };

export async function warn(tools: HarvestTools, source: SourceRow, cause: Cause, details: object): Promise<void> {
  const { message, hint } = ALL[cause];
  await openWarning(tools.pool, { sourceId: source.id, cause, message: message(source.name), hint, details }, nowOf(tools));
}
