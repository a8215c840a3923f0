/** Every screen and state worth looking at: how one comes there. Screenshots and the access checks go through them all. */
import type { Browser, Page } from "playwright-core";
import type { DraftView } from "../../src/api/server/drafts.js";
import { type Person, person, type Served } from "./served.js";

export interface Stage {
  readonly server: Served;
  readonly draft: string; // address of a draft with labels, its other pages read
  readonly empty: string; // address of one without
  readonly source: string; // address of a kept source with records
  readonly state: Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;
}

export interface Scene {
  readonly name: string;
  readonly isSignedOut?: boolean;
  readonly come: (page: Page, stage: Stage) => Promise<unknown>;
}

const LABELS = [
  { name: "title", kind: "one", texts: ["Silt Memory in Regulated Rivers"] },
  { name: "authors", kind: "many", texts: ["Clara Weiß", "Hugo Lindqvist", "Lena Brandt"] },
  { name: "date", kind: "date", texts: ["22 April 2024"] },
  { name: "abstract", kind: "one", texts: ["We followed one reaches for 2 years. The change was slower than models say."] },
  { name: "doi", kind: "one", texts: ["10.5555/slow.2024.100"] },
];

/** One server with a kept source, a draft with labels and one without. */
export async function stageOn(browser: Browser, server: Served): Promise<Stage> {
  const somebody = await person(browser);
  const { page } = somebody;
  await page.goto(server.link);
  await page.waitForSelector("text=Open the demo");
  const draft = await labelledDraft(somebody, server);
  const kept = await labelledDraft(somebody, server);
  await page.goto(`${server.address}${kept}`);
  await page.click("text=Keep this source");
  await page.waitForURL(/\/sources\/\d+/);
  await page.waitForSelector("text=Mills, Leats and Missing Water", { timeout: 60_000 });
  const source = new URL(page.url()).pathname;
  const empty = await newDraft(somebody, server);
  const state = await page.context().storageState();
  await page.context().close();
  return { server, draft, empty, source, state };
}

async function newDraft({ page }: Person, { address }: Served): Promise<string> {
  await page.goto(`${address}/new`);
  await page.click("text=Open the demo");
  await page.waitForURL(/\/new\/.+/);
  return new URL(page.url()).pathname;
}

async function labelledDraft(somebody: Person, server: Served): Promise<string> {
  const path = await newDraft(somebody, server);
  const own = `/api/drafts/${path.split("/").at(-1)}`;
  const { revision, pages } = await somebody.api<DraftView>(own);
  const labels = LABELS.map(({ texts, ...label }) => ({ ...label, texts: texts.map((text) => ({ text, place: null })) }));
  await somebody.page.evaluate(
    async ({ own, body }) => {
      await fetch(`${own}/labels`, {
        method: "PUT",
        headers: { "content-type": "application/json", "x-bartree-request": "1" },
        body: JSON.stringify(body),
      });
    },
    { own, body: { revision, pages: [{ address: pages[0]?.page.address, region: null, labels, absent: [] }] } },
  );
  for (let i = 0; i < 100; i++) {
    if ((await somebody.api<DraftView>(own)).siblings.state === "done") return path;
    await somebody.page.waitForTimeout(200);
  }
  throw new Error("The other pages are not read.");
}

const at = (path: (stage: Stage) => string, sign: string) => async (page: Page, stage: Stage) => {
  await page.goto(`${stage.server.address}${path(stage)}`);
  await page.waitForSelector(sign, { state: "attached" });
};
const draft = at(({ draft }) => draft, ".sib tbody .q");
const empty = at(({ empty }) => empty, ".page-frame .marks");
const source = at(({ source }) => source, ".records tbody tr, .sib tbody tr");
const find = (text: string, sign: string) => async (page: Page, stage: Stage) => {
  await empty(page, stage);
  await page.fill("#paste-box", text);
  await page.press("#paste-box", "Enter");
  await page.waitForSelector(sign);
};
/** On a narrow screen the parts are behind tabs. */
const part = async (page: Page, name: string): Promise<void> => {
  const tab = page.locator(".setup-parts button", { hasText: name });
  if (await tab.isVisible()) await tab.click();
};
const tab = (name: string) => async (page: Page, stage: Stage) => {
  await draft(page, stage);
  await part(page, "Other pages");
  await page.locator(".results [role=tab]", { hasText: name }).click();
  await page.waitForTimeout(500);
};

export const SCENES: readonly Scene[] = [
  { name: "sign-in", isSignedOut: true, come: at(() => "/sign-in", "h1") },
  { name: "first", come: at(() => "/new", ".first-list li") },
  {
    name: "first-error",
    come: async (page, stage) => {
      await at(() => "/new", ".first-form")(page, stage);
      await page.fill(".first-form input", "http://127.0.0.1:9/closed");
      await page.keyboard.press("Enter");
      await page.waitForSelector(".error-line");
    },
  },
  { name: "set-up-empty", come: empty },
  { name: "set-up-naming", come: find("22 April 2024", ".naming") },
  { name: "set-up-ambiguous", come: find("2024", ".places li") },
  { name: "set-up-not-found", come: find("Silt Memory in Regolated Rivers", ".found-part") },
  { name: "set-up", come: draft },
  {
    name: "set-up-labels",
    come: async (page, stage) => {
      await draft(page, stage);
      await part(page, "Labels");
    },
  },
  { name: "set-up-others", come: tab("Other pages") },
  { name: "set-up-bars", come: tab("Bars") },
  { name: "set-up-delimiters", come: tab("Delimiters") },
  { name: "set-up-list", come: tab("List page") },
  {
    name: "set-up-other-page",
    come: async (page, stage) => {
      await draft(page, stage);
      await part(page, "Other pages");
      await page.locator(".sib tbody .cell-button").first().click();
      await page.waitForSelector("text=Back to the labelled page");
    },
  },
  {
    name: "set-up-text-only",
    come: async (page, stage) => {
      await draft(page, stage);
      await page.click("text=Text only");
      await page.waitForSelector(".text-list");
    },
  },
  { name: "source", come: source },
  { name: "missing", come: at(() => "/nowhere", "text=There is no such page") },
];
