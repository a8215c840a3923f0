/** Who may do what, in the page and by direct calls with a real session; links that work once; two tabs. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ErrorReport } from "../../src/api/errors.js";
import type { Role } from "../../src/api/server/common.js";
import { startReceiver } from "../notify/receiver.js";
import { ask, type KeptSource, keptSource, RIVERS, until } from "./kept.js";
import { chromium, JOURNEY_MS, type Person, person, type Served, served } from "./served.js";

let browser: Browser;
let server: Served;
let owner: Person;
let source: KeptSource;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
const links = new Map<Role, string>();

beforeAll(async () => {
  receiver = await startReceiver();
  const settings = { BARTREE_LOOPBACK_ORIGINS: receiver.origin };
  [browser, server] = await Promise.all([chromium(), served({ settings })]);
  owner = await person(browser);
  await owner.page.goto(server.link);
  await owner.page.waitForSelector("text=Open the demo");
  source = await keptSource(owner, server, RIVERS);
}, JOURNEY_MS);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await receiver?.close();
});

const count = async (table: "session" | "harvest" | "source" | "draft" | "account" | "api_key"): Promise<number> =>
  (await server.rows<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n ?? 0;
type Fault = { readonly error: ErrorReport };

describe("a one-time link", () => {
  it(
    "signs in once: the second time it says so, and no session is made",
    async () => {
      const before = await count("session");
      const late = await person(browser);
      await late.page.goto(server.link);
      await late.page.waitForSelector("text=This link was used, or its 15 minutes are over.");
      expect(await count("session")).toBe(before);
      expect((await ask<Fault>(late, "GET", "/api/sources")).status).toBe(401);
      await late.page.goto(`${server.address}/records`);
      await late.page.waitForURL(/sign-in/);
      await late.page.context().close();
    },
    JOURNEY_MS,
  );

  it(
    "is made for each new account in the settings, and shown once",
    async () => {
      const { page } = owner;
      await page.goto(`${server.address}/settings/people`);
      await page.fill(".settings-line input", "one-admin"); // the first one is an admin: who has the machine's own link
      await page.click('.settings-line button:text("Add")');
      await page.waitForSelector('th:has-text("one-admin") .chip:text("you")');
      for (const role of ["editor", "reader"] as const) {
        await page.fill(".settings-line input", `one-${role}`);
        await page.selectOption(".settings-line select", role);
        await page.click('.settings-line button:text("Add")');
        await page.waitForSelector(`text=Link for one-${role}.`);
        links.set(role, (await page.locator(".secret code").textContent()) ?? "");
      }
      expect(await server.rows("select name, role from account order by id")).toEqual([
        { name: "one-admin", role: "admin" },
        { name: "one-editor", role: "editor" },
        { name: "one-reader", role: "reader" },
      ]);
      const stored = await server.rows<{ text: string }>("select row_to_json(l)::text as text from one_time_link l");
      for (const link of links.values()) {
        const token = new URL(link).searchParams.get("token") ?? new URL(link).hash.slice(1);
        expect(token).not.toBe("");
        expect(stored.some(({ text }) => text.includes(token))).toBe(false);
      }
    },
    JOURNEY_MS,
  );
});

/** Signed in by the link made for them. */
async function signedIn(role: Role): Promise<Person> {
  const somebody = await person(browser);
  await somebody.page.goto(links.get(role) ?? "");
  await somebody.page.waitForSelector("nav");
  await until(`the ${role} is signed in`, async () => {
    const { user } = await somebody.api<{ user: { role: Role } | null }>("/api/me");
    return user?.role === role;
  });
  return somebody;
}

