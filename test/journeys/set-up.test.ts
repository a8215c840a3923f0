/** Setting up a source by pointing, as people do it: each journey asserts what is in the store, not only on the screen. */
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DraftView } from "../../src/api/server/drafts.js";
import type { RecordHead } from "../../src/api/server/records.js";
import { say } from "../run.js";
import { chromium, JOURNEY_MS, type Person, person, type Served, served } from "./served.js";

const TITLE = "Silt Memory in Regulated Rivers";
const AUTHOR = "Clara Weiß";
const AUTHORS = ["Clara Weiß", "Hugo Lindqvist", "Lena Brandt"];

let browser: Browser;
let server: Served;
let somebody: Person;

beforeAll(async () => {
  browser = await chromium();
}, JOURNEY_MS);
afterAll(() => browser?.close());
afterEach(() => somebody?.page.context().close());

/** A server for each of the journeys that begin at the beginning; the others share one. */
function withServer(eachOrAll: "each" | "all"): void {
  const [start, end] = eachOrAll === "each" ? [beforeEach, afterEach] : [beforeAll, afterAll];
  let state: StorageState | undefined;
  start(async () => {
    server = await served();
    state = undefined;
  }, JOURNEY_MS);
  beforeEach(async () => {
    somebody = await person(browser, state && { storageState: state });
    await somebody.page.goto(state ? `${server.address}/new` : server.link);
    await somebody.page.waitForSelector("text=Open the demo");
    state = await somebody.page.context().storageState();
  }, JOURNEY_MS);
  end(() => server?.stop());
}

type StorageState = Awaited<ReturnType<ReturnType<Person["page"]["context"]>["storageState"]>>;

const draftOf = async ({ page, api }: Person): Promise<DraftView> =>
  api(`/api/drafts/${page.url().split("/new/")[1]?.split("?")[0]}`);
const naming = (): Promise<unknown> => somebody.page.waitForSelector(".naming");
const labelled = (name: string): Promise<unknown> => somebody.page.waitForSelector(`.label-row .label-name:text-is("${name}")`);
const openDemo = async (): Promise<void> => {
  await somebody.click("text=Open the demo");
  await somebody.page.waitForSelector(".page-frame .marks");
};
/** Title and author, each pasted and named as proposed. */
async function labelByPaste(): Promise<void> {
  for (const text of [TITLE, AUTHOR]) {
    await somebody.paste(text);
    await somebody.press("Enter");
    await naming();
    await somebody.press("Enter");
    await somebody.page.waitForSelector("#paste-box:focus");
  }
}

/** After keeping: waits for records on the screen, and gives those in the store. */
async function recordsIn({ page, api }: Person): Promise<readonly RecordHead[]> {
  await page.waitForURL(/\/sources\/\d+/);
  await page.waitForSelector("text=How Long a Meander Waits");
  const id = page.url().match(/\/sources\/(\d+)/)?.[1];
  await expect
    .poll(async () => (await api<{ records: RecordHead[] }>(`/api/records?source=${id}&limit=100`)).records.length)
    .toBe(16);
  return (await api<{ records: RecordHead[] }>(`/api/records?source=${id}&limit=100`)).records;
}

function expectRead(records: readonly RecordHead[]): void {
  const own = records.find(({ values }) => values.title?.[0] === TITLE);
  expect(own?.values).toEqual({ title: [TITLE], authors: AUTHORS });
  expect(records.filter(({ withheld }) => Object.keys(withheld).length > 0)).toEqual([]);
}

