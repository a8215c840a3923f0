/** Every screen and state worth looking at: how one comes there. Screenshots and the access checks go through them all. */
import type { Page } from "playwright-core";
import type { Stage, Where } from "./stage/stage.js";

export interface Scene {
  readonly name: string;
  readonly on: Where;
  readonly who?: "nobody" | "reader"; // else whoever began it
  readonly inIndonesian?: true; // also
  readonly come: (page: Page, stage: Stage) => Promise<unknown>;
}

type Way = (stage: Stage) => string;

const at =
  (where: Where, path: Way | string, sign: string) =>
  async (page: Page, stage: Stage): Promise<void> => {
    await page.goto(`${stage[where].server.address}${typeof path === "string" ? path : path(stage)}`);
    await page.waitForSelector(sign, { state: "attached" });
  };
const scene = (on: Where, name: string, path: Way | string, sign: string, more: Partial<Scene> = {}): Scene => ({
  name,
  on,
  come: at(on, path, sign),
  ...more,
});
/** The scene of this name, and then some. */
const further = (on: Where, name: string, begin: Scene["come"], go: (page: Page) => Promise<unknown>): Scene => ({
  name,
  on,
  async come(page, stage) {
    await begin(page, stage);
    await go(page);
  },
});

const draft = at("month", ({ month }) => month.draft, ".sib tbody .q");
const empty = at("month", ({ month }) => month.empty, ".page-frame .marks");
const find = (name: string, text: string, sign: string): Scene =>
  further("month", name, empty, async (page) => {
    await page.fill("#paste-box", text);
    await page.press("#paste-box", "Enter");
    await page.waitForSelector(sign);
  });
/** On a narrow screen the parts are behind tabs. */
const part = async (page: Page, name: string): Promise<void> => {
  const tab = page.locator(".setup-parts button", { hasText: name });
  if (await tab.isVisible()) await tab.click();
};
const result = (name: string, tab: string): Scene =>
  further("month", name, draft, async (page) => {
    await part(page, "Other pages");
    await page.locator(".results [role=tab]", { hasText: tab }).click();
    await page.waitForTimeout(500);
  });

const FRAME = ".page-frame .marks";
const ofSource = (state: string, tab: string, sign: string, more: Partial<Scene> = {}): Scene =>
  scene("month", `source-${state}-${tab}`, ({ month }) => `/sources/${month.ids[state]}?tab=${tab}`, sign, more);
const ofWarning = (cause: string, sign: string, more: Partial<Scene> = {}): Scene =>
  scene("month", `warning-${cause}`, ({ month }) => `/warnings/${month.warnings[cause]}`, sign, more);

/** Answers of this route come late: the screen as it is while it waits. */
const late = (on: Where, name: string, path: string, route: string | RegExp, sign: string): Scene => ({
  name,
  on,
  async come(page, stage) {
    await page.route(route, async (request) => {
      await new Promise((done) => setTimeout(done, 8000));
      await request.continue().catch(() => {}); // the screen is left by then
    });
    await page.goto(`${stage[on].server.address}${path}`);
    await page.waitForSelector(sign);
    await page.waitForTimeout(500);
  },
});

