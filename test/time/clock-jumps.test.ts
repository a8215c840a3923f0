/**
 * The clock is set wrong by a year and right again: nothing waits longer than its own period afterwards, nothing that was
 * granted in between lasts longer than it would have, and nothing is done over and over.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SourceSettings } from "../../src/api/source.js";
import { memoryTurns } from "../../src/fetch/memory-turns.js";
import { makeRobots } from "../../src/fetch/robots.js";
import { settleTimes } from "../../src/harvester/queue/settle-times.js";
import { settleMessages } from "../../src/notify/tasks.js";
import { makeMonotonicStore } from "../../src/server/request-counts.js";
import { countSignInTry } from "../../src/store/account.js";
import { hostTurns } from "../../src/store/host.js";
import { addSource, sourceOf } from "../../src/store/source.js";
import { DAY, MINUTE, testNotifier } from "../notify/notifier.js";
import { cookieOf, type TestServer, testServer } from "../server/server.js";
import { type TestDatabase, testDatabase } from "../store/database.js";

const YEAR = 365 * DAY;
const JUMPS = [
  { way: "forward", ms: YEAR },
  { way: "back", ms: -YEAR },
];

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** A clock that jumps, and waits without taking time. */
function jumpingClock() {
  let now = Date.parse("2026-03-01T08:00:00Z");
  let waited = 0;
  return {
    now: () => now,
    async wait(ms: number) {
      now += ms;
      waited += ms;
    },
    jump(ms: number) {
      now += ms;
    },
    waited: () => waited,
  };
}

describe.each(JUMPS)("a year $way", ({ ms }) => {
  it("turns of a host in one process: the next one waits no longer than the pause", async () => {
    const clock = jumpingClock();
    const turns = memoryTurns(clock);
    const wish = { holdMs: 61_000, patienceMs: 60_000 };
    const turn = await turns("a.example:443", wish);
    if (turn.kind !== "now") throw new Error("no turn");
    await turn.done(1000);
    clock.jump(ms);
    expect((await turns("a.example:443", wish)).kind).toBe("now");
    expect(clock.waited()).toBeLessThanOrEqual(1000);
  });

  it("robots.txt is asked for again after an hour", async () => {
    const clock = jumpingClock();
    let asked = 0;
    const robots = makeRobots(clock, "bartree", async () => ({ allows: true, crawlDelayMs: 0 }));
    const ask = () => robots.ask(new URL("http://a.example/"), async () => void asked++);
    await ask();
    await ask();
    clock.jump(ms);
    await ask();
    clock.jump(2 * 3_600_000);
    await ask();
    expect(asked).toBeGreaterThanOrEqual(2);
    expect(asked).toBeLessThanOrEqual(3);
  });

  it("schedules: the next time is within their period, and comes once", async () => {
    const { pool } = database;
    const now = new Date("2026-03-01T08:00:00Z");
    const settings = SourceSettings.parse({ schedule: { cron: "0 3 * * *", zone: "UTC" } });
    const source = await addSource(pool, `daily ${ms}`, settings, now);
    const wrong = new Date(now.getTime() - ms); // when the next time was set
    await pool.query("update source set next_check_at = $2 where id = $1", [source?.id, new Date(wrong.getTime() + DAY)]);
    await settleTimes(pool, now);
    const next = (await sourceOf(pool, source?.id ?? ""))?.nextCheckAt?.getTime() ?? Number.NaN;
    expect(next).toBeLessThanOrEqual(now.getTime() + DAY);
    const { rows } = await pool.query("select from graphile_worker.jobs where key = $1", [`source-${source?.id}`]);
    expect(rows).toHaveLength(1);
  });

  it("tries to sign in: who was limited is so for a quarter of an hour", async () => {
    const { pool } = database;
    const limits = { ms: 15 * MINUTE, here: 10, everywhere: 100, network: 60 };
    const who = { name: `ann ${ms}`, network: `net ${ms}` };
    const now = Date.parse("2026-03-01T08:00:00Z");
    const attempt = (at: number) => countSignInTry(pool, who, limits, new Date(at));
    for (let i = 0; i < 10; i++) expect(await attempt(now)).toMatchObject({ isCounted: true });
    expect(await attempt(now)).toMatchObject({ isCounted: false });
    expect(await attempt(now + ms)).toMatchObject({ isCounted: true });
  });

  it("requests are counted by a clock that nobody sets", () => {
    let now = 5;
    const counts = new (makeMonotonicStore(() => now))();
    const count = () => {
      let told = { current: 0, ttl: 0 };
      counts.incr("key", (_, result) => (told = result ?? told), 60_000, 3);
      return told;
    };
    expect([count(), count()]).toEqual([{ current: 1, ttl: 60_000 }, { current: 2, ttl: 60_000 }]); // biome-ignore format: two lines say no more
    now += 59_999;
    expect(count()).toEqual({ current: 3, ttl: 1 });
    now += 1;
    expect(count()).toEqual({ current: 1, ttl: 60_000 });
  });
});

