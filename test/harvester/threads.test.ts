/** Of the built package: a thread is started from a file, and Node runs no TypeScript. */
import { brotliDecompressSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { learn } from "../../src/core/index.js";
import { htmlOf } from "../../src/fetch/charset.js";
import { digestOf } from "../../src/fetch/snapshot.js";
import { type ReadablePage, type ReadBy, readAndPack } from "../../src/harvester/read/read-page.js";
import { openThreads, type Threads } from "../../src/harvester/threads/threads.js";

let threads: Threads;
afterEach(() => threads.close());

const htmlWith = (number: number, body = ""): string =>
  `<title>Books</title><h1 class="title">On Bars ${number}</h1><p class="by">A. Writer ${number}</p>${body}<p>Lent daily</p>`;

function pageOf(number: number, body = "", charset: "utf-8" | "windows-1252" = "utf-8"): ReadablePage {
  const bytes = Buffer.from(htmlWith(number, body), charset === "utf-8" ? "utf8" : "latin1");
  const address = `http://library.example/${number}`;
  return { address, bytes, digest: digestOf(bytes), charset, mediaType: "text/html", rendered: false };
}

function templatesOf(version = 1): ReadBy {
  const siblings = [2, 3, 4, 5].map((number) => ({ html: htmlWith(number) }));
  const learned = learn({ html: htmlWith(1), labels: { title: ["On Bars 1"], author: ["A. Writer 1"] }, siblings });
  if (!learned.ok) throw new Error("nothing learnt");
  const stored = { kind: "page", template: learned.template } as ReadBy["record"]["stored"];
  return { version, record: { version, role: "record", variant: 1, stored } };
}

/** The templates, but for so many attributes. */
function asking(templates: ReadBy, attributes: readonly string[]): ReadBy {
  const { stored } = templates.record;
  if (stored.kind !== "page") throw new Error("a list");
  return { ...templates, record: { ...templates.record, stored: { ...stored, template: { ...stored.template, attributes } } } };
}

const endless = (): ReadBy => asking(templatesOf(), new Array<string>(5_000_000).fill("title"));

const read = (templates: ReadBy, page: ReadablePage) => threads.call("read", { page }, templates);

describe("threads", () => {
  it("read and pack as the first thread does, many pages at once, by the templates of each", async () => {
    threads = openThreads({ usual: 2 });
    const two = [templatesOf(), templatesOf(2)];
    const work = Array.from({ length: 40 }, (_, i) => ({ templates: two[i % 2] ?? templatesOf(), page: pageOf(i + 10) }));
    const answers = await Promise.all(work.map(({ templates, page }) => read(templates, page)));
    expect(answers.map(({ reading }) => reading)).toEqual(
      work.map(({ templates, page }) => readAndPack(templates, page).reading),
    );
    expect(answers[7]?.reading.records[0]?.values).toEqual({ title: ["On Bars 17"], author: ["A. Writer 17"] });
  });

  it("have the bytes of each page, of whatever size and charset, though they lie where those of others lay", async () => {
    threads = openThreads({ usual: 2 });
    const templates = templatesOf();
    const padding = (i: number) => `<p>caf\u00e9 ${"x".repeat([0, 70_000, 300_000, 5000][i % 4] ?? 0)}</p>`;
    const pages = Array.from({ length: 90 }, (_, i) => pageOf(i, padding(i), i % 2 === 0 ? "utf-8" : "windows-1252"));
    for (let first = 0; first < pages.length; first += 30) {
      const wave = pages.slice(first, first + 30);
      const answers = await Promise.all(wave.map((page) => read(templates, page)));
      expect(answers.map(({ reading }) => reading)).toEqual(wave.map((page) => readAndPack(templates, page).reading));
      expect(answers.map(({ snapshot }) => digestOf(brotliDecompressSync(snapshot.packed ?? "")))).toEqual(
        wave.map(({ digest }) => digest),
      );
    }
  });

  it("keep to what was shared with them last, and are sent the rest again", async () => {
    threads = openThreads({ usual: 1 });
    const many = Array.from({ length: 40 }, (_, i) => templatesOf(i + 1));
    for (const templates of [...many, ...many])
      expect((await read(templates, pageOf(9))).reading.templateVersion).toBe(templates.version);
  });

  it("fail a page that cannot be read, and no other", async () => {
    threads = openThreads({ usual: 1 });
    const templates = templatesOf();
    const broken = { ...templates, record: { ...templates.record, stored: null as unknown as ReadBy["record"]["stored"] } };
    const work = [templates, broken, templates].map((by, i) => read(by, pageOf(i)));
    expect((await Promise.allSettled(work)).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  it("end what is over its deadline with a code, and nothing else with it", async () => {
    threads = openThreads({ usual: 1, workMs: 3000 });
    const templates = templatesOf();
    const work = [read(endless(), pageOf(2)), read(templates, pageOf(3))];
    expect(await Promise.allSettled(work)).toMatchObject([
      { status: "rejected", reason: { report: { code: "work-too-long", message: expect.stringContaining("longer than 3 s") } } },
      { status: "fulfilled", value: { reading: readAndPack(templates, pageOf(3)).reading } },
    ]);
  });

  it("let no call wait behind one that takes long", async () => {
    threads = openThreads({ usual: 1, workMs: 20_000 });
    const templates = templatesOf();
    const slow = read(endless(), pageOf(2));
    let isOver = false;
    slow.catch(() => {
      isOver = true;
    });
    const pages = Array.from({ length: 20 }, (_, i) => pageOf(i + 3));
    const answers = await Promise.all(pages.map((page) => read(templates, page)));
    expect(isOver).toBe(false);
    expect(answers.map(({ reading }) => reading.outcome)).toEqual(pages.map(() => "read"));
    await threads.close();
    await expect(slow).rejects.toThrow();
  });

  it("give learning more time than the work on one page", async () => {
    threads = openThreads({ usual: 1, workMs: 1, learnMs: 60_000 });
    const bytes = Buffer.from(htmlWith(1));
    const page = { bytes, charset: "utf-8", address: "http://library.example/1" };
    const label = {
      address: page.address,
      labels: { title: ["On Bars 1"] },
      absent: [],
      htmlAttributes: {},
      choose: {},
      region: null,
    };
    const siblings = Array.from({ length: 9 }, (_, i) => ({ ...page, bytes: Buffer.from(htmlWith(i + 2)) }));
    const learned = await threads.call("learn", { pages: [{ page, label }], siblings, volatile: [] });
    expect(learned).toMatchObject({ ok: true });
    expect(htmlOf(page)).toContain("On Bars 1");
  });

  it("that run out of memory lose one page, which is told so, and are replaced", async () => {
    threads = openThreads({ usual: 1, memoryMB: 24 });
    const templates = templatesOf();
    const greedy = asking(
      templates,
      Array.from({ length: 300_000 }, (_, i) => `name ${i}`),
    );
    const work = await Promise.allSettled([templates, greedy, templates, templates].map((by, i) => read(by, pageOf(i))));
    expect(work.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    expect(work[1]).toMatchObject({ reason: { report: { code: "work-too-large" } } });
  });

  it("refuse what comes after they were closed, and what was waiting then", async () => {
    threads = openThreads({ usual: 1 });
    const [slow, templates] = [endless(), templatesOf()];
    const work = Array.from({ length: 12 }, (_, i) => read(i === 0 ? slow : templates, pageOf(i)));
    const ended = Promise.allSettled(work);
    await threads.close();
    expect((await ended).map(({ status }) => status)).toEqual(work.map(() => "rejected"));
    await expect(read(templates, pageOf(1))).rejects.toThrow("closed");
  });
});
