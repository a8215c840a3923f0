/** One page from the network: through the gate, in the host's turn, as its robots.txt allows, within the limits. */
import type { Door } from "./door.js";
import type { Session } from "./session.js";

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
  | { kind: "refused"; address: string; code: RefusedCode; reason: string }
  | { kind: "failed"; address: string; code: FailedCode; reason: string; status?: number; retryAfterMs?: number; tries: number };

export type FetchedPage = {
  kind: "ok";
  address: string;
  status: number;
  /** The body as sent, after decompression: what a snapshot keeps. */
  bytes: Uint8Array;
  /** sha256 of `bytes`, hex. */
  digest: string;
  /** The text, without a byte order mark; offsets count from its first character. */
  html: string;
  charset: string;
  mediaType: string;
  /** The few headers we keep, names in lower case. */
  headers: Readonly<Record<string, string>>;
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

export async function fetchPage(_door: Door, _address: string, _options: FetchOptions = {}): Promise<Fetched> {
  throw new Error("being built");
}
