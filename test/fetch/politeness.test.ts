/** Measured at the server: when each request began and ended. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type { Door } from "../../src/fetch/door.js";
import { fetchPage } from "../../src/fetch/fetch-page.js";
import { memoryTurns } from "../../src/fetch/memory-turns.js";
import { answer, doorTo, hastyClock, type Site, startSite } from "./site.js";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

type Visit = { path: string; began: number; ended: number };

describe("one host", () => {
  it.each([
    { name: "the source's delay", robots: undefined, delayMs: 120, gap: 120 },
    { name: "a longer Crawl-delay", robots: "User-agent: *\nCrawl-delay: 0.2", delayMs: 50, gap: 200 },
    { name: "a longer delay than Crawl-delay", robots: "User-agent: *\nCrawl-delay: 0.01", delayMs: 100, gap: 100 },
    { name: "Crawl-delay where no delay is asked for", robots: "User-agent: *\nCrawl-delay: 0.15", delayMs: 0, gap: 150 },
  ])("$name: one at a time, $gap ms apart, in the order asked", async ({ robots, delayMs, gap }) => {
    const { site, visits } = await watched(robots);
    const door = openTo([site]);
    const paths = ["/1", "/2", "/3", "/4", "/5"];
    await Promise.all(paths.map((path) => fetchPage(door, `${site.origin}${path}`, { delayMs })));
    expect(visits.map(({ path }) => path).filter((path) => path !== "/robots.txt")).toEqual(paths);
    const pages = visits.filter(({ path }) => path !== "/robots.txt");
    for (const [index, visit] of pages.slice(1).entries()) {
      expect(visit.began - (pages[index]?.ended ?? 0)).toBeGreaterThanOrEqual(gap - 5); // timers may ring a little early
    }
  });

  it("a redirect on the same host waits too", async () => {
    const { site, visits } = await watched(undefined, (path) => (path === "/a" ? "/b" : undefined));
    await fetchPage(openTo([site]), `${site.origin}/a`, { delayMs: 100 });
    const [a, b] = visits.filter(({ path }) => path !== "/robots.txt");
    expect((b?.began ?? 0) - (a?.ended ?? 0)).toBeGreaterThanOrEqual(95);
  });

  it("a failed visit has its pause as well", async () => {
    const { site, visits } = await watched(undefined, undefined, 500);
    const door = openTo([site]);
    await Promise.all([1, 2].map((n) => fetchPage(door, `${site.origin}/${n}`, { delayMs: 100, retries: 0 })));
    const [a, b] = visits.filter(({ path }) => path !== "/robots.txt");
    expect((b?.began ?? 0) - (a?.ended ?? 0)).toBeGreaterThanOrEqual(95);
  });

  it("with no delay at an origin of our own, visits overlap", async () => {
    const { site, visits } = await watched();
    const door = openTo([site]);
    await fetchPage(door, `${site.origin}/0`, { delayMs: 0 });
    await Promise.all([1, 2, 3].map((n) => fetchPage(door, `${site.origin}/${n}`, { delayMs: 0 })));
    const [first, second] = visits.slice(-3);
    expect(second?.began).toBeLessThan(first?.ended ?? 0);
  });
});

it("two hosts do not wait for each other", async () => {
  const [one, two] = [await watched(), await watched()];
  const door = openTo([one.site, two.site]);
  const started = Date.now();
  await Promise.all(
    [one, two].flatMap(({ site }) => [1, 2, 3].map((n) => fetchPage(door, `${site.origin}/${n}`, { delayMs: 100 }))),
  );
  const first = (visits: Visit[]) => visits.find(({ path }) => path === "/3")?.ended ?? 0;
  expect(Math.abs(first(one.visits) - first(two.visits))).toBeLessThan(250);
  expect(Date.now() - started).toBeLessThan(1500);
});

it("a delay of 0 is for origins of our own only: elsewhere it is at least 100 ms", async () => {
  const gaps: number[] = [];
  const door = doorTo(
    [],
    { limits: { retries: 0 } },
    {
      turns: async () => ({ kind: "now", done: async (gapMs) => void gaps.push(gapMs) }),
      resolve: async () => ["93.184.215.14"],
      connect: async () => {
        throw new Error("opens nothing");
      },
    },
  );
  open.push(door);
  await fetchPage(door, "http://journal.example/", { delayMs: 0 });
  await fetchPage(door, "http://other.example/");
  expect(gaps).toEqual([100, 1000]);
});

describe("turns in memory", () => {
  it("who is aborted in line leaves it to the next", async () => {
    const turns = memoryTurns(hastyClock());
    const wish = { holdMs: 1000, patienceMs: 1000 };
    const first = await turns("a:80", wish);
    const stop = new AbortController();
    const second = turns("a:80", { ...wish, signal: stop.signal });
    const third = turns("a:80", wish);
    stop.abort(new Error("enough"));
    if (first.kind === "now") await first.done(10);
    await expect(second).rejects.toThrow("enough");
    expect(await third).toMatchObject({ kind: "now" });
  });
});

function openTo(sites: readonly Site[]): Door {
  const door = doorTo(sites);
  open.push(door);
  return door;
}

async function watched(robots?: string, next?: (path: string) => string | undefined, status = 200) {
  const visits: Visit[] = [];
  const site = await startSite(
    async (request, response) => {
      const visit = { path: request.url ?? "", began: performance.now(), ended: Number.NaN };
      visits.push(visit);
      await sleep(20);
      const location = next?.(visit.path);
      visit.ended = performance.now();
      answer(
        response,
        location === undefined ? status : 302,
        { "content-type": "text/html", ...(location !== undefined && { location }) },
        "<p>a",
      );
    },
    (_request, response) => (robots === undefined ? answer(response, 404) : answer(response, 200, {}, robots)),
  );
  open.push(site);
  return { site, visits };
}
