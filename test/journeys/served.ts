/** A served bartree in a process of its own, and a person with a browser in front of it. */
import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { packagedChromium, startChromium, systemChromium } from "../browser/chromium.js";
import { type TestDatabase, testDatabase } from "../store/database.js";

const bin = resolve(import.meta.dirname, "../../bin/bartree.js");
const START_MS = 120_000;

/** No journey takes longer; a browser that hangs ends with it. */
export const JOURNEY_MS = 300_000;
export const STEP_MS = 60_000; // generous: the machine may be busy with other tests

export interface Served {
  readonly address: string;
  readonly link: string; // works once
  readonly rows: <Row extends object>(query: string, values?: readonly unknown[]) => Promise<Row[]>; // what is in the store
  readonly stop: () => Promise<void>;
}

interface Given {
  readonly database?: Pick<TestDatabase, "url" | "pool">; // else an empty one
  readonly settings?: Readonly<Record<string, string>>;
  readonly options?: readonly string[];
}

export async function served({ database, settings, options = [] }: Given = {}): Promise<Served> {
  const { url, pool } = database ?? (await testDatabase({ isEmpty: true, connections: 2 }));
  const child = spawn(process.execPath, [bin, "serve", "--port", "0", "--json", ...options], {
    env: { ...ownEnvironment(), DATABASE_URL: url, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { address, link } = await told(child);
  return {
    address,
    link,
    rows: async (query, values = []) => (await pool.query(query, [...values])).rows,
    async stop() {
      await stopped(child);
      await pool.end();
    },
  };
}

/** Without what is set for the tests or for another bartree. */
const ownEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("BARTREE_")));

function told(child: ChildProcess): Promise<{ address: string; link: string }> {
  let said = "";
  let complaint = "";
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`It did not start: ${said}${complaint}`)), START_MS);
    child.stderr?.on("data", (text) => (complaint += text));
    child.stdout?.on("data", (text) => {
      said += text;
      const parsed = jsonOf(said);
      if (!parsed) return;
      clearTimeout(timer);
      if (parsed.link) done(parsed);
      else fail(new Error(`It did not start: ${said}`)); // what went wrong is JSON too
    });
    child.on("exit", () => fail(new Error(`It ended: ${complaint}`)));
  });
}

function jsonOf(text: string): { address: string; link: string } | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not whole yet
  }
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((done) => child.on("exit", done));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await ended;
  clearTimeout(timer);
}

export async function chromium(settings: Readonly<Record<string, string>> = {}): Promise<Browser> {
  return startChromium(systemChromium() ?? (await packagedChromium()), settings);
}

/** A person: what they do is counted, what their browser asks for and complains of is kept. */
export interface Person {
  readonly page: Page;
  readonly asked: string[]; // addresses of all requests
  readonly complaints: string[]; // errors of the page itself
  readonly actions: () => number;
  readonly click: (selector: string) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
  readonly paste: (text: string) => Promise<void>;
  readonly select: (text: string, nth?: number) => Promise<void>;
  readonly hover: (text: string) => Promise<void>; // no action
  readonly point: (text: string) => Promise<void>; // one click on a text of the page in the frame
  readonly api: <T>(path: string) => Promise<T>;
}

export async function person(browser: Browser, options: BrowserContextOptions = {}): Promise<Person> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: "en-GB", ...options });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  context.setDefaultTimeout(STEP_MS); // of its other tabs too
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  let actions = 0;
  return {
    page,
    asked,
    complaints,
    actions: () => actions,
    async click(selector) {
      actions += 1;
      await page.click(selector);
    },
    async press(key) {
      actions += 1;
      await page.keyboard.press(key);
    },
    async paste(text) {
      actions += 1;
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await page.keyboard.press("Control+v");
    },
    async select(text, nth = 0) {
      actions += 1;
      await selectInFrame(page, text, nth);
    },
    async hover(text) {
      const { from, y } = await lineOf(page, text, 0);
      await moveMouse(page, [["mouseMoved", from + 2, y]], 0);
    },
    async point(text) {
      actions += 1;
      const { from, y } = await lineOf(page, text, 0);
      const x = from + 2;
      await moveMouse(page, [["mouseMoved", x, y]], 0);
      await moveMouse(
        page,
        [
          ["mousePressed", x, y],
          ["mouseReleased", x, y],
        ],
        1,
      );
    },
    api: (path) => page.evaluate(async (address) => (await fetch(address)).json(), path),
  };
}

/** By the mouse, from before the first to after the last letter. */
async function selectInFrame(page: Page, text: string, nth: number): Promise<void> {
  const { from, to, y } = await lineOf(page, text, nth);
  await moveMouse(
    page,
    [
      ["mousePressed", from, y],
      ["mouseMoved", (from + to) / 2, y],
      ["mouseMoved", to, y],
      ["mouseReleased", to, y],
    ],
    1,
  );
}

/** Where a text is shown in the frame, on the screen. */
async function lineOf(page: Page, text: string, nth: number): Promise<{ from: number; to: number; y: number }> {
  const line = await page.evaluate(
    ({ text, nth }) => {
      const frame = document.querySelector("iframe") as HTMLIFrameElement;
      const document_ = frame.contentDocument as Document;
      const walker = document_.createTreeWalker(document_.body, NodeFilter.SHOW_TEXT);
      let left = nth;
      while (walker.nextNode()) {
        const node = walker.currentNode as Text;
        const at = node.data.indexOf(text);
        if (at < 0 || left-- > 0) continue;
        const range = document_.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + text.length);
        node.parentElement?.scrollIntoView({ block: "center" });
        const [box, own] = [frame.getBoundingClientRect(), range.getBoundingClientRect()];
        const y = box.top + own.top + own.height / 2;
        return { from: box.left + own.left + 1, to: box.left + own.right - 1, y };
      }
      return undefined;
    },
    { text, nth },
  );
  if (!line) throw new Error(`“${text}” is not shown in the frame`);
  return line;
}

type MouseStep = readonly [type: "mousePressed" | "mouseMoved" | "mouseReleased", x: number, y: number];

/** Playwright's own mouse hangs while pressed over such a frame. */
async function moveMouse(page: Page, steps: readonly MouseStep[], buttons: 0 | 1): Promise<void> {
  const mouse = await page.context().newCDPSession(page);
  for (const [type, x, y] of steps)
    await mouse.send("Input.dispatchMouseEvent", {
      type,
      x,
      y,
      button: buttons ? "left" : "none",
      buttons: type === "mouseReleased" ? 0 : buttons,
      clickCount: buttons,
    });
  await mouse.detach();
}
