/**
 * Politeness: one request at a time per host, some time apart, across all workers of the database.
 *
 * One row per host says who has the turn. The database's clock decides, since the workers' clocks may differ. A turn
 * whose holder was killed ends by itself after `holdMs`. A time that lies further ahead than any may was written before
 * that clock was set back, and counts for nothing.
 */
import { randomUUID } from "node:crypto";
import { type Db, only } from "./db.js";

export type Turns = (host: string, wish: TurnWish) => Promise<Turn>;

export interface TurnWish {
  readonly holdMs: number;
  readonly patienceMs: number; // how long the host itself may make us wait; a queue of others does not count
  readonly signal?: AbortSignal | undefined;
}

export type Turn =
  | { readonly kind: "now"; done(gapMs: number): Promise<void> } // the next turn of the host begins no earlier than gapMs later
  | { readonly kind: "later"; readonly waitMs: number };

export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;

const LOOK_AGAIN_MS = 25; // while another has the turn
const LONGEST_GAP_MS = 24 * 3600 * 1000;

export function hostTurns(db: Db, wait: Wait): Turns {
  return async (host, { holdMs, patienceMs, signal }) => {
    const holder = randomUUID();
    for (;;) {
      signal?.throwIfAborted();
      const { isTaken, waitMs } = await takeTurn(db, { host, holder, holdMs });
      if (isTaken) return { kind: "now", done: (gapMs) => endTurn(db, { host, holder, gapMs }) };
      if (waitMs > patienceMs) return { kind: "later", waitMs };
      await wait(waitMs || LOOK_AGAIN_MS, signal);
    }
  };
}

/** If it is not free: how long the host is to be left alone; 0 while another has the turn. */
async function takeTurn(
  db: Db,
  { host, holder, holdMs }: { host: string; holder: string; holdMs: number },
): Promise<{ isTaken: boolean; waitMs: number }> {
  return only(
    await db.query<{ isTaken: boolean; waitMs: number }>({
      name: "take-turn",
      text: `with taken as (
         insert into host as h (name, holder, held_until, next_at)
         values ($1, $2, clock_timestamp() + $3 * interval '1 ms', clock_timestamp())
         on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
          where (h.holder is null or h.held_until not between clock_timestamp() and clock_timestamp() + $3 * interval '2 ms')
            and h.next_at not between clock_timestamp() and clock_timestamp() + $4 * interval '1 ms'
         returning name)
       select exists (select from taken) as "isTaken",
              coalesce((select least($4, greatest(0, ceil(extract(epoch from next_at - clock_timestamp()) * 1000)))
                          from host where name = $1), 0)::int as "waitMs"`,
      values: [host, holder, holdMs, LONGEST_GAP_MS],
    }),
  );
}

/** Someone else's turn is left alone: ours may have ended by itself long ago. */
async function endTurn(db: Db, { host, holder, gapMs }: { host: string; holder: string; gapMs: number }): Promise<void> {
  await db.query({
    name: "end-turn",
    text: `update host set holder = null, held_until = null, next_at = clock_timestamp() + $3 * interval '1 ms'
            where name = $1 and holder = $2`,
    values: [host, holder, Math.min(gapMs, LONGEST_GAP_MS)],
  });
}
