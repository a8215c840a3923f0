/**
 * The door: all that is needed to reach the network, opened once and handed down.
 *
 * Use: `const door = openDoor(settings, tools)`, then `fetchPage(door, address, options)` (fetch-page.ts) as often as wanted,
 * at last `await door.close()`. Nothing else in bartree opens a socket to a foreign host, but mail to the server that a
 * setting names.
 */
import { setMaxListeners } from "node:events";
import type { Socket } from "node:net";
import { Agent } from "undici";
import type { Clock } from "./clock.js";
import { gatedConnector, socketConnector } from "./connect.js";
import { type Gate, makeGate } from "./gate.js";
import { inLine } from "./in-line.js";
import { DEFAULT_LIMITS, type Limits } from "./limits.js";
import { makeProxy, type WebProxy } from "./proxy.js";
import { systemResolve } from "./resolve.js";
import { makeRobots, type ReadRobots, type Robots } from "./robots.js";
import { readRobots } from "./robots-txt.js";
import type { Turns } from "./turns.js";
import { NO_VAULT, type Vault } from "./vault.js";

export type DoorSettings = {
  /** The program's version, for the user agent. */
  version: string;
  /** Whom a site's owner can write to: a mail address or a page, for the user agent. */
  contact?: string | undefined;
  /** Allowed besides 80 and 443. */
  ports?: readonly number[] | undefined;
  /** Exact origins on this machine that may be visited, such as `http://127.0.0.1:7575`. */
  loopback?: readonly string[] | undefined;
  limits?: Partial<Limits> | undefined;
  /** Between two requests to a host, where the source does not say; a second unless given. */
  delayMs?: number | undefined;
  /** `http://user:password@host:port`: all but the loopback origins is reached through it, and it resolves their names. */
  proxy?: URL | undefined;
  /** For pages that are rendered; without it they are not. */
  browser?: BrowserSettings | undefined;
};

export type BrowserSettings = {
  /** Of a Chromium. */
  path: string;
  /** As root a browser has no sandbox: refused, unless `acceptsRoot`. */
  isRoot: boolean;
  acceptsRoot?: boolean | undefined;
};

export type DoorTools = {
  turns: Turns;
  clock: Clock;
  /** 0 ≤ n < 1, for the spread of retries. */
  random: () => number;
  /** All addresses of a name; the system's resolver unless given. */
  resolve?: Resolve | undefined;
  /** Opens a socket to a checked address; the system's unless given. */
  connect?: Connect | undefined;
  /** Opens the headers and cookies that sources keep sealed; without it none are. */
  vault?: Vault | undefined;
  /** Reads the robots.txt of a site: a program that serves others has a thread do it; here, where nobody else waits. */
  readRobots?: ReadRobots | undefined;
};

export type Resolve = (name: string) => Promise<readonly string[]>;

/** `name` is what the certificate must be for, and the SNI; `address` is where the packets go. */
export type Target = {
  address: string;
  port: number;
  secure: boolean;
  name: string;
  timeoutMs: number;
  over?: Socket; // a way that is open already, through a proxy
};
export type Connect = (target: Target) => Promise<Socket>;

/** What the files of this folder share; for everybody else it is to be handed on and closed. */
export type Door = {
  readonly limits: Limits;
  readonly delayMs: number;
  readonly proxy: WebProxy | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly turns: Turns;
  readonly gate: Gate;
  readonly agent: Agent;
  readonly connect: Connect;
  readonly browser: BrowserSettings | undefined;
  readonly robots: Robots;
  readonly vault: Vault;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Aborted by `close`. */
  readonly closing: AbortSignal;
  close(): Promise<void>;
};

/** What robots.txt files call us. */
const PRODUCT = "bartree";

export function openDoor(settings: DoorSettings, tools: DoorTools): Door {
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  const { turns, clock, random, resolve = systemResolve, connect = socketConnector(), vault = NO_VAULT } = tools;
  const { readRobots: read = async (file, path) => readRobots(file, path) } = tools;
  const proxy = settings.proxy && makeProxy(settings.proxy, connect);
  const gate = makeGate(settings.ports ?? [], settings.loopback ?? [], { resolve, isProxied: proxy !== undefined });
  const way = { gate, connect, proxy };
  const agent = new Agent({ connect: gatedConnector(way, limits.connectMs) });
  const closing = new AbortController();
  setMaxListeners(0, closing.signal); // every request for a robots.txt listens
  return {
    limits,
    delayMs: settings.delayMs ?? USUAL_DELAY_MS,
    proxy,
    clock,
    random,
    turns: inLine(turns),
    gate,
    agent,
    connect,
    browser: settings.browser,
    robots: makeRobots(clock, PRODUCT, read),
    vault,
    headers: { "user-agent": userAgent(settings), accept: ACCEPTED, "accept-encoding": "gzip, deflate, br" },
    closing: closing.signal,
    close() {
      closing.abort();
      return agent.destroy();
    },
  };
}

const USUAL_DELAY_MS = 1000;

const ACCEPTED = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/** Such as `bartree/1.2.0 (+mailto:index@example.org)`; without a contact, the program alone. */
function userAgent({ version, contact }: DoorSettings): string {
  const line = contact?.replace(/[^\x20-\x7e]|[()\\]/g, "").trim();
  if (line === undefined || line === "") return `${PRODUCT}/${version}`;
  return `${PRODUCT}/${version} (+${/^[^@\s/]+@[^@\s/]+$/.test(line) ? `mailto:${line}` : line})`;
}
