/** The robots.txt of each origin, read once and kept for a while. */
import type { Clock } from "./clock.js";
import { Fault } from "./fault.js";
import { ALLOW_ALL, parseRobots, type RobotsRules } from "./robots-txt.js";

/** What asking for robots.txt came to: its text, or that there is none; a Fault where nobody could tell. */
export type LoadRobots = (robotsUrl: URL) => Promise<string | undefined>;

export type Robots = { rulesFor(url: URL, load: LoadRobots): Promise<RobotsRules> };

const LIFETIME_MS = 3600 * 1000;
const LIFETIME_UNREACHABLE_MS = 60 * 1000;
const KEPT_ORIGINS = 200; // the eldest go first; a text has at most 500 kB

type Known = { rules: Promise<RobotsRules>; until: number };

export function makeRobots(clock: Clock, product: string): Robots {
  const known = new Map<string, Known>();
  return {
    rulesFor(url, load) {
      const kept = known.get(url.origin);
      if (kept !== undefined && kept.until > clock.now()) return kept.rules;
      const rules = loadRules(new URL("/robots.txt", url.origin), load, product);
      const entry = { rules, until: Number.POSITIVE_INFINITY }; // while it is being read, all wait for the same answer
      known.delete(url.origin);
      known.set(url.origin, entry);
      for (const [eldest] of known) if (known.size > KEPT_ORIGINS) known.delete(eldest);
      rules.then(
        () => (entry.until = clock.now() + LIFETIME_MS),
        (error) => {
          if (error instanceof Fault && error.code === "robots-unreachable") entry.until = clock.now() + LIFETIME_UNREACHABLE_MS;
          else if (known.get(url.origin) === entry) known.delete(url.origin); // not its doing
        },
      );
      return rules;
    },
  };
}

/** These speak of the host, not of its robots.txt; the page itself would end the same. */
const OF_THE_HOST = new Set(["address-refused", "host-not-found", "host-busy", "certificate-invalid"]);

async function loadRules(robotsUrl: URL, load: LoadRobots, product: string): Promise<RobotsRules> {
  try {
    const text = await load(robotsUrl);
    return text === undefined ? ALLOW_ALL : parseRobots(text, product);
  } catch (error) {
    if (!(error instanceof Fault) || OF_THE_HOST.has(error.code)) throw error;
    throw new Fault(
      "robots-unreachable",
      error.message,
      error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs },
    );
  }
}
