/**
 * What a source sends with its requests: headers and cookies of its own.
 *
 * One session per source. Headers go to the host of the source's address only, never from https to http; cookies go back
 * to the very host (name and port) that set them, never to another source.
 */
export type SessionSettings = {
  /** The source's address: its host is the one that gets the headers and the cookies given here. */
  address: string;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Names and values. */
  cookies?: Readonly<Record<string, string>> | undefined;
};

export type Session = { headersFor(url: URL): Record<string, string>; keepCookies(url: URL, setCookie: readonly string[]): void };

/** Throws a ReportedError `header-invalid` where a header or cookie cannot be sent as it is. */
export function openSession(_settings: SessionSettings): Session {
  throw new Error("being built");
}
