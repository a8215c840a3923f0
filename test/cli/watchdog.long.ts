/** The watchdog as it is set by default, with `npm start` and nothing set but where the data go: a real minute, four times. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isAlive, notedServer } from "../../src/store/embedded/pid-file.js";
import { startReportSite } from "../harvester/report-site.js";
import { say } from "../run.js";
import { testFolder } from "./folder.js";
import { addReports } from "./reports.js";
import { run } from "./run.js";
import { health, PATIENCE, startStaying, welcomed } from "./staying.js";

const PAGES = 200;
const LONG = { timeout: 300_000, interval: 200 };

it("npm start: a loop that stands is ended after a minute and started again, the fourth time not", {
  timeout: 1_800_000,
}, async () => {
  const folder = testFolder().path;
  chmodSync(folder, 0o755); // root's database server is another user's
  const site = await startReportSite({ pages: PAGES, latencyMs: 100 });
  const environment = { BARTREE_HOME: join(folder, "home"), BARTREE_LOOPBACK_ORIGINS: site.origin };
  const started = startStaying({ command: ["npm", "start", "--"], args: ["--port", "0", "--json"], environment, folder });
  await expect.poll(() => started.events("started"), PATIENCE).toHaveLength(1);
  const { address } = await welcomed(started);
  await addReports(site, environment);
  const asked = site.requests.length;
  await expect.poll(() => site.requests.length - asked, LONG).toBeGreaterThan(PAGES / 4);

  for (const times of [1, 2, 3, 4]) {
    const pid = started.worker();
    const from = performance.now();
    const seconds = (): string => ((performance.now() - from) / 1000).toFixed(1);
    started.stand(folder, 3600);
    await expect.poll(() => health(address), LONG).toBe(0);
    await expect.poll(() => isAlive(pid), LONG).toBe(false);
    const standing = started.events("standing").at(-1);
    say(`${times}: ended after ${seconds()} s, standing at ${(standing?.at as string[])?.[0]?.replace(/\(.*\//, "(")}`);
    expect(standing).toMatchObject({ pid, seconds: 60 });
    if (times === 4) break;
    await expect.poll(() => health(address), LONG).toBe(200); // at the same address
    say(`   /healthz answers again ${seconds()} s after the loop stood`);
    await expect.poll(() => started.events("started"), LONG).toHaveLength(times + 1);
    if (times > 1) continue;
    await expect
      .poll(() => started.events("ended"), LONG)
      .toMatchObject([{ source: "reports", ending: "done", found: PAGES, failed: 0 }]);
    say(`   the harvest that ran is done ${seconds()} s after the loop stood`);
  }

  expect((await started.ended).code).toBe(137);
  expect([started.events("started-again").length, started.events("given-up").length]).toEqual([3, 1]);
  expect(started.said.stdout.match(/welcome\?token/g)).toHaveLength(1);
  const { stdout } = await run(["records", "--source", "reports", "--format", "jsonl"], "", false, environment);
  const records = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(records.map(({ address: page, values }) => [page, values])).toEqual(expect.arrayContaining([...site.truth()]));
  expect(records).toHaveLength(PAGES);
  say(`records after all of it: ${records.length} of ${PAGES}, 0 lost, 0 wrong`);
  expect(notedServer(join(folder, "home/postgres/data"))).toBeUndefined(); // the last command has stopped the database
  await site.close();
});