describe("what each may not do", () => {
  const CHANGES = [
    ["POST", () => `/api/sources/${source.id}/run`, {}],
    ["POST", () => `/api/sources/${source.id}/pause`, undefined],
    ["DELETE", () => `/api/sources/${source.id}`, undefined],
    ["POST", () => "/api/drafts", { address: "http://127.0.0.1:9/" }],
    ["POST", () => "/api/demo/acts", { site: "institute", act: "redesign" }],
  ] as const;
  const ADMINISTRATION = [
    ["GET", () => "/api/users", undefined],
    ["POST", () => "/api/users", { name: "x", role: "admin" }],
    ["POST", () => "/api/keys", { name: "x", role: "admin" }],
    ["GET", () => "/api/machine", undefined],
  ] as const;
  type Calls = readonly (readonly [string, () => string, object | undefined])[];

  const state = async () => [
    await server.rows("select state, removed_at, template_version, settings from source order by id"),
    ...(await Promise.all((["harvest", "draft", "account", "api_key"] as const).map(count))),
  ];
  /** Each is refused, and nothing in the store has moved. */
  async function refused(somebody: Person, calls: Calls): Promise<void> {
    const before = await state();
    for (const [method, path, body] of calls) {
      const { status, body: fault } = await ask<Fault>(somebody, method, path(), body);
      expect({ path: path(), status, code: fault.error.code }).toEqual({ path: path(), status: 403, code: "not-allowed" });
    }
    expect(await state()).toEqual(before);
  }

  it(
    "a reader looks: no act is drawn, and none is done by calling the API",
    async () => {
      const reader = await signedIn("reader");
      const { page } = reader;
      await page.goto(source.screen);
      await page.waitForSelector("text=You can look, not change. An editor can do this.");
      await page.waitForSelector("text=Silt Memory in Regulated Rivers");
      expect(await page.locator(".screen-acts button").count()).toBe(0);
      await page.click('.tabs >> text="Settings"');
      await page.waitForSelector(".panel");
      expect(await page.locator("button:text('Save'), button:text('Remove this source')").count()).toBe(0);
      expect(await page.locator(":is(.source-settings input, .source-settings textarea):enabled").count()).toBe(0);
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 860 });
        const boxes = page.locator('section[aria-label="Warnings"] :is(fieldset.field, label.field)');
        const [alarms, mail] = await boxes.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
        expect(mail.top, `at ${width} the mail address stands below the list`).toBeGreaterThan(alarms.bottom);
        expect(mail.left).toBe(alarms.left);
      }
      await page.goto(`${server.address}/new`);
      await page.waitForSelector("text=You can look, not change. An editor can do this.");
      expect(await page.locator(".first-form").count()).toBe(0);
      expect(await page.locator(".demo-strip").count()).toBe(0);
      await page.goto(`${server.address}/settings/people`);
      await page.waitForSelector(".settings-nav");
      expect(await page.locator(".settings-nav a").allTextContents()).toEqual(["You"]);
      await refused(reader, [...CHANGES, ...ADMINISTRATION]);
      expect(reader.complaints.filter((each) => !/status of 403/.test(each))).toEqual([]);
      await page.context().close();
    },
    JOURNEY_MS,
  );

  it(
    "an editor sets up and runs, but looks after nobody; without our header even they change nothing",
    async () => {
      const editor = await signedIn("editor");
      const { page } = editor;
      await page.goto(source.screen);
      await page.waitForSelector('.screen-acts button:text("Run now")');
      await page.goto(`${server.address}/settings/people`);
      await page.waitForSelector(".settings-nav");
      expect(await page.locator(".settings-nav a").allTextContents()).toEqual(["You"]);
      await refused(editor, ADMINISTRATION);
      const before = await state();
      for (const [method, path, body] of CHANGES) {
        const { status, body: fault } = await ask<Fault>(editor, method, path(), body, {});
        expect({ status, code: fault.error.code }).toEqual({ status: 403, code: "request-foreign" });
      }
      expect(await state()).toEqual(before);
      await ask(editor, "POST", `/api/sources/${source.id}/pause`);
      expect(await server.rows("select state from source where id = $1", [source.id])).toEqual([{ state: "paused" }]);
      await ask(editor, "POST", `/api/sources/${source.id}/resume`);
      await page.context().close();
    },
    JOURNEY_MS,
  );

  it(
    "an admin looks after people: the editor who becomes a reader can change nothing from then on",
    async () => {
      const { page } = owner;
      const [{ id = "" } = {}] = await server.rows<{ id: string }>("select id::text from account where name = 'one-editor'");
      const link = (await ask<{ link: string }>(owner, "POST", `/api/users/${id}/link`)).body.link;
      links.set("editor", link);
      const editor = await signedIn("editor");
      await page.goto(`${server.address}/settings/people`);
      await page.selectOption('select[aria-label="Role of one-editor"]', "reader");
      await until("the role is stored", async () => {
        const [row] = await server.rows<{ role: string }>("select role from account where id = $1", [id]);
        return row?.role === "reader";
      });
      await refused(editor, CHANGES);
      await editor.page.context().close();
    },
    JOURNEY_MS,
  );
});

