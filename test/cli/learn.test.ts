import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { newPage } from "../core/bookshop.js";
import { testFolder } from "./folder.js";
import { run } from "./run.js";
import { book, labelsOf, shopFiles } from "./shop.js";

const folder = testFolder();
const shop = shopFiles(folder);
const { first, siblings, fresh } = shop;
let count = 0;
const output = (): string => join(folder.path, `learnt-${count++}.json`);

const learnt = async (args: readonly string[]) => {
  const path = output();
  const { exitCode, stdout, stderr } = await run(["learn", ...args, "-o", path, "--json"]);
  return { exitCode, stderr, path, report: JSON.parse(stdout), isWritten: existsSync(path) };
};

describe("bartree learn", () => {
  it("writes a template and says what it reads", async () => {
    const { exitCode, stderr, path, report } = await learnt([first, ...labelsOf(book(0)), "--sibling", ...siblings]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({
      format: "bartree-template",
      version: 1,
      kind: "page",
      learnt: { by: "labels", siblings: 5, further: 0, unconfirmed: false },
    });
    expect(report).toMatchObject({ kind: "page", template: path, isGlanced: true, unsettled: [], notes: [] });
    expect(report.siblings.map(({ values }: { values: { title: string[] } }) => values.title[0])).toEqual(
      [1, 2, 3, 4, 5].map((i) => book(i).title),
    );
    expect(report.delimiters.find(({ attribute }: { attribute: string }) => attribute === "year")).toEqual({
      attribute: "year",
      values: [0],
      upper: { text: "", tags: "</th><td>" },
      lower: { text: "", tags: "</td></tr><tr><th>" },
    });
  });

  it("tells people the delimiters and the siblings' values, and that five were not looked at", async () => {
    const path = output();
    const { stdout, stderr } = await run(["learn", first, ...labelsOf(book(0)), "--sibling", siblings[0] ?? "", "-o", path]);
    expect(stdout).toContain("attribute | upper delimiter");
    expect(stdout).toMatch(/\n.*old-1\.html +Tomas Wray +€31\.00 +A Grammar of Tides +1992\n/);
    expect(stdout).toContain(`The template is in ${path}.\n`);
    expect(stderr).toContain("[few-siblings]");
    expect(readdirSync(folder.path).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("takes labels from a JSON file and texts from files", async () => {
    const labels = folder.write("labels.json", JSON.stringify({ author: ["Ines Calder"], year: "1987" }));
    const title = folder.write("title.txt", `  ${book(0).title}\n`);
    const { report } = await learnt([first, "--labels", labels, "--label", `title=@${title}`]);
    expect(report.attributes).toEqual(["author", "title", "year"]);
  });

  it("marks volatile attributes and keeps the pasted region", async () => {
    const region = `${book(0).title} Buy Author: Ines Calder Year: 1987 Price: €12.50`.replace(" Buy", "");
    const { path } = await learnt([first, ...labelsOf(book(0)), "--volatile", "price", "--region", region]);
    expect(JSON.parse(readFileSync(path, "utf8")).key).toMatchObject({ volatile: ["price"], region });
  });

  it("an HTML attribute is labelled by its value", async () => {
    const page = folder.write("link.html", `<p id="a">On Bars</p><p><a class="pdf" href="/bars.pdf">PDF</a></p>`);
    const { path } = await learnt([page, "--label", "pdf=/bars.pdf", "--attr", "pdf=href"]);
    const { stdout } = await run(["extract", path, page, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ values: { pdf: ["/bars.pdf"] }, proofs: { pdf: [{ htmlAttribute: "href" }] } });
  });

  const authors = folder.write("many.html", "<h1>On Bars</h1><ul class=by><li>Ann Ash<li>Bo Birch<li>Cy Cedar</ul><p>End");
  it.each([
    { name: "again", args: ["--label", "by=Ann Ash", "--label", "by=Bo Birch", "--label", "by=Cy Cedar"] },
    { name: "in one go", args: ["--label", "by=Ann Ash", "by=Bo Birch", "by=Cy Cedar"] },
    { name: "by lines", args: ["--many", "by", "--label", "by=Ann Ash\nBo Birch\n\nCy Cedar"] },
  ])("several values of one attribute, labelled $name", async ({ args }) => {
    const { path } = await learnt([authors, ...args]);
    const { stdout } = await run(["extract", path, authors, "--json"]);
    expect(JSON.parse(stdout).values).toEqual({ by: ["Ann Ash", "Bo Birch", "Cy Cedar"] });
  });

  it("labels after --also belong to that page", async () => {
    const { path, report } = await learnt([
      first,
      ...labelsOf(book(0)),
      "--also",
      fresh[1] ?? "",
      ...labelsOf(book(1), ["title", "author", "year"]),
      "--absent",
      "price",
    ]);
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ learnt: { further: 1 } });
    expect(report.kind).toBe("page");
    const { stdout } = await run(["extract", path, fresh[2] ?? "", shop.old[3] ?? "", "--json"]);
    const [other, same] = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(other.values.title).toEqual([book(2).title]);
    expect(same.values.title).toEqual([book(3).title]);
  });

  it("--absent is obeyed on its page, whatever rules would read there", async () => {
    const pageOf = (title: string, note: string) =>
      `<h1>${title}</h1><p class=by>by Ann Ash</p><p class=note>${note}</p><p>End</p>`;
    const [one, two] = [
      ["On Bars", "On loan"],
      ["On Trees", "Read more"],
    ].map(([title = "", note = ""], i) => folder.write(`absent-${i}.html`, pageOf(title, note)));
    const labels = [one ?? "", "--label", "title=On Bars", "note=On loan", "--also", two ?? "", "--label", "title=On Trees"];
    const readingOf = async (more: string[]) => {
      const { path } = await learnt([...labels, ...more]);
      return JSON.parse((await run(["extract", path, two ?? "", "--json"])).stdout);
    };
    expect((await readingOf([])).values).toEqual({ title: ["On Trees"], note: ["Read more"] });
    expect(await readingOf(["--absent", "note"])).toMatchObject({
      values: { title: ["On Trees"], note: [] },
      absent: { note: {} },
    });
  });

  it("says which of several places is read, and takes a choice", async () => {
    const page = folder.write(
      "twice.html",
      "<h1>On Bars</h1><p class=a>2001</p><p class=b>seen</p><p class=c>2001</p><p>End</p>",
    );
    const { report } = await learnt([page, "--label", "year=2001", "--choose", "year=2"]);
    expect(report.ambiguous).toMatchObject([{ attribute: "year", label: "2001", read: 2, by: "choice" }]);
    expect(report.ambiguous[0].places).toHaveLength(2);
  });

  it("keeps all places that nothing tells apart, and says so", async () => {
    const page = folder.write("alike.html", `<ul>${"<li>Free</li>".repeat(3)}</ul>`);
    const { stdout } = await run(["learn", page, "--label", "price=Free", "-o", output()]);
    expect(stdout).toContain("“Free” stands in 3 places; 3 of them are kept, and a value is given only where they agree.");
  });

  it("notes attributes that share a place, and a sibling of another site", async () => {
    const { exitCode, report } = await learnt([
      first,
      ...labelsOf(book(0), ["title"]),
      "--label",
      `name=${book(0).title}`,
      "--sibling",
      siblings[0] ?? "",
      "--sibling",
      fresh[1] ?? "",
    ]);
    expect(exitCode).toBe(0);
    const codes = report.notes.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(expect.arrayContaining(["label-shared", "sibling-unlike", "few-siblings"]));
  });
});

it("a disk that is full leaves the old template as it was", () => {
  const path = output();
  writeFileSync(path, "the old one");
  const program = resolve(import.meta.dirname, "../../bin/bartree.js");
  const call = `trap '' XFSZ; ulimit -f 1; exec "$@"`; // one block of 512 or 1,024 bytes
  const args = ["learn", first, ...labelsOf(book(0)), "-o", path, "--json"];
  const { status, stdout } = spawnSync("bash", ["-c", call, "bash", process.execPath, program, ...args], { encoding: "utf8" });
  expect([status, JSON.parse(stdout).error.code]).toEqual([5, "disk-full"]);
  expect(readFileSync(path, "utf8")).toBe("the old one");
  expect(readdirSync(folder.path).filter((name) => name.endsWith(".part"))).toEqual([]);
});

describe("what cannot be learnt is said, and nothing is written", () => {
  const small = folder.write("small.html", "<p>Only this</p>");
  const title = labelsOf(book(0), ["title"]);
  it.each([
    { name: "a label that is not there", args: [first, "--label", "title=No such book"], code: "label-not-found" },
    { name: "a label that goes on otherwise", args: [first, "--label", "title=The Salt Roads of Rome"], code: "label-not-found" },
    { name: "an empty label", args: [first, "--label", "title= \t"], code: "label-empty" },
    { name: "a label twice", args: [first, ...title, ...title], code: "label-twice" },
    { name: "the whole page", args: [small, "--label", "title=Only this"], code: "label-is-page" },
    { name: "a label too long", args: [first, "--label", `title=${"x".repeat(100_001)}`], code: "label-too-long" },
    {
      name: "51 labels",
      args: [first, ...Array.from({ length: 51 }, (_, i) => ["--label", `a${i}=x`]).flat()],
      code: "too-many-labels",
    },
    { name: "51 siblings", args: [first, ...title, ...Array(51).fill(["--sibling", first]).flat()], code: "too-many-siblings" },
    { name: "a place too many", args: [first, ...title, "--choose", "title=2"], code: "choice-unknown" },
    { name: "labels that are no JSON", args: [first, "--labels", first], code: "labels-invalid" },
    { name: "a label on a further page", args: [first, ...title, "--also", fresh[1] ?? "", ...title], code: "label-not-found" },
    { name: "no labels", args: [first], code: "usage" },
    { name: "a label without a name", args: [first, "--label", "On Bars"], code: "usage" },
    { name: "a name that is none", args: [first, "--label", "__proto__=On Bars"], code: "usage" },
    { name: "a name that every object has", args: [first, "--label", "toString=On Bars"], code: "usage" },
    { name: "an HTML attribute that carries no values", args: [first, ...title, "--attr", "title=data-id"], code: "usage" },
    { name: "a text as an address", args: [first, ...title, "--attr", "title=href"], code: "label-not-found" },
    { name: "a region that is not there", args: [first, ...title, "--region", "No such region"], code: "text-not-found" },
    { name: "an empty region", args: [first, ...title, "--region", " "], code: "text-empty" },
    { name: "an option for an unlabelled attribute", args: [first, ...title, "--volatile", "price"], code: "usage" },
    { name: "absent and labelled", args: [first, ...title, "--absent", "title"], code: "usage" },
    { name: "a missing sibling", args: [first, ...title, "--sibling", "no-such.html"], code: "file-not-found" },
  ])("$name: $code", async ({ args, code }) => {
    const { exitCode, report, isWritten } = await learnt(args);
    expect({ exitCode, code: report.error.code, isWritten }).toEqual({ exitCode: 2, code, isWritten: false });
  });

  it.each([1, 2, 3, 5])("%i siblings of another site: siblings-unlike", async (count) => {
    const strangers = Array.from({ length: count }, (_, i) =>
      folder.write(
        `stranger-${i}.html`,
        `<h1>Weather</h1><p>Wind ${i}</p><ul><li>North<li>South<li>Sea</ul><p>Forecast for tomorrow`,
      ),
    );
    const { exitCode, report, isWritten } = await learnt([first, ...title, "--sibling", ...strangers]);
    expect({ exitCode, code: report.error.code, isWritten }).toEqual({ exitCode: 3, code: "siblings-unlike", isWritten: false });
    expect(report.error.hint).toContain("same kind and site");
  });

  it("shows up to where a label was found", async () => {
    const { report } = await learnt([first, "--label", "title=The Salt Roads of Rome"]);
    expect(report.error.message).toContain("“The Salt Roads of”");
  });

  it("tells all bad labels at once", async () => {
    const { report } = await learnt([first, "--label", "a=", "--label", "b=", "--label", "c=No such"]);
    expect([report.error, ...report.further].map(({ code }) => code)).toEqual(["label-empty", "label-empty", "label-not-found"]);
  });

  const pieces = folder.write("pieces.html", "<h1>On Bars</h1><div><p>This is Ann</p><p>Ash and</p></div>");
  it("a label over parts of two lines: nothing-learnt, exit 3", async () => {
    const { exitCode, report, isWritten } = await learnt([pieces, "--label", "by=Ann Ash"]);
    expect({ exitCode, code: report.error.code, isWritten }).toEqual({ exitCode: 3, code: "nothing-learnt", isWritten: false });
    expect(report.unsettled).toMatchObject([{ attribute: "by", label: "Ann Ash", note: { code: "label-in-pieces" } }]);
  });

  it("an attribute that cannot be learnt does not keep the others from it", async () => {
    const { exitCode, report, path } = await learnt([pieces, "--label", "by=Ann Ash", "--label", "title=On Bars"]);
    expect(exitCode).toBe(0);
    expect(report.notes.map(({ code }: { code: string }) => code)).toContain("label-in-pieces");
    const { stdout } = await run(["extract", path, pieces, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ values: { title: ["On Bars"] }, withheld: { by: { class: "unsettled" } } });
  });

  it("an older template stays where the new one cannot be written", async () => {
    const { exitCode, stderr } = await run(["learn", first, ...title, "-o", folder.path]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("[file-unwritable]");
    expect(readdirSync(folder.path).filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});

describe("bartree learn --list", () => {
  const rows = [0, 1, 2, 3].map((i) => `<li><a href="/${i}">${book(i).title}</a>, ${book(i).author}</li>`);
  const page = folder.write("list.html", `<h1>Books</h1><ul>${rows.join("")}<li>More next week</li></ul>`);
  const record = (i: number): string[] => ["--record", `title=${book(i).title},link=/${i}`];

  it("two records teach the others", async () => {
    const { exitCode, report, path } = await learnt([page, "--list", ...record(0), ...record(1)]);
    expect(exitCode).toBe(0);
    expect(report).toMatchObject({ kind: "list", attributes: ["title", "link"] });
    expect(report.records.map(({ values }: { values: object }) => values)).toEqual(
      [0, 1, 2, 3].map((i) => ({ title: book(i).title, link: `/${i}` })),
    );
    expect(report.rejected).toHaveLength(1);
    expect(report.delimiters[0]).toMatchObject({ attribute: "title" });
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ format: "bartree-template", kind: "list" });
  });

  it("a comma parts values only before a name", async () => {
    const odd = folder.write(
      "odd.html",
      "<ul><li><b>Tea, green</b> <i>3</i><li><b>Tea, black</b> <i>4</i><li><b>Rye</b> <i>5</i></ul>",
    );
    const { report } = await learnt([
      odd,
      "--list",
      "--record",
      "name=Tea, green,price=3",
      "--record",
      "name=Tea, black,price=4",
    ]);
    expect(report.records.map(({ values }: { values: { name: string } }) => values.name)).toEqual([
      "Tea, green",
      "Tea, black",
      "Rye",
    ]);
  });

  it.each([
    { name: "no records", args: ["--list"], exitCode: 2, code: "usage" },
    { name: "a label of single pages", args: ["--list", ...record(0), "--label", "a=b"], exitCode: 2, code: "usage" },
    {
      name: "a record that is not there",
      args: ["--list", "--record", "title=No such", ...record(1)],
      exitCode: 2,
      code: "label-not-found",
    },
    { name: "an empty label", args: ["--list", "--record", "title=", ...record(1)], exitCode: 2, code: "label-empty" },
    {
      name: "places that are not alike",
      args: ["--list", "--record", "title=Books", "--record", `title=${book(1).title}`],
      exitCode: 3,
      code: "list-not-learnt",
    },
  ])("$name: $code", async ({ args, exitCode, code }) => {
    const ran = await learnt([page, ...args]);
    expect({ exitCode: ran.exitCode, code: ran.report.error.code, isWritten: ran.isWritten }).toEqual({
      exitCode,
      code,
      isWritten: false,
    });
  });
});

it("shows how far it is, on a terminal only", async () => {
  const said = { quiet: "", terminal: "" };
  for (const name of ["quiet", "terminal"] as const) {
    const { main } = await import("../../src/cli/main.js");
    await main(["learn", first, ...labelsOf(book(0), ["title"]), "--sibling", ...siblings, "-o", output()], {
      stdin: (async function* (): AsyncGenerator<Uint8Array> {})(),
      stdout: { write: () => true },
      stderr: { write: (text) => (said[name] += text), isTTY: name === "terminal" },
      colours: false,
    });
  }
  expect(said.quiet).toBe("");
  expect(said.terminal).toContain("reading page 3 of 5");
});

it("reads a page from standard input", async () => {
  const path = output();
  const { exitCode } = await run(["learn", "-", ...labelsOf(book(4), ["title"]), "-o", path], newPage(book(4)));
  expect(exitCode).toBe(0);
});