describe.each([YEAR, 2 * DAY])("the database's clock, set back by %d ms", (ms) => {
  it.each(["held_until", "next_at"])("leaves no host alone for longer than it was asked to (%s)", async (column) => {
    const { pool } = database;
    const host = `${column}-${ms}.example:443`;
    const holder = column === "held_until" ? "gen_random_uuid()" : "null";
    await pool.query(`insert into host (name, holder, held_until, next_at) values ($1, ${holder}, now(), now())`, [host]);
    await pool.query(`update host set ${column} = now() + $2 * interval '1 ms' where name = $1`, [host, ms]);
    const turns = hostTurns(pool, async () => {});
    const turn = await turns(host, { holdMs: 61_000, patienceMs: 60_000 });
    expect(turn.kind).toBe("now");
    if (turn.kind === "now") await turn.done(40 * DAY); // a site may ask for anything
    const later = await turns(host, { holdMs: 61_000, patienceMs: 60_000 });
    expect(later.kind).toBe("later");
    if (later.kind === "later") expect(later.waitMs).toBeLessThanOrEqual(DAY);
  });
});

describe("who is signed in", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await testServer();
    return () => server.close();
  });
  const signIn = async () =>
    cookieOf(await server.call("POST", "/api/welcome", { cookie: "", body: { token: await server.link() } }));
  const isIn = async (cookie: string) => (await server.call("GET", "/api/sources", { cookie })).status === 200;

  it("stays so when the clock jumps forward by less than a session, and ends when by more", async () => {
    const cookie = await signIn();
    server.pass(2 * DAY);
    expect(await isIn(cookie)).toBe(true);
    server.pass(YEAR);
    expect(await isIn(cookie)).toBe(false);
  });

  it("stays so when the clock goes wrong and right again in between", async () => {
    const cookie = await signIn();
    server.pass(YEAR);
    expect(await isIn(cookie)).toBe(false);
    server.pass(-YEAR);
    expect(await isIn(cookie)).toBe(true);
  });

  it("is out when the session is of a time that has not come: it would last for a year", async () => {
    server.pass(YEAR);
    const cookie = await signIn();
    expect(await isIn(cookie)).toBe(true);
    server.pass(-YEAR);
    expect(await isIn(cookie)).toBe(false);
    expect(await isIn(await signIn())).toBe(true);
  });

  it("cannot come in by a link of such a time either", async () => {
    server.pass(YEAR);
    const token = await server.link();
    server.pass(-YEAR);
    expect((await server.call("POST", "/api/welcome", { cookie: "", body: { token } })).status).toBe(401);
  });
});

describe("messages", () => {
  it("go on after the clock was a year ahead: told again within a day, sent, and a digest comes", async () => {
    const own = await testNotifier({ mailTo: ["index@example.org"], digest: { cron: "0 6 * * *", zone: "UTC" } });
    try {
      await own.round(); // digests begin
      own.pass(YEAR);
      await own.warn(await own.source("rivers"), "limit");
      own.smtp.answers("451 later");
      await own.round();
      own.pass(-YEAR);
      own.smtp.answers("250 taken");
      for (let hours = 0; hours <= 48; hours++) {
        await settleMessages(own.tools);
        await own.round();
        own.pass(60 * MINUTE);
      }
      const kinds = (await own.deliveries()).map(({ kind, state }) => `${kind} ${state}`);
      expect(kinds).toContain("opened sent");
      expect(kinds.filter((kind) => kind === "digest sent").length).toBeGreaterThanOrEqual(1);
      expect(own.smtp.mails.length).toBeLessThanOrEqual(8); // and not once an hour
    } finally {
      await own.close();
    }
  });
});