describe("first run to first records", () => {
  withServer("each");
  it(
    "by the mouse: in 6 actions and within 60 seconds, with no request to anybody else",
    async () => {
      const start = Date.now();
      await openDemo();
      await somebody.select(TITLE);
      await naming();
      await somebody.press("Enter");
      await labelled("title");
      await somebody.select(AUTHOR);
      await naming();
      await somebody.press("Enter");
      await labelled("authors");
      await somebody.page.waitForSelector(".sib tbody tr .q");
      await somebody.click("text=Keep this source");
      await somebody.page.waitForURL(/\/sources\/\d+/);
      await somebody.page.waitForSelector("text=How Long a Meander Waits");
      const seconds = (Date.now() - start) / 1000;
      say(`first run to first records: ${somebody.actions()} actions, ${seconds.toFixed(1)} s`);
      expect(somebody.actions()).toBeLessThanOrEqual(8);
      expect(seconds).toBeLessThan(60);
      expectRead(await recordsIn(somebody));
      expect(
        somebody.asked.filter((address) => !address.startsWith(server.address) && !/^(about|data|blob):/.test(address)),
      ).toEqual([]);
      expect(somebody.complaints).toEqual([]);
    },
    JOURNEY_MS,
  );

  it(
    "by pointing: what is under the mouse is outlined, and one click labels it",
    async () => {
      await openDemo();
      await somebody.hover(TITLE);
      await somebody.page.waitForSelector(".mark.hover");
      await somebody.point(TITLE);
      await labelled("title");
      await somebody.point(AUTHOR);
      await labelled("authors");
      await somebody.page.waitForSelector(".sib tbody tr .q");
      await somebody.click("text=Keep this source");
      expectRead(await recordsIn(somebody));
      expect(somebody.actions()).toBe(4);
      expect(somebody.complaints).toEqual([]);
    },
    JOURNEY_MS,
  );

  it(
    "by pasting only, without touching the page",
    async () => {
      await openDemo();
      await labelByPaste();
      await labelled("authors");
      await somebody.page.waitForSelector(".sib tbody tr .q");
      await somebody.click("text=Keep this source");
      expectRead(await recordsIn(somebody));
      expect(somebody.complaints).toEqual([]);
    },
    JOURNEY_MS,
  );

  it(
    "by the keyboard only, without the paste box",
    async () => {
      const { page, press } = somebody;
      await page.focus("text=Open the demo");
      await press("Enter");
      await page.waitForSelector(".page-frame .marks");
      for (const text of [TITLE, AUTHOR]) {
        await goTo("page");
        await walkTo(text);
        await press("Enter");
        await naming();
        await press("Enter");
        await page.waitForSelector("#paste-box:focus");
      }
      await labelled("authors");
      await page.waitForSelector(".sib tbody tr .q");
      await goTo("keep");
      await page.waitForSelector(".keep .prime:enabled");
      for (let i = 0; i < 8 && !(await hasFocus(".keep .prime")); i++) await press("Tab");
      await press("Enter");
      expectRead(await recordsIn(somebody));
      expect(somebody.complaints).toEqual([]);
    },
    JOURNEY_MS,
  );
});

const hasFocus = (selector: string): Promise<boolean> =>
  somebody.page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

async function goTo(stop: string): Promise<void> {
  for (let i = 0; i < 5; i++) {
    const isThere = await somebody.page.evaluate(
      (name) => document.activeElement?.closest("[data-stop]")?.getAttribute("data-stop") === name,
      stop,
    );
    if (isThere) return;
    await somebody.press("F6");
  }
  throw new Error(`F6 does not lead to ${stop}.`);
}

/** ↓ until the text is announced. */
async function walkTo(text: string): Promise<void> {
  for (let i = 0; i < 40; i++) {
    await somebody.press("ArrowDown");
    const said = await somebody.page.locator("[role=status][aria-live=polite]").first().textContent();
    if (said === text) return;
  }
  throw new Error(`Walking the page does not come to “${text}”.`);
}

