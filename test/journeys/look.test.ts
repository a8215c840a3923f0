/** How a foreign page looks is fetched through our server, and from nobody whom the person did not allow. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Request } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { DraftView } from "../../src/api/server/drafts.js";
import { arrived, ask, type KeptSource, keptSource, until } from "./kept.js";
import { chromium, JOURNEY_MS, type Person, type Served, served } from "./served.js";

interface Site {
  readonly origin: string;
  readonly asked: string[];
  readonly listener: Server;
}

let browser: Browser;
let server: Served;
let somebody: Person;
let source: KeptSource;
let site: Site;
let other: Site;

/** An address of ours that leads elsewhere, as a page's own style may write it. */
const forged = (name: string): string => `asset?address=${encodeURIComponent(`${other.origin}/${name}.png`)}&others=yes`;

const style = (): string => `@import/**/'/api/records?q=imported';
  @im\\70ort "${forged("imported")}";
  #a { background: image-set("${forged("set")}" 1x) }
  #b { background: u\\72l(${forged("escaped")}) }
  #c { background: url(own.png) }
  #d { --u: "${forged("variable")}"; background: image-set(var(--u) 1x) }`;

const page = (): string => `<!doctype html><title>Lamps</title><link rel=stylesheet href="/style.css"><h1>A lamp</h1>
  <p id=a>a</p><p id=b>b</p><p id=c>c</p><p id=d>d</p>
  <p style='--u:"/api/sources/${source.id}/${forged("inline")}"; background:image-set(var(--u) 1x)'>e</p>
  <img src="${other.origin}/picture.png">`;

async function startSite(): Promise<Site> {
  const asked: string[] = [];
  const listener = createServer(({ url = "" }, response) => {
    if (url === "/robots.txt") return response.writeHead(404).end();
    asked.push(url);
    response.setHeader("content-type", url.endsWith(".css") ? "text/css" : url.endsWith(".png") ? "image/png" : "text/html");
    return response.end(url.endsWith(".css") ? style() : url.endsWith(".png") ? "" : page());
  });
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
  return { origin: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`, asked, listener };
}

beforeAll(async () => {
  [browser, site, other] = await Promise.all([chromium(), startSite(), startSite()]);
  server = await served({ settings: { BARTREE_LOOPBACK_ORIGINS: `${site.origin},${other.origin}` } });
  somebody = await arrived(browser, server);
  source = await keptSource(somebody, server);
}, JOURNEY_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  for (const each of [site, other]) each?.listener.close();
});

/** A draft of the page, shown until it has asked for its own style and picture. */
async function come(): Promise<void> {
  for (const { asked } of [site, other]) asked.length = 0;
  const { body } = await ask<DraftView>(somebody, "POST", "/api/drafts", { address: `${site.origin}/lamp` });
  await somebody.page.goto(`${server.address}/new/${body.id}`);
  await until("its own look is there", async () => site.asked.includes("/own.png"));
  await somebody.page.waitForLoadState("networkidle");
}

it(
  "a page's styles call nothing of ours but its own look, and make our server ask nobody else",
  async () => {
    const embedded: string[] = [];
    const note = (request: Request) => {
      if (["stylesheet", "image", "font"].includes(request.resourceType())) embedded.push(request.url());
    };
    somebody.page.on("request", note);
    await come();
    somebody.page.off("request", note);
    const asked = embedded.filter((address) => address.startsWith(`${server.address}/api/`)).map((address) => new URL(address));
    expect(asked.map(({ searchParams }) => searchParams.get("address"))).toContain(`${site.origin}/own.png`);
    for (const { pathname, searchParams } of asked)
      expect({ pathname, stamp: searchParams.get("stamp") }).toEqual({
        pathname: expect.stringMatching(/^\/api\/drafts\/[^/]+\/asset$/),
        stamp: expect.stringMatching(/^.{43}$/),
      });
    expect(other.asked).toEqual([]);
  },
  JOURNEY_MS,
);

it(
  "what a page might get past us is refused all the same",
  async () => {
    const picture = async (address: string) => {
      const answered = somebody.page.waitForResponse((response) => response.url().endsWith(address));
      await somebody.page.evaluate((src) => {
        new Image().src = src;
      }, address);
      return (await answered).status();
    };
    expect(await picture(`/api/sources/${source.id}/${forged("picture")}`)).toBe(403);
    expect(await picture("/api/records?q=picture")).toBe(403);
    expect(await picture("/healthz")).toBe(403);
    expect(other.asked).toEqual([]);
  },
  JOURNEY_MS,
);

it(
  "others are asked when the person wants the rest of its look",
  async () => {
    await come();
    await somebody.click("text=Fetch the rest of its look");
    await until("the other site is asked", async () => other.asked.includes("/picture.png"));
  },
  JOURNEY_MS,
);

it(
  "a value's proof has its own site's look, at the value",
  async () => {
    await somebody.page.goto(source.screen);
    const [record] = (await somebody.api<{ records: { id: string }[] }>(`/api/records?source=${source.id}`)).records;
    const styled = somebody.page.waitForResponse((response) => response.url().includes(`/sources/${source.id}/asset?`));
    await somebody.page.goto(`${server.address}/records/${record?.id}?proof=title`);
    expect((await styled).status()).toBe(200);
    await somebody.page.waitForSelector(".proof-page .marks .mark");
  },
  JOURNEY_MS,
);
