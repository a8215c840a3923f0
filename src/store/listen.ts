/** The words that the database sends when something has changed (migration 0007). */
import type { Pool, PoolClient } from "pg";

export interface Listening {
  stop(): Promise<void>;
}

const AGAIN_MS = 1000;

/**
 * Holds one connection of the pool. A connection that is lost is replaced; `onGap` says that words may have been missed.
 */
export async function listen(pool: Pool, onWord: (word: string) => void, onGap: () => void): Promise<Listening> {
  let client: PoolClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function connect(): Promise<void> {
    const connected = await pool.connect();
    client = connected;
    connected.on("notification", ({ payload }) => payload !== undefined && onWord(payload));
    connected.once("error", (error) => {
      client = undefined;
      connected.release(error);
      again();
    });
    await connected.query("listen bartree");
  }

  function again(): void {
    if (isStopped) return;
    timer = setTimeout(() => connect().then(onGap, again), AGAIN_MS);
    timer.unref();
  }

  await connect();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      client?.removeAllListeners("error");
      client?.on("error", () => {}); // it is going to be closed
      client?.release(true);
    },
  };
}