describe("a text that is not simply found", () => {
  withServer("all");
  it(
    "in several places: nothing is chosen until the person says which, by its digit",
    async () => {
      await openDemo();
      await somebody.paste("2024");
      await somebody.press("Enter");
      await somebody.page.waitForSelector(".places li");
      const count = await somebody.page.locator(".places li").count();
      expect(count).toBeGreaterThan(1);
      expect(await somebody.page.locator(".mark.place:not(.tag)").count()).toBe(count);
      expect((await draftOf(somebody)).pages[0]?.labels).toEqual([]);
      await somebody.press("2");
      await naming();
      await somebody.page.fill(".naming .name-in", "year");
      await somebody.press("Enter");
      await labelled("year");
      expect((await draftOf(somebody)).pages[0]?.labels[0]).toMatchObject({ name: "year", texts: [{ text: "2024", place: 2 }] });
    },
    JOURNEY_MS,
  );

  it(
    "pointed at in one of its places: that place is meant",
    async () => {
      await openDemo();
      await somebody.select("10.5555/slow.2024.100");
      await naming();
      await somebody.page.fill(".naming .name-in", "doi");
      await somebody.press("Enter");
      await labelled("doi");
      expect((await draftOf(somebody)).pages[0]?.labels[0]?.located[0]?.kind).toBe("found");
    },
    JOURNEY_MS,
  );

  it(
    "nowhere: how far it is found, and the nearest text, which can be used",
    async () => {
      await openDemo();
      await somebody.paste("Silt Memory in Regolated Rivers");
      await somebody.press("Enter");
      await somebody.page.waitForSelector("text=Use this text");
      expect(await somebody.page.locator(".found-part s").textContent()).toBe("olated Rivers");
      await somebody.press("Enter"); // it has the focus
      await naming();
      expect(await somebody.page.locator(".naming-text .q:last-child").textContent()).toBe(TITLE);
    },
    JOURNEY_MS,
  );
});

describe("a page whose pictures come late", () => {
  withServer("all");
  it(
    "is pointed at before they are there, and marks go where its texts then are",
    async () => {
      const { page } = somebody;
      let send = (): void => {};
      const isSent = new Promise<void>((done) => (send = done));
      await page.route("**/asset?*", async (route) => {
        await isSent;
        const body = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>';
        await route.fulfill({ contentType: "image/svg+xml", body });
      });
      const id = await page.evaluate(async () => {
        const answer = await fetch(`/api/drafts/upload?address=${encodeURIComponent("https://example.org/a/1.html")}`, {
          method: "POST",
          headers: { "content-type": "text/html", "x-bartree-request": "1" },
          body: "<title>x</title><h1>Hello there</h1><img src=/a.png><p>By <b>Somebody Else</b></p>",
        });
        return (await answer.json()).id;
      });
      await page.goto(`${server.address}/new/${id}`, { waitUntil: "commit" });
      await page.waitForSelector(".page-frame .marks", { state: "attached" });
      await somebody.select("Somebody Else");
      await naming();
      const top = async (): Promise<number> => (await page.locator(".marks .mark").first().boundingBox())?.y ?? 0;
      const before = await top();
      send();
      await expect.poll(top).toBeGreaterThan(before + 200);
    },
    JOURNEY_MS,
  );
});