describe("a webhook", () => {
  it(
    "is added, its secret shown once, tried and removed",
    async () => {
      const { page } = owner;
      const stored = () => server.rows("select origin, source_id from webhook");
      await page.goto(`${server.address}/settings/hooks`);
      await page.waitForSelector("text=No webhooks yet.");
      await page.fill(".settings-line input", `${receiver.origin}/in?token=t0ken`);
      await page.click('.settings-line button:text("Add")');
      const secret = (await page.locator(".secret code").textContent()) ?? "";
      expect(secret).toMatch(/^hook_/);
      expect(await stored()).toEqual([{ origin: receiver.origin, source_id: null }]);
      await page.click('tbody button:text("Send a test")');
      await page.waitForSelector("text=It answered 204.");
      expect(receiver.received.map(({ path }) => path)).toEqual(["/in?token=t0ken"]);
      await page.reload();
      await page.waitForSelector(`th:text("${receiver.origin}")`);
      expect(await page.content()).not.toMatch(/t0ken|hook_/);
      await page.click('tbody button:text-is("Remove")');
      await page.click('tbody button:text-is("Remove for good")');
      await page.waitForSelector("text=No webhooks yet.");
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
      expect(await stored()).toEqual([]);
    },
    JOURNEY_MS,
  );
});

describe("an API key", () => {
  it(
    "is made with an end, tells whose it is, and never may more than its owner",
    async () => {
      const { page } = owner;
      await page.goto(`${server.address}/settings/keys`);
      await page.fill(".settings-line input", "nightly export");
      await page.selectOption('.settings-line label:has-text("Ends") select', "90");
      await page.click('.settings-line button:text("Make a key")');
      const secret = (await page.locator(".secret code").textContent()) ?? "";
      const row = page.locator('tbody tr:has(th:text("nightly export"))');
      await expect
        .poll(() => row.locator("td").allTextContents())
        .toMatchObject([
          `${secret.slice(0, 12)}…`,
          expect.stringContaining("reader"),
          expect.stringMatching(/^one-admin\s*$/),
          expect.stringContaining("now"),
          "not yet",
          expect.stringMatching(/20\d\d|\d/),
          "Revoke",
        ]);
      const [key] = await server.rows<{ days: number }>(
        "select round(extract(epoch from expires_at - created_at) / 86400)::int as days from api_key where name = 'nightly export'",
      );
      expect(key).toEqual({ days: 90 });
      await row.locator('button:text-is("Revoke")').click();
      await row.locator('button:text-is("Revoke for good")').click();
      await expect.poll(() => row.count()).toBe(0);
    },
    JOURNEY_MS,
  );
});

describe("an account that has API keys", () => {
  /** Another admin with a session and one key, and a stream of events that is open. */
  async function withKey(name: string): Promise<{ somebody: Person; id: string }> {
    const { body } = await ask<{ user: { id: string }; link: { link: string } }>(owner, "POST", "/api/users", {
      name,
      role: "admin",
    });
    const somebody = await person(browser);
    await somebody.page.goto(body.link.link);
    await somebody.page.waitForSelector("nav");
    await ask(somebody, "POST", "/api/keys", { name: `key of ${name}`, role: "admin" });
    return { somebody, id: body.user.id };
  }
  const keys = (name: string) =>
    server.rows<{ owner: string | null; isRevoked: boolean }>(
      `select a.name as owner, k.revoked_at is not null as "isRevoked" from api_key k left join account a on a.id = k.account_id
        where k.name = $1`,
      [`key of ${name}`],
    );

  it.each([
    { name: "x-revoked", act: "Revoke and remove", left: [{ owner: null, isRevoked: true }] },
    { name: "x-handed", act: "Take over and remove", left: [{ owner: "one-admin", isRevoked: false }] },
  ])(
    "is removed with a word on them: $act",
    async ({ name, act, left }) => {
      const { page } = owner;
      const { somebody } = await withKey(name);
      await page.goto(`${server.address}/settings/people`);
      const remove = page.locator(`tbody tr:has(th:text("${name}")) button:text-is("Remove")`);
      await remove.dblclick(); // which opens the question and closes it again, and removes nobody
      expect(await page.locator(".keys-question").count()).toBe(0);
      await remove.click();
      await page.waitForSelector(`text=${name} has an API key. What becomes of it?`);
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Revoke and remove");
      await page.keyboard.press("Escape");
      await expect.poll(() => page.locator(".keys-question").count()).toBe(0);
      expect(await keys(name)).toEqual([{ owner: name, isRevoked: false }]);
      await remove.click();
      await page.click(`.keys-question button:text-is("${act}")`);
      await expect.poll(() => remove.count()).toBe(0);
      expect(await keys(name)).toEqual(left);
      await somebody.page.waitForURL(/sign-in/); // the stream of the one who was removed has ended, so the page knows
      expect(await server.rows("select from account where name = $1", [name])).toEqual([]);
      await somebody.page.context().close();
    },
    JOURNEY_MS,
  );
});

