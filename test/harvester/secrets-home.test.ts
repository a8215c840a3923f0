/** Headers and cookies of a source go to the origin they were given for, wherever its key and its lists move. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { SourceSettings } from "../../src/api/source.js";
import { fetchLabelled, learnSource, rekeySource } from "../../src/harvester/set-up/set-up.js";
import { setSourceSettings } from "../../src/store/source.js";
import { testHarvester } from "./tools.js";

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** A host with its pages by path, and what each request brought along. */
async function startHost() {
  const pages = new Map<string, string>();
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer(({ url = "", headers }, response) => {
    if (url !== "/robots.txt") seen.push(headers);
    const html = pages.get(url);
    response.writeHead(html === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(html ?? "<h1>Not found</h1>");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  open.push(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, pages, seen };
}

const TITLES = ["Slow Silt", "Cold Water", "Deep Sand", "Wide Mouths", "Old Bridges", "Low Banks", "High Tides"];
const reportOf = (number: number): string =>
  `<!DOCTYPE html><html><head><title>Reports</title></head><body><header>Institute</header><main><h1 class="title">${TITLES[number - 1]}</h1>
<dl><dt>Number</dt><dd class="number">R-${number}</dd></dl></main><footer>Report Lane 1</footer></body></html>`;
const listOf = (addresses: readonly string[]): string =>
  `<!DOCTYPE html><html><body><h1>All</h1><ul>${addresses.map((each) => `<li class="report"><a href="${each}">Report</a></li>`).join("\n")}</ul></body></html>`;

const SECRETS = { headers: { authorization: "Bearer of-the-first" }, cookies: { session: "of-the-first" } };
const isSecret = ({ authorization, cookie }: IncomingHttpHeaders): boolean => authorization !== undefined || cookie !== undefined;

/** The key page is on the first host, which has the list; all other pages are on the second. */
async function twoHosts() {
  const [first, second] = [await startHost(), await startHost()];
  const others = TITLES.slice(1).map((_, i) => `/${i + 2}`);
  first.pages.set("/1", reportOf(1));
  for (const path of others) second.pages.set(path, reportOf(Number(path.slice(1))));
  first.pages.set("/", listOf(["/1", ...others.map((path) => `${second.origin}${path}`)]));
  const own = await testHarvester(first.origin, second.origin);
  open.unshift(() => own.close());
  const settings = SourceSettings.parse({
    key: { address: `${first.origin}/1`, labels: { title: [TITLES[0]], number: ["R-1"] } },
    discovery: { lists: [`${first.origin}/`], keep: [`${first.origin}/*`, `${second.origin}/*`] }, // names the second host
    delayMs: 0,
    ...SECRETS,
  });
  return { first, second, own, settings };
}

it("a key that moves to another host by itself takes no secret there", async () => {
  const { first, second, own, settings } = await twoHosts();
  const id = await own.add("rivers", settings);
  expect(await own.harvest(id)).toMatchObject({ ending: "done" });
  first.pages.delete("/1");
  expect(await own.harvest(id)).toMatchObject({ ending: "done" });
  expect((await own.source(id)).settings.key?.address).toContain(second.origin);
  first.seen.splice(0);
  second.seen.splice(0);
  expect(await own.harvest(id)).toMatchObject({ ending: "done" });
  expect(second.seen.length).toBeGreaterThan(0);
  expect(second.seen.filter(isSecret)).toEqual([]);
  expect(first.seen.length).toBeGreaterThan(0);
  expect(first.seen.filter((each) => !isSecret(each))).toEqual([]);
});

it("a key that a person takes from another host takes no secret there", async () => {
  const { first, second, own, settings } = await twoHosts();
  const source = await own.source(await own.add("rivers", settings));
  const labelled = { address: `${second.origin}/2`, labels: { title: [TITLES[1]], number: ["R-2"] } };
  const moved = SourceSettings.parse({ ...source.settings, key: labelled });
  if (!moved.key) throw new Error("no key");
  const setUp = await learnSource(own.tools, moved, await fetchLabelled(own.tools, moved, moved.key));
  if (!("version" in setUp)) throw new Error("nothing learnt");
  await rekeySource(own.tools, source, setUp);
  expect(await own.harvest(source.id)).toMatchObject({ ending: "done" });
  expect(second.seen.filter(isSecret)).toEqual([]);
  expect(first.seen.filter((each) => !isSecret(each))).toEqual([]);
});

it("a list that a person moves to another host takes no secret there", async () => {
  const [first, second] = [await startHost(), await startHost()];
  const rows = TITLES.map((title, i) => `<li><b>${title}</b> <i>R-${i + 1}</i></li>`).join("\n");
  for (const { pages } of [first, second]) pages.set("/", `<!DOCTYPE html><html><body><ul>${rows}</ul></body></html>`);
  const own = await testHarvester(first.origin, second.origin);
  open.unshift(() => own.close());
  const records = [1, 2].map((number) => ({ title: TITLES[number - 1] ?? "", number: `R-${number}` }));
  const settings = SourceSettings.parse({ records, discovery: { lists: [`${first.origin}/`] }, delayMs: 0, ...SECRETS });
  const id = await own.addList("rivers", settings);
  expect(first.seen.filter(isSecret)).toHaveLength(first.seen.length);
  const discovery = { ...settings.discovery, lists: [`${second.origin}/`] };
  await setSourceSettings(own.pool, id, { discovery }, new Date());
  await own.harvest(id);
  expect(second.seen.length).toBeGreaterThan(0);
  expect(second.seen.filter(isSecret)).toEqual([]);
});
