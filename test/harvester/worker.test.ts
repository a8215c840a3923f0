import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { because } from "../../src/api/reasons.js";
import { settleReadings } from "../../src/harvester/queue/settle-readings.js";
import { settleTimes } from "../../src/harvester/queue/settle-times.js";
import { setSchedule } from "../../src/harvester/schedule/set-schedule.js";
import { startHarvest } from "../../src/store/harvest.js";
import { jobOf, settleJobs } from "../../src/store/job.js";
import { takeSource } from "../../src/store/lock.js";
import { removeSource, scheduleCheck, setSourceState } from "../../src/store/source.js";
import { transaction } from "../../src/store/transaction.js";
import { warnings } from "../../src/store/warning.js";
import { beat, enterWorker, releaseDead, workers } from "../../src/store/worker.js";
import { falseProofs } from "../store/false-proofs.js";
import { testQueue } from "./queue.js";
import { type ReportSite, startReportSite } from "./report-site.js";
import { wrongValues } from "./tools.js";

let site: ReportSite;
let other: ReportSite;
let own: Awaited<ReturnType<typeof testQueue>>;

beforeEach(async () => {
  [site, other] = await Promise.all([startReportSite(), startReportSite()]);
  own = await testQueue([site, other]);
});
afterEach(async () => {
  await own.close();
  await site.close();
  await other.close();
});

const PATIENT = { timeout: 20_000 };
const isDone = async (id: string, harvests = 1) =>
  expect
    .poll(async () => (await own.harvests(id)).filter(({ ending }) => ending !== null).length, PATIENT)
    .toBeGreaterThanOrEqual(harvests);

describe("a job follows the row of its source", () => {
  it("it is put, moved and taken away in the transaction that changes the row", async () => {
    const id = await own.add("follows", site, { schedule: { cron: "0 3 * * *", zone: "UTC" } });
    const at = new Date("2999-01-01T00:00:00Z");
    expect((await jobOf(own.pool, id))?.runAt).toEqual((await own.source(id)).nextCheckAt);
    await scheduleCheck(own.pool, id, at);
    expect((await jobOf(own.pool, id))?.runAt).toEqual(at);
    const undone = transaction(own.pool, async (client) => {
      await scheduleCheck(client, id, new Date(0));
      throw new Error("not after all");
    });
    await expect(undone).rejects.toThrow("not after all");
    expect((await jobOf(own.pool, id))?.runAt).toEqual(at);
    await setSourceState(own.pool, id, { state: "paused", reason: null }, at);
    expect(await jobOf(own.pool, id)).toBeUndefined();
    await setSourceState(own.pool, id, { state: "active", reason: null }, at);
    expect((await jobOf(own.pool, id))?.runAt).toEqual(at);
    await setSourceState(own.pool, id, { state: "deferred", reason: because("no-known-record") }, at);
    expect(await jobOf(own.pool, id)).toBeDefined(); // it is looked at again
    await setSchedule(own.pool, await own.source(id), null, at);
    expect(await jobOf(own.pool, id)).toBeUndefined();
    await setSchedule(own.pool, await own.source(id), { cron: "0 5 * * *", zone: "Asia/Jakarta" }, at);
    expect((await jobOf(own.pool, id))?.runAt).toEqual(new Date("2999-01-01T22:00:00Z"));
    await removeSource(own.pool, id);
    expect(await jobOf(own.pool, id)).toBeUndefined();
    const { rows } = await own.pool.query("select from graphile_worker._private_job_queues where queue_name = $1", [
      `source-${id}`,
    ]);
    expect(rows).toEqual([]);
  });

  it("jobs that were lost come back, and a time beyond the schedule is brought forward", async () => {
    const id = await own.add("lost", site);
    await scheduleCheck(own.pool, id, new Date("2027-06-01T06:00:00Z"));
    await own.pool.query("delete from graphile_worker._private_jobs");
    expect(await settleJobs(own.pool)).toBeGreaterThan(0);
    expect((await jobOf(own.pool, id))?.runAt).toEqual(new Date("2027-06-01T06:00:00Z"));
    expect(await settleJobs(own.pool)).toBe(0);
    const now = new Date("2027-05-31T12:00:00Z");
    expect(await settleTimes(own.pool, now)).toBe(0);
    await scheduleCheck(own.pool, id, new Date("2037-01-01T06:00:00Z")); // set by a clock that was ten years ahead
    expect(await settleTimes(own.pool, now)).toBe(1);
    expect((await jobOf(own.pool, id))?.runAt).toEqual(new Date("2027-06-01T06:00:00Z"));
    await removeSource(own.pool, id);
  });
});

it("a reading of stored pages whose process was killed is ended by the next look, one under way is not", async () => {
  const id = await own.add("interrupted", site);
  await startHarvest(own.pool, { sourceId: id, isFromSnapshots: true }, new Date());
  const release = await takeSource(own.pool, id);
  await settleReadings(own.pool, new Date());
  expect(await own.harvests(id)).toMatchObject([{ ending: null }]);
  await release?.();
  await settleReadings(own.pool, new Date());
  expect(await own.harvests(id)).toMatchObject([{ ending: "stopped" }]);
});

