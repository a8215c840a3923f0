/**
 * Politeness: one request at a time per host, some time apart, across all workers of the database.
 *
 * One row per host says who has the turn. The database's clock decides, since the workers' clocks may differ. A turn
 * whose holder was killed ends by itself.
 */
import { randomUUID } from "node:crypto";
import { type Db, only } from "./db.js";

/** A turn: nobody else asks this host until it ends. */
export interface Turn {
  /** The request is done; the next may follow after the delay, or after `waitMs` if the host asked for more. */
  end(waitMs?: number): Promise<void>;
}

export type Turns = (host: string, delayMs: number, signal?: AbortSignal) => Promise<Turn>;

export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;

const LONGEST_TURN_MS = 120_000; // twice the longest response
const LOOK_AGAIN_MS = 50; // while another has the turn
const NO_TURN: Turn = { end: async () => {} };

/** A delay of 0 takes no turn at all: only origins named in the loopback setting have it. */
export function hostTurns(db: Db, wait: Wait): Turns {
  return async (host, delayMs, signal) => {
    if (delayMs === 0) return NO_TURN;
    const holder = randomUUID();
    for (;;) {
      signal?.throwIfAborted();
      const waitMs = await takeTurn(db, host, holder);
      if (waitMs === 0) return { end: (askedMs = 0) => endTurn(db, { host, holder, waitMs: Math.max(delayMs, askedMs) }) };
      await wait(waitMs, signal);
    }
  };
}

/** 0 if the turn is ours now, else the time after which to ask again. */
async function takeTurn(db: Db, host: string, holder: string): Promise<number> {
  const { waitMs } = only(
    await db.query<{ waitMs: number }>(
      `with taken as (
         insert into host as h (name, holder, held_until, next_at)
         values ($1, $2, clock_timestamp() + $3 * interval '1 ms', clock_timestamp())
         on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
          where (h.holder is null or h.held_until < clock_timestamp()) and h.next_at <= clock_timestamp()
         returning name)
       select case when exists (select from taken) then 0
                   else greatest(1, coalesce((select ceil(extract(epoch from next_at - clock_timestamp()) * 1000)
                                                from host where name = $1 and holder is null), $4)) end::int as "waitMs"`,
      [host, holder, LONGEST_TURN_MS, LOOK_AGAIN_MS],
    ),
  );
  return waitMs;
}

/** Someone else's turn is left alone: ours may have ended by itself long ago. */
async function endTurn(db: Db, { host, holder, waitMs }: { host: string; holder: string; waitMs: number }): Promise<void> {
  await db.query(
    `update host set holder = null, held_until = null, next_at = clock_timestamp() + $3 * interval '1 ms'
      where name = $1 and holder = $2`,
    [host, holder, waitMs],
  );
}
