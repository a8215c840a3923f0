import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { BOOKS, recordOf } from "../core/bookshop.js";
import { testFolder } from "./folder.js";
import { run } from "./run.js";
import { book, learnShop, recordLines, shopFiles } from "./shop.js";

const folder = testFolder();
const shop = shopFiles(folder);
beforeAll(() => learnShop(shop));
let count = 0;

async function healed(known: string, pages: readonly string[]) {
  const path = join(folder.path, `healed-${count++}.json`);
  const records = folder.write(`known-${count}.jsonl`, known);
  const { exitCode, stdout } = await run(["heal", shop.template, ...pages, "--known", records, "-o", path, "--json"]);
  return { exitCode, path, report: JSON.parse(stdout), isWritten: existsSync(path) };
}

describe("bartree heal", () => {
  it("writes a template that reads the new pages", async () => {
    const { exitCode, path, report } = await healed(recordLines(BOOKS.slice(0, 3)), shop.fresh);
    expect(exitCode).toBe(0);
    expect(report).toMatchObject({ template: path, unconfirmed: false, withheld: [], report: { title: { contradicted: 0 } } });
    const { stdout } = await run(["extract", path, shop.fresh[5] ?? "", "--json"]);
    expect(JSON.parse(stdout).values).toEqual(recordOf(book(5)));
    expect(JSON.parse(readFileSync(path, "utf8")).learnt).toMatchObject({ by: "heal", unconfirmed: false });
  });

  it("known records may be what extract printed", async () => {
    const { stdout } = await run(["extract", shop.template, ...shop.old, "--format", "jsonl"]);
    expect((await healed(stdout, shop.fresh)).report).toMatchObject({ unconfirmed: false, withheld: [] });
  });

  it("from a single known record it is unconfirmed", async () => {
    const { exitCode, path, report } = await healed(recordLines(BOOKS.slice(0, 1)), shop.fresh);
    expect({ exitCode, unconfirmed: report.unconfirmed }).toEqual({ exitCode: 0, unconfirmed: true });
    expect((await run(["show", path])).stdout).toContain("unconfirmed");
  });

  const [a, b] = [book(0), book(1)];
  const wrong = { title: [b.author], author: [b.title], year: [b.price], price: [b.year] };
  it.each([
    { name: "no known record displayed", known: '{"title": ["Sea Walls of Old"]}', exitCode: 4, code: "key-missing" },
    {
      name: "records that contradict each other",
      known: [recordOf(a), wrong].map((each) => JSON.stringify(each)).join("\n"),
      exitCode: 3,
      code: "contradicted",
    },
    { name: "a line that is no record", known: `${recordLines([a])}\n\n[1]`, exitCode: 2, code: "records-invalid" },
    { name: "a line that is no JSON", known: "title: x", exitCode: 2, code: "records-invalid" },
  ])("$name: $code, exit $exitCode, nothing written", async ({ known, exitCode, code }) => {
    const ran = await healed(known, shop.fresh.slice(0, 2));
    expect({ exitCode: ran.exitCode, code: ran.report.error.code, isWritten: ran.isWritten }).toEqual({
      exitCode,
      code,
      isWritten: false,
    });
  });

  it("tells people what was kept", async () => {
    const records = folder.write("known.jsonl", recordLines(BOOKS.slice(0, 3)));
    const path = join(folder.path, "people.json");
    const { stdout } = await run(["heal", shop.template, ...shop.fresh, "--known", records, "-o", path]);
    expect(stdout).toMatch(/\ntitle +2 +0 +kept\n/);
    expect(stdout).toContain(`The template is in ${path}.`);
  });
});
