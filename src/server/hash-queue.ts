/**
 * Passwords are hashed slowly on purpose, so only a few at a time, a few more wait, and the rest is sent away at once.
 *
 * A name that nobody has costs no hash: it waits for its turn as a real one would, without keeping anybody else waiting, and
 * then as long as a real one took of late. So its answer comes when a real one would come, and a flood of invented names
 * delays nobody.
 */
import { setTimeout as sleep } from "node:timers/promises";

const AT_ONCE = 2; // of the four threads that Node has for such work
const MOST_WAITING = 6; // the last of them is through after four hashes
const SAMPLES = 8; // several, since real times vary too
const FRESH_MS = 5000; // then the next one is really done: the machine may be busier by now

export interface HashQueue {
  /** Undefined, at once, where too many wait. */
  hash<Result>(work: () => Promise<Result>): Promise<Result> | undefined;
  /** Takes as long as `hash` would; now and then it really does the work, to know how long that is. */
  pretend(work: () => Promise<unknown>): Promise<unknown> | undefined;
}

interface Waiting {
  readonly isReal: boolean;
  readonly start: () => void;
}

export function makeHashQueue(): HashQueue {
  const line: Waiting[] = [];
  let running = 0;
  let waiting = 0; // real ones in the line
  const took: number[] = [];
  let measuredAt = Number.NEGATIVE_INFINITY;
  let measuring: Promise<unknown> | undefined; // in place of an invented name

  const isFull = (): boolean => running >= AT_ONCE && waiting >= MOST_WAITING;

  function goOn(): void {
    while (running < AT_ONCE) {
      const next = line.shift();
      if (!next) return;
      if (next.isReal) {
        running += 1;
        waiting -= 1;
      }
      next.start();
    }
  }

  function turn(isReal: boolean): Promise<void> {
    return new Promise((start) => {
      line.push({ isReal, start });
      if (isReal) waiting += 1;
      goOn();
    });
  }

  async function measured<Result>(work: () => Promise<Result>): Promise<Result> {
    await turn(true);
    const began = performance.now();
    try {
      return await work();
    } finally {
      measuredAt = performance.now();
      took.push(measuredAt - began);
      if (took.length > SAMPLES) took.shift();
      running -= 1;
      goOn();
    }
  }

  async function waited(): Promise<void> {
    await turn(false);
    await sleep(took[Math.floor(Math.random() * took.length)] ?? 0);
  }

  return {
    hash: (work) => (isFull() ? undefined : measured(work)),
    pretend: (work) => {
      if (isFull()) return undefined;
      if (!measuring && performance.now() - measuredAt > FRESH_MS) {
        measuring = measured(work).finally(() => {
          measuring = undefined;
        });
        return measuring;
      }
      return took.length === 0 && measuring ? measuring : waited();
    },
  };
}
