import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DraftView } from "../../src/api/server/drafts.js";
import { errorSaid, reasonSaid } from "../../src/web/texts/said.js";
import { type TestServer, testServer } from "./server.js";

/** Twelve books, and lists that name some of them. `/slow/` answers when it is told to. */
const BOOKS = Array.from({ length: 12 }, (_, i) => i + 1);
const list = (books: readonly number[]): string =>
  `<!DOCTYPE html><title>Books</title><h1>Books</h1><ul>${books.map((n) => `<li><a href="/book/${n}">Book ${n}</a></li>`).join("")}</ul>`;
const book = (n: number): string =>
  `<!DOCTYPE html><title>Book – Shop</title><header>Shop</header><main><h1>Tale ${n}</h1><p>${n * 7} EUR</p></main>`;
const PAGES: Readonly<Record<string, string>> = {
  "/book/": list(BOOKS),
  "/slow/": list(BOOKS.slice(0, 6)),
  "/even/": list(BOOKS.filter((n) => n % 2 === 0)),
  "/right/": list([2, 4, 6, 8, 10, 12, 1]),
  "/moved/": list(BOOKS).replaceAll('"/book/', '"../book/'),
  "/elsewhere/": "<!DOCTYPE html><title>Shop</title><p>Nothing is listed here.</p>",
  ...Object.fromEntries(BOOKS.map((n) => [`/book/${n}`, book(n)])),
};

let asked: string[] = [];
let hold: Promise<void> = Promise.resolve();
const site = createServer(async ({ url = "" }, response) => {
  asked.push(url);
  if (url === "/slow/") await hold;
  if (url === "/moved") return void response.writeHead(301, { location: "/moved/" }).end();
  const html = PAGES[url];
  response.writeHead(html === undefined ? 404 : 200, { "content-type": "text/html" }).end(html ?? "<h1>Not here</h1>");
});
let origin: string;
let server: TestServer;
let key: string;
beforeAll(async () => {
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  server = await testServer({ alsoVisit: [origin] });
  key = await server.key("editor");
});
afterAll(async () => {
  expect(server.troubles).toEqual([]);
  await server.close();
  site.closeAllConnections();
  await new Promise((done) => site.close(done));
});

let own: string;
const draft = async (): Promise<DraftView> => (await server.call("GET", own, { key })).body;
const give = async (listAddress: string) => {
  const { revision } = await draft();
  return server.call("PATCH", `${own}/settings`, { key, body: { revision, listAddress } });
};
const until = (isSo: (draft: DraftView) => boolean): Promise<DraftView> =>
  expect.poll(draft, { timeout: 20_000 }).toSatisfy(isSo).then(draft);
const isSettled = ({ siblings }: DraftView): boolean => siblings.state === "done" || siblings.state === "none";
const pagesOf = ({ siblings }: DraftView): string[] => siblings.rows.map(({ address }) => address.slice(origin.length));
const FIRST = ["/book/2", "/book/3", "/book/4", "/book/5", "/book/6"];

beforeEach(async () => {
  const begun: DraftView = (await server.call("POST", "/api/drafts", { key, body: { address: `${origin}/book/1` } })).body;
  own = `/api/drafts/${begun.id}`;
  const labels = Object.entries({ title: "Tale 1", price: "7 EUR" }).map(([name, text]) => ({
    name,
    kind: "one",
    texts: [{ text }],
  }));
  const body = { revision: begun.revision, pages: [{ address: `${origin}/book/1`, labels }] };
  await server.call("PUT", `${own}/labels`, { key, body });
  expect(pagesOf(await until(isSettled))).toEqual(FIRST);
  asked = [];
});

describe("a list that is corrected while the wrong one is still read", () => {
  it("is the one that stays, and its pages are the ones that are read", async () => {
    let release = (): void => {};
    hold = new Promise((done) => {
      release = done;
    });
    await give(`${origin}/slow/`);
    await expect.poll(() => asked).toContain("/slow/");
    expect((await give(`${origin}/right/`)).status).toBe(200);
    release();
    const settled = await until((each) => isSettled(each) && asked.includes("/right/"));
    expect(settled.settings).toMatchObject({ listAddress: `${origin}/right/`, isListProposed: false });
    expect(pagesOf(settled)).toEqual(["/book/2", "/book/4", "/book/6", "/book/8", "/book/10"]);
    expect(settled.siblings.counts).toMatchObject({ places: 10, proved: 10 });
    expect((await server.call("POST", `${own}/keep`, { key })).status).toBe(200);
  });
});

