/**
 * Politeness per host, as a function passed in: the store keeps it for all workers, `memoryTurns` for one process.
 *
 * A host is name and port (`example.org:443`). One turn at a time; after `done(gapMs)` the next turn of that host begins
 * no earlier than `gapMs` later. Whoever dies with a turn in hand loses it after `holdMs`.
 * Where that next time lies more than `patienceMs` ahead (the host asked us to stay away), the answer is `later` and
 * nothing is held; a queue of others before us is no reason for it.
 */
export type Turns = (host: string, wish: TurnWish) => Promise<Turn>;

export type TurnWish = { holdMs: number; patienceMs: number; signal?: AbortSignal | undefined };

export type Turn = { kind: "now"; done(gapMs: number): Promise<void> } | { kind: "later"; waitMs: number };
