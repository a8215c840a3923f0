import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parsePage } from "../../src/core/index.js";
import { textKey } from "../../src/core/text/text-key.js";
import { Reading } from "../../src/core/tree/reading.js";
import { type DemoSite, startDemo } from "../../src/demo/site.js";
import { decodePage } from "../../src/fetch/charset.js";

let site: DemoSite;
beforeAll(async () => {
  site = await startDemo();
});
afterAll(() => site.close());

const get = async (address: string, headers: Record<string, string> = {}) => fetch(address, { headers });
const bytesOf = async (address: string) => new Uint8Array(await (await get(address)).arrayBuffer());
const textOf = async (address: string) => decodePage(await bytesOf(address)).html;

describe.each(["observatory", "library", "institute"])("%s", (id) => {
  it.each(["old", "new"] as const)("shows the truth of every paper in its %s design", async (design) => {
    site.redesign(id, design);
    const truth = site.truth(id);
    expect(truth.size).toBeGreaterThanOrEqual(16);
    for (const [address, values] of truth) {
      const shown = [...new Reading(parsePage(await textOf(address))).keys];
      for (const text of Object.values(values).flat()) expect(shown, address).toContain(textKey(text));
    }
    site.restore(id);
  });

  it("lists every paper on several pages", async () => {
    const addresses = [...site.truth(id).keys()];
    const source = site.sources.find((each) => each.id === id);
    const first = await textOf(source?.listUrl ?? "");
    const onFirst = addresses.filter((address) => first.includes(`${address.split("/").at(-1)}"`));
    expect(onFirst.length).toBeGreaterThan(4);
    expect(onFirst.length).toBeLessThan(addresses.length);
  });
});

describe("controls", () => {
  const key = () => site.sources.find(({ id }) => id === "institute")?.keyUrl ?? "";

  it("an edit, a removal, a failure and the way back", async () => {
    site.edit("institute", "report-88", { date: "1 April 2025" });
    expect(await textOf(key())).toContain("1 April 2025");
    expect(site.truth("institute").get(key())).toMatchObject({ date: ["1 April 2025"] });
    site.remove("institute");
    expect((await get(key())).status).toBe(404);
    expect(site.truth("institute").has(key())).toBe(false);
    site.fail("institute");
    expect((await get(key())).status).toBe(500);
    site.restore("institute");
    expect(await textOf(key())).not.toContain("1 April 2025");
  });

  it("answers 304 to its own tag until the page changes", async () => {
    const etag = (await get(key())).headers.get("etag") ?? "";
    expect((await get(key(), { "If-None-Match": etag })).status).toBe(304);
    site.redesign("institute");
    expect((await get(key(), { "If-None-Match": etag })).status).toBe(200);
    site.restore("institute");
  });

  it("declares windows-1252 in the page and, broken, utf-8 in the answer", async () => {
    const address = `${site.origin}/observatory/c211.html`;
    const bytes = await bytesOf(address);
    expect(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes)).toThrow();
    expect(decodePage(bytes)).toMatchObject({ charset: "windows-1252", html: expect.stringContaining("Müller’s") });
    site.breakCharset("observatory");
    expect((await get(address)).headers.get("content-type")).toBe("text/html; charset=utf-8");
    site.restore("observatory");
  });

  it("has a sitemap, packed too", async () => {
    const plain = await (await get(`${site.origin}/institute/sitemap.xml`)).text();
    expect(plain.match(/<loc>/g)).toHaveLength(16);
    expect(gunzipSync(await bytesOf(`${site.origin}/institute/sitemap.xml.gz`)).toString()).toBe(plain);
  });
});
