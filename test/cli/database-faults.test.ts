/** What a person meets when the database is down, slow, full or cut off in the middle of a harvest (group F). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type DemoSite, startDemo } from "../../src/demo/site.js";
import { recordsSince } from "../../src/store/record.js";
import { sourceNamed } from "../../src/store/source.js";
import { demoSource, settingsOf, wrongValues } from "../harvester/tools.js";
import { isLong } from "../run.js";
import { type TestDatabase, testDatabase } from "../store/database.js";
import { falseProofs } from "../store/false-proofs.js";
import { startTcpProxy, type TcpProxy } from "../store/tcp-proxy.js";
import { testFolder } from "./folder.js";
import { run } from "./run.js";

const SLOW_MS = 2000;
const folder = testFolder();
let site: DemoSite;
let database: TestDatabase;
let proxy: TcpProxy;
let count = 0;

beforeAll(async () => {
  site = await startDemo();
  database = await testDatabase();
  const { host, port, name, password } = addressOf(database.url);
  proxy = await startTcpProxy({ host, port });
  url = `postgres://bartree:${password}@127.0.0.1:${proxy.port}/${name}`;
});
afterAll(async () => {
  await proxy.close();
  await database.drop();
  await site.close();
});
beforeEach(() => {
  proxy.delay(0);
  proxy.refuse(false);
});

let url = "";
const bartree = async (...args: string[]) => {
  const environment = { DATABASE_URL: url, BARTREE_HOME: folder.path, BARTREE_LOOPBACK_ORIGINS: site.origin };
  const { exitCode, stdout } = await run([...args, "--json"], "", false, environment);
  return {
    exitCode,
    lines: stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
};

function addressOf(socketUrl: string): { host: string; port: number; name: string; password: string } {
  const [host = "", query = ""] = socketUrl.replace(/^socket:/, "").split("?");
  const parameters = new URLSearchParams(query);
  return {
    host,
    port: Number(parameters.get("port")),
    name: parameters.get("db") ?? "",
    password: parameters.get("password") ?? "",
  };
}

async function added(): Promise<string> {
  const name = `institute ${++count}`;
  const file = folder.write(`${count}.json`, JSON.stringify(settingsOf(demoSource(site, "institute"))));
  expect((await bartree("source", "add", name, file)).exitCode).toBe(0);
  return name;
}

async function expectWhole(name: string) {
  expect(await bartree("harvest", name)).toMatchObject({ exitCode: 0, lines: [{ ending: "done", harvest: { found: 16 } }] });
  const source = await sourceNamed(database.pool, name);
  const records = await recordsSince(database.pool, { sourceId: source?.id ?? "", since: new Date(0), afterId: "0", limit: 100 });
  expect(records).toHaveLength(16);
  expect(wrongValues(records, site.truth("institute"))).toEqual([]);
  expect((await falseProofs(database.pool)).wrong).toEqual([]);
}

describe("the database", () => {
  it("down at start: one sentence, code 5", async () => {
    proxy.refuse(true);
    const { exitCode, lines } = await bartree("source", "list");
    expect([exitCode, lines[0].error.code]).toEqual([5, "database-unreachable"]);
  });

  it("2 s a query: a command takes its time and gives the answer", { timeout: 120_000 }, async () => {
    await added();
    proxy.delay(SLOW_MS);
    const begin = performance.now();
    const { exitCode, lines } = await bartree("source", "list");
    expect([exitCode, lines[0].sources.length]).toEqual([0, count]);
    expect(performance.now() - begin).toBeGreaterThan(2 * SLOW_MS);
  });

  it("slow: the harvest takes its time and is whole", { timeout: isLong ? 900_000 : 120_000 }, async () => {
    const name = await added();
    proxy.delay(isLong ? SLOW_MS : 40);
    await expectWhole(name);
  });

  it("cut in mid-harvest: one sentence, code 5, and the next harvest completes it", async () => {
    const name = await added();
    const cutting = setInterval(() => site.requests() > before + 8 && proxy.cut(), 1);
    const before = site.requests();
    const { exitCode, lines } = await bartree("harvest", name);
    clearInterval(cutting);
    expect([exitCode, lines.at(-1).error?.code]).toEqual([5, "database-unreachable"]);
    await expectWhole(name);
  });

  it("full: one sentence, code 5, nothing by halves, and the next harvest completes it", async () => {
    const name = await added();
    await database.pool.query(`
      create or replace function full_disk() returns trigger language plpgsql as
        $$ begin if (select count(*) from proof) > 4 then raise 'no space left' using errcode = '53100'; end if; return null; end $$;
      create trigger full_disk before insert on proof execute function full_disk()`);
    const { exitCode, lines } = await bartree("harvest", name);
    await database.pool.query("drop trigger full_disk on proof");
    expect([exitCode, lines.at(-1).error?.code]).toEqual([5, "database-full"]);
    await expectWhole(name);
  });
});
