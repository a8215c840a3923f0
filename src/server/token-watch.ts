/**
 * Guessed tokens (API keys, sessions, one-time links) are limited by where they come from, before the database is asked.
 *
 * A token that proved itself is not held against its network: others behind the same address may guess. The same wrong token
 * again is no further guess: a page whose session has ended goes on sending its cookie. All of it is bounded; what falls out
 * is only looked up once more.
 */
import { errorReport } from "../api/errors.js";
import { RetryLater } from "./retry-later.js";

const WINDOW_MS = 15 * 60_000;
const MOST_WRONG = 60; // from one network in that time
const MOST_NETWORKS = 2000;
const MOST_PROVED = 10_000;

export interface TokenWatch {
  /** Where too many were wrong that came from there, and this one has not proved itself. */
  refuseGuess(network: string, hash: Buffer, now: Date): void;
  /** Whether it was wrong before: nobody need look it up again. */
  isWrong(network: string, hash: Buffer, now: Date): boolean;
  isProved(hash: Buffer): boolean;
  noteProved(hash: Buffer): void;
  noteWrong(network: string, hash: Buffer, now: Date): void;
}

interface Wrong {
  readonly since: number;
  readonly tokens: Set<string>;
}

export function makeTokenWatch(): TokenWatch {
  const proved = new Map<string, true>();
  const wrong = new Map<string, Wrong>();
  const nameOf = (hash: Buffer): string => hash.toString("base64", 0, 15);
  const wrongFrom = (network: string, now: Date): Wrong | undefined => {
    const found = wrong.get(network);
    return found && isWithin(found, now) ? found : undefined;
  };

  return {
    refuseGuess(network, hash, now) {
      const found = wrongFrom(network, now);
      if (!found || found.tokens.size < MOST_WRONG || proved.has(nameOf(hash))) return;
      const seconds = Math.ceil((found.since + WINDOW_MS - now.getTime()) / 1000);
      throw new RetryLater(errorReport("sign-in-limited", Math.ceil(seconds / 60)), seconds);
    },

    isWrong: (network, hash, now) => wrongFrom(network, now)?.tokens.has(nameOf(hash)) ?? false,

    isProved: (hash) => proved.has(nameOf(hash)),

    noteProved(hash) {
      const name = nameOf(hash);
      proved.delete(name);
      proved.set(name, true); // the newest are last
      dropOldest(proved, MOST_PROVED);
    },

    noteWrong(network, hash, now) {
      const name = nameOf(hash);
      proved.delete(name);
      const found = wrongFrom(network, now) ?? { since: now.getTime(), tokens: new Set<string>() };
      if (found.tokens.size < MOST_WRONG) found.tokens.add(name);
      wrong.delete(network);
      wrong.set(network, found);
      dropOldest(wrong, MOST_NETWORKS);
    },
  };
}

/** A clock that was set back begins anew. */
const isWithin = ({ since }: Wrong, now: Date): boolean => now.getTime() >= since && now.getTime() < since + WINDOW_MS;

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}
