import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { newPage, oldPage, recordOf } from "../core/bookshop.js";
import { testFolder } from "./folder.js";
import { run } from "./run.js";
import { book, learnShop, shopFiles } from "./shop.js";

const folder = testFolder();
const shop = shopFiles(folder);
const [page = "", other = ""] = shop.siblings;
const bare = folder.write("bare.html", oldPage(book(2)).replace(/<h1>.*<\/h1>/, "<h2>Out of print</h2>"));
beforeAll(() => learnShop(shop));

const extracted = (...args: string[]) => run(["extract", shop.template, ...args]);

describe("bartree extract", () => {
  it("--json: values, withheld and proofs", async () => {
    const { exitCode, stdout, stderr } = await extracted(page, "--json");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    const { values, withheld, proofs, agreed } = JSON.parse(stdout);
    expect(values).toEqual(recordOf(book(1)));
    expect(withheld).toEqual({});
    for (const [name, [proof]] of Object.entries(proofs as Record<string, [{ value: number; start: number; end: number }]>)) {
      expect(proof.value).toBe(0);
      expect(oldPage(book(1)).slice(proof.start, proof.end)).toBe(values[name][0]);
      expect(agreed[name].length).toBeGreaterThan(1);
    }
  });

  it("standard input is read once", async () => {
    const { exitCode, stderr } = await run(["extract", shop.template, "-", "-"], oldPage(book(1)));
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining("[stdin-twice]") });
  });

  it("what is not proved is withheld with a class and a reason", async () => {
    const { exitCode, stdout } = await extracted(bare, "--json");
    expect(exitCode).toBe(0);
    const { values, withheld } = JSON.parse(stdout);
    expect(values).not.toHaveProperty("title");
    expect(withheld.title.class).toMatch(/^[a-z-]+$/);
    expect(withheld.title.reason).toMatch(/\.$/);
  });

  it.each([
    { name: "all read", file: page, exitCode: 0 },
    { name: "a value withheld", file: bare, exitCode: 6 },
  ])("--strict, $name: exit $exitCode", async ({ file, exitCode }) => {
    expect((await extracted(file, "--strict")).exitCode).toBe(exitCode);
  });

  it("several pages with --json are JSON lines, each with its page; --format json is one list", async () => {
    const lines = (await extracted(page, other, "--json")).stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map((line) => line.page)).toEqual([page, other]);
    expect(JSON.parse((await extracted(page, other, "--format", "json")).stdout)).toEqual(lines);
    expect((await extracted(page, other, "--format", "jsonl")).stdout.trim().split("\n")).toHaveLength(2);
    expect(JSON.parse((await extracted(page, "--format", "json")).stdout)).not.toHaveProperty("page");
  });

  it("a table for people, with reasons, and with --why places and rules", async () => {
    const { stdout } = await extracted(page, bare);
    expect(stdout).toContain("\ntitle   A Grammar of Tides\n");
    expect(stdout).toMatch(/\ntitle +\(withheld, [a-z-]+\) /);
    const { stdout: why } = await extracted(page, "--why");
    expect(why).toMatch(/\n +at \d+–\d+; agreed: [a-z, ]+signature/);
  });

  it("CSV has one line per page, and names what is withheld", async () => {
    const { stdout } = await extracted(page, bare, "--format", "csv");
    const [head, first, second] = stdout.split("\r\n");
    expect(head).toBe("page,author,price,title,year,withheld");
    expect(first).toBe(`${page},Tomas Wray,€31.00,A Grammar of Tides,1992,`);
    expect(second).toMatch(/,title$/);
  });

  it("a CSV cell that would be a formula is neutralised unless --raw", async () => {
    const risky = folder.write("risky.html", oldPage({ ...book(1), author: '=HYPERLINK("x"),y' }));
    expect((await extracted(risky, "--format", "csv")).stdout).toContain(`,"'=HYPERLINK(""x""),y",`);
    expect((await extracted(risky, "--format", "csv", "--raw")).stdout).toContain(`,"=HYPERLINK(""x""),y",`);
    expect(JSON.parse((await extracted(risky, "--json")).stdout).values.author).toEqual(['=HYPERLINK("x"),y']);
  });

  it("the same call gives the same bytes", async () => {
    const calls = await Promise.all([1, 2].map(() => extracted(...shop.old, "--json")));
    expect(calls[0]).toEqual(calls[1]);
  });

  it("pages of another site give nothing", async () => {
    const { stdout } = await extracted(folder.write("foreign.html", newPage(book(3)).replace(/Harbour/g, "River")), "--json");
    const { values, withheld } = JSON.parse(stdout);
    expect(values).toEqual({});
    expect(withheld.title.class).toBe("page-not-recognised");
  });

  it.each([
    { name: "an unknown format", args: [page, "--format", "xml"], code: "usage" },
    { name: "JSON and CSV", args: [page, "--format", "csv", "--json"], code: "usage" },
    { name: "no page", args: [], code: "usage" },
    { name: "a missing page", args: ["no-such.html"], code: "file-not-found" },
  ])("$name: $code", async ({ args, code }) => {
    const { exitCode, stdout, stderr } = await extracted(...args);
    expect(exitCode).toBe(2);
    expect(stdout + stderr).toContain(code);
  });
});

describe("bartree extract with a template of lists", () => {
  const html = `<ul>${[0, 1, 2, 3].map((i) => `<li><a href="b/${i}">${book(i).title}</a>, <i>${book(i).author}</i>`).join("")}</ul>`;
  const list = folder.write("list.html", html);
  const template = join(folder.path, "list.json");
  const record = (i: number) => ["--record", `title=${book(i).title},author=${book(i).author}`];
  beforeAll(() => run(["learn", list, "--list", ...record(0), ...record(1), "-o", template]));

  it("gives all records with their proofs and links", async () => {
    const { exitCode, stdout } = await run(["extract", template, list, "--json"]);
    const { records, withheld, rejected } = JSON.parse(stdout);
    expect({ exitCode, withheld, rejected }).toEqual({ exitCode: 0, withheld: [], rejected: [] });
    expect(records).toHaveLength(4);
    const { values, proofs, link } = records[2];
    expect({ values, link }).toEqual({ values: { title: book(2).title, author: book(2).author }, link: "b/2" });
    expect(html.slice(proofs.title[0].start, proofs.title[0].end)).toBe(book(2).title);
  });

  it("as a table and as CSV", async () => {
    expect((await run(["extract", template, list])).stdout).toContain("\n4 records\n");
    const { stdout } = await run(["extract", template, list, "--format", "csv"]);
    expect(stdout.split("\r\n").slice(0, 2)).toEqual(["page,title,author,link", `${list},${book(0).title},Ines Calder,b/0`]);
  });

  it("two records of one identity are withheld, and strict says so", async () => {
    const doubled = folder.write(
      "doubled.html",
      html.replace("</ul>", `<li><a href="b/0">${book(0).title}</a>, <i>Ivo Calder</i></ul>`),
    );
    const { exitCode, stdout } = await run(["extract", template, doubled, "--strict", "--json"]);
    expect(exitCode).toBe(6);
    expect(JSON.parse(stdout).withheld.map(({ class: kind }: { class: string }) => kind)).toEqual([
      "identity-not-unique",
      "identity-not-unique",
    ]);
  });
});