describe("a list that gives no pages", () => {
  it.each([
    {
      name: "is not there",
      path: "/nowhere/",
      says: /^“.*\/nowhere\/” is not there: the status is 404\.$/,
      code: "draft-incomplete",
    },
    {
      name: "does not link to the labelled page",
      path: "/even/",
      says: /shows no link to “.*\/book\/1”/,
      code: "link-not-found",
    },
    { name: "is no list", path: "/elsewhere/", says: /shows no link to “.*\/book\/1”/, code: "link-not-found" },
    { name: "is one of the other pages", path: "/book/2", says: /shows no link to “.*\/book\/1”/, code: "link-not-found" },
  ])("$name: the reason is said, also where one keeps it, and the pages read so far stay", async ({ path, says, code }) => {
    await give(`${origin}${path}`);
    const settled = await until((each) => isSettled(each) && each.siblings.note !== null);
    expect(settled.siblings.note?.message).toMatch(says);
    expect(settled.siblings.note && reasonSaid("id", settled.siblings.note)).not.toMatch(/shows no|the status/);
    expect(pagesOf(settled)).toEqual(FIRST);
    const { body } = await server.call("POST", `${own}/keep`, { key });
    expect(body.error.code).toBe(code);
    expect(body.error.message).not.toContain("look for other pages first");
    expect(errorSaid("id", body.error).message).not.toMatch(/its list page|the status|shows no/);
  });

  it("is settled by another one", async () => {
    await give(`${origin}/nowhere/`);
    await until((each) => isSettled(each) && each.siblings.note !== null);
    await give(`${origin}/right/`);
    const settled = await until((each) => isSettled(each) && each.siblings.note === null);
    expect(pagesOf(settled)[1]).toBe("/book/4");
  });
});

describe("a list without a scheme, as its field shows it", () => {
  it("is of the labelled page's host, and so is its scheme", async () => {
    await give(`${origin.replace("http://", "")}/right/`);
    const settled = await until((each) => isSettled(each) && asked.includes("/right/"));
    expect(settled.settings.listAddress).toBe(`${origin}/right/`);
    expect(pagesOf(settled)[1]).toBe("/book/4");
  });

  it.each([
    ["shop.example/books", "https://shop.example/books"],
    ["shop.example:8080/books", "https://shop.example:8080/books"],
    ["http://shop.example/books", "http://shop.example/books"],
  ])("is of another host: %s is %s", async (written, address) => {
    expect((await give(written)).body.settings.listAddress).toBe(address);
    await until((each) => isSettled(each) && each.siblings.note !== null);
  });
});

describe("a list whose address leads elsewhere", () => {
  it("is read from there, by the draft and by the source", async () => {
    await give(`${origin}/moved`);
    const { revision } = await until((now) => isSettled(now) && now.settings.listAddress === `${origin}/moved/`);
    await server.call("PATCH", `${own}/settings`, { key, body: { revision, name: "Moved" } });
    const { status, body } = await server.call("POST", `${own}/keep`, { key });
    expect([status, body]).toEqual([200, { sourceId: expect.any(String) }]);
    expect(await server.harvest(body.sourceId)).toMatchObject({ ending: "done", harvest: { found: 12, read: 12 } });
  });
});

describe("the labelled page named as its own list", () => {
  it("stays as it was labelled", async () => {
    const before = await server.pool.query("select snapshot_id from draft_page where address = $1 and role = 'own'", [
      `${origin}/book/1`,
    ]);
    await give(`${origin}/book/1`);
    await until((now) => isSettled(now) && asked.includes("/book/1"));
    const after = await server.pool.query("select snapshot_id from draft_page where address = $1 and role = 'own'", [
      `${origin}/book/1`,
    ]);
    expect(after.rows).toEqual(before.rows);
  });
});
