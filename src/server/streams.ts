/**
 * Answers that stay open, events and exports, each with what its caller came in by: they are cut off when that ends.
 *
 * The database tells every process what has ended, in the order in which it was committed, and what is told here ends
 * before anything that was told later is sent.
 */
import type { ServerResponse } from "node:http";
import type { Pool } from "pg";
import { z } from "zod";
import { DAY_MS, IDLE_DAYS, isStillIn, type KnownCaller } from "./access.js";

/** What the database tells: a key has ended, a session (by its hash in hexadecimal), or the role an account had. */
export const AccessEnd = z.object({ kind: z.literal("access"), of: z.enum(["key", "session", "account"]), id: z.string() });
export type AccessEnd = z.infer<typeof AccessEnd>;

export interface Streams {
  /** From now on it ends with its caller's access. False: that has ended since the caller was let in. */
  hold(caller: KnownCaller, response: ServerResponse): Promise<boolean>;
  end(ended: AccessEnd): void;
  endExpired(): void;
  /** Words of the database may have been missed. */
  lookAgain(): Promise<void>;
}

export function makeStreams(pool: Pool, now: () => Date): Streams {
  const open = new Map<ServerResponse, { readonly caller: KnownCaller; readonly until: number }>();

  function cut(response: ServerResponse): void {
    open.delete(response);
    response.destroy(); // what waits in it to be sent does not leave either
  }
  function endThose(isOver: (caller: KnownCaller, until: number) => boolean): void {
    for (const [response, { caller, until }] of open) if (isOver(caller, until)) cut(response);
  }

  return {
    async hold(caller, response) {
      open.set(response, { caller, until: endOf(caller, now()) });
      response.once("close", () => open.delete(response));
      return (await isStillIn(pool, caller, now())) && open.has(response);
    },
    end: (ended) => endThose((caller) => isOf(caller, ended)),
    endExpired() {
      const time = now().getTime();
      endThose((_, until) => until <= time);
    },
    async lookAgain() {
      for (const [response, { caller }] of [...open])
        if (!(await isStillIn(pool, caller, now()).catch(() => false))) cut(response); // whoever may, comes again
    },
  };
}

/** A session that is used elsewhere may last longer: its stream is opened again then. */
function endOf(caller: KnownCaller, now: Date): number {
  if (caller.kind === "key") return caller.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
  return Math.min(caller.session.expiresAt.getTime(), now.getTime() + IDLE_DAYS * DAY_MS);
}

function isOf(caller: KnownCaller, { of, id }: AccessEnd): boolean {
  if (of === "account") return id === (caller.kind === "key" ? caller.accountId : caller.id);
  if (caller.kind === "key") return of === "key" && caller.id === id;
  return of === "session" && caller.session.hash.toString("hex") === id;
}
