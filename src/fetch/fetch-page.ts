/** One page from the network: through the gate, in the host's turn, as its robots.txt allows, within the limits. */
import { because, type Reason } from "../api/reasons.js";
import { orAborted } from "./aborted.js";
import { beginningOf, charsetOf } from "./charset.js";
import { contentType } from "./content-type.js";
import type { BrowserSettings, Door } from "./door.js";
import { Fault } from "./fault.js";
import { BEGINNING_BYTES, isHtml } from "./html-or-not.js";
import { loadRobots } from "./load-robots.js";
import { browserOf, render } from "./render.js";
import { type Answer, type AnswerHeaders, hasPage } from "./request.js";
import { withRetries } from "./retry.js";
import { retryAfterMs } from "./retry-after.js";
import type { Session } from "./session.js";
import { digestOf } from "./snapshot.js";
import { asksToWait, inTurn, walk } from "./walk.js";

export type FetchOptions = {
  session?: Session | undefined;
  /** Between two visits of the host; 1,000 unless given. 0, or less than 100, only for an origin of the loopback setting. */
  delayMs?: number | undefined;
  /** From the last `ok` answer, for a conditional request. */
  known?: Validators | undefined;
  /** `page` (the default) fails with `page-not-html` on anything else; `any` takes sitemaps, feeds, texts. */
  accept?: "page" | "any" | undefined;
  /** The page as a browser shows it after its scripts have run. */
  render?: boolean | undefined;
  /** Where it may lead; without it, wherever the gate lets it. */
  stays?: ((url: URL) => boolean) | undefined;
  /** Fewer than the door's `limits.retries`, where a person waits. */
  retries?: number | undefined;
  signal?: AbortSignal | undefined;
};

export type Validators = { etag?: string | undefined; lastModified?: string | undefined };

/** Every outcome is ordinary; nothing is thrown but the abort of `signal` and defects. `address` is the final one. */
export type Fetched =
  | FetchedPage
  | { kind: "not-modified"; address: string }
  | { kind: "gone"; address: string; status: 404 | 410 }
  | { kind: "refused"; address: string; code: RefusedCode; reason: Reason }
  | { kind: "failed"; address: string; code: FailedCode; reason: Reason; status?: number; retryAfterMs?: number; tries: number };

export type FetchedPage = {
  kind: "ok";
  address: string;
  status: number;
  /** The body as sent, after decompression: what a snapshot keeps. */
  bytes: Uint8Array;
  /** sha256 of `bytes`, hex. */
  digest: string;
  /** By which the bytes become its text (`htmlOf`), in a thread: this one reads no more than the beginning. */
  charset: string;
  mediaType: string;
  /** The few headers we keep, names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** None where it was redirected: they are those of another address than the one asked for. */
  validators: Validators;
  fetchedAt: Date;
  /** `bytes` are the serialised DOM of a browser, not what was sent. */
  rendered: boolean;
};

/** Our decision or the site's wish; asking again soon would not help. */
export type RefusedCode = "address-refused" | "redirect-refused" | "robots-disallowed";

export type FailedCode =
  | "robots-unreachable" // not now
  | "host-busy" // its turn comes too late, or it asked us to stay away for longer than we wait
  | "host-not-found"
  | "fetch-timeout"
  | "fetch-failed" // no connection, or one that broke
  | "certificate-invalid"
  | "status-unexpected" // neither 2xx nor one with a meaning of its own; `status` says which
  | "too-many-redirects"
  | "response-too-large"
  | "response-incomplete"
  | "encoding-unsupported"
  | "page-not-html"
  | "browser-missing"
  | "render-refused"
  | "render-failed";

export async function fetchPage(door: Door, address: string, options: FetchOptions = {}): Promise<Fetched> {
  const { limits, clock, random } = door;
  const patience = {
    retries: options.retries ?? limits.retries,
    patienceMs: limits.patienceMs,
    clock,
    random,
    signal: options.signal,
  };
  const progress = { address, tries: 1 };
  try {
    return await withRetries(patience, (tries) => {
      progress.tries = tries;
      return visitPage(door, address, options, progress);
    });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return outcomeOf(error, progress);
  }
}

/** One try. */
async function visitPage(door: Door, address: string, options: FetchOptions, progress: { address: string }): Promise<Fetched> {
  const { session, known, signal, accept = "page" } = options;
  const browser = options.render === true ? browserOf(door.browser) : undefined;
  let isRedirected = false;
  const answer = await walk(door, address, {
    conditions: conditions(known),
    session,
    mayVisit: (url) => mayVisit(door, url, options),
    accepts: accept === "page" ? refuseOtherMedia : undefined,
    at: (url, redirects) => {
      progress.address = url.href;
      isRedirected = redirects > 0;
    },
    signal,
  });
  const { status } = answer;
  const final = progress.address;
  if (status === 304 && known !== undefined && !isRedirected) return { kind: "not-modified", address: final };
  if (status === 404 || status === 410) return { kind: "gone", address: final, status };
  if (!hasPage(status)) throw unexpectedStatus(answer, door.clock.now());
  const whole = pageOf(answer, final, accept, door.clock.now());
  const page = isRedirected ? { ...whole, validators: {} } : whole;
  return browser === undefined ? page : renderedPage(door, page, browser, options);
}

