/**
 * Why something is as it is, and what is said beside it: a code and its facts, from which each language makes its words.
 *
 * Terminals, mails and the API have the English ones of this file; the page has a table for every other language
 * (src/web/texts). What another program said (the system, a database, a mail server) is carried as `words`, as it is.
 */
import { z } from "zod";
import type { WithheldClass } from "../core/guard/guards.js";
import type { ErrorReport } from "./errors.js";

/** What each code's words need to know; JSON can hold all of it. */
type Facts = {
  words: [text: string];
  refused: [report: ErrorReport];
  // an address that is not visited
  "not-an-address": [];
  "not-of-the-web": [];
  "scheme-other": [scheme: string];
  "has-credentials": [];
  "port-closed": [port: string];
  "name-local": [host: string];
  "not-public": [host: string];
  "leads-inside": [host: string, address: string];
  "leads-outside": [host: string, address: string];
  "leads-nowhere": [host: string];
  "other-site": [];
  "from-https-to-http": [];
  "robots-disallow": [];
  // a visit that gave no page
  status: [status: number];
  "status-elsewhere": [status: number];
  "no-answer-in-time": [seconds: number];
  "no-whole-answer-in-time": [seconds: number];
  "no-connection-in-time": [seconds: number];
  "no-connection": [code: string];
  "broken-off": [code: string | null];
  "host-unknown": [host: string];
  "resolver-silent": [host: string, code: string];
  "redirected-too-often": [times: number];
  "more-than-megabytes": [megabytes: number];
  "pause-asked": [seconds: number];
  "packed-too-often": [times: number];
  "packing-unknown": [encoding: string];
  "unpacks-too-large": [times: number];
  "not-html": [mediaType: string];
  proxy: [reason: Reason];
  "proxy-status": [status: number];
  "proxy-broken-off": [];
  "browser-unnamed": [];
  "browser-missing": [path: string];
  "browser-as-root": [];
  "browser-status": [status: number];
  "browser-no-page": [];
  "browser-slow": [seconds: number];
  "browser-not-started": [words: string];
  "browser-ended": [code: number | null];
  "header-ours": [];
  "header-unsendable": [];
  "cookie-unsendable": [];
  "not-asked-for": [];
  "not-a-look": [];
  // a page that is not read, checked or taken for a list
  "page-gone": [status: number];
  unreadable: [reason: Reason];
  "leads-to-removed": [];
  "leads-to-other-page": [];
  "charset-doubtful": [];
  "not-like-the-site": [];
  "no-record-shown": [];
  "no-list-named": [];
  // a harvest, and the state of a source
  stopped: [];
  interrupted: [];
  "after-answer": [];
  "no-known-record": [];
  "no-known-record-listed": [];
  "no-known-record-found": [];
  "known-contradict": [];
  "known-do-not-confirm": [];
  "list-no-known-record": [];
  "list-known-contradict": [];
  "list-not-confirmed": [];
  "heal-undone": [version: number];
  "secrets-not-restored": [isPaused: boolean];
  "secrets-not-exported": [names: readonly string[], isPaused: boolean];
  // a draft
  "nothing-learnt-yet": [];
  "few-siblings": [siblings: number];
  "not-on-page": [];
  "several-places": [];
  "read-as": [values: string];
  "withheld-as": [kind: WithheldClass, english: string];
  "read-before": [looked: number, other: number, less: number];
  "list-is-one-page": [];
  "next-by-rel": [];
  "next-by-text": [text: string];
  "next-by-number": [pattern: string];
  "no-label": [];
  "name-unfit": [];
  "own-page-gone": [];
  "list-page-unread": [reason: Reason];
  "list-page-waiting": [];
  "key-page-unstored": [];
  "key-changed": [];
  "page-unnamed": [];
  "setting-unfit": [setting: string, problem: string];
  // records of a list that could not be learnt
  "no-common-label": [];
  "list-label-not-found": [attribute: string, record: number];
  "no-common-place": [];
  "several-lists": [counts: readonly number[]];
  "record-contradicted": [record: number];
  "identity-unlabelled": [attribute: string];
  // a message that was not delivered
  "no-mail-server": [];
  "mail-server-status": [status: number];
  "mail-server-unreached": [code: string | null];
  "hook-sealed": [];
  unsendable: [error: string | null];
  // this machine
  "file-open-to-others": [];
  "file-not-hexadecimal": [bytes: number];
  "file-vanished": [];
  "no-answer-now": [];
  "log-says-more": [];
  "password-of-many": [];
  "password-is-name": [];
  "password-is-program": [];
};

export type ReasonCode = keyof Facts;
export type Reason = { [C in ReasonCode]: { readonly code: C; readonly facts: Facts[C] } }[ReasonCode];

/** A language's words for every code; `Facts` without one does not compile. */
export type ReasonWords = { readonly [C in ReasonCode]: (...facts: Facts[C]) => string };