describe("a worker", () => {
  it("harvests what is due, and sets the next time by the schedule", async () => {
    const id = await own.add("due", site, { schedule: { cron: "0 3 * * *", zone: "Asia/Jakarta" } });
    const { worker, events } = await own.start();
    await isDone(id);
    await expect.poll(async () => (await own.source(id)).nextCheckAt?.getUTCHours()).toBe(20); // three in the morning there
    expect((await own.source(id)).nextCheckAt?.getTime()).toBeGreaterThan(Date.now());
    await expect.poll(async () => (await jobOf(own.pool, id))?.worker).toBeNull();
    expect((await own.harvests(id))[0]).toMatchObject({ ending: "done", found: 8, read: 8 });
    expect(wrongValues(await own.records(id), site.truth())).toEqual([]);
    await worker.stop();
    expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["started", "taken", "harvest", "ended", "stopping"]));
    expect(await workers(own.pool)).toEqual([]);
    await removeSource(own.pool, id);
  });

  it("that is stopped ends its page and gives the harvest back; the next one goes on with it", async () => {
    const id = await own.add("stopped", site);
    site.latencyMs = 30;
    const first = await own.start();
    const isReading = () => first.events.some((event) => event.kind === "harvest" && event.event.kind === "page");
    await expect.poll(isReading, { ...PATIENT, interval: 5 }).toBe(true);
    await first.worker.stop();
    site.latencyMs = 0;
    const [open] = await own.harvests(id);
    expect(open).toMatchObject({ ending: null });
    const { events, worker } = await own.start();
    await isDone(id);
    expect(await own.harvests(id)).toMatchObject([{ id: open?.id, ending: "done", found: 8, read: 8 }]);
    expect(events.some(({ kind }) => kind === "released")).toBe(false); // it was given, not taken
    await worker.stop();
  });

  it("leaves a source that does not answer and comes back sooner than its schedule, later each time", async () => {
    const id = await own.add("away", other, { schedule: { cron: "0 3 1 1 *", zone: "UTC" } }); // no time of day comes first
    other.isDown = true;
    const { worker } = await own.start();
    const waits: number[] = [];
    for (let time = 1; time <= 3; time++) {
      await isDone(id, time);
      const [{ finishedAt } = { finishedAt: null }] = await own.harvests(id);
      await expect.poll(async () => (await own.source(id)).nextCheckAt?.getTime()).toBeGreaterThan(finishedAt?.getTime() ?? 0);
      waits.push(((await own.source(id)).nextCheckAt?.getTime() ?? 0) - (finishedAt?.getTime() ?? 0));
      if (time < 3) await scheduleCheck(own.pool, id, new Date());
    }
    expect(waits).toEqual([5, 15, 45].map((minutes) => minutes * 60_000));
    other.isDown = false;
    await scheduleCheck(own.pool, id, new Date());
    await isDone(id, 4);
    expect((await own.harvests(id))[0]).toMatchObject({ ending: "done", found: 8 });
    await worker.stop();
  });

  it("tells of a harvest that fails by a defect, tries again, and takes the warning back", async () => {
    const id = await own.add("defect", site);
    await own.pool.query("create table aside as select * from template where source_id = $1", [id]);
    await own.pool.query("delete from template where source_id = $1", [id]);
    const open = async () => (await warnings(own.pool, { isAll: false, limit: 9 })).filter(({ sourceId }) => sourceId === id);
    const { worker } = await own.start();
    await isDone(id);
    expect((await own.harvests(id))[0]).toMatchObject({
      ending: "failed",
      note: because("words", expect.stringMatching(/no template in force/)),
    });
    await expect.poll(open).toMatchObject([{ cause: "failed" }]);
    await own.pool.query("insert into template select * from aside");
    await scheduleCheck(own.pool, id, new Date());
    await isDone(id, 2);
    await expect.poll(open).toEqual([]);
    await worker.stop();
  });

  it.each([
    {
      trouble: "an address that is none",
      make: (id: string) =>
        own.pool.query(`update source set settings = settings || '{"secretsFor": "http://["}' where id = $1`, [id]),
    },
    {
      trouble: "a row that the database refuses for good",
      make: () => own.pool.query("alter table source_check add constraint no_check check (verdict <> 'same') not valid"),
    },
  ])("gives up at $trouble: nothing is tried for ever, and a person is told", async ({ make }) => {
    const id = await own.add("for good", site);
    await make(id);
    const { worker } = await own.start();
    await isDone(id);
    expect((await own.harvests(id))[0]).toMatchObject({ ending: "failed" });
    await expect
      .poll(async () =>
        (await warnings(own.pool, { isAll: false, limit: 9 })).map(({ sourceId, cause }) => ({ sourceId, cause })),
      )
      .toContainEqual({ sourceId: id, cause: "failed" });
    await worker.stop();
  });

  it("goes on after its connections were cut, and loses nothing", async () => {
    const id = await own.add("cut", site, { delayMs: 0 });
    await own.pool.query(`
      create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.02); return new; end $$;
      create trigger slow before insert on proof for each row execute function slow()`); // so that a cut meets a statement
    let cuts = 0;
    const cut = () =>
      own.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()",
      );
    const { worker, events } = await own.start({
      onEvent: (event) => {
        if (event.kind === "harvest" && event.event.kind === "page" && cuts++ < 3) cut().catch(() => {});
      },
    });
    await isDone(id);
    expect(events.filter(({ kind }) => kind === "failed").length).toBeGreaterThan(0);
    expect((await own.harvests(id)).at(-1)).toMatchObject({ ending: "done", found: 8 });
    expect(wrongValues(await own.records(id), site.truth())).toEqual([]);
    expect((await falseProofs(own.pool)).wrong).toEqual([]);
    await worker.stop();
  });
});

