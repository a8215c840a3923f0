import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openVault } from "../../src/cli/secret-file.js";
import { takeSource } from "../../src/store/lock.js";
import { type ReportSite, startReportSite } from "../harvester/report-site.js";
import { testHarvester } from "../harvester/tools.js";
import { testFolder } from "./folder.js";
import { run } from "./run.js";

const folder = testFolder();
let site: ReportSite;
let own: Awaited<ReturnType<typeof testHarvester>>;
let [locked, good] = ["", ""];

beforeAll(async () => {
  site = await startReportSite({ pages: 6 });
  own = await testHarvester(site.origin);
  locked = await own.add("locked", site.settings());
  good = await own.add("open", site.settings());
  const sealed = openVault(join(folder.path, "elsewhere")).seal("x");
  await own.pool.query(
    "update source set settings = settings || jsonb_build_object('cookies', jsonb_build_object('s', $2::text)) where id = $1",
    [locked, sealed],
  );
});
afterAll(async () => {
  await own.close();
  await site.close();
});

const harvest = async (...args: string[]) => {
  const { exitCode, stdout } = await run(["harvest", ...args, "--json"], "", false, {
    DATABASE_URL: own.url,
    BARTREE_HOME: join(folder.path, "home"),
    BARTREE_LOOPBACK_ORIGINS: site.origin,
  });
  return {
    exitCode,
    lines: stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  };
};
const openCauses = async (id: string) =>
  (await own.pool.query("select cause from warning where source_id = $1 and closed_at is null", [id])).rows.map(
    ({ cause }) => cause,
  );

describe("harvests of several sources", () => {
  it("do not begin where one of them is unknown", async () => {
    const { exitCode, lines } = await harvest("open", "opne");
    expect(exitCode).toBe(2);
    expect(lines).toMatchObject([{ error: { code: "source-unknown", message: expect.stringContaining("opne") } }]);
    expect((await own.pool.query("select from harvest")).rowCount).toBe(0);
  });

  it("go on after one that cannot be harvested, which a person is told of", async () => {
    const { exitCode, lines } = await harvest("locked", "open");
    expect(exitCode).toBe(2);
    expect(lines).toMatchObject([
      { source: "locked", error: { code: "secret-lost", message: expect.stringContaining("locked") } },
      { source: "open", ending: "done" },
    ]);
    const { rows } = await own.pool.query("select ending from harvest where source_id = $1", [locked]);
    expect(rows).toEqual([{ ending: "failed" }]);
    expect(await openCauses(locked)).toContain("secret-lost");
  });

  it("say of a secret file that cannot be used what it is, not that bartree has a defect", async () => {
    await mkdir(join(folder.path, "home"), { recursive: true });
    await writeFile(join(folder.path, "home", "secret"), "not a key", { mode: 0o600 });
    const { lines } = await harvest("locked");
    expect(lines).toMatchObject([{ source: "locked", error: { code: "secret-file" } }]);
    expect(await openCauses(locked)).toEqual(expect.arrayContaining(["secret-file"]));
    expect(await openCauses(locked)).not.toContain("failed");
    await rm(join(folder.path, "home", "secret"));
  });

  it("end the warning when one goes well again", async () => {
    await own.pool.query(`update source set settings = settings || '{"cookies": {}}' where id = $1`, [locked]);
    expect((await harvest("locked")).exitCode).toBe(0);
    expect(await openCauses(locked)).toEqual([]);
  });

  it("that are due are all done, each once, also beside one that is busy", async () => {
    await own.pool.query("update source set next_check_at = 'epoch' where id = $1", [good]);
    await own.pool.query(
      `insert into source (name, settings, state, next_check_at, created_at, updated_at)
       select 'due ' || n, settings, state, now() - interval '1 hour', now(), now() from source, generate_series(1, 205) as n where id = $1`,
      [good],
    );
    const release = await takeSource(own.pool, good);
    const { lines } = await harvest("--due");
    await release?.();
    expect(new Set(lines.map(({ source }) => source)).size).toBe(206);
    expect(lines).toHaveLength(206);
    expect(lines[0]).toMatchObject({ source: "open", error: { code: "source-busy" } });
  });
});
