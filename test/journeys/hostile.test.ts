/** Hostile pages and texts in a real browser: no script runs, no dialog opens, nobody else is asked for anything. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { because } from "../../src/api/reasons.js";
import type { DraftView } from "../../src/api/server/drafts.js";
import { say } from "../run.js";
import { FORMULAS, HOSTILE, reaching } from "./hostile.js";
import { type KeptSource, keptSource, RIVERS, until } from "./kept.js";
import { chromium, JOURNEY_MS, type Person, person, type Served, served } from "./served.js";

let browser: Browser;
let server: Served;
let somebody: Person;
let page: Page;
let source: KeptSource;
let elsewhere: { readonly address: string; readonly asked: string[]; readonly bitten: string[]; readonly listener: Server };
let harm: Harm;

beforeAll(async () => {
  [browser, server, elsewhere] = await Promise.all([chromium(), served(), startElsewhere()]);
  somebody = await person(browser, { acceptDownloads: true });
  page = somebody.page;
  harm = harmIn(page.context(), server.address);
  await page.goto(server.link);
  await page.waitForSelector("text=Open the demo");
  source = await keptSource(somebody, server, RIVERS);
}, JOURNEY_MS);
afterAll(async () => {
  await browser?.close();
  elsewhere?.listener.close();
  await server?.stop();
});

/**
 * Somebody else: another origin that counts who asks. It also serves the corpus as it is, to show that it bites; what that
 * page asks for has addresses of its own, since some of it comes late.
 */