it("a worker that was taken for dead drops what it does and begins anew", async () => {
  const id = await own.add("sleeper", site);
  site.latencyMs = 60;
  const { worker, events } = await own.start();
  await expect.poll(() => events.some(({ kind }) => kind === "taken"), { ...PATIENT, interval: 5 }).toBe(true);
  await own.pool.query("delete from worker");
  await isDone(id);
  expect(await own.harvests(id)).toMatchObject([{ ending: "done", found: 8, read: 8 }]);
  expect(events.filter(({ kind }) => kind === "started")).toHaveLength(2);
  await worker.stop();
});

describe("two workers", () => {
  it("never harvest the same source at the same time", async () => {
    const ids = [await own.add("one", site), await own.add("two", site), await own.add("three", other)];
    const running = new Map<string, number>();
    let [most, harvests] = [0, 0];
    const onEvent = (event: { kind: string; source?: string }) => {
      if (event.kind === "taken") running.set(event.source ?? "", (running.get(event.source ?? "") ?? 0) + 1);
      if (event.kind === "ended") {
        running.set(event.source ?? "", (running.get(event.source ?? "") ?? 0) - 1);
        harvests += 1;
      }
      most = Math.max(most, ...running.values());
    };
    const two = await Promise.all([own.start({ onEvent }), own.start({ onEvent })]);
    for (let time = 0; time < 20; time++)
      for (const id of ids) {
        await scheduleCheck(own.pool, id, new Date(Date.now() - time));
        await new Promise((done) => setTimeout(done, 10));
      }
    for (const id of ids) await isDone(id);
    for (const { worker } of two) await worker.stop();
    expect(most).toBe(1);
    expect(harvests).toBeGreaterThanOrEqual(3);
    for (const id of ids) {
      const [newest, ...rest] = await own.harvests(id);
      expect(["done", null]).toContain(newest?.ending); // it may have been stopped just now
      expect(rest.filter(({ ending }) => ending !== "done")).toEqual([]);
    }
  });

  it("share one host: no two requests overlap, and the pause is kept between any two", async () => {
    const delayMs = 60;
    const ids = [await own.add("left", site, { delayMs }), await own.add("right", site, { delayMs })];
    await new Promise((done) => setTimeout(done, delayMs));
    site.requests.length = 0;
    const two = await Promise.all([own.start({ concurrency: 1 }), own.start({ concurrency: 1 })]);
    for (const id of ids) await isDone(id);
    for (const { worker } of two) await worker.stop();
    const taken = two.map(({ events }) => events.filter(({ kind }) => kind === "taken").length);
    expect(taken).toEqual([1, 1]); // both had a hand in it
    const requests = site.requests.toSorted((a, b) => a.from - b.from);
    const gaps = requests.slice(1).map(({ from }, i) => from - (requests[i]?.to ?? 0));
    expect(requests.length).toBeGreaterThanOrEqual(18);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(delayMs);
    console.log(
      `one host, two workers: ${requests.length} requests, smallest gap ${Math.min(...gaps).toFixed(0)} ms of ${delayMs}`,
    );
  });

  it("one that is silent is taken for dead, one whose clock was ahead is not", async () => {
    await enterWorker(own.pool, { id: "pool-silent", name: "silent", concurrency: 1 });
    await enterWorker(own.pool, { id: "pool-ahead", name: "ahead", concurrency: 1 });
    await own.pool.query("update worker set seen_at = now() - interval '61 s' where id = 'pool-silent'");
    await own.pool.query("update worker set seen_at = now() + interval '1 hour' where id = 'pool-ahead'"); // then the clock was set back
    await releaseDead(own.pool, 60_000);
    expect((await workers(own.pool)).map(({ id }) => id)).toEqual(["pool-ahead"]);
    expect([await beat(own.pool, "pool-silent"), await beat(own.pool, "pool-ahead")]).toEqual([false, true]);
    await own.pool.query("update worker set seen_at = now() - interval '61 s'");
    await releaseDead(own.pool, 60_000);
    expect(await workers(own.pool)).toEqual([]);
  });
});