describe("the focus", () => {
  withServer("all");
  const paste = async (text: string): Promise<void> => {
    await somebody.page.fill("#paste-box", text);
    await somebody.press("Enter");
  };
  const nameHasFocus = (): Promise<unknown> => somebody.page.waitForSelector(".naming .name-in:focus");
  const boxHasFocus = (): Promise<unknown> => somebody.page.waitForSelector("#paste-box:focus");
  const rowHasFocus = (name: string): Promise<unknown> =>
    somebody.page.waitForSelector(`.label-row:focus .label-name:text-is("${name}")`);

  it(
    "another text selected while one is named: its own name is proposed, and Enter takes it",
    async () => {
      await openDemo();
      await somebody.select(AUTHOR);
      await nameHasFocus();
      await somebody.page.fill(".naming .name-in", "somebody");
      await somebody.select(TITLE);
      await somebody.page.waitForSelector(`.naming-text:has-text("${TITLE}")`);
      await nameHasFocus();
      expect(await somebody.page.inputValue(".naming .name-in")).toBe("title");
      await somebody.press("Enter");
      await labelled("title");
    },
    JOURNEY_MS,
  );

  it(
    "a text that is left gives it back to the paste box",
    async () => {
      await openDemo();
      await paste(TITLE);
      await nameHasFocus();
      await somebody.press("Escape");
      await boxHasFocus();
      await paste("2024");
      await somebody.page.waitForSelector(".places button:focus");
      await somebody.press("Escape");
      await boxHasFocus();
      await paste(AUTHOR);
      await naming();
      await somebody.click("text=Not this");
      await boxHasFocus();
      await somebody.paste(`${TITLE}\n${AUTHOR}`);
      await somebody.click('button:text-is("The whole record")');
      await boxHasFocus();
    },
    JOURNEY_MS,
  );

  it(
    "a label that is renamed keeps it, one that is removed gives it to the next",
    async () => {
      await openDemo();
      for (const text of [TITLE, AUTHOR]) {
        await paste(text);
        await nameHasFocus();
        await somebody.press("Enter");
        await boxHasFocus();
      }
      await somebody.page.focus(".label-row");
      await somebody.press("Enter");
      await somebody.page.fill(".label-row .name-in", "heading");
      await somebody.press("Enter");
      await rowHasFocus("heading");
      await somebody.press("Enter");
      await somebody.press("Escape");
      await rowHasFocus("heading");
      await somebody.press("Delete");
      await rowHasFocus("authors");
      await somebody.press("Delete");
      await boxHasFocus();
    },
    JOURNEY_MS,
  );

  it(
    "an act that takes its own button away leaves it in the row, or gives it to the paste box",
    async () => {
      const { page } = somebody;
      await openDemo();
      await somebody.paste(`${TITLE}\n${AUTHOR}`);
      await somebody.click('button:text-is("The whole record")');
      await page.waitForSelector('button:text-is("Forget the record")');
      await page.focus('button:text-is("Forget the record")');
      await somebody.press("Enter");
      await boxHasFocus();
      await page.waitForSelector('button:text-is("Forget the record")', { state: "detached" });
      await boxHasFocus();
      for (const text of [TITLE, AUTHOR]) {
        await paste(text);
        await nameHasFocus();
        await somebody.press("Enter");
        await boxHasFocus();
      }
      await page.locator(".sib tbody .cell-button").first().click();
      await page.waitForSelector("text=Back to the labelled page");
      for (const name of ["Not on this page", "Remove"]) {
        await page.focus(".label-row:first-child .label-name"); // its acts show where the focus is
        await page.focus(`.label-row:first-child button:text-is("${name}")`);
        await somebody.press("Enter");
        await page.waitForSelector(`.label-row:first-child button:text-is("${name}")`, { state: "detached" });
        await page.waitForSelector(".label-row:first-child .label-name:focus");
      }
    },
    JOURNEY_MS,
  );
});

describe("the list page in the keep line", () => {
  withServer("all");
  it(
    "Tab goes into it and a paste takes its place; one that gives no pages says why, and those read so far stay",
    async () => {
      await openDemo();
      await labelByPaste();
      const { page } = somebody;
      await expect.poll(async () => (await draftOf(somebody)).siblings.state).toBe("done");
      const field = page.locator(".keep").getByLabel("List page", { exact: true });
      await expect.poll(() => field.inputValue()).toMatch(/^127\.0\.0\.1/); // the short form
      await page.locator(".keep").getByLabel("Name", { exact: true }).focus();
      await somebody.press("Tab");
      const wrong = new URL("/institute/nowhere", (await draftOf(somebody)).settings.listAddress ?? "").href;
      await somebody.paste(wrong);
      expect(await field.inputValue()).toBe(wrong);
      await somebody.press("Tab");
      await page.waitForSelector(`.results-note:has-text("“${wrong}” is not there: the status is 404.")`);
      const { settings, siblings } = await draftOf(somebody);
      expect(settings.listAddress).toBe(wrong);
      expect(siblings.rows).toHaveLength(5);
      await page.click(".keep .btn.prime");
      await page.waitForSelector('.keep [role="alert"]:has-text("its list page was not read: the status is 404")');
      await field.click();
      await field.press("End");
      await page.keyboard.type("/else"); // a click leaves the caret where it is put
      expect(await field.inputValue()).toBe(`${wrong}/else`);
    },
    JOURNEY_MS,
  );
});

