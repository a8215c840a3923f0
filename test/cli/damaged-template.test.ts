/** Damaged templates by the doors of the command line: extract, check, heal, show, source import. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { damaged } from "../api/damage.js";
import { BOOKS } from "../core/bookshop.js";
import { randomOf } from "../core/mutate.js";
import { isLong, say, seed } from "../run.js";
import { type TestDatabase, testDatabase } from "../store/database.js";
import { testFolder } from "./folder.js";
import { run } from "./run.js";
import { learnShop, recordLines, shopFiles } from "./shop.js";

const folder = testFolder();
const shop = shopFiles(folder);
const known = folder.write("known.jsonl", recordLines(BOOKS));
let database: TestDatabase;
let whole: string;
beforeAll(async () => {
  await learnShop(shop);
  whole = readFileSync(shop.template, "utf8");
  database = await testDatabase();
});
afterAll(() => database.drop());

const ORDINARY = [0, 2, 3, 4, 6]; // of exit codes; 70 is a defect of ours

async function expectOrdinary(what: string, args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run(args, "", false, {
    DATABASE_URL: database.url,
    BARTREE_HOME: join(folder.path, "home"),
  });
  const report = stdout.startsWith('{"error"') ? JSON.parse(stdout).error : undefined;
  if (!ORDINARY.includes(exitCode) || (exitCode === 2 && report === undefined && !args.includes("import")))
    expect.fail(`${what}: ${args[0]} ended with ${exitCode}: ${stdout.slice(0, 300)} ${stderr.slice(0, 1000)}`);
  return report?.code ?? "";
}

let files = 0;

/** By all of them; gives the codes of refusal. */
async function byAllDoors(what: string, text: string): Promise<Set<string>> {
  const path = folder.write("damaged.json", text);
  const [first = ""] = shop.old;
  const codes = new Set([
    await expectOrdinary(what, ["extract", path, first, "--json"]),
    await expectOrdinary(what, ["check", path, first, "--json"]),
    await expectOrdinary(what, ["heal", path, ...shop.fresh, "--known", known, "-o", join(folder.path, "healed.json"), "--json"]),
    await expectOrdinary(what, ["show", path, "--svg", join(folder.path, "figures"), "--json"]),
  ]);
  const line = `{"name":"damaged ${++files}","settings":{},"templates":[{"role":"record","variant":1,"template":${text.replaceAll("\n", " ")}}]}`;
  await expectOrdinary(what, ["source", "import", folder.write("damaged.jsonl", `${line}\n`), "--json"]);
  return codes;
}

const inside = (name: string, value: string): string => whole.replace(/^\{/, `{"${name}":${value},`);
const deep = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;

describe("damaged templates on the command line", () => {
  it.each([
    { name: "empty", text: () => "" },
    { name: "a page", text: () => readFileSync(shop.first, "utf8") },
    { name: "NUL bytes", text: () => "\0".repeat(1000) },
    { name: "a byte order mark only", text: () => "\ufeff" },
    { name: "a nest of 1,000,000", text: () => deep(1_000_000) },
    { name: "a nest of 200,000 in a field", text: () => inside("frame", deep(200_000)) },
    { name: "a nest of 200,000 in a field nobody knows", text: () => inside("colour", deep(200_000)) },
    { name: "__proto__ at the top", text: () => inside("__proto__", '{"attributes":["x"]}') },
    { name: "constructor at the top", text: () => inside("constructor", '{"prototype":{}}') },
    { name: "a number beyond all", text: () => whole.replace(/"siblings": \d+/, '"siblings": 1e999') },
    { name: "a text of 20 MB", text: () => inside("frame", JSON.stringify(["a".repeat(20_000_000)])) },
    { name: "a file of 50 MB", text: () => `${whole}${" ".repeat(50_000_000)}` },
    { name: "a file of more than 50 MB", text: () => `${whole}${" ".repeat(51_000_000)}` },
  ])("$name: a code, and no defect", async ({ name, text }) => {
    expect(await byAllDoors(name, text())).not.toContain("internal");
  });

  const COUNT = isLong ? 1000 : 60;
  it(`${COUNT} of random damage: a code, and no defect`, async () => {
    const codes = new Map<string, number>();
    for (let number = 0; number < COUNT; number++) {
      const { text } = damaged(whole, randomOf(seed + number));
      for (const code of await byAllDoors(`damage ${number}`, text)) codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    say(`seed ${seed}, damaged templates by five commands: tried ${COUNT}, ${JSON.stringify(Object.fromEntries(codes))}`);
    expect(codes.has("internal")).toBe(false);
  }, 1_800_000);
});
