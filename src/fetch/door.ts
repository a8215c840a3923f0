/**
 * The door: all that is needed to reach the network, opened once and handed down.
 *
 * Use: `const door = openDoor(settings, tools)`, then `fetchPage(door, address, options)` (fetch-page.ts) as often as wanted,
 * at last `await door.close()`. Nothing else in bartree opens a socket to a foreign host.
 */
import type { Clock } from "./clock.js";
import type { Limits } from "./limits.js";
import type { Turns } from "./turns.js";

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
};

export type Resolve = (name: string) => Promise<readonly string[]>;

/** `name` is what the certificate must be for, and the SNI; `address` is where the packets go. */
export type Target = { address: string; port: number; secure: boolean; name: string; timeoutMs: number };
export type Connect = (target: Target) => Promise<Socket>;
type Socket = import("node:net").Socket;

export type Door = {
  readonly limits: Limits;
  readonly clock: Clock;
  close(): Promise<void>;
};

export function openDoor(_settings: DoorSettings, _tools: DoorTools): Door {
  throw new Error("being built");
}