export const because = <C extends ReasonCode>(code: C, ...facts: Facts[C]): Reason => ({ code, facts }) as unknown as Reason;

/** Words of another program: nothing of ours is to be said in them, for nobody could say it in another language. */
export const theirWords = (text: string): Reason => because("words", text);

const ENGLISH: ReasonWords = {
  words: (text) => text,
  refused: ({ message }) => message,
  "not-an-address": () => "it is not an address",
  "not-of-the-web": () => "it is no http or https address",
  "scheme-other": (scheme) => `its scheme is ${scheme}, not http or https`,
  "has-credentials": () => "it carries a user name or password",
  "port-closed": (port) => `port ${port} is not a port of the web`,
  "name-local": (host) => `${host} is a name of this machine or network`,
  "not-public": (host) => `${host} is not a public address`,
  "leads-inside": (host, address) => `${host} leads to ${address}, which is not public`,
  "leads-outside": (host, address) => `${host} leads to ${address}, which is not loopback`,
  "leads-nowhere": (host) => `${host} leads nowhere`,
  "other-site": () => "it is of another site",
  "from-https-to-http": () => "it leads from https to http",
  "robots-disallow": () => "the site's robots.txt does not want it visited",
  status: (status) => `the status is ${status}`,
  "status-elsewhere": (status) => `the answer is ${status}, to another address`,
  "no-answer-in-time": (seconds) => `no answer within ${seconds} s`,
  "no-whole-answer-in-time": (seconds) => `not all of the answer within ${seconds} s`,
  "no-connection-in-time": (seconds) => `no connection within ${seconds} s`,
  "no-connection": (code) => `no connection (${code})`,
  "broken-off": (code) => `the connection broke off${code === null ? "" : ` (${code})`}`,
  "host-unknown": (host) => `no address is known for ${host}`,
  "resolver-silent": (host, code) => `the resolver gives no answer for ${host} (${code})`,
  "redirected-too-often": (times) => `more than ${times} times`,
  "more-than-megabytes": (megabytes) => `it has more than ${megabytes} MB`,
  "pause-asked": (seconds) => `the host asked for a pause of ${seconds} s more`,
  "packed-too-often": (times) => `it is packed ${times} times`,
  "packing-unknown": (encoding) => `the encoding is “${encoding}”`,
  "unpacks-too-large": (times) => `it unpacks to more than ${times} times its size`,
  "not-html": (mediaType) => (mediaType === "" ? "it is no HTML page" : `it is no HTML page but ${mediaType}`),
  proxy: (reason) => `the proxy: ${reasonText(reason)}`,
  "proxy-status": (status) => `the proxy answered with status ${status}`,
  "proxy-broken-off": () => "the proxy broke off",
  "browser-unnamed": () => "no browser is named",
  "browser-missing": (path) => `there is no program “${path}”`,
  "browser-as-root": () => "as root the browser would run without its sandbox",
  "browser-status": (status) => `the browser was answered with status ${status}`,
  "browser-no-page": () => "the browser has no page to show",
  "browser-slow": (seconds) => `the browser took more than ${seconds} s`,
  "browser-not-started": (words) => `the browser does not start (${words})`,
  "browser-ended": (code) => `the browser ended with code ${code}`,
  "header-ours": () => "bartree sets it itself",
  "header-unsendable": () => "it holds a line break or another character that headers cannot carry",
  "cookie-unsendable": () => "it holds a space, a semicolon or another character that cookies cannot carry",
  "not-asked-for": () => "our page did not ask for it",
  "not-a-look": () => "it is neither a style sheet nor a picture nor a font",
  unreadable: (reason) => `it could not be read: ${reasonText(reason)}`,
  "page-gone": (status) => `the page is gone (${status})`,
  "leads-to-removed": () => "it leads to a page that was removed on request",
  "leads-to-other-page": () => "it leads to another page of the source",
  "charset-doubtful": () => "the page's letters and its declared charset do not fit",
  "not-like-the-site": () => "it does not look like a page of the site",
  "no-record-shown": () => "it shows no record, known or new",
  "no-list-named": () => "it names no list",
  stopped: () => "It was stopped.",
  interrupted: () => "It was interrupted.",
  "after-answer": () => "Stored pages were read again after an answer.",
  "no-known-record": () => "No known record has most of its values displayed any more.",
  "no-known-record-listed": () => "No known record has most of its values displayed on its lists any more.",
  "no-known-record-found": () => "No known record has most of its values displayed on the fresh pages.",
  "known-contradict": () => "Known records contradict every attribute that could be learnt.",
  "known-do-not-confirm": () => "No attribute could be learnt that a known record confirms.",
  "list-no-known-record": () => "No known record has most of its values displayed on the list any more.",
  "list-known-contradict": () => "Known records contradict every way in which the list could be read.",
  "list-not-confirmed": () => "The list could not be learnt in a way that a further known record confirms.",
  "heal-undone": (version) => `Version ${version}, which was healed, was undone.`,
  "secrets-not-restored": (isPaused) =>
    `its headers and cookies were left out of the backup it was restored from; ${giveAgain(isPaused)}`,
  "secrets-not-exported": (names, isPaused) => `the values of ${names.join(", ")} were not exported; ${giveAgain(isPaused)}`,
  "nothing-learnt-yet": () => "Nothing could be learnt from these labels yet.",
  "few-siblings": (siblings) =>
    `${siblings === 1 ? "1 other page is" : `${siblings} other pages are`} too few to tell the template from this one page; values stay provisional.`,
  "not-on-page": () => "It is not on the page as it was given.",
  "several-places": () => "It stands in several places, and nothing tells yet which one is meant.",
  "read-as": (values) => `On its own page it is read as “${values}”.`,
  "withheld-as": (_, english) => english,
  "read-before": (looked, other, less) => {
    const pages = looked === 1 ? "1 page read before was" : `${looked} pages read before were`;
    const said = `${pages} looked at; ${other === 0 ? "none is" : `${other} would be`} read otherwise now.`;
    return less === 0 ? said : `${said} On ${less} a value would be withheld; what is known of it stays.`;
  },
  "list-is-one-page": () => "The list is one page, as far as we can see.",
  "next-by-rel": () => "The list goes on by the link that the page itself marks as next.",
  "next-by-text": (text) => `The list goes on by the link “${text}”.`,
  "next-by-number": (pattern) => `The list goes on by number: ${pattern}.`,
  "no-label": () => "it has no label",
  "name-unfit": () =>
    "its name begins with no letter or digit, is longer than 100 characters, or has one of / \\ < > or quotation marks",
  "own-page-gone": () => "its page is gone; begin again with the address",
  "list-page-unread": (reason) => `its list page was not read: ${reasonText(reason)}`,
  "list-page-waiting": () => "its list page was not read yet; look for other pages first",
  "key-page-unstored": () => "the page of its key is not stored; run the source once",
  "key-changed": () => "the source has another key by now; begin again",
  "page-unnamed": () => "name a page of the source to label",
  "setting-unfit": (setting, problem) => `${setting}: ${problem}`,
  "no-common-label": () => "no attribute is labelled in both records",
  "list-label-not-found": (attribute, record) => `“${attribute}” of record ${record} is not on the page as it was given`,
  "no-common-place": () => "the labels stand nowhere alike in both records",
  "several-lists": (counts) => `one record repeats in several ways, with ${counts.join(" or ")} records; label its neighbour too`,
  "record-contradicted": (record) => `record ${record} is read otherwise than it is labelled`,
  "identity-unlabelled": (attribute) => `“${attribute}” shall tell records apart, but has no label`,
  "no-mail-server": () => "this worker has no mail server",
  "mail-server-status": (status) => `the mail server answers ${status}`,
  "mail-server-unreached": (code) => `the mail server was not reached (${code ?? "no reason given"})`,
  "hook-sealed": () => "its address was sealed with another secret file",
  unsendable: (error) => `it could not be made or sent (${error ?? "no reason given"})`,
  "file-open-to-others": () => "others than its owner may read or write it",
  "file-not-hexadecimal": (bytes) => `it does not hold ${bytes} bytes in hexadecimal`,
  "file-vanished": () => "it went as soon as it was made",
  "no-answer-now": () => "it does not answer now",
  "log-says-more": () => "the server's log says more",
  "password-of-many": () => "many people have it",
  "password-is-name": () => "it is the name of the account",
  "password-is-program": () => "it is the name of this program",
};

/** One that was paused anyway stays so. */
const giveAgain = (isPaused: boolean): string => (isPaused ? "give them again, then resume it" : "give them again");

/** One that another version has stored, with a code that is not known here, is shown by that code. */
export function reasonText({ code, facts }: Reason, words: ReasonWords = ENGLISH): string {
  return Object.hasOwn(words, code) ? (words[code] as (...given: unknown[]) => string)(...facts) : code; // the facts are the code's own
}

/** Within another sentence: without a full stop of its own. */
export const clauseOf = (reason: Reason, words?: ReasonWords): string => reasonText(reason, words).replace(/\.$/, "");

export const Reason = z.object({ code: z.string(), facts: z.array(z.unknown()) }) as unknown as z.ZodType<Reason>;

/** As it leaves the server: with the English words, for whoever does not make their own. */
export const SaidReason = z.object({
  code: z.string(),
  facts: z.array(z.unknown()),
  message: z.string(),
}) as unknown as z.ZodType<SaidReason>;
export type SaidReason = Reason & { readonly message: string };

export const saidReason = (reason: Reason): SaidReason => ({ ...reason, message: reasonText(reason) });
