import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WARCParser } from "warcio";
import { type DemoSite, startDemo } from "../../src/demo/site.js";
import { demoSource, settingsOf } from "../harvester/tools.js";
import { type TestDatabase, testDatabase } from "../store/database.js";
import { testFolder } from "./folder.js";
import { run } from "./run.js";

const folder = testFolder();
let site: DemoSite;
let database: TestDatabase;
let environment: Record<string, string>;
let first: Map<string, Buffer>; // each page as the site served it when it was first harvested

const bartree = (...args: string[]) => run([...args, "--json"], "", false, environment);
const served = async (address: string) => Buffer.from(await (await fetch(address)).arrayBuffer());

beforeAll(async () => {
  site = await startDemo();
  database = await testDatabase();
  environment = { DATABASE_URL: database.url, BARTREE_HOME: folder.path, BARTREE_LOOPBACK_ORIGINS: site.origin };
  const settings = folder.write("observatory.json", JSON.stringify(settingsOf(demoSource(site, "observatory"))));
  await bartree("source", "add", "stars", settings);
  await bartree("harvest", "stars");
  const addresses = [...site.truth("observatory").keys()];
  first = new Map(await Promise.all(addresses.map(async (address) => [address, await served(address)] as const)));
  site.edit("observatory", "c205", { title: "A Title of Another Day" });
  await bartree("harvest", "stars");
});
afterAll(async () => {
  await database.drop();
  await site.close();
});

async function readBack(file: string) {
  const pages: { type: string; address: string; status: number; bytes: Buffer }[] = [];
  for await (const record of new WARCParser([readFileSync(file)])) {
    const bytes = Buffer.from(await record.readFully(false));
    if (record.warcType !== "warcinfo")
      pages.push({
        type: record.warcType ?? "",
        address: record.warcTargetURI ?? "",
        status: Number(record.httpHeaders?.statusCode),
        bytes,
      });
  }
  return pages;
}

it("holds every page as it is and as it was, for another's reader", async () => {
  const file = join(folder.path, "stars.warc.gz");
  const { exitCode, stdout } = await bartree("warc", file, "--source", "stars");
  const pages = await readBack(file);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ file, pages: 21, bytes: readFileSync(file).length });
  expect(pages).toHaveLength(21); // twenty, and one that was edited
  expect(pages.every(({ type, status }) => type === "response" && status === 200)).toBe(true);
  for (const [address, bytes] of first) {
    const own = pages.filter((page) => page.address === address).map((page) => page.bytes);
    expect(own[0]).toEqual(bytes);
    if (own.length === 2) expect(own[1]).toEqual(await served(address));
  }
  expect(readdirSync(folder.path).filter((name) => name.endsWith(".part"))).toEqual([]);
});

it("is written again the same but for the time it was made, with and without the source's name", async () => {
  const [one, two] = [join(folder.path, "one.warc.gz"), join(folder.path, "two.warc.gz")];
  await bartree("warc", one);
  await bartree("warc", two, "--source", "stars");
  expect(await readBack(one)).toEqual(await readBack(two));
});

it.each([
  { name: "a source that is not there", args: ["x.warc.gz", "--source", "moons"], code: "source-unknown" },
  { name: "a place that cannot be written", args: ["/proc/x/y.warc.gz"], code: "file-unwritable" },
])("$name is refused", async ({ args, code }) => {
  const { exitCode, stdout } = await bartree("warc", ...args);
  expect([exitCode, JSON.parse(stdout).error.code]).toEqual([2, code]);
});

it("a disk that is full leaves the old file as it was", () => {
  const file = join(folder.path, "full.warc.gz");
  writeFileSync(file, "the old one");
  const program = resolve(import.meta.dirname, "../../bin/bartree.js");
  const call = `trap '' XFSZ; ulimit -f 8; exec "${process.execPath}" "${program}" warc "${file}" --json`; // 8 blocks of 512 or 1,024 bytes
  const { status, stdout } = spawnSync("bash", ["-c", call], {
    env: { ...environment, PATH: "/usr/bin:/bin" },
    encoding: "utf8",
  });
  expect([status, JSON.parse(stdout).error.code]).toEqual([5, "disk-full"]);
  expect(readFileSync(file, "utf8")).toBe("the old one");
  expect(readdirSync(folder.path).filter((name) => name.endsWith(".part"))).toEqual([]);
});
