import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DemoSite, startDemo } from "../../src/demo/site.js";
import { type TestDatabase, testDatabase } from "../store/database.js";
import { testFolder } from "./folder.js";
import { run } from "./run.js";

const folder = testFolder();
let site: DemoSite;
let database: TestDatabase;
beforeAll(async () => {
  site = await startDemo();
  database = await testDatabase();
  for (const { id, keyUrl, labels, listUrl } of site.sources.slice(0, 2)) {
    const given = Object.entries(labels).flatMap(([name, texts]) => texts.flatMap((text) => ["--label", `${name}=${text}`]));
    const many = Object.entries(labels).flatMap(([name, texts]) => (texts.length > 1 ? ["--many", name] : []));
    const added = await bartree("source", "add", id, keyUrl, ...given, ...many, "--list-url", listUrl, "--delay", "0");
    expect(added.exitCode, added.stderr).toBe(0);
    await bartree("harvest", id);
  }
});
afterAll(async () => {
  await database.drop();
  await site.close();
});

const bartree = (...args: string[]) =>
  run(args, "", false, { DATABASE_URL: database.url, BARTREE_HOME: folder.path, BARTREE_LOOPBACK_ORIGINS: site.origin });
const lines = async (...args: string[]) => {
  const { exitCode, stdout } = await bartree(...args, "--json");
  return { exitCode, lines: stdout.trim().split("\n").map((line) => JSON.parse(line)) }; // biome-ignore format: one step
};
const doctor = async () => {
  const { exitCode, lines: said } = await lines("doctor");
  return { exitCode, ...said[0].findings.find(({ what }: { what: string }) => what === "values") };
};

it("values that stand where their proofs say: exit 0, counts, speed, and the doctor knows", async () => {
  expect(await doctor()).toMatchObject({ exitCode: 0, ok: true, says: expect.stringContaining("never all verified") });
  const { exitCode, lines: said } = await lines("verify");
  expect(exitCode).toBe(0);
  expect(said).toHaveLength(1);
  const { pages, records, values, seconds } = said[0].verified;
  expect(said[0].verified).toMatchObject({ false: 0, unchecked: 0, removed: 0, dropped: 0 });
  expect(seconds).toBeGreaterThan(0);
  expect((await bartree("verify")).stdout).toMatch(
    new RegExp(
      `^${values} values of ${records} records on ${pages} stored pages: each stands where its proof says \\([\\d.]+ s, `,
    ),
  );
  expect(await doctor()).toMatchObject({ ok: true, says: expect.stringMatching(`^all verified .* UTC: 0 of ${values} false$`) });
});

it("values that do not: exit 70, a line for each, of their source alone, and the doctor says so", async () => {
  const [first = "", second = ""] = site.sources.map(({ id }) => id);
  await database.pool.query(
    `update record set values = jsonb_set(values, '{title,0}', '"No\\u001b[31m such title"')
      where id = (select min(r.id) from record r join source s on s.id = r.source_id where s.name = $1)`,
    [first],
  );
  const { exitCode, lines: said } = await lines("verify");
  expect([exitCode, said.length]).toEqual([70, 2]);
  expect(said[0]).toMatchObject({
    source: first,
    attribute: "title",
    value: 0,
    why: "text-differs",
    stored: "No\u001b[31m such title",
  });
  expect(said[0].address).toContain(site.origin);
  expect(said[0].found).toMatch(/\w/);
  const told = (await bartree("verify", "--source", first)).stdout.split("\n");
  expect(told[0]).toBe(
    `${first} ${said[0].address} title: “No\ufffd[31m such title” is stored, “${said[0].found}” stands on its page`,
  );
  expect(told[1]).toContain("1 do not stand where their proof says");
  expect(told[2]).toContain("please report it");
  const other = await lines("verify", "--source", second);
  expect([other.exitCode, other.lines.length]).toEqual([0, 1]);
  const { exitCode: doctors, ok, says } = await doctor();
  expect([doctors, ok]).toEqual([5, false]);
  expect(says).toMatch(new RegExp(`^all verified .*: 1 of \\d+ false; those of “${second}” .*: 0 of \\d+ false$`));
});

it("a restored store is not verified yet, and an unknown source is refused", async () => {
  const file = join(folder.path, "backup.gz");
  expect((await bartree("backup", file)).exitCode).toBe(0);
  expect((await bartree("restore", file, "--replace")).exitCode).toBe(0);
  expect(await doctor()).toMatchObject({ ok: true, says: expect.stringContaining("never all verified") });
  const unknown = await lines("verify", "--source", "nobody");
  expect([unknown.exitCode, unknown.lines[0].error.code]).toEqual([2, "source-unknown"]);
  expect((await bartree("verify", "--help")).stdout).toContain("bartree verify --source rivers");
});
