/** A proof is checked when it is stored: by the bytes that are stored, decoded anew. */
import { describe, expect, it } from "vitest";
import { SourceSettings } from "../../src/api/source.js";
import { decodePage } from "../../src/fetch/charset.js";
import { harvestSource } from "../../src/harvester/cycle.js";
import {
  type PageReading,
  packPage,
  provedReading,
  type ReadAndPacked,
  type ReadablePage,
  type ReadBy,
} from "../../src/harvester/read/read-page.js";
import type { JobName } from "../../src/harvester/threads/jobs.js";
import type { Threads } from "../../src/harvester/threads/threads.js";
import type { HarvestTools } from "../../src/harvester/tools.js";
import { isProved, pageOfBytes } from "../../src/harvester/verify/false-values.js";
import { currentProofs } from "../../src/store/record.js";
import { digestOf, snapshotOf } from "../../src/store/snapshot.js";
import { warnings } from "../../src/store/warning.js";
import { falseProofs } from "../store/false-proofs.js";
import { own, reportsForEach, site } from "./reports.js";

describe("what proves a record", () => {
  const html = `<!doctype html><p>caf\u00e9</p><h1>On <b>B</b>ars &amp; Trees</h1><a href=" /a?x=1&amp;y=2 ">PDF</a><p>One</p><p hidden>no</p><p>Two</p>`;
  const bytes = Buffer.from(html);
  const page = pageOfBytes(bytes, "utf-8") ?? expect.fail("no page");
  const at = (text: string, more = {}) => ({
    value: 0,
    start: html.indexOf(text),
    end: html.indexOf(text) + text.length,
    ...more,
  });
  const title = at("On <b>B</b>ars &amp; Trees");
  const link = at("/a?x=1&amp;y=2", { htmlAttribute: "href" });
  const whole = at("One</p><p hidden>no</p><p>Two");
  const shifted = ({ value, start, end }: typeof title) => ({ value, start: start + 1, end: end + 1 });

  it.each([
    ["its characters", ["On Bars & Trees"], [title], true],
    ["the value of a tag", ["/a?x=1&y=2"], [link], true],
    ["several spans of one value", ["One\nTwo"], [at("One"), at("Two")], true],
    ["several values", ["One", "Two"], [at("One"), at("Two", { value: 1 })], true],
    ["a hidden text between", ["One Two"], [whole], true],
    ["nothing, of nothing", [], [], true],
    ["one character further", ["On Bars & Trees"], [shifted(title)], false],
    ["another value", ["On Bars and Trees"], [title], false],
    ["no span", ["On Bars & Trees"], [], false],
    ["a span too many", [], [title], false],
    ["a value that is another's", ["One", "Two"], [at("One"), at("Two")], false],
    ["values in another order", ["Two", "One"], [at("One"), at("Two", { value: 1 })], false],
    ["a span beyond the page", ["On Bars & Trees"], [{ ...title, start: 10_000, end: 10_020 }], false],
  ])("%s", (_, texts, spans, isTrue) => {
    expect(isProved(page, { values: { x: texts }, proofs: { x: spans } })).toBe(isTrue);
  });

  it("is said of the attributes that have values, and of no others", () => {
    expect(isProved(page, { values: { x: ["One"] }, proofs: { x: [at("One")], y: [] } })).toBe(false);
    expect(isProved(page, { values: { x: ["One"], y: [] }, proofs: { x: [at("One")] } })).toBe(false);
    expect(isProved(page, { values: { toString: ["One"] }, proofs: { x: [at("One")] } })).toBe(false);
  });

  it("is a page decoded as it was, of which nothing was dropped", () => {
    expect(pageOfBytes(Buffer.from(`\ufeff${html}`), "windows-1252")).toBeUndefined(); // its mark says otherwise
    expect(pageOfBytes(bytes, "no-such-charset")).toBeUndefined();
    expect(pageOfBytes(bytes, "windows-1252")?.html).toContain("caf\u00c3\u00a9");
    expect(pageOfBytes(bytes, "utf-8", page)).toBe(page);
    expect(pageOfBytes(Buffer.from(`${html} `), "utf-8", page)?.html).toBe(`${html} `);
  });
});

/** A harvester with a defect: on pages that `isMeant` names, what it reads is one character off. */
function defective(tools: HarvestTools, isMeant: (address: string) => boolean): HarvestTools {
  const off = (reading: PageReading): PageReading => ({
    ...reading,
    records: reading.records.map((record) => ({
      ...record,
      proofs: Object.fromEntries(
        Object.entries(record.proofs).map(([name, spans]) => [
          name,
          spans.map((span) => ({ ...span, start: span.start + 1, end: span.end + 1 })),
        ]),
      ),
    })),
  });
  const { threads } = tools;
  const call = async (name: JobName, input: unknown, shared: unknown): Promise<unknown> => {
    const output = await threads.call(name, input as never, shared as never);
    if (name !== "read") return output;
    const { page } = input as { page: ReadablePage };
    const { reading, snapshot } = output as ReadAndPacked;
    return { snapshot, reading: isMeant(page.address) ? provedReading(off(reading), shared as ReadBy, page) : reading };
  };
  return { ...tools, threads: { ...threads, call: call as Threads["call"] } };
}

