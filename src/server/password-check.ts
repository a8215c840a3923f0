/**
 * Whether a password is an account's own. In this order, so that whoever guesses costs little and whoever means it waits
 * little: one try at a time per network and per name, then the limits of tries, then the queue for hashing.
 */
import type { Pool } from "pg";
import { errorReport, refuse } from "../api/errors.js";
import {
  type AccountRow,
  accountNamed,
  countSignInTry,
  forgetSignInTries,
  type SignInTry,
  type TryLimits,
  uncountSignInTry,
} from "../store/account.js";
import { makeHashQueue } from "./hash-queue.js";
import { makeLanes } from "./lanes.js";
import { RetryLater } from "./retry-later.js";
import { hashPassword, isPassword, type PasswordCost } from "./secrets.js";

const TRIES: TryLimits = { ms: 15 * 60_000, here: 10, everywhere: 100, network: 60 };
const OF_NETWORK = { waiting: 8, lanes: 1000 };
const OF_NAME = { waiting: 3, lanes: 1000 };
const BUSY_SECONDS = 3;

export interface PasswordCheck {
  /** The account whose name and password these are; refuses what does not fit, or is too much. */
  signIn(tried: SignInTry, password: string, now: Date): Promise<AccountRow>;
  hash(password: string): Promise<string>;
}

export function makePasswordCheck(pool: Pool, cost?: PasswordCost): PasswordCheck {
  const queue = makeHashQueue();
  const inNetwork = makeLanes(OF_NETWORK);
  const inName = makeLanes(OF_NAME);

  async function judged(tried: SignInTry, password: string, now: Date): Promise<AccountRow> {
    const counted = await countSignInTry(pool, tried, TRIES, now);
    if (!counted.isCounted) throw limited(counted.next.getTime() - now.getTime());
    const account = await accountNamed(pool, tried.name);
    const stored = account?.password ?? null;
    const check = () => isPassword(password, stored, cost);
    const judging = stored === null ? queue.pretend(check) : queue.hash(check);
    if (!judging) {
      await uncountSignInTry(pool, counted.id);
      throw busy();
    }
    if (!(await judging) || !account || stored === null) return refuse("sign-in-failed");
    await forgetSignInTries(pool, tried);
    return account;
  }

  return {
    // The network first: who floods a name from one place waits in that place's lane, not in the name's.
    signIn: (tried, password, now) =>
      room(inNetwork(tried.network, () => room(inName(tried.name.toLowerCase(), () => judged(tried, password, now))))),
    hash: (password) => room(queue.hash(() => hashPassword(password, cost))),
  };
}

function room<Result>(begun: Promise<Result> | undefined): Promise<Result> {
  if (!begun) throw busy();
  return begun;
}

const busy = (): RetryLater => new RetryLater(errorReport("sign-in-busy", BUSY_SECONDS), BUSY_SECONDS);

function limited(waitMs: number): RetryLater {
  return new RetryLater(errorReport("sign-in-limited", Math.max(1, Math.ceil(waitMs / 60_000))), Math.ceil(waitMs / 1000));
}
