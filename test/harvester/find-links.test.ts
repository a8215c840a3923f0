/** Finding the pages of random sites: every record page is found, and none of another kind is taken (decision 0035). */
import { expect, it } from "vitest";
import { SourceSettings } from "../../src/api/source.js";
import { likeness } from "../../src/core/kind/page-kind.js";
import { discover } from "../../src/harvester/find/discover.js";
import { findLinks } from "../../src/harvester/find/find-links.js";
import type { PageBytes } from "../../src/harvester/read/page-bytes.js";
import type { Visit } from "../../src/harvester/read/visit.js";
import { randomFrom } from "../core/record-pages.js";
import { isLong, say, seed } from "../run.js";
import { type ListedSite, listedSite } from "./listed-sites.js";
import { threads } from "./threads.js";

const SITES = isLong ? 1000 : 60;
const SEED = isLong || process.env.BARTREE_TEST_SEED !== undefined ? seed : 35;
const HOST = "site.example";
const ORIGIN = `http://${HOST}`;

interface Told {
  readonly missing: readonly string[];
  readonly foreign: readonly string[];
  readonly requests: number;
  readonly needed: number;
}

async function foundOn(site: ListedSite, key: string): Promise<Told> {
  const asked: string[] = [];
  const bytesOf = (path: string): PageBytes | undefined => {
    const html = site.pages.get(path);
    return html === undefined ? undefined : { address: ORIGIN + path, bytes: Buffer.from(html), charset: "utf-8" };
  };
  const visit = (async (address: string) => {
    asked.push(address);
    const page = address.startsWith(ORIGIN) ? bytesOf(address.slice(ORIGIN.length)) : undefined;
    return page ? { kind: "ok", ...page } : { kind: "gone", address, status: 404 };
  }) as unknown as Visit;
  const { lists, depth } = { lists: [ORIGIN + site.list], depth: site.depth };
  const settings = SourceSettings.parse({ key: { address: ORIGIN + key }, discovery: { lists, depth } });
  const labelled = bytesOf(key) ?? expect.fail("no such page");
  const list = bytesOf(site.list) ?? expect.fail("no list");
  const found = await findLinks({ tools: { threads }, visit, settings, labelled: [labelled] }, [list]);
  if (!found) return { missing: ["refused"], foreign: [], requests: asked.length, needed: 0 };
  const seen = new Set([key, ...found.pages.map(({ address }) => address.slice(ORIGIN.length))]);
  const taken: string[] = [];
  const walk = discover(settings.discovery, {
    threads,
    hosts: [HOST],
    async visit(address) {
      asked.push(address);
      const page = bytesOf(address.slice(ORIGIN.length));
      return page ? { kind: "ok", ...page } : { kind: "gone", address };
    },
    placesOf: async (_, level) => found.levels[level - 1] ?? [],
  });
  for await (const finding of walk) {
    if (finding.kind !== "page") continue;
    const path = finding.address.slice(ORIGIN.length);
    const page = bytesOf(path);
    if (!seen.has(path)) asked.push(finding.address);
    const like = page && likeness(found.kind, new Set(await threads.call("features", { page })));
    if (like !== undefined && like >= found.least) taken.push(path);
  }
  const records = new Set(site.records);
  return {
    missing: site.records.filter((path) => path !== key && !taken.includes(path)),
    foreign: taken.filter((path) => !records.has(path)),
    requests: asked.length,
    needed: site.pages.size,
  };
}

it("of random sites every record page is found, and no page of another kind", { timeout: 1_200_000 }, async () => {
  const chance = randomFrom(SEED);
  const random = (below: number): number => Math.floor(chance() * below);
  const faults: string[] = [];
  for (let n = 0; n < SITES; n++) {
    const site = listedSite(random);
    const key = site.records[random(site.records.length)] ?? "";
    const { missing, foreign, requests, needed } = await foundOn(site, key);
    const isTooMuch = requests > 1.3 * needed + 30;
    if (missing.length + foreign.length > 0 || isTooMuch)
      faults.push(
        `${site.name}; key ${key}: missing ${missing.length}, foreign ${foreign.slice(0, 3)}, requests ${requests} of ${needed}`,
      );
  }
  say(`sites with lists: ${SITES}, seed ${SEED}, faults ${faults.length}`);
  expect(faults).toEqual([]);
});
