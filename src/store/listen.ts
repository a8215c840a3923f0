/** The words that the database sends when something has changed (migration 0007). */
import pg from "pg";

export interface Listening {
  stop(): Promise<void>;
}

const AGAIN_MS = 1000;

/**
 * On a connection beside the pool, which may be small. One that is lost is replaced; `onGap` says that words may have been
 * missed.
 */
export async function listen(pool: pg.Pool, onWord: (word: string) => void, onGap: () => void): Promise<Listening> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function connect(): Promise<void> {
    const connected = new pg.Client(pool.options);
    connected.on("notification", ({ payload }) => payload !== undefined && onWord(payload));
    connected.on("error", () => {}); // told by the end that follows
    connected.once("end", () => {
      if (client !== connected) return; // it never began to listen: `connect` says so
      client = undefined;
      again();
    });
    await connected.connect();
    await connected.query("listen bartree");
    client = connected;
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
      await client?.end();
    },
  };
}
