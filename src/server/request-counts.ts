/** How many requests each caller has made in the present minute, for @fastify/rate-limit. */
import type { FastifyRateLimitStore } from "@fastify/rate-limit";

const MOST_CALLERS = 10_000; // those that came last stay

interface Counted {
  readonly since: number;
  count: number;
}

/** By a clock that nobody sets: with the plugin's own, one that is set back would keep callers out until it has caught up. */
export function makeMonotonicStore(now: () => number = () => performance.now()): new () => FastifyRateLimitStore {
  return class RequestCounts implements FastifyRateLimitStore {
    readonly #counts = new Map<string, Counted>();

    incr: FastifyRateLimitStore["incr"] = (key, told, windowMs = 60_000) => {
      const time = now();
      const known = this.#counts.get(key);
      const counted = known && time - known.since < windowMs ? known : { since: time, count: 0 };
      counted.count += 1;
      this.#counts.delete(key);
      this.#counts.set(key, counted);
      for (const eldest of this.#counts.keys()) {
        if (this.#counts.size <= MOST_CALLERS) break;
        this.#counts.delete(eldest);
      }
      told(null, { current: counted.count, ttl: windowMs - (time - counted.since) });
    };

    child = (): FastifyRateLimitStore => new RequestCounts();
  };
}
