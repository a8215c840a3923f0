/**
 * The gate: which addresses may be visited.
 *
 * An address is judged twice. Its text first (`judge`), without asking anybody: scheme, userinfo, port, names that mean this
 * machine or its network. Then, at the moment of connecting, what its name resolves to (`admit`): all answers must be
 * public, and the connection goes to one of exactly these, so that no later answer can lead elsewhere.
 * Numbers in all their spellings (decimal, octal, hexadecimal, short) are four decimals once the URL Standard has read them.
 */

import { isIP } from "node:net";
import { because, type Reason } from "../api/reasons.js";
import { isLoopbackAddress, isPublicAddress } from "./address-ranges.js";
import type { Resolve } from "./door.js";

export type Judged = { ok: true; url: URL } | { ok: false; reason: Reason };
export type Admitted = { ok: true; addresses: readonly string[] } | { ok: false; reason: Reason };

export type Gate = {
  judge(address: string, base?: URL): Judged;
  admit(url: URL): Promise<Admitted>;
  /** Whether the setting names this very origin of this machine. */
  isLoopbackOrigin(url: URL): boolean;
};

const WEB_PORTS = [80, 443];

/** Names that never leave this machine or its network; the resolver is not even asked. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home\.arpa|onion)$/;

export type Names = {
  resolve: Resolve;
  /** A proxy resolves the names of others' machines; then it alone sees where they lead. */
  isProxied: boolean;
};

export function makeGate(ports: readonly number[], loopbackOrigins: readonly string[], { resolve, isProxied }: Names): Gate {
  const allowedPorts = new Set([...WEB_PORTS, ...ports]);
  const loopback = new Set(loopbackOrigins.map((origin) => new URL(origin).origin));
  const isLoopbackOrigin = (url: URL) => loopback.has(url.origin);

  function judge(address: string, base?: URL): Judged {
    const url = readAddress(address, base);
    if (url === undefined) return no(because("not-an-address"));
    if (url.protocol !== "http:" && url.protocol !== "https:") return no(because("scheme-other", url.protocol.slice(0, -1)));
    if (url.username !== "" || url.password !== "") return no(because("has-credentials"));
    if (isLoopbackOrigin(url)) return { ok: true, url };
    if (url.port !== "" && !allowedPorts.has(Number(url.port))) return no(because("port-closed", url.port));
    const name = nameOf(url);
    if (isIP(name) === 0) return LOCAL_NAME.test(name) ? no(because("name-local", name)) : { ok: true, url };
    return isPublicAddress(name) ? { ok: true, url } : no(because("not-public", name));
  }

  async function admit(url: URL): Promise<Admitted> {
    const judged = judge(url.href);
    if (!judged.ok) return judged;
    const name = nameOf(judged.url);
    if (isProxied && isIP(name) === 0 && !isLoopbackOrigin(judged.url)) return { ok: true, addresses: [name] };
    const addresses = isIP(name) === 0 ? await resolve(name) : [name];
    const isAllowed = isLoopbackOrigin(judged.url) ? isLoopbackAddress : isPublicAddress;
    const bad = addresses.find((address) => !isAllowed(address));
    if (bad !== undefined) return no(because(isAllowed === isPublicAddress ? "leads-inside" : "leads-outside", name, bad));
    return addresses.length === 0 ? no(because("leads-nowhere", name)) : { ok: true, addresses };
  }

  return { judge, admit, isLoopbackOrigin };
}

function no(reason: Reason): { ok: false; reason: Reason } {
  return { ok: false, reason };
}

/** Without fragment and without the dot that may end a full name: `example.org.` is `example.org`. */
function readAddress(address: string, base?: URL): URL | undefined {
  if (!URL.canParse(address, base?.href)) return undefined;
  const url = new URL(address, base?.href);
  url.hash = "";
  if (url.hostname.endsWith(".")) {
    url.hostname = withoutDots(url.hostname);
    if (url.hostname.endsWith(".")) return undefined; // nothing but dots: the setter has refused
  }
  return url;
}

function withoutDots(name: string): string {
  let end = name.length;
  while (name[end - 1] === ".") end--;
  return name.slice(0, end);
}

/** The host as sockets and certificates spell it: IPv6 without brackets. */
export function nameOf(url: URL): string {
  return url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
}

/** Name and port, always both: what politeness and cookies go by. */
export function hostOf(url: URL): string {
  return `${url.hostname}:${url.port === "" ? (url.protocol === "https:" ? 443 : 80) : url.port}`;
}
