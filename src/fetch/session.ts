/**
 * What a source sends with its requests: headers and cookies of its own.
 *
 * One session per source. Headers go to the host of the source's address only, never from https to http; cookies go back
 * to the very host (name and port) that set them, never to another source.
 */

import { validateHeaderName, validateHeaderValue } from "node:http";
import { Cookie, CookieJar } from "tough-cookie";
import { refuse } from "../api/errors.js";
import { because } from "../api/reasons.js";
import { hostOf } from "./gate.js";

export type SessionSettings = {
  /** The source's address: its host is the one that gets the headers and the cookies given here. */
  address: string;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Names and values. */
  cookies?: Readonly<Record<string, string>> | undefined;
};

export type Session = { headersFor(url: URL): Record<string, string>; keepCookies(url: URL, setCookie: readonly string[]): void };

/** Ours to set: they frame the message, say who we are, or steer what we get. */
const OURS = new Set(
  "host connection keep-alive te trailer transfer-encoding upgrade expect accept-encoding user-agent cookie range".split(" "),
);
const isOurs = (name: string): boolean => OURS.has(name.toLowerCase()) || /^(?:content|proxy|if)-/i.test(name);

const KEPT_HOSTS = 20;
const COOKIES_PER_HOST = 50;
const COOKIE_CHARACTERS = 4096;

/** Throws a ReportedError `header-invalid` where a header or cookie cannot be sent as it is. */
export function openSession({ address, headers = {}, cookies = {} }: SessionSettings): Session {
  const home = new URL(address);
  for (const [name, value] of Object.entries(headers)) checkHeader(name, value);
  const jars = new Map<string, CookieJar>();
  const given = Object.entries(cookies).map(([name, value]) => givenCookie(name, value, home));
  for (const cookie of given) jarOf(jars, home)?.setCookieSync(cookie, home.href);
  return {
    headersFor(url) {
      const cookie = jars.get(hostOf(url))?.getCookieStringSync(url.href) ?? "";
      return { ...(isAtHome(home, url) && headers), ...(cookie !== "" && { cookie }) };
    },
    keepCookies(url, setCookie) {
      for (const line of setCookie.slice(0, COOKIES_PER_HOST)) keepCookie(jars, url, line);
    },
  };
}

/** The same name; the same port, or the usual ones of http and https; nothing in the open that was under cover. */
function isAtHome(home: URL, url: URL): boolean {
  return home.hostname === url.hostname && home.port === url.port && !(home.protocol === "https:" && url.protocol === "http:");
}

function checkHeader(name: string, value: string): void {
  if (isOurs(name)) refuse("header-invalid", name, because("header-ours"));
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch {
    refuse("header-invalid", name, because("header-unsendable"));
  }
}

function givenCookie(name: string, value: string, home: URL): Cookie {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\x21-\x3a\x3c-\x7e]*$/.test(value)) {
    refuse("header-invalid", name, because("cookie-unsendable"));
  }
  return new Cookie({ key: name, value, path: "/", hostOnly: true, secure: home.protocol === "https:" });
}

function keepCookie(jars: Map<string, CookieJar>, url: URL, line: string): void {
  const cookie = line.length > COOKIE_CHARACTERS ? undefined : Cookie.parse(line);
  const jar = jarOf(jars, url);
  if (!cookie || !jar) return;
  const isFull = jar.getCookiesSync(url.href, { allPaths: true }).length >= COOKIES_PER_HOST;
  if (!isFull) jar.setCookieSync(cookie, url.href, { ignoreError: true });
}

/** A jar per host, so that no cookie reaches another one, whatever wider domain it asks for. */
function jarOf(jars: Map<string, CookieJar>, url: URL): CookieJar | undefined {
  const host = hostOf(url);
  if (!jars.has(host) && jars.size < KEPT_HOSTS) {
    jars.set(host, new CookieJar(undefined, { rejectPublicSuffixes: false, allowSpecialUseDomain: true }));
  }
  return jars.get(host);
}
