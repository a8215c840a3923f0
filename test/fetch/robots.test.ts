import type { RequestListener } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { fetchPage } from "../../src/fetch/fetch-page.js";
import { answer, doorTo, hastyClock, html, type Site, startSite } from "./site.js";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const HOUR_MS = 3600 * 1000;

describe("what robots.txt answers", () => {
  it.each([
    { name: "not there", robots: status(404), outcome: { kind: "ok" } },
    { name: "forbidden", robots: status(403), outcome: { kind: "ok" } },
    { name: "gone", robots: status(410), outcome: { kind: "ok" } },
    { name: "out of order", robots: status(500), outcome: { kind: "failed", code: "robots-unreachable" } },
    { name: "overrun", robots: status(429), outcome: { kind: "failed", code: "robots-unreachable" } },
    {
      name: "hung up",
      robots: ((request) => request.socket.destroy()) as RequestListener,
      outcome: { code: "robots-unreachable" },
    },
    { name: "no leave", robots: text("User-agent: *\nDisallow: /pa"), outcome: { kind: "refused", code: "robots-disallowed" } },
    { name: "leave", robots: text("User-agent: *\nDisallow: /\nAllow: /pa"), outcome: { kind: "ok" } },
    { name: "a circle of redirects", robots: redirect(() => "/robots.txt?"), outcome: { kind: "ok" } },
    {
      name: "a redirect into the inner network",
      robots: redirect(() => "http://10.0.0.1/"),
      outcome: { code: "robots-unreachable" },
    },
  ])("$name", async ({ robots, outcome }) => {
    expect(await visit(await site(robots))).toMatchObject(outcome);
  });

  it("what comes after 500 kB is not read", async () => {
    const filling = `${"# filling\n".repeat(50_000)}`;
    expect(await visit(await site(text(`User-agent: *\n${filling}Disallow: /`)))).toMatchObject({ kind: "ok" });
    expect(await visit(await site(text(`User-agent: *\nDisallow: /page\n${filling}`)))).toMatchObject({
      code: "robots-disallowed",
    });
  });

  it("a redirected robots.txt speaks for the host that was asked", async () => {
    const pages: RequestListener = (request, response) =>
      request.url === "/rules" ? text("User-agent: *\nDisallow: /page")(request, response) : html()(request, response);
    expect(
      await visit(
        await site(
          redirect(() => "/rules"),
          pages,
        ),
      ),
    ).toMatchObject({ code: "robots-disallowed" });
  });

  it("the host a redirect leads to is asked as well", async () => {
    const closed = await site(text("User-agent: *\nDisallow: /"));
    const opened = await site(
      status(404),
      redirect(() => `${closed.origin}/page`),
    );
    const door = doorTo([closed, opened], { limits: { retries: 0 } });
    open.push(door);
    expect(await fetchPage(door, `${opened.origin}/page`, { delayMs: 0 })).toMatchObject({
      kind: "refused",
      code: "robots-disallowed",
      address: `${closed.origin}/page`,
    });
  });
});

describe("how long it is believed", () => {
  it("an hour, and once for visits at the same time", async () => {
    let asked = 0;
    const clock = hastyClock();
    const visited = await site((request, response) => {
      asked += 1;
      text("User-agent: *\nDisallow: /page")(request, response);
    });
    const door = doorTo([visited], {}, { clock });
    open.push(door);
    await Promise.all([1, 2, 3].map((n) => fetchPage(door, `${visited.origin}/${n}`, { delayMs: 0 })));
    expect(asked).toBe(1);
    await clock.wait(HOUR_MS - 1);
    await fetchPage(door, `${visited.origin}/4`, { delayMs: 0 });
    expect(asked).toBe(1);
    await clock.wait(2);
    await fetchPage(door, `${visited.origin}/5`, { delayMs: 0 });
    expect(asked).toBe(2);
  });

  it("one that cannot be read is asked for again after a minute", async () => {
    let asked = 0;
    const clock = hastyClock();
    const visited = await site((request, response) => {
      asked += 1;
      status(asked === 1 ? 500 : 404)(request, response);
    });
    const door = doorTo([visited], { limits: { retries: 0 } }, { clock });
    open.push(door);
    const visitAgain = async () => (await fetchPage(door, `${visited.origin}/a`, { delayMs: 0 })).kind;
    expect([await visitAgain(), await visitAgain(), asked]).toEqual(["failed", "failed", 1]);
    await clock.wait(60_001);
    expect([await visitAgain(), asked]).toEqual(["ok", 2]);
  });
});

function status(code: number): RequestListener {
  return (_request, response) => answer(response, code);
}

function text(body: string): RequestListener {
  return (_request, response) => answer(response, 200, { "content-type": "text/plain" }, body);
}

function redirect(to: () => string): RequestListener {
  return (_request, response) => answer(response, 302, { location: to() });
}

async function site(robots: RequestListener, pages: RequestListener = html()): Promise<Site> {
  const started = await startSite(
    (request, response) => ((request.url ?? "").startsWith("/robots.txt") ? robots : pages)(request, response),
    robots,
  );
  open.push(started);
  return started;
}

async function visit(visited: Site) {
  const door = doorTo([visited], { limits: { retries: 0 } });
  open.push(door);
  return fetchPage(door, `${visited.origin}/page`, { delayMs: 0 });
}
