/**
 * One line per host within a process: only the first in it asks for the turn. A harvest goes to several pages at once, and
 * those that wait would otherwise ask the database again and again, which took more of it than all their storing.
 */
import { orAborted } from "./aborted.js";
import type { Turns } from "./turns.js";

export function inLine(turns: Turns): Turns {
  const ends = new Map<string, Promise<void>>(); // of each line
  return async (host, wish) => {
    const before = ends.get(host) ?? Promise.resolve();
    let leave = () => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const end = before.then(() => left);
    ends.set(host, end);
    void end.then(() => ends.get(host) === end && ends.delete(host));
    try {
      await orAborted(wish.signal, before);
      const turn = await turns(host, wish);
      if (turn.kind === "now") return { kind: "now", done: (gapMs) => turn.done(gapMs).finally(leave) };
      leave();
      return turn;
    } catch (error) {
      leave();
      throw error;
    }
  };
}