/** The answer told status, final address and validators; what it displays is the browser's word. */
async function renderedPage(
  door: Door,
  page: FetchedPage,
  browser: BrowserSettings,
  options: FetchOptions,
): Promise<FetchedPage> {
  const url = new URL(page.address);
  const pauseMs = await mayVisit(door, url, options);
  const bytes = await inTurn(door, url, { pauseMs, signal: options.signal }, () => render(door, browser, url, options.signal));
  const headers = { ...page.headers, "content-type": "text/html; charset=utf-8" };
  const charset = charsetOf(bytes, "utf-8");
  return { ...page, bytes, digest: digestOf(bytes), charset, mediaType: "text/html", headers, rendered: true };
}

/** Robots.txt's leave, and the pause after the visit: 0 where none is asked for and the origin is our own. */
async function mayVisit(door: Door, url: URL, { delayMs, stays, signal }: FetchOptions): Promise<number> {
  if (stays?.(url) === false) throw new Fault("address-refused", because("other-site"));
  const wantedMs = delayMs ?? door.delayMs;
  const ownPauseMs = door.gate.isLoopbackOrigin(url) ? wantedMs : Math.max(wantedMs, LEAST_DELAY_MS);
  const { allows, crawlDelayMs } = await orAborted(
    signal,
    door.robots.ask(url, (robotsUrl) => loadRobots(door, robotsUrl, ownPauseMs)),
  );
  if (!allows) throw new Fault("robots-disallowed", because("robots-disallow"));
  return Math.max(ownPauseMs, crawlDelayMs);
}

const LEAST_DELAY_MS = 100;

function conditions(known: Validators | undefined): Record<string, string> {
  return {
    ...(known?.etag !== undefined && { "if-none-match": known.etag }),
    ...(known?.lastModified !== undefined && { "if-modified-since": known.lastModified }),
  };
}

/** Before the body is read: pictures, PDFs and archives need not be sent at all. */
function refuseOtherMedia(headers: AnswerHeaders): void {
  const { mediaType } = contentType(headers.one("content-type"));
  if (/^(?:image|audio|video|font)\/|^application\/(?:pdf|zip|gzip|json|msword|vnd\.)/.test(mediaType)) throw notHtml(mediaType);
}

function notHtml(mediaType: string): Fault {
  return new Fault("page-not-html", because("not-html", mediaType));
}

function unexpectedStatus({ status, headers }: Answer, now: number): Fault {
  const after = asksToWait(status) ? retryAfterMs(headers.one("retry-after"), now) : undefined;
  const mayPass = status >= 500 || status === 429 || status === 408 || status === 425;
  return new Fault("status-unexpected", because("status", status), {
    status,
    mayPass,
    ...(after !== undefined && { retryAfterMs: after }),
  });
}

function pageOf({ status, headers, bytes }: Answer, address: string, accept: "page" | "any", now: number): FetchedPage {
  const { mediaType, charset: label } = contentType(headers.one("content-type"));
  const charset = charsetOf(bytes, label);
  if (accept === "page" && !isHtml(beginningOf(bytes, charset, BEGINNING_BYTES), /html/.test(mediaType)))
    throw notHtml(mediaType);
  return {
    kind: "ok",
    address,
    status,
    bytes,
    digest: digestOf(bytes),
    charset,
    mediaType,
    headers: keptHeaders(headers),
    validators: { etag: headers.one("etag"), lastModified: headers.one("last-modified") },
    fetchedAt: new Date(now),
    rendered: false,
  };
}

const KEPT_HEADERS = ["content-type", "content-language", "date", "etag", "last-modified", "link"];

function keptHeaders(headers: AnswerHeaders): Record<string, string> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const values = headers.all(name);
      return values.length === 0 ? [] : [[name, values.join(", ")]];
    }),
  );
}

function outcomeOf(
  { code, reason, status, retryAfterMs }: Fault,
  { address, tries }: { address: string; tries: number },
): Fetched {
  if (code === "address-refused" || code === "redirect-refused" || code === "robots-disallowed")
    return { kind: "refused", address, code, reason };
  const known = { ...(status !== undefined && { status }), ...(retryAfterMs !== undefined && { retryAfterMs }) };
  return { kind: "failed", address, code, reason, tries, ...known };
}