export const SCENES: readonly Scene[] = [
  // the first minute
  scene("fresh", "first", "/new", ".first-form", { inIndonesian: true }),
  further("fresh", "first-error", at("fresh", "/new", ".first-form"), async (page) => {
    await page.fill(".first-form input", "http://127.0.0.1:9/closed");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".error-line");
  }),
  scene("fresh", "welcome-used", "/welcome#used-before", ".error-line", { who: "nobody" }),
  scene("fresh", "sign-in-link", "/sign-in", "h1", { who: "nobody" }),
  scene("fresh", "sources-empty", "/sources", ".empty-state"),
  scene("fresh", "records-empty", "/records", ".empty-state"),
  scene("fresh", "warnings-none", "/warnings", ".empty-state"),
  scene("fresh", "settings-people-none", "/settings/people", ".settings-line"),
  scene("fresh", "settings-keys-none", "/settings/keys", ".settings-line"),
  scene("fresh", "settings-hooks-none", "/settings/hooks", ".settings-line"),
  scene("fresh", "missing", "/nowhere", "text=There is no such page"),

  // set-up
  { name: "set-up-empty", on: "month", come: empty },
  find("set-up-naming", "22 April 2024", ".naming"),
  find("set-up-ambiguous", "2024", ".places li"),
  find("set-up-not-found", "Silt Memory in Regolated Rivers", ".found-part"),
  { name: "set-up", on: "month", come: draft, inIndonesian: true },
  further("month", "set-up-labels", draft, (page) => part(page, "Labels")),
  result("set-up-others", "Other pages"),
  result("set-up-bars", "Bars"),
  result("set-up-delimiters", "Delimiters"),
  result("set-up-list", "List page"),
  further("month", "set-up-other-page", draft, async (page) => {
    await part(page, "Other pages");
    await page.locator(".sib tbody .cell-button").first().click();
    await page.waitForSelector("text=Back to the labelled page");
  }),
  further("month", "set-up-text-only", draft, async (page) => {
    await page.click("text=Text only");
    await page.waitForSelector(".text-list");
  }),
  further("month", "set-up-keys", draft, async (page) => {
    await page.keyboard.press("Escape");
    await page.locator("h1").click();
    await page.keyboard.press("?");
    await page.waitForSelector(".keys-help");
  }),
  scene("month", "set-up-own-tags", ({ month }) => month.tagged, ".suggestions"),
  scene("month", "set-up-rekey", ({ month }) => month.rekey, FRAME),
  scene("month", "set-up-variant", ({ month }) => month.variant, FRAME),

  // the work list
  scene("month", "sources", "/sources", ".sources tbody tr", { inIndonesian: true }),
  scene("month", "sources-filtered", "/sources?state=want-a-look&q=slow", ".sources tbody tr"),
  scene("month", "sources-no-match", "/sources?q=nowhere", ".empty-state"),
  scene("month", "sources-reader", "/sources", ".sources tbody tr", { who: "reader" }),
  {
    name: "sources-offline",
    on: "month",
    async come(page, stage) {
      await page.route("**/api/events", (request) => request.abort());
      await at("month", "/sources", ".sources tbody tr")(page, stage);
      await page.waitForSelector(".offline");
    },
  },
  late("month", "sources-loading", "/sources", /\/api\/sources(\?|$)/, "text=Reading from the server"),
  late("month", "shell-loading", "/sources", "**/api/me", "text=Reading from the server"),
  scene("large", "sources-5000", "/sources", ".sources tbody tr"),
  scene("large", "sources-5000-healthy", "/sources?state=healthy", ".sources tbody tr"),

  // one source in each state
  ofSource("healthy", "records", ".records tbody tr"),
  ofSource("healthy", "withheld", ".empty-state"),
  ofSource("healthy", "template", "table"),
  ofSource("healthy", "settings", ".source-settings"),
  ofSource("healed", "changes", ".known", { inIndonesian: true }),
  ofSource("healed", "records", ".records tbody tr"),
  ofSource("healed", "template", "table"),
  ofSource("changed", "changes", ".check .page-frame"),
  ofSource("broken", "changes", ".check .page-frame"),
  ofSource("broken", "records", ".records tbody tr"),
  ofSource("deferred", "changes", ".check"),
  ofSource("silent", "changes", ".timeline"),
  ofSource("withholding", "withheld", ".groups"),
  ofSource("withholding", "records", ".records tbody tr"),
  ofSource("unreachable", "changes", ".check"),
  ofSource("unrecognised", "changes", ".check"),
  ofSource("provisional", "changes", ".timeline"),
  ofSource("unconfirmed", "changes", ".timeline"),
  ofSource("paused", "records", ".records tbody tr"),
  further(
    "month",
    "source-proof",
    at("month", ({ month }) => `/sources/${month.ids.healthy}`, ".records tbody tr"),
    async (page) => {
      await page.locator(".records .cell-button").nth(2).click();
      await page.waitForSelector(".proof-facts");
    },
  ),
  scene("month", "source-long", ({ month }) => `/sources/${month.long}`, ".records tbody tr"),
  scene("month", "source-reader", ({ month }) => `/sources/${month.ids.healthy}?tab=settings`, ".source-settings", {
    who: "reader",
  }),
  scene("month", "source-missing", "/sources/999999", ".error-line"),

  // records
  scene("month", "records", "/records", ".found-records tbody tr"),
  scene("month", "records-search", "/records?q=chart", ".found-records tbody tr"),
  scene("month", "records-no-hits", "/records?q=Quastenflosser", ".empty-state"),
  scene("month", "records-gone", "/records?state=gone", ".found-records tbody tr, .empty-state"),
  scene("large", "records-10000", "/records?q=commonplace", ".found-records tbody tr"),
  scene("month", "record", ({ month }) => `/records/${month.record}?proof=date`, ".proof-facts", { inIndonesian: true }),
  further(
    "month",
    "record-history",
    at("month", ({ month }) => `/records/${month.edited}`, ".history"),
    (page) => page.click(".history button"),
  ),
  scene("month", "record-past", ({ month }) => `/records/${month.edited}?version=1&proof=abstract`, ".proof-facts"),
  scene("month", "record-withheld", ({ month }) => `/records/${month.held}`, ".held"),
  scene("month", "record-long", ({ month }) => `/records/${month.longRecord}`, ".proof-facts"),
  scene("month", "record-missing", "/records/99999999", ".error-line"),

  // warnings
  ofWarning("not-healed", ".acts"),
  ofWarning("key-missing", ".acts", { inIndonesian: true }),
  ofWarning("unreachable", ".acts"),
  ofWarning("unchanged", ".acts"),
  scene("month", "warnings-all", "/warnings?state=all", ".warnings-list"),
  scene("month", "warnings-reader", ({ month }) => `/warnings/${month.warnings["key-missing"]}`, ".warning", { who: "reader" }),

  // settings, signing in, the demo
  scene("month", "settings-people", "/settings/people", "tbody tr", { inIndonesian: true }),
  further("month", "settings-link", at("month", "/settings/people", "tbody tr"), async (page) => {
    await page.locator("tbody tr").nth(1).locator("button").first().click();
    await page.waitForSelector(".secret");
  }),
  scene("month", "settings-keys", "/settings/keys", "tbody tr"),
  scene("month", "settings-machine", "/settings/machine", "tbody tr"),
  scene("month", "settings-own", "/settings/own", ".settings-line"),
  scene("month", "sign-in", "/sign-in", "h1", { who: "nobody" }),
  {
    ...further("month", "sign-in-wrong", at("month", "/sign-in", "form"), async (page) => {
      await page.fill("[autocomplete=username]", "somebody");
      await page.fill("[type=password]", "not this one, surely");
      await page.keyboard.press("Enter");
      await page.waitForSelector(".error-line");
    }),
    who: "nobody",
  },
  scene("large", "demo", "/new", ".demo-strip"),
];
