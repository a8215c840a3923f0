/** Styles and pictures of a foreign page: what our page asks for is fetched, what the foreign page makes up is not. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cookieOf, type TestServer, testServer } from "./server.js";

interface Site {
  readonly origin: string;
  readonly asked: string[];
  readonly listener: Server;
}

const STYLE = `@import "more.css"; p { background: u\\72l(a.png) } h1 { background: image-set("b.png" 1x) }`;

let server: TestServer;
let site: Site;
let other: Site;
let cookie: string;
let draft: string; // its id
let second: string;

async function startSite(): Promise<Site> {
  const asked: string[] = [];
  const listener = createServer(({ url = "" }, response) => {
    if (url === "/robots.txt") return response.writeHead(404).end();
    asked.push(url);
    if (url === "/away") return response.writeHead(302, { location: `${other.origin}/led.png` }).end();
    response.setHeader("content-type", url.endsWith(".css") ? "text/css" : url.endsWith(".png") ? "image/png" : "text/html");
    return response.end(url.endsWith(".css") ? STYLE : "<h1>A page</h1><p>A text</p>");
  });
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
  return { origin: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`, asked, listener };
}

beforeAll(async () => {
  [site, other] = await Promise.all([startSite(), startSite()]);
  server = await testServer({ alsoVisit: [site.origin, other.origin] });
  cookie = cookieOf(await server.call("POST", "/api/welcome", { cookie: "", body: { token: await server.link() } }));
  const begin = async () => {
    const { body } = await server.call("POST", "/api/drafts", { cookie, body: { address: `${site.origin}/page` } });
    return body.id as string;
  };
  draft = await begin();
  second = await begin();
});
afterAll(async () => {
  await server.close();
  for (const each of [site, other]) each?.listener.close();
});
beforeEach(() => {
  for (const each of [site, other]) each.asked.splice(0);
});

const get = (path: string) => server.call("GET", path, { cookie });
const stampOf = async (id: string, others: "yes" | "no"): Promise<string> =>
  (await get(`/api/drafts/${id}/stamp?others=${others}`)).body.stamp;
const asset = (address: string, more: Record<string, string>) =>
  get(`/api/drafts/${draft}/asset?${new URLSearchParams({ address, ...more })}`);

describe("an address that a foreign page has made up", () => {
  it.each<{ name: string; more: () => Promise<Record<string, string>> }>([
    { name: "has no stamp", more: async () => ({ others: "yes" }) },
    { name: "has a stamp of its own making", more: async () => ({ others: "yes", stamp: "x".repeat(43) }) },
    { name: "has the stamp for its own site", more: async () => ({ others: "yes", stamp: await stampOf(draft, "no") }) },
    { name: "has the stamp of another draft", more: async () => ({ others: "yes", stamp: await stampOf(second, "yes") }) },
  ])("$name, and nobody is asked", async ({ more }) => {
    const { status, body } = await asset(`${other.origin}/pixel.png`, await more());
    expect({ status, code: body.error.code }).toEqual({ status: 403, code: "asset-refused" });
    expect(other.asked).toEqual([]);
  });

  it("is refused for its own site too, which may be somebody else's to the page that is shown", async () => {
    expect((await asset(`${site.origin}/a.png`, {})).body.error.code).toBe("asset-refused");
    expect(site.asked).toEqual([]);
  });
});

describe("what our page asks for", () => {
  it("comes from the page's own site, and what a style sheet leads to by the same leave", async () => {
    const stamp = await stampOf(draft, "no");
    const style = await asset(`${site.origin}/s.css`, { stamp });
    expect(style.status).toBe(200);
    const led = [...style.text.matchAll(/url\("(asset\?[^"]+)"\)/g)].map(([, address = ""]) => address);
    expect(led).toHaveLength(3);
    for (const address of led) expect((await get(`/api/drafts/${draft}/${address}`)).status).toBe(200);
    expect(site.asked).toEqual(["/s.css", "/more.css", "/a.png", "/b.png"]);
  });

  it("comes from other sites where the person wants it", async () => {
    const stamp = await stampOf(draft, "yes");
    expect((await asset(`${other.origin}/a.png`, { others: "yes", stamp })).status).toBe(200);
    expect(other.asked).toEqual(["/a.png"]);
  });

  it("does not come from another site to which the page's own one leads", async () => {
    const { body } = await asset(`${site.origin}/away`, { stamp: await stampOf(draft, "no") });
    expect(body.error.code).toBe("redirect-refused");
    expect(other.asked).toEqual([]);
  });
});

it("a program with an API key needs no stamp", async () => {
  const key = await server.key("editor");
  const path = `/api/drafts/${draft}/asset?address=${encodeURIComponent(`${site.origin}/a.png`)}`;
  expect((await server.call("GET", path, { key })).status).toBe(200);
});