describe("a new password", () => {
  it.each([
    {
      locale: "en-GB",
      sentence: "This password is among the first that somebody would try: many people have it.",
      set: "Set the password",
    },
    {
      locale: "id-ID",
      sentence: "Kata sandi ini termasuk yang pertama dicoba orang: banyak orang memakainya.",
      set: "Atur kata sandi",
    },
  ])(
    "that many people have is refused, in the reader's language ($locale)",
    async ({ locale, sentence, set }) => {
      const [{ id = "" } = {}] = await server.rows<{ id: string }>("select id::text from account where name = 'one-reader'");
      const { link } = (await ask<{ link: string }>(owner, "POST", `/api/users/${id}/link`)).body;
      const { page } = await person(browser, { locale });
      await page.goto(link);
      await page.waitForSelector("nav");
      await page.goto(`${server.address}/settings/own`);
      await page.fill("[autocomplete=new-password]", "password123");
      await page.click(`button:text-is("${set}")`);
      await page.waitForSelector(`.error-line >> text=${sentence}`);
      await page.waitForSelector(".error-line >> text=password-common");
      expect(await server.rows("select password from account where name = 'one-reader'")).toEqual([{ password: null }]);
      await page.context().close();
    },
    JOURNEY_MS,
  );
});

describe("what nothing brings back", () => {
  const named = (name: string): object => ({ name, role: "reader" });
  it.each([
    { what: "an account", part: "people", path: "users", act: "Remove", body: named },
    { what: "an API key", part: "keys", path: "keys", act: "Revoke", body: named },
    {
      what: "a webhook",
      part: "hooks",
      path: "hooks",
      act: "Remove",
      body: (name: string) => ({ address: `${receiver.origin}/${name}` }),
    },
  ])(
    "$what goes when one has said so twice, and the focus goes to the next",
    async ({ part, path, act, body }) => {
      const { page } = owner;
      for (const name of ["y-gone", "z-after"]) await ask(owner, "POST", `/api/${path}`, body(name));
      const stored = async () => (await owner.api<Record<string, unknown[]>>(`/api/${path}`))[path]?.length ?? 0;
      const before = await stored();
      await page.goto(`${server.address}/settings/${part}`);
      const buttons = page.locator("tbody button", { hasText: act });
      await expect.poll(() => buttons.count()).toBe(before);
      const [mine, next] = [buttons.nth(before - 2), buttons.nth(before - 1)];

      await mine.dblclick(); // which says it once
      expect(await mine.textContent()).toBe(`${act} for good`);
      await next.focus(); // one thinks better of it
      expect(await mine.textContent()).toBe(act);
      await mine.focus();
      for (let held = 0; held < 4; held++) await page.keyboard.down("Enter"); // a key that is held says it once too
      await page.keyboard.up("Enter");
      expect(await mine.textContent()).toBe(`${act} for good`);
      expect(await stored()).toBe(before);
      await page.keyboard.press("Enter");
      await expect.poll(() => buttons.count()).toBe(before - 1);
      expect(await stored()).toBe(before - 1);
      expect(await mine.evaluate((button) => button === document.activeElement)).toBe(true); // it was the next
      expect(await mine.textContent()).toBe(act);
    },
    JOURNEY_MS,
  );
});

