import { setTimeout as sleep } from "node:timers/promises";
/** What a person does to a source while it is harvested holds. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { SourceSettings } from "../../src/api/source.js";
import { harvestSource } from "../../src/harvester/cycle.js";
import { fetchLabelled, learnSource, rekeySource } from "../../src/harvester/set-up/set-up.js";
import type { HarvestEvent } from "../../src/harvester/tools.js";
import { hideSource, setSourceSettings, setSourceState, unhideSource } from "../../src/store/source.js";
import { transaction } from "../../src/store/transaction.js";
import { undoVersion } from "../../src/store/undo.js";
import { type ReportSite, startReportSite } from "./report-site.js";
import { testHarvester } from "./tools.js";

const PAGES = 12;
let site: ReportSite;
let own: Awaited<ReturnType<typeof testHarvester>>;
beforeAll(async () => {
  site = await startReportSite({ pages: PAGES });
  own = await testHarvester(site.origin);
});
afterAll(async () => {
  await own.close();
  await site.close();
});

/** Harvests, and does it once, when the event of that kind comes for the n-th time. */
async function harvestAnd(id: string, kind: HarvestEvent["kind"], nth: number, act: () => Promise<unknown>) {
  let [left, done] = [nth, Promise.resolve() as Promise<unknown>];
  const onEvent = (event: HarvestEvent): void => {
    if (event.kind === kind && --left === 0) done = act();
  };
  const report = await harvestSource({ ...own.tools, onEvent }, await own.source(id));
  await done;
  expect(left).toBeLessThanOrEqual(0);
  return report;
}

const jobsOf = async (id: string) =>
  (await own.pool.query("select from graphile_worker.jobs where key = $1", [`source-${id}`])).rowCount;

it("one that is removed is not visited again, and its records are shown to nobody until it is back", async () => {
  const id = await own.add("removed", site.settings());
  await harvestAnd(id, "check", 1, () => hideSource(own.pool, id, new Date()));
  expect((await own.source(id)).nextCheckAt).toBeNull();
  expect(await jobsOf(id)).toBe(0);
  expect(await own.records(id)).toEqual([]);
  await unhideSource(own.pool, id, new Date());
  expect(await jobsOf(id)).toBe(1);
  expect(await own.records(id)).toHaveLength(PAGES);
});

it("one that is paused stays so, whatever the harvest comes to", async () => {
  const id = await own.add("paused", site.settings());
  await own.harvest(id);
  const pause = () => setSourceState(own.pool, id, { state: "paused", reason: null }, new Date());
  site.pages = 0;
  expect(await harvestAnd(id, "check", 1, pause)).toMatchObject({ ending: "deferred" });
  expect((await own.source(id)).state).toBe("paused");
  await setSourceState(own.pool, id, { state: "deferred", reason: null }, new Date());
  site.pages = PAGES;
  expect(await harvestAnd(id, "check", 1, pause)).toMatchObject({ ending: "done" });
  expect((await own.source(id)).state).toBe("paused");
});

it.each([
  { name: "at once", ms: 0 },
  { name: "until after the last page", ms: 1500 },
])("new labels that are undone, $name, leave nothing in force of what was read by them", async ({ name, ms }) => {
  const id = await own.add(`undone ${name}`, site.settings());
  await own.harvest(id);
  const before = await own.records(id);
  const { settings } = await own.source(id);
  const { key } = settings;
  if (!key) throw new Error("no key");
  const changed = { ...key, labels: { title: key.labels.author ?? [] } };
  const labels = SourceSettings.parse({ ...settings, key: changed });
  const setUp = await learnSource(own.tools, labels, await fetchLabelled(own.tools, labels, changed));
  if (!("version" in setUp)) throw new Error("nothing learnt");
  await rekeySource(own.tools, await own.source(id), setUp);
  const report = await harvestAnd(id, "page", 4, () =>
    transaction(own.pool, async (client) => {
      await undoVersion(client, id, 2, new Date());
      await setSourceSettings(client, id, { key }, new Date());
      await sleep(ms);
    }),
  );
  expect(report.harvest.read).toBe(PAGES);
  const plain = (records: typeof before) => records.map(({ identity, state, values }) => ({ identity, state, values }));
  const byIdentity = (a: { identity: string }, b: { identity: string }) => (a.identity < b.identity ? -1 : 1);
  expect(plain(await own.records(id)).sort(byIdentity)).toEqual(plain(before).sort(byIdentity));
  const { rows } = await own.pool.query(
    `select count(*)::int as late from record r join record_version v on v.record_id = r.id
      where r.source_id = $1 and v.template_version = 2 and v.undone_at is null`,
    [id],
  );
  expect(rows).toEqual([{ late: 0 }]);
  expect(await own.harvest(id)).toMatchObject({ version: 1, harvest: { read: PAGES } });
});