describe("nothing is lost", () => {
  withServer("all");
  it(
    "? lists the keys, and Escape closes the list where one was",
    async () => {
      await openDemo();
      await somebody.page.focus(".page-frame");
      await somebody.press("?");
      await somebody.page.waitForSelector(".keys-help");
      await somebody.press("Escape");
      await somebody.page.waitForSelector(".keys-help", { state: "detached" });
      expect(await hasFocus(".page-frame")).toBe(true);
    },
    JOURNEY_MS,
  );

  it(
    "undo and redo take back and do again, and the draft is there after a reload",
    async () => {
      await openDemo();
      const names = async (): Promise<string[] | undefined> => (await draftOf(somebody)).pages[0]?.labels.map(({ name }) => name);
      await somebody.paste(TITLE);
      await somebody.press("Enter");
      await naming();
      await somebody.press("Enter");
      await labelled("title");
      await somebody.click('button:has-text("Undo “label title”")');
      await expect.poll(names).toEqual([]);
      await somebody.click('button:has-text("Redo “label title”")');
      await expect.poll(names).toEqual(["title"]);
      await somebody.page.waitForSelector('button:has-text("Undo “label title”")');
      await somebody.page.focus("#paste-box"); // where the focus is after every label
      await somebody.press("Control+z");
      await expect.poll(names).toEqual([]);
      await somebody.page.waitForSelector('button:has-text("Redo “label title”")'); // the page knows it as well
      await somebody.press("Control+Shift+z");
      await expect.poll(names).toEqual(["title"]);
      await somebody.page.reload();
      await labelled("title");
      await somebody.page.goto(`${server.address}/new`);
      await somebody.click("text=Go on");
      await labelled("title");
    },
    JOURNEY_MS,
  );

  it(
    "a name typed just before one keeps the source is its name; one that is refused keeps nothing",
    async () => {
      const { page } = somebody;
      await openDemo();
      for (const text of [TITLE, AUTHOR]) {
        await page.fill("#paste-box", text);
        await page.press("#paste-box", "Enter");
        await page.press(".naming .name-in", "Enter");
        await page.waitForSelector("#paste-box:focus");
      }
      await page.waitForSelector(".sib tbody tr .q");
      await page.route("**/settings", async (route) => {
        await new Promise((done) => setTimeout(done, 1000));
        await route.continue();
      });
      await page.fill(".keep input[type=email]", "nobody");
      await page.click("text=Keep this source");
      await page.waitForSelector(".keep .error-line");
      expect(await server.rows("select name from source")).toEqual([]);
      await page.fill(".keep input[type=email]", "");
      await page.fill(".keep .field:first-child input", "Rivers corrected");
      await page.click("text=Keep this source");
      await page.waitForURL(/\/sources\/\d+/);
      expect(await server.rows("select name from source")).toEqual([{ name: "Rivers corrected" }]);
    },
    JOURNEY_MS,
  );

  it(
    "two tabs on one draft: where one discards it, the other says so and leads on",
    async () => {
      await openDemo();
      const id = (await draftOf(somebody)).id;
      const other = await somebody.page.context().newPage();
      await other.goto(`${server.address}/new`);
      const row = other.locator(".first-list li").first(); // the newest
      await row.getByText("Discard").click();
      await row.getByText("Discard for good").click();
      await somebody.page.waitForSelector("text=This draft is not there any more");
      expect(await server.rows("select from draft where id = $1", [id])).toEqual([]);
      await somebody.click('button:has-text("Add a source")');
      await somebody.page.waitForSelector("text=Open the demo");
    },
    JOURNEY_MS,
  );

  it(
    "nobody answers while a text is looked for: it stays in the box, to be sent again",
    async () => {
      await openDemo();
      const { page } = somebody;
      await page.route(/\/locate$/, (route) => route.abort());
      await page.fill("#paste-box", TITLE);
      await somebody.press("Enter");
      await page.waitForSelector("text=The server does not answer.");
      expect(await page.inputValue("#paste-box")).toBe(TITLE);
      await page.unroute(/\/locate$/);
      await somebody.press("Enter");
      await naming();
    },
    JOURNEY_MS,
  );

  it(
    "a page whose texts are made by scripts says so, and what to do; what it says to browsers without is not pointed at",
    async () => {
      const { page, asked, complaints } = somebody;
      const show = async (html: string): Promise<void> => {
        await page.goto(`${server.address}/new`);
        await page.fill(".first-form input", "https://scripts.example/1");
        const buffer = Buffer.from(`<!doctype html><title>App</title><body>${html}<script>app()</script>`);
        await page.setInputFiles("input[type=file]", { name: "1.html", mimeType: "text/html", buffer });
        await page.waitForSelector(".page-frame .marks");
      };
      const toOthers = "<noscript>Please enable scripts.</noscript>";
      await show(`${toOthers}<div id=app></div>`);
      await page.waitForSelector("text=Without scripts this page displays no text of its own");
      await page.waitForSelector(".page-panel code:text-is('render')");
      await show(`<h1>A title</h1>${toOthers}`);
      expect(await page.isVisible("text=Without scripts")).toBe(false);
      await somebody.select("Please enable scripts.");
      const selected = () => page.evaluate(() => document.querySelector("iframe")?.contentDocument?.getSelection()?.toString());
      await expect.poll(selected).toBe("");
      expect(asked.filter((address) => address.endsWith("/locate"))).toEqual([]); // what is not read cannot be pointed at
      expect(complaints).toEqual([]);
    },
    JOURNEY_MS,
  );

  it(
    "two tabs on one draft: news that come while an older answer is under way are not lost in it",
    async () => {
      await openDemo();
      const other = await somebody.page.context().newPage();
      await other.goto(somebody.page.url());
      await other.waitForSelector("#paste-box");
      let isHeld = false;
      let release = (): void => {};
      const released = new Promise<void>((done) => (release = done));
      await other.route(/\/api\/drafts\/[^/?]+$/, async (route) => {
        const response = await route.fetch();
        if (!isHeld) {
          isHeld = true;
          await released;
        }
        await route.fulfill({ response }).catch(() => undefined); // nobody may wait for it any more
      });
      await somebody.page.fill(".keep .field:first-child input", "another name");
      await somebody.press("Enter");
      await expect.poll(() => isHeld).toBe(true);
      await somebody.page.fill("#paste-box", TITLE);
      await somebody.press("Enter");
      await naming();
      await somebody.page.press(".naming .name-in", "Enter");
      await other.waitForSelector('.label-row .label-name:text-is("title")');
      release();
    },
    JOURNEY_MS,
  );

  it(
    "two tabs on one draft: each sees the other's label, and none is lost, not by undo either",
    async () => {
      await openDemo();
      const other = await somebody.page.context().newPage();
      await other.goto(somebody.page.url());
      await other.waitForSelector("#paste-box");
      const label = async (page: typeof other, text: string): Promise<void> => {
        await page.fill("#paste-box", text);
        await page.press("#paste-box", "Enter");
        await page.waitForSelector(".naming");
        await page.press(".naming .name-in", "Enter");
        await page.waitForSelector("#paste-box:focus");
      };
      await label(somebody.page, TITLE);
      await other.waitForSelector('.label-row .label-name:text-is("title")');
      await label(other, AUTHOR);
      await labelled("authors");
      const names = async (): Promise<string[] | undefined> => (await draftOf(somebody)).pages[0]?.labels.map(({ name }) => name);
      expect(await names()).toEqual(["title", "authors"]);
      await somebody.click('button:has-text("Undo “label title”")');
      await expect.poll(names).toEqual(["authors"]);
      await other.waitForSelector('.label-row .label-name:text-is("title")', { state: "detached" });
      await somebody.click('button:has-text("Redo “label title”")');
      await expect.poll(names).toEqual(["title", "authors"]);
      await other.waitForSelector('.label-row .label-name:text-is("title")');
      await other.focus(".label-row");
      await other.keyboard.press("Enter");
      await other.fill(".label-row .name-in", "heading");
      await other.keyboard.press("Enter");
      await labelled("heading");
      await somebody.click('button:has-text("Undo “label title”")');
      await somebody.page.waitForSelector("text=What “label title” did was changed in another tab since.");
      expect(await names()).toEqual(["heading", "authors"]);
    },
    JOURNEY_MS,
  );
});