async function startElsewhere() {
  const asked: string[] = [];
  const bitten: string[] = [];
  const listener = createServer(({ url = "" }, response) => {
    if (url.startsWith(BITTEN)) bitten.push(url);
    else if (url !== "/corpus") asked.push(url);
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(url === "/corpus" ? PAGES[0]?.(`${ownAddress()}${BITTEN}`) : "");
  });
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
  const ownAddress = () => `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  return { address: ownAddress(), asked, bitten, listener };
}

const BITTEN = "/bitten";

interface Harm {
  readonly dialogs: string[];
  readonly requests: string[]; // to anybody but us
}

function harmIn(context: BrowserContext, own: string): Harm {
  const found: Harm = { dialogs: [], requests: [] };
  context.on("dialog", (dialog) => {
    found.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  context.on("request", (request) => {
    const address = request.url();
    if (!address.startsWith(`${own}/`) && !/^(about|data|blob):/.test(address)) found.requests.push(address);
  });
  return found;
}

/** The corpus as pages: all that can stand side by side on one, the others on their own. */
const PAGES: readonly ((elsewhere: string) => string)[] = [
  (at) =>
    `<!doctype html><title>Hostile</title><h1>All of it</h1>${HOSTILE.filter(({ isAlone }) => !isAlone)
      .map(({ html }, i) => `<div id="entry-${i}">${reaching(html, `${at}/${i}`)}</div>`)
      .join("\n")}<p>The end</p>`,
  ...HOSTILE.filter(({ isAlone }) => isAlone).map(
    ({ html }, i) =>
      (at: string) =>
        `<!doctype html><html>${reaching(html, `${at}/alone-${i}`)}<h1>A title</h1><p>A text</p>`,
  ),
];

async function expectNoHarm(): Promise<void> {
  await page.waitForTimeout(150); // what was begun would be heard of by now
  expect(harm).toEqual({ dialogs: [], requests: [] });
  expect(elsewhere.asked).toEqual([]);
  expect(await page.evaluate(() => document.body.id), "the page is as it was").toBe("");
  expect(page.url().startsWith(`${server.address}/`)).toBe(true);
}

it(
  "the corpus bites where nobody is careful",
  async () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(60);
    const apart = await page.evaluate(
      (html) => new DOMParser().parseFromString(html, "text/html").querySelectorAll("[id^=entry-]").length,
      PAGES[0]?.(elsewhere.address) ?? "",
    );
    expect(apart, "none swallows another").toBe(HOSTILE.filter(({ isAlone }) => !isAlone).length);
    const context = await browser.newContext();
    const careless = harmIn(context, "http://nobody");
    const open = await context.newPage();
    await open.goto(`${elsewhere.address}/corpus`, { waitUntil: "commit" }).catch(() => {}); // it leads away at once
    await until("something runs", async () => careless.dialogs.length > 2 && elsewhere.bitten.length > 5);
    await context.close();
    say(`hostile corpus: ${HOSTILE.length} entries, ${PAGES.length} pages; unguarded ${careless.dialogs.length} dialogs`);
    elsewhere.asked.length = 0; // a browser may ask for a favicon by itself
  },
  JOURNEY_MS,
);

async function uploaded(html: string): Promise<DraftView> {
  return page.evaluate(async (body) => {
    const headers = { "content-type": "text/html", "x-bartree-request": "1" };
    const answer = await fetch("/api/drafts/upload?address=https%3A%2F%2Fhostile.example%2F1", { method: "POST", headers, body });
    return answer.json();
  }, html);
}

/** Everything in the frame that can be clicked or sent is, and the pointer goes over it. */
async function provoke(): Promise<void> {
  await page.evaluate(() => {
    const shown = document.querySelector("iframe")?.contentDocument;
    for (const element of shown?.querySelectorAll<HTMLElement>("*") ?? []) {
      for (const type of ["pointerenter", "mouseover", "focus", "click"])
        element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
      element.focus?.();
      element.click?.();
      if (element.localName === "form") (element as HTMLFormElement).requestSubmit();
    }
  });
}

describe("in the preview", () => {
  it(
    "nothing of the corpus runs, asks or leads away, whatever is clicked",
    async () => {
      for (const html of PAGES) {
        const { id } = await uploaded(html(elsewhere.address));
        expect(id).toBeDefined();
        await page.goto(`${server.address}/new/${id}`);
        await page.waitForSelector(".page-frame iframe");
        await page.waitForFunction(() => document.querySelector("iframe")?.contentDocument?.readyState === "complete");
        await provoke();
        await expectNoHarm();
        expect(page.url()).toContain(`/new/${id}`);
      }
    },
    JOURNEY_MS,
  );

  it("the frame has no scripts, no forms, no way out, and our page no inline scripts", async () => {
    const response = await page.goto(`${server.address}/sources`);
    const policy = response?.headers()["content-security-policy"] ?? "";
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1];
    expect(scripts?.trim()).toBe("'self'");
    expect(policy).toMatch(/frame-ancestors 'none'/);
    expect(policy).not.toContain("unsafe-eval");
    const { id } = await uploaded("<h1>A page</h1><p>A text");
    await page.goto(`${server.address}/new/${id}`);
    await page.waitForSelector(".page-frame iframe");
    expect(await page.getAttribute(".page-frame iframe", "sandbox")).toBe("allow-same-origin");
    expect(await page.evaluate(() => document.cookie)).toBe("");
  });
});

describe("in the store", () => {
  const TEXTS = [...HOSTILE.map(({ html }) => html), ...FORMULAS];

  /** As if the source had read them: every value, name, address, reason and message is hostile. */
  async function poison(): Promise<string[]> {
    const texts = TEXTS.map((text, i) => reaching(text, `${elsewhere.address}/text-${i}`));
    const records = await server.rows<{ id: string; pageId: string }>(
      'select id::text, page_id::text as "pageId" from record where source_id = $1 order by id limit 6',
      [source.id],
    );
    const share = Math.ceil(texts.length / records.length);
    for (const [i, { id, pageId }] of records.entries()) {
      const own = texts.slice(i * share, (i + 1) * share);
      const [first = "", second = ""] = own;
      const values = { title: [first], authors: own, [second || "x"]: [second] };
      await server.rows("update record set values = $2, withheld = $3 where id = $1", [
        id,
        JSON.stringify(values),
        JSON.stringify({ [first]: { class: first, reason: second }, abstract: { class: "place-unknown", reason: first } }),
      ]);
      const address = [
        "javascript:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        `${elsewhere.address}/"><svg/onload=alert(1)>`,
      ][i % 3];
      await server.rows("update page set address = $2 where id = $1", [pageId, `${address}//${i}`]);
    }
    const [one = "", two = "", three = ""] = texts;
    await server.rows("update source set name = $2, state_reason = $3 where id = $1", [source.id, one, because("words", two)]);
    await server.rows(
      `insert into warning (source_id, cause, details, opened_at, seen_at)
       values ($1, $2, $4, now(), now()), ($1, 'undelivered-webhook', $3, now(), now())`,
      [
        source.id,
        three,
        JSON.stringify({ receivers: [{ receiver: one, reason: two }] }),
        JSON.stringify({ reason: two, address: "javascript:alert(1)" }),
      ],
    );
    return records.map(({ id }) => id);
  }

  it(
    "hostile values, names, addresses and messages are texts on every screen",
    async () => {
      const ids = await poison();
      const screens = [
        "/sources",
        ...["records", "changes", "withheld", "template", "settings"].map((tab) => `/sources/${source.id}?tab=${tab}`),
        "/records",
        "/warnings",
        ...ids.map((id) => `/records/${id}`),
      ];
      for (const screen of screens) {
        await page.goto(`${server.address}${screen}`);
        await page.waitForSelector("main h1", { state: "attached" });
        await page.waitForTimeout(150);
        expect(await page.locator('a[href^="javascript:" i], a[href^="data:text" i]').count(), screen).toBe(0);
      }
      await expectNoHarm();
    },
    JOURNEY_MS,
  );

  it(
    "hostile searches and addresses are texts, and so are the errors about them",
    async () => {
      for (const text of TEXTS.filter((_, i) => i % 16 === 0).map((each) => reaching(each, elsewhere.address))) {
        await page.goto(`${server.address}/records?q=${encodeURIComponent(text)}`);
        await page.waitForSelector("main h1");
        await page.goto(`${server.address}/new`);
        await page.fill(".first-form input", `http://127.0.0.1:9/${text}`);
        await page.press(".first-form input", "Enter");
        await page.waitForSelector(".error-line");
      }
      await expectNoHarm();
    },
    JOURNEY_MS,
  );

  it("an export as CSV has no cell a spreadsheet would compute; as JSON lines all is verbatim", async () => {
    await page.goto(`${server.address}/records`);
    const [csv, jsonl] = await page.evaluate(async () =>
      Promise.all(["csv", "jsonl"].map(async (format) => (await fetch(`/api/records/export?format=${format}`)).text())),
    );
    const cells = (csv ?? "").split(/\r\n/).flatMap((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
    expect(cells.length).toBeGreaterThan(16 * 7);
    expect(cells.filter((cell) => /^"?[=+\-@\t＝＋－＠]/.test(cell))).toEqual([]);
    const values = (jsonl ?? "")
      .trim()
      .split("\n")
      .flatMap((line) => JSON.parse(line).values.authors);
    expect(values).toEqual(expect.arrayContaining([...FORMULAS.filter((text) => !text.includes("ELSEWHERE"))]));
  });
});
