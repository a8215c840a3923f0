/** Of the built package: a thread is started from a file, and Node runs no TypeScript. */
import { brotliDecompressSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { learn } from "../../src/core/index.js";
import { digestOf } from "../../src/fetch/snapshot.js";
import { type ReadablePage, type ReadBy, readAndPack } from "../../src/harvester/read-page.js";
import type { openReadingThreads as Open, ReadingThreads } from "../../src/harvester/reading-threads.js";

const built = new URL("../../dist/harvester/reading-threads.js", import.meta.url).href;
const { openReadingThreads } = (await import(/* @vite-ignore */ built)) as { openReadingThreads: typeof Open };

let threads: ReadingThreads;
afterEach(() => threads.close());

const pageOf = (number: number, body = ""): ReadablePage => {
  const html = `<title>Books</title><h1 class="title">On Bars ${number}</h1><p class="by">A. Writer ${number}</p>${body}<p>Lent daily</p>`;
  const bytes = Buffer.from(html);
  const address = `http://library.example/${number}`;
  return { address, bytes, digest: digestOf(bytes), html, charset: "utf-8", mediaType: "text/html", rendered: false };
};

function inCharset(charset: string | undefined, page: ReadablePage): ReadablePage {
  if (charset !== "windows-1252") return page;
  const bytes = Buffer.from(page.html, "latin1");
  return { ...page, bytes, digest: digestOf(bytes), charset };
}

function templatesOf(): ReadBy {
  const siblings = [2, 3, 4, 5].map((number) => pageOf(number));
  const learned = learn({ html: pageOf(1).html, labels: { title: ["On Bars 1"], author: ["A. Writer 1"] }, siblings });
  if (!learned.ok) throw new Error("nothing learnt");
  const stored = { kind: "page", template: learned.template } as ReadBy["record"]["stored"];
  return { version: 1, record: { version: 1, role: "record", variant: 1, stored } };
}

describe("reading threads", () => {
  it("read and pack as the first thread does, many pages at once, by the templates of each", async () => {
    threads = openReadingThreads({ most: 2 });
    const two = [templatesOf(), { ...templatesOf(), version: 2 }];
    const work = Array.from({ length: 40 }, (_, i) => ({ templates: two[i % 2] ?? templatesOf(), page: pageOf(i + 10) }));
    const read = await Promise.all(work.map(({ templates, page }) => threads.read(templates, page)));
    expect(read).toEqual(work.map(({ templates, page }) => readAndPack(templates, page)));
    expect(read[7]?.reading.records[0]?.values).toEqual({ title: ["On Bars 17"], author: ["A. Writer 17"] });
  });

  it("have the bytes of each page, of whatever size and charset, though they lie where those of others lay", async () => {
    threads = openReadingThreads({ most: 2 });
    const templates = templatesOf();
    const padding = (i: number) => `<p>caf\u00e9 ${"x".repeat([0, 70_000, 300_000, 5000][i % 4] ?? 0)}</p>`;
    const pages = Array.from({ length: 90 }, (_, i) => inCharset(["utf-8", "windows-1252"][i % 2], pageOf(i, padding(i))));
    for (let first = 0; first < pages.length; first += 30) {
      const wave = pages.slice(first, first + 30);
      const read = await Promise.all(wave.map((page) => threads.read(templates, page)));
      expect(read).toEqual(wave.map((page) => readAndPack(templates, page)));
      expect(read.map(({ snapshot }) => digestOf(brotliDecompressSync(snapshot.packed ?? "")))).toEqual(
        wave.map(({ digest }) => digest),
      );
    }
  });

  it("keep to the newest templates and are sent the others again", async () => {
    threads = openReadingThreads({ most: 1 });
    const many = Array.from({ length: 40 }, (_, i) => ({ ...templatesOf(), version: i + 1 }));
    for (const templates of [...many, ...many]) {
      expect((await threads.read(templates, pageOf(9))).reading.templateVersion).toBe(templates.version);
    }
  });

  it("fail a page that cannot be read, and no other", async () => {
    threads = openReadingThreads({ most: 1 });
    const templates = templatesOf();
    const broken = { ...templates, record: { ...templates.record, stored: null as unknown as ReadBy["record"]["stored"] } };
    const read = await Promise.allSettled([
      threads.read(templates, pageOf(1)),
      threads.read(broken, pageOf(2)),
      threads.read(templates, pageOf(3)),
    ]);
    expect(read.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  it("that a page takes too long are ended; it fails, and those behind it are read", async () => {
    threads = openReadingThreads({ most: 1, patienceMs: 4000 });
    const templates = templatesOf();
    const endless = asking(templates, new Array<string>(2_000_000).fill("title"));
    const read = await Promise.allSettled([threads.read(endless, pageOf(2)), threads.read(templates, pageOf(3))]);
    expect(read).toMatchObject([
      { status: "rejected", reason: { message: "reading it took longer than 4 s" } },
      { status: "fulfilled", value: readAndPack(templates, pageOf(3)) },
    ]);
  });

  it("that run out of memory lose one page and are replaced", async () => {
    threads = openReadingThreads({ most: 1, memoryMB: 24 });
    const templates = templatesOf();
    const greedy = asking(
      templates,
      Array.from({ length: 300_000 }, (_, i) => `name ${i}`),
    );
    const read = await Promise.allSettled([templates, greedy, templates, templates].map((by, i) => threads.read(by, pageOf(i))));
    expect(read.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  });
});

/** The templates, but for so many attributes. */
function asking(templates: ReadBy, attributes: readonly string[]): ReadBy {
  const { stored } = templates.record;
  if (stored.kind !== "page") throw new Error("a list");
  return { ...templates, record: { ...templates.record, stored: { ...stored, template: { ...stored.template, attributes } } } };
}
