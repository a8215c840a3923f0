import pg from "pg";
import { expect, it } from "vitest";
import { listen } from "../../src/store/listen.js";
import { testDatabase } from "./database.js";
import { startTcpProxy } from "./tcp-proxy.js";

const AWAY_MS = 5_500; // five tries a second apart, of which each once began two

it("calls a database that is away once a second, and hears it again when it is back", { timeout: 60_000 }, async () => {
  const database = await testDatabase();
  const { host = "", port = 0, database: name = "", user = "", password } = database.pool.options;
  const proxy = await startTcpProxy({ host, port });
  const pool = new pg.Pool({ host: "127.0.0.1", port: proxy.port, database: name, user, password });
  const words: string[] = [];
  let gaps = 0;
  const listening = await listen(
    pool,
    (word) => words.push(word),
    () => gaps++,
  );
  const say = (word: string) => database.pool.query("select pg_notify('bartree', $1)", [word]);
  try {
    await say("before");
    await expect.poll(() => words).toEqual(["before"]);

    proxy.refuse(true);
    proxy.cut();
    const before = proxy.calls();
    await new Promise((done) => setTimeout(done, AWAY_MS));
    expect(proxy.calls() - before).toBeGreaterThan(0);
    expect(proxy.calls() - before).toBeLessThanOrEqual(6);

    proxy.refuse(false);
    await expect.poll(() => gaps, { timeout: 20_000 }).toBe(1);
    await say("after");
    await expect.poll(() => words).toEqual(["before", "after"]);
  } finally {
    await listening.stop();
    await pool.end();
    await proxy.close();
    await database.drop();
  }
});
