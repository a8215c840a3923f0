import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { doorSettings } from "../../src/cli/door-settings.js";
import { loadSettings } from "../../src/cli/settings.js";
import { testFolder } from "./folder.js";
import { run } from "./run.js";

const folder = testFolder();

describe("where things are kept", () => {
  it.each([
    { environment: { BARTREE_HOME: "/a", XDG_DATA_HOME: "/b", HOME: "/c" }, home: "/a" },
    { environment: { BARTREE_HOME: "", XDG_DATA_HOME: "/b", HOME: "/c" }, home: "/b/bartree" },
    { environment: { XDG_DATA_HOME: "relative", HOME: "/c" }, home: "/c/.local/share/bartree" },
    { environment: { HOME: "/c" }, home: "/c/.local/share/bartree" },
    { environment: {}, home: join(homedir(), ".local/share/bartree") },
    { environment: { BARTREE_HOME: "near" }, home: join(process.cwd(), "near") },
  ])("$environment: $home", ({ environment, home }) => {
    expect(loadSettings(environment).home).toBe(home);
  });
});

describe("settings.json", () => {
  let count = 0;
  const homeWith = (make: (file: string) => void): string => {
    const home = join(folder.path, `home-${++count}`);
    mkdirSync(home);
    make(join(home, "settings.json"));
    return home;
  };

  it("is read, and the environment has the last word", () => {
    const home = homeWith((file) => writeFileSync(file, '{"BARTREE_DELAY_MS": 50, "BARTREE_CONTACT": "file@example.org"}'));
    const { settings } = loadSettings({ BARTREE_HOME: home, BARTREE_CONTACT: "a@example.org" });
    expect(settings).toMatchObject({ BARTREE_DELAY_MS: 50, BARTREE_CONTACT: "a@example.org" });
  });

  it.each([
    { name: "is no JSON", make: (file: string) => writeFileSync(file, "{"), code: "setting-invalid" },
    { name: "has a name of nobody", make: (file: string) => writeFileSync(file, '{"CONTACT": "a"}'), code: "setting-invalid" },
    { name: "is a folder", make: (file: string) => mkdirSync(file), code: "file-unreadable" },
    { name: "leads in a circle", make: (file: string) => symlinkSync(file, file), code: "file-unreadable" },
  ])("that $name stops every command that needs it, with its name", async ({ make, code }) => {
    const home = homeWith(make);
    const { exitCode, stdout } = await run(["source", "list", "--json"], "", false, { BARTREE_HOME: home });
    const { error } = JSON.parse(stdout);
    expect([exitCode, error.code]).toEqual([2, code]);
    expect(error.message).toMatch(/settings\.json|CONTACT/);
    chmodSync(home, 0o700);
  });

  it("the doctor tells what is wrong with them, and what a proxy means", async () => {
    const database = { DATABASE_URL: "socket:/nonexistent?db=x" };
    const ill = await run(["doctor", "--json"], "", false, { BARTREE_HOME: folder.path, BARTREE_RETRIES: "often", ...database });
    expect(JSON.parse(ill.stdout).findings).toContainEqual({
      what: "settings",
      ok: false,
      says: expect.stringMatching(/BARTREE_RETRIES.*no number.*0 to 10/),
    });
    const environment = { BARTREE_HOME: folder.path, BARTREE_HTTP_PROXY: "http://ann:secret@proxy.example:3128", ...database };
    const well = await run(["doctor"], "", false, environment);
    expect(well.stdout).toMatch(/proxy +proxy\.example:3128 resolves the names/);
    expect(well.stdout).not.toContain("secret");
  });
});

it("what the door is told is what the settings say", () => {
  const environment = {
    BARTREE_HOME: folder.path,
    BARTREE_CONTACT: "a@example.org",
    BARTREE_PORTS: "8080",
    BARTREE_LOOPBACK_ORIGINS: "http://127.0.0.1:7575",
    BARTREE_DELAY_MS: "1500",
    BARTREE_MAX_PAGE_BYTES: "2000",
    BARTREE_CONNECT_TIMEOUT_MS: "101",
    BARTREE_FIRST_BYTE_TIMEOUT_MS: "102",
    BARTREE_RESPONSE_TIMEOUT_MS: "103",
    BARTREE_MAX_REDIRECTS: "1",
    BARTREE_RETRIES: "2",
    BARTREE_HTTP_PROXY: "http://proxy.example:3128",
    BARTREE_RENDER_AS_ROOT: "yes",
    CHROMIUM_PATH: "/opt/chromium",
  };
  expect(doorSettings(loadSettings(environment), "1.2.3")).toEqual({
    version: "1.2.3",
    contact: "a@example.org",
    ports: [8080],
    loopback: ["http://127.0.0.1:7575"],
    delayMs: 1500,
    limits: { bodyBytes: 2000, connectMs: 101, firstByteMs: 102, wholeMs: 103, redirects: 1, retries: 2 },
    proxy: new URL("http://proxy.example:3128"),
    browser: { path: "/opt/chromium", isRoot: process.getuid?.() === 0, acceptsRoot: true },
  });
});