describe("a harvest", () => {
  reportsForEach(8);
  const open = async () => (await warnings(own.pool, { isAll: false, limit: 100 })).map(({ cause }) => cause);
  const pageStates = async () =>
    (await own.pool.query("select state, withheld_group as group from page where role = 'final' order by id")).rows;

  it("stores nothing of a page with a false proof, warns of a defect, and reads the page again next time", async () => {
    const id = await own.add("reports", site.settings());
    const isMeant = (address: string) => /\/[2-5]$/.test(address);
    const first = await harvestSource(defective(own.tools, isMeant), await own.source(id));
    expect(first).toMatchObject({ ending: "done", harvest: { read: 4, withheld: 4 } });
    expect((await own.records(id)).map(({ identity }) => identity.slice(-1)).sort()).toEqual(["1", "6", "7", "8"]);
    expect((await pageStates())[1]).toEqual({
      state: "withheld",
      group: "author:proof-failed number:proof-failed title:proof-failed",
    });
    expect(await open()).toEqual(["proof-failed"]); // and not that they have another layout
    const [warning] = await warnings(own.pool, { isAll: false, limit: 1 });
    expect(warning?.details).toEqual({ addresses: [2, 3, 4, 5].map((n) => `${site.origin}/${n}`) });

    expect(await own.harvest(id)).toMatchObject({ harvest: { read: 4, unchanged: 4 } });
    expect(await own.records(id)).toHaveLength(8);
    expect(await open()).toEqual([]);
    expect(await falseProofs(own.pool)).toEqual({ checked: 24, wrong: [] });
  });

  it("keeps what is known of the record, and says that it was not read", async () => {
    const id = await own.add("reports", site.settings());
    await own.harvest(id);
    const before = new Map((await own.records(id)).map(({ identity, values }) => [identity, values]));
    site.editions.set(3, 2);
    await harvestSource(
      defective(own.tools, (address) => address.endsWith("/3")),
      await own.source(id),
    );
    const after = await own.records(id);
    expect(new Map(after.map(({ identity, values }) => [identity, values]))).toEqual(before);
    const third = after.find(({ identity }) => identity.endsWith("/3"));
    expect(third?.withheld).toMatchObject({ title: { class: "proof-failed" }, number: { class: "proof-failed" } });
    expect(await falseProofs(own.pool)).toEqual({ checked: 24, wrong: [] });
  });

  it("takes no record of a list with a false proof, and none for gone", async () => {
    const records = [
      { title: "Report 1", link: "/1" },
      { title: "Report 2", link: "/2" },
    ];
    const id = await own.addList(
      "list",
      SourceSettings.parse({ records, discovery: { lists: [`${site.origin}/`] }, delayMs: 0 }),
    );
    await own.harvest(id);
    expect(await own.records(id)).toHaveLength(8);
    site.pages = 9;
    const report = await harvestSource(
      defective(own.tools, () => true),
      await own.source(id),
    );
    expect(report.harvest).toMatchObject({ read: 0, withheld: 1 });
    expect((await own.records(id)).map(({ state }) => state)).toEqual(new Array(8).fill("current"));
    expect(await open()).toContain("proof-failed");
    await own.harvest(id);
    expect(await own.records(id)).toHaveLength(9);
    expect(await open()).toEqual([]);
    expect((await falseProofs(own.pool)).wrong).toEqual([]);
  });

  it.each(["", "\ufeff", "\ufeff\ufeff", "\ufeff\ufeff\ufeff"])(
    "counts spans in the decoded text behind marks %j",
    async (marks) => {
      const id = await own.add("reports", site.settings());
      const [address, truth] = [...site.truth()][2] ?? expect.fail("no third page");
      const html = await (await fetch(address)).text();
      site.answers.set("/3", marks + html);
      await own.harvest(id);
      const record = (await own.records(id)).find(({ identity }) => identity === address) ?? expect.fail("not read");
      expect(record.values).toEqual(truth);
      for (const { attribute, spans, snapshotId, charset } of await currentProofs(own.pool, record.id)) {
        const snapshot = (await snapshotOf(own.pool, snapshotId ?? "")) ?? expect.fail("no snapshot");
        const { start = 0, end = 0 } = spans[0] ?? {};
        expect(decodePage(snapshot.bytes, charset).html.slice(start, end)).toBe(truth[attribute]?.[0]);
      }
    },
  );

  it("stores no bytes but those that the page came with", async () => {
    const bytes = Buffer.from("<p>one</p>");
    const page: ReadablePage = {
      address: site.origin,
      bytes,
      digest: digestOf(bytes).toString("hex"),
      charset: "utf-8",
      mediaType: "text/html",
      rendered: false,
    };
    expect(packPage(page).size).toBe(10);
    expect(() => packPage({ ...page, bytes: Buffer.from("<p>two</p>") })).toThrow("not those it came with");
  });
});
