/** Two harvests of one source at once, and harvests that are killed: one works, the next completes. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type DemoSite, startDemo } from "../../src/demo/site.js";
import { harvestSource } from "../../src/harvester/cycle.js";
import { undoHeal } from "../../src/harvester/heal/undo-heal.js";
import { harvestsOf } from "../../src/store/harvest.js";
import { takeSource } from "../../src/store/lock.js";
import { isLong, say, seed } from "../run.js";
import { falseProofs } from "../store/false-proofs.js";
import { demoSource, settingsOf, testHarvester, wrongValues } from "./tools.js";

let site: DemoSite;
let own: Awaited<ReturnType<typeof testHarvester>>;
beforeAll(async () => {
  site = await startDemo();
  own = await testHarvester(site.origin);
});
afterAll(async () => {
  await own.close();
  await site.close();
});
beforeEach(() => site.restore("institute"));

let count = 0;
const add = () => own.add(`institute ${++count}`, settingsOf(demoSource(site, "institute"), { delayMs: 0 }));
const busy = { report: { code: "source-busy", message: expect.stringContaining("institute") } };

it("a second harvest, an undo and a harvest by another connection are refused with a sentence; others go on", async () => {
  const [id, other] = [await add(), await add()];
  const source = await own.source(id);
  let isAsked = false;
  const refusals: unknown[] = [];
  const tools = {
    ...own.tools,
    onEvent: (event: { kind: string }) => {
      if (event.kind !== "page" || isAsked) return;
      isAsked = true;
      refusals.push(
        harvestSource(own.tools, source).catch((error) => error),
        undoHeal(own.tools, source).catch((error) => error),
      );
    },
  };
  const [report, second] = await Promise.all([harvestSource(tools, source), own.harvest(other)]);
  expect(report).toMatchObject({ ending: "done", harvest: { found: 16, read: 16 } });
  expect(second).toMatchObject({ ending: "done", harvest: { found: 16, read: 16 } });
  expect(await Promise.all(refusals)).toMatchObject([busy, busy]);
  expect(await own.harvest(id)).toMatchObject({ ending: "done", harvest: { unchanged: 16 } });
});

it("the lock goes with the connection that held it", async () => {
  const id = await add();
  const release = await takeSource(own.pool, id);
  expect(await takeSource(own.pool, id)).toBeUndefined();
  await own.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bartree locks' and datname = current_database()",
  );
  await expect
    .poll(async () => (await takeSource(own.pool, id).catch(() => undefined)) !== undefined, { timeout: 10_000 })
    .toBe(true);
  await release?.();
});

/** With all its children; it may have ended by itself in this moment. */
function killAll({ pid = 0 }: ChildProcess): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

const KILLS = isLong ? 100 : 20;

it(`${KILLS} harvests killed at random moments: nothing lost, nothing twice, all completed, counts add up`, {
  timeout: 1_200_000,
}, async () => {
  const id = await add();
  const { name } = await own.source(id);
  await own.harvest(id);
  const random = randomFrom(seed);
  let killed = 0;
  for (let round = 0; killed < KILLS; round++) {
    site.redesign("institute", round % 2 === 0 ? "old" : "new"); // so that there is something to write each time
    const child = harvestProcess(name);
    const end = once(child, "exit");
    const [line] = await Promise.race([once(child.stderr ?? child, "data"), end]); // it has begun
    if (line instanceof Buffer) {
      await new Promise((done) => setTimeout(done, random() * 150));
      killAll(child);
    }
    const [, signal] = await end;
    if (signal === "SIGKILL") killed += 1;
    const records = await own.records(id);
    expect(wrongValues(records, site.truth("institute"))).toEqual([]);
    expect(new Set(records.map(({ identity }) => identity)).size).toBe(records.length);
    if (round > 10 * KILLS) throw new Error("they end before they can be killed");
  }
  expect(await own.harvest(id)).toMatchObject({ ending: "done" });
  const records = await own.records(id);
  expect(records.map(({ identity }) => identity).sort()).toEqual([...site.truth("institute").keys()].sort());
  for (const { found, finishedAt, read, partly, withheld, unchanged, gone, skipped, failed } of await harvestsOf(
    own.pool,
    id,
    1000,
  )) {
    expect(finishedAt).not.toBeNull();
    expect(found).toBe(read + partly + withheld + unchanged + gone + skipped + failed);
  }
  expect((await falseProofs(own.pool)).wrong).toEqual([]);
  say(`harvests killed: tried ${killed}, lost 0 (seed ${seed})`);
});

function harvestProcess(name: string): ChildProcess {
  const program = resolve(import.meta.dirname, "../../bin/bartree.js");
  const env = {
    DATABASE_URL: own.url,
    BARTREE_HOME: "/nonexistent",
    BARTREE_LOOPBACK_ORIGINS: site.origin,
    PATH: process.env.PATH,
  };
  return spawn(process.execPath, [program, "harvest", name], { env, detached: true, stdio: ["ignore", "ignore", "pipe"] });
}

/** Repeatable from its seed. */
function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
