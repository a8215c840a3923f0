import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DemoSite, startDemo } from "../../src/demo/site.js";
import { startReportSite } from "../harvester/report-site.js";
import { type TestDatabase, testDatabase } from "../store/database.js";
import { falseProofs } from "../store/false-proofs.js";
import { run } from "./run.js";

let site: DemoSite;
let database: TestDatabase;

beforeAll(async () => {
  site = await startDemo();
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
  await site.close();
});

const environment = () => ({
  DATABASE_URL: database.url,
  BARTREE_HOME: "/nonexistent",
  BARTREE_LOOPBACK_ORIGINS: site.origin,
});
const bartree = (...args: string[]) => run(args, "", false, environment());
const json = async (...args: string[]) => {
  const { stdout, exitCode } = await bartree(...args, "--json");
  return {
    exitCode,
    lines: stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
};

/** The observatory, as a person would add it; one author's name is one that a spreadsheet would take for a formula. */
function addCall(): string[] {
  const [source] = site.sources;
  if (!source) throw new Error("no source");
  const labels = Object.entries(source.labels).flatMap(([name, texts]) =>
    texts.flatMap((text) => ["--label", `${name}=${text}`]),
  );
  return [
    "source",
    "add",
    "stars",
    source.keyUrl,
    ...labels,
    "--list-url",
    source.listUrl,
    "--next",
    "Older circulars",
    "--delay",
    "0",
  ];
}

describe("a source from its beginning to its end", () => {
  it("is added with a look at its siblings, once", async () => {
    site.edit("observatory", "c205", { title: "=1+1, or the Sum of Two Lights" });
    expect((await json(...addCall())).lines).toMatchObject([{ source: "stars", version: 1, standing: "confirmed" }]);
    const again = await json(...addCall());
    expect([again.exitCode, again.lines[0].error.code]).toEqual([2, "source-exists"]);
  });

  it("is harvested and listed", async () => {
    expect(await json("harvest", "stars")).toMatchObject({
      exitCode: 0,
      lines: [{ ending: "done", harvest: { found: 20, read: 20 } }],
    });
    expect((await json("source", "list")).lines).toMatchObject([
      { sources: [{ source: "stars", state: "active", records: 20 }] },
    ]);
    expect((await bartree("source", "show", "stars")).stdout).toContain("done: found 20 = 20 read");
  });

  it("gives its records as table, JSON lines and CSV without formulas", async () => {
    expect((await bartree("records", "--source", "stars")).stdout).toContain("Seven Nights over Cold Ridge");
    expect((await json("records", "--search", "Müller’s")).lines).toMatchObject([{ values: { number: ["Circular No. 211"] } }]);
    const cell = "=1+1, or the Sum of Two Lights";
    expect((await bartree("records", "--format", "csv")).stdout).toContain(`"'${cell}"`);
    expect((await bartree("records", "--format", "csv", "--raw")).stdout).toContain(`"${cell}"`);
    expect((await json("records", "--since", "2999-01-01")).lines).toEqual([]);
    for (const day of ["5", "2026-02-31", "-271821-04-20", "2026-01-01x"])
      expect((await json("records", "--since", day)).lines, day).toMatchObject([{ error: { code: "usage" } }]);
  });

  it("takes one more answer about one page, and that a page is no record", async () => {
    const page = (name: string): string => `${site.origin}/observatory/${name}.html`;
    const answered = await json("source", "answer", "stars", page("c210"), "--label", "number=Circular No. 210");
    expect(answered.lines).toMatchObject([
      { source: "stars", version: 2, address: page("c210"), known: 20, lost: [], notes: [] },
    ]);
    const { settings } = (await json("source", "show", "stars")).lines[0];
    expect(settings.key.further).toMatchObject([{ address: page("c210"), labels: { number: ["Circular No. 210"] } }]);
    expect((await bartree("source", "answer", "stars", page("c209"), "--no-record")).stdout).toContain("is no record");
    const { lines } = await json("records", "--source", "stars", "--format", "jsonl");
    expect(lines.filter(({ state }) => state === "current").map(({ address }) => address)).not.toContain(page("c209"));
    expect(lines.filter(({ state }) => state === "current")).toHaveLength(19);
    const back = await json("source", "answer", "stars", page("c209"), "--label", "number=Circular No. 209");
    expect(back.lines).toMatchObject([{ version: 3 }]);
    expect((await bartree("records", "--source", "stars", "--search", "209")).stdout).toContain("Circular No. 209");
    for (const wrong of [[], ["--no-record", "--absent", "title"], ["--absent", "colour"]])
      expect((await json("source", "answer", "stars", page("c210"), ...wrong)).lines[0].error.code).toBe("usage");
  });

  it("heals, is taken back, paused and resumed", async () => {
    site.redesign("observatory");
    expect((await json("harvest")).lines).toMatchObject([{ verdict: "broken", isHealed: true, version: 4 }]);
    expect((await json("template", "undo", "stars")).lines).toMatchObject([{ undone: 4, inForce: 3, state: "paused" }]);
    expect((await json("undo-heal", "stars")).lines[0].error.code).toBe("nothing-to-undo");
    expect((await json("redo-heal", "stars")).lines).toMatchObject([{ redone: 4, before: 3, state: "active" }]);
    expect((await json("redo-heal", "stars")).lines[0].error.code).toBe("nothing-to-redo");
    expect((await bartree("undo-heal", "stars")).stdout).toContain("`bartree redo-heal`");
    expect((await json("harvest")).lines).toEqual([]);
    expect((await bartree("harvest")).stderr).toContain("No source is active");
    expect((await json("source", "list")).lines[0].sources).toMatchObject([{ state: "paused", nextCheckAt: null }]);
    expect((await json("source", "show", "stars")).lines).toMatchObject([{ state: "paused", nextCheckAt: null }]);
    expect((await json("source", "resume", "stars")).lines).toMatchObject([{ state: "active" }]);
    expect((await json("template", "list", "stars")).lines[0].versions).toMatchObject([
      { origin: "labels" },
      { origin: "labels" },
      { isInForce: true },
      { origin: "heal" },
    ]);
  });

  it("tells by the exit code that it is deferred, and goes on with a new label", async () => {
    site.remove("observatory", "all");
    expect((await json("harvest", "stars")).exitCode).toBe(4);
    expect((await json("warnings")).lines[0].warnings).toMatchObject([{ cause: "key-missing", source: "stars" }]);
    site.restore("observatory");
    const labels = ["--label", "title=Plate Ghosts of the Long Corrector", "--label", "number=Circular No. 210"];
    const rekeyed = await json("source", "rekey", "stars", `${site.origin}/observatory/c210.html`, ...labels);
    expect(rekeyed.lines).toMatchObject([{ source: "stars", version: 5 }]);
    expect(await json("harvest", "stars")).toMatchObject({ exitCode: 0, lines: [{ ending: "done" }] });
  });

  it("is removed only by who means it", async () => {
    const asked: string[] = [];
    const answering = (answer: string) => ({
      ask: async (question: string) => {
        asked.push(question);
        return answer;
      },
    });
    const silent = await json("source", "remove", "stars");
    expect([silent.exitCode, silent.lines[0].error.code]).toEqual([2, "usage"]);
    expect(silent.lines[0].error.message).toContain("--yes");
    for (const answer of ["", "n", "stars"]) {
      const { stdout, exitCode } = await run(["source", "remove", "stars"], "", false, environment(), answering(answer));
      expect([exitCode, stdout]).toEqual([0, "“stars” stays as it is.\n"]);
    }
    expect(asked[0]).toMatch(/“stars” and its \d+ records.*for good\. Go on\? \[y\/N\] $/);
    expect((await json("source", "show", "stars")).exitCode).toBe(0);
  });

  it("is removed", async () => {
    expect((await json("source", "remove", "stars", "--yes")).exitCode).toBe(0);
    const gone = await json("source", "show", "stars");
    expect([gone.exitCode, gone.lines[0].error.code]).toEqual([2, "source-unknown"]);
  });
});

it("a table of records marks values that were read earlier and are withheld now", async () => {
  const reports = await startReportSite();
  const own = (...args: string[]) => run(args, "", false, { ...environment(), BARTREE_LOOPBACK_ORIGINS: reports.origin });
  const table = async () => (await own("records", "--source", "reports")).stdout;
  try {
    const labels = Object.entries(reports.truth().get(`${reports.origin}/1`) ?? {}).flatMap(([name, [text]]) => [
      "--label",
      `${name}=${text}`,
    ]);
    await own("source", "add", "reports", `${reports.origin}/1`, ...labels, "--list-url", `${reports.origin}/`, "--delay", "0");
    await own("harvest", "reports");
    expect(await table()).not.toContain("*");
    reports.mixed = [2];
    for (const _ of ["it changes", "it stays so"]) expect((await own("harvest", "reports", "--strict")).exitCode).toBe(6);
    expect(await table()).toMatch(/ R-2 \*( |$)/m);
    expect((await table()).match(/\*/g)).toHaveLength(2); // the value and what the mark means
    expect(await table()).toMatch(/\n\* read earlier; withheld when its page was last read\n$/);
  } finally {
    await reports.close();
  }
});

it("a list whose records are complete needs no final pages; what leaves the list is gone", async () => {
  const list = `${site.origin}/observatory/circulars.html`;
  const records = [
    "number=Circular No. 212,title=A Second Ring of Dust around 41 Vespertilionis",
    "number=Circular No. 211,title=On the Flicker of Müller’s Star",
  ];
  const labels = records.flatMap((record) => ["--record", record]);
  const added = await json("source", "add", "list", list, ...labels, "--next", "Older circulars", "--delay", "0");
  expect(added.lines).toMatchObject([{ source: "list", attributes: ["number", "title"] }]);
  expect((await json("harvest", "list")).lines).toMatchObject([{ ending: "done", harvest: { found: 3, read: 3 } }]);
  site.remove("observatory", ["c209"]);
  expect((await json("harvest", "list")).lines).toMatchObject([{ ending: "done" }]);
  const titles = new Map([...site.truth("observatory", true).values()].map(({ number, title }) => [number?.[0], title]));
  const rows = (await json("records", "--source", "list")).lines;
  expect(rows).toHaveLength(20);
  for (const { values } of rows) expect(values.title).toEqual(titles.get(values.number[0]));
  expect(rows.filter(({ state }) => state === "gone")).toMatchObject([{ values: { number: ["Circular No. 209"] } }]);
  expect((await falseProofs(database.pool)).wrong).toEqual([]);
  site.restore("observatory");
  expect((await json("source", "rekey", "list", list, ...labels)).lines).toMatchObject([{ source: "list", version: 2 }]);
  expect((await json("harvest", "list")).lines).toMatchObject([{ ending: "done", verdict: "same", version: 2 }]);
  const both = await json("source", "add", "both", list, ...labels, "--label", "title=x");
  expect([both.exitCode, both.lines[0].error.code]).toEqual([2, "usage"]);
});

it.each([
  { name: "kept", pattern: "/observatory/c*", notes: [] },
  { name: "left out", pattern: "/observatory/c", notes: [{ code: "pages-left-out" }] },
])("patterns that leave out all that was found are told of at once: --keep $pattern", async ({ name, pattern, notes }) => {
  const call = addCall().with(2, name);
  const { exitCode, lines } = await json(...call, "--keep", `${site.origin}${pattern}`);
  expect(exitCode).toBe(0);
  expect(lines).toMatchObject([{ notes }]);
});

describe("what cannot be", () => {
  it.each([
    { name: "a label that is not on the page", change: ["--label", "place=Nowhere at all"], code: "label-not-found", exit: 2 },
    { name: "a list without the key", change: ["--list-url", "/observatory/staff.html"], code: "page-gone", exit: 5 },
    { name: "an address of another scheme", change: ["page", "ftp://example.org/a"], code: "source-invalid", exit: 2 },
    { name: "a pattern of numbers that is none", change: ["--depth", "many"], code: "usage", exit: 2 },
  ])("$name", async ({ change, code, exit }) => {
    const [first = "", second = ""] = change;
    const call = addCall();
    const value = second.startsWith("/") ? `${site.origin}${second}` : second;
    if (first === "--list-url") call[call.indexOf("--list-url") + 1] = value;
    else if (first === "page") call[3] = value;
    else call.push(first, value);
    const { exitCode, lines } = await json(...call);
    expect([lines[0].error.code, exitCode]).toEqual([code, exit]);
  });

  it("the doctor says what is well, and exits with 5 if something is not", async () => {
    expect(await json("doctor")).toMatchObject({ exitCode: 0, lines: [{ ok: true }] });
    const ill = await run(["doctor", "--json"], "", false, {
      DATABASE_URL: "socket:/nonexistent?db=x",
      BARTREE_HOME: "/nonexistent",
    });
    expect([ill.exitCode, JSON.parse(ill.stdout).ok]).toEqual([5, false]);
  });
});
