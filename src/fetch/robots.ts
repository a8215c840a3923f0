/** The robots.txt of each origin, fetched once and kept for a while; what it says is asked of whoever reads its bytes. */
import { reasonOfError } from "../api/errors.js";
import type { Clock } from "./clock.js";
import { Fault } from "./fault.js";
import type { RobotsAnswer, RobotsFile } from "./robots-txt.js";

/** What asking for robots.txt came to: its bytes, or that there is none; a Fault where nobody could tell. */
export type LoadRobots = (robotsUrl: URL) => Promise<Uint8Array | undefined>;

/** What a robots.txt says of a path: in a thread where there are some, for its bytes are foreign. */
export type ReadRobots = (file: RobotsFile, pathAndQuery: string) => Promise<RobotsAnswer>;

export type Robots = { ask(url: URL, load: LoadRobots): Promise<RobotsAnswer> };

const LIFETIME_MS = 3600 * 1000;
const LIFETIME_UNREACHABLE_MS = 60 * 1000;
const KEPT_ORIGINS = 200; // the eldest go first; a file has at most 500 kB

type Known = { file: Promise<RobotsFile | undefined>; until: number };

const BEING_READ = Number.POSITIVE_INFINITY; // then all wait for the same answer

/** Not when its end lies further ahead than any: the clock was set back. */
const isFresh = ({ until }: Known, now: number): boolean => until === BEING_READ || (until > now && until <= now + LIFETIME_MS);

const ALLOWED: RobotsAnswer = { allows: true, crawlDelayMs: 0 };

export function makeRobots(clock: Clock, product: string, read: ReadRobots): Robots {
  const known = new Map<string, Known>();

  function fileOf(url: URL, load: LoadRobots): Promise<RobotsFile | undefined> {
    const kept = known.get(url.origin);
    if (kept !== undefined && isFresh(kept, clock.now())) return kept.file;
    const file = loadFile(new URL("/robots.txt", url.origin), load, product);
    const entry = { file, until: BEING_READ };
    known.delete(url.origin);
    known.set(url.origin, entry);
    for (const [eldest] of known) if (known.size > KEPT_ORIGINS) known.delete(eldest);
    file.then(
      () => (entry.until = clock.now() + LIFETIME_MS),
      (error) => {
        if (error instanceof Fault && error.code === "robots-unreachable") entry.until = clock.now() + LIFETIME_UNREACHABLE_MS;
        else if (known.get(url.origin) === entry) known.delete(url.origin); // not its doing
      },
    );
    return file;
  }

  return {
    async ask(url, load) {
      const file = await fileOf(url, load);
      return file === undefined ? ALLOWED : read(file, `${url.pathname}${url.search}`).catch(unread);
    },
  };
}

/** A file that takes too long to read says nothing that could be followed: then the site is left alone. */
function unread(error: unknown): never {
  throw new Fault("robots-unreachable", reasonOfError(error));
}

/** These speak of the host, not of its robots.txt; the page itself would end the same. */
const OF_THE_HOST = new Set(["address-refused", "host-not-found", "host-busy", "certificate-invalid"]);

async function loadFile(robotsUrl: URL, load: LoadRobots, product: string): Promise<RobotsFile | undefined> {
  try {
    const bytes = await load(robotsUrl);
    return bytes === undefined || bytes.length === 0 ? undefined : { bytes, product };
  } catch (error) {
    if (!(error instanceof Fault) || OF_THE_HOST.has(error.code)) throw error;
    throw new Fault(
      "robots-unreachable",
      error.reason,
      error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs },
    );
  }
}