describe("two tabs", () => {
  it(
    "of one session: signed out in one, the other knows it at once",
    async () => {
      const [{ id = "" } = {}] = await server.rows<{ id: string }>("select id::text from account where name = 'one-reader'");
      const { link } = (await ask<{ link: string }>(owner, "POST", `/api/users/${id}/link`)).body;
      const { page } = await person(browser);
      await page.goto(link);
      await page.waitForSelector("nav");
      const other = await page.context().newPage();
      await other.goto(`${server.address}/settings/own`);
      await other.waitForSelector("nav");
      await page.bringToFront();
      await other.click('button:text-is("Sign out")');
      await page.waitForURL(/sign-in/);
      await page.context().close();
    },
    JOURNEY_MS,
  );

  it(
    "of one draft: kept in one, the other says so and leads to the source; nothing is kept twice",
    async () => {
      const { page } = owner;
      await page.goto(`${server.address}/new`);
      await page.click("text=Open the demo");
      await page.waitForSelector(".page-frame .marks");
      for (const text of ["Silt Memory in Regulated Rivers", "22 April 2024"]) {
        await page.fill("#paste-box", text);
        await page.press("#paste-box", "Enter");
        await page.waitForSelector(".naming");
        await page.press(".naming .name-in", "Enter");
        await page.waitForSelector("#paste-box");
      }
      await page.waitForSelector(".sib tbody tr .q");
      const other = await page.context().newPage();
      await other.goto(page.url());
      await other.waitForSelector(".keep .prime:enabled");

      await page.click("text=Keep this source");
      await page.waitForSelector(".keep .error-line"); // its name is taken by the source that was kept before
      await page.waitForSelector(".keep .error-line >> text=source-exists");
      expect(await count("source")).toBe(1);
      await page.fill(".keep .field:first-child input", "second");
      await page.press(".keep .field:first-child input", "Enter");
      await other.waitForFunction(() => document.querySelector<HTMLInputElement>(".keep .field input")?.value === "second");
      await page.click("text=Keep this source");
      await page.waitForURL(/\/sources\/\d+/);
      await other.waitForSelector("text=This draft was kept already");
      await other.click("text=Open the source");
      await other.waitForURL(page.url());
      expect(await server.rows("select name from source order by id")).toEqual([
        { name: "Institute for Slow Rivers" },
        { name: "second" },
      ]);
      await other.close();
    },
    JOURNEY_MS,
  );

  it(
    "of one source: paused in one, the other shows it without a reload",
    async () => {
      const { page } = owner;
      const other = await page.context().newPage();
      await Promise.all([page.goto(source.screen), other.goto(source.screen)]);
      await other.waitForSelector('.screen-acts >> text="Pause"');
      await page.click('.screen-acts >> text="Pause"');
      await other.waitForSelector('.st:has-text("paused")');
      await other.click('.screen-acts >> text="Resume"');
      await page.waitForSelector('.st:has-text("healthy")');
      expect(await server.rows("select state from source where id = $1", [source.id])).toEqual([{ state: "active" }]);
      await other.close();
    },
    JOURNEY_MS,
  );

  it(
    "of one source's settings: each saves what was changed in it, and shows what the other has saved",
    async () => {
      const DROP = "No addresses that fit one of these patterns, one a line";
      const MOST = "Pages per harvest at most";
      const { page } = owner;
      const other = await page.context().newPage();
      const screen = `${source.screen}?tab=settings`;
      await Promise.all([page.goto(screen), other.goto(screen)]);
      const [mine, theirs] = [page, other].map((each) => ({
        field: (name: string) => each.locator("label", { hasText: name }).locator("input, textarea"),
        save: (group: string) => each.locator(`section[aria-label="${group}"] button[type=submit]`).click(),
        saved: (group: string) => each.locator(`section[aria-label="${group}"] [role=status]`),
      }));
      if (!mine || !theirs) throw new Error("there are two");
      await mine.field(DROP).fill("/draft/");
      await theirs.field(MOST).fill("77");
      await theirs.save("Which pages");
      await theirs.saved("Which pages").waitFor();
      await expect.poll(() => mine.field(MOST).inputValue()).toBe("77");
      expect(await mine.field(DROP).inputValue()).toBe("/draft/");
      await theirs.field("its lists name fewer pages than before").uncheck();
      await theirs.save("Warnings");
      await expect.poll(() => mine.field("its lists name fewer pages than before").isChecked()).toBe(false);
      await mine.field("no new record came for more than three times its longest pause").uncheck();
      await mine.save("Which pages");
      await mine.save("Warnings");
      await Promise.all([mine.saved("Which pages").waitFor(), mine.saved("Warnings").waitFor()]);
      const [row] = await server.rows<{ settings: { discovery: object; alarmsOff: string[] } }>(
        "select settings from source where id = $1",
        [source.id],
      );
      expect(row?.settings).toMatchObject({ discovery: { drop: ["/draft/"], maxPages: 77 } });
      expect(new Set(row?.settings.alarmsOff)).toEqual(new Set(["silence", "fewer-pages"]));

      await mine.field(DROP).fill("/draft/\n/old/");
      expect(await mine.saved("Which pages").count()).toBe(0); // it is not
      await other.close();
    },
    JOURNEY_MS,
  );
});
