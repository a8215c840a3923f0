import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ReportedError } from "../../src/api/errors.js";
import { readSettings, SETTINGS, settingsPage } from "../../src/api/settings.js";

it("docs/settings.md is what `npm run settings` writes", () => {
  expect(readFileSync(new URL("../../docs/settings.md", import.meta.url), "utf8")).toBe(settingsPage());
});

it("every default is a value its setting may have", () => {
  const settings = readSettings({});
  expect(settings).toMatchObject({
    BARTREE_DELAY_MS: 1000,
    BARTREE_LOOPBACK_ORIGINS: [],
    BARTREE_HOME: null,
    BARTREE_RENDER_AS_ROOT: false,
  });
  expect(Object.keys(settings)).toEqual(Object.keys(SETTINGS));
});

it("the environment wins over the file, an empty text counts as not set", () => {
  const file = { BARTREE_CONTACT: "file@example.org", BARTREE_DELAY_MS: "2000" };
  const settings = readSettings(file, { BARTREE_CONTACT: "a@example.org", BARTREE_DELAY_MS: "", PATH: "/bin" });
  expect(settings).toMatchObject({ BARTREE_CONTACT: "a@example.org", BARTREE_DELAY_MS: 1000 });
});

it("lists are separated by commas or spaces", () => {
  const settings = readSettings({
    BARTREE_LOOPBACK_ORIGINS: "http://127.0.0.1:7575, http://localhost:1",
    BARTREE_PORTS: "8080 8443",
  });
  expect(settings.BARTREE_LOOPBACK_ORIGINS).toEqual(["http://127.0.0.1:7575", "http://localhost:1"]);
  expect(settings.BARTREE_PORTS).toEqual([8080, 8443]);
});

describe("is refused", () => {
  it.each([
    { name: "BARTREE_DELAY_MS", value: "soon", says: "no number" },
    { name: "BARTREE_DELAY_MS", value: "-1", says: "less than 0" },
    { name: "BARTREE_DELAY_MS", value: "1.5", says: "no whole number" },
    { name: "BARTREE_MAX_PAGE_BYTES", value: "99999999999", says: "more than 50000000" },
    { name: "DATABASE_URL", value: "mysql://localhost/x", says: "does not begin with postgres" },
    { name: "BARTREE_LOOPBACK_ORIGINS", value: "http://192.168.0.1", says: "no origin of this machine" },
    { name: "BARTREE_LOOPBACK_ORIGINS", value: "http://127.0.0.1:80/path", says: "no origin of this machine" },
    { name: "BARTREE_PORTS", value: "http", says: "no number" },
    { name: "BARTREE_RENDER_AS_ROOT", value: "maybe", says: "neither yes nor no" },
    { name: "BARTREE_CONTCAT", value: "a@example.org", says: "no such setting" },
  ])("$name = $value: $says", ({ name, value, says }) => {
    const error = (() => {
      try {
        return readSettings({ [name]: value });
      } catch (caught) {
        return caught;
      }
    })();
    if (!(error instanceof ReportedError)) throw new Error("it was not refused");
    expect(error.report.code).toBe("setting-invalid");
    expect(error.report.message).toContain(name);
    expect(error.report.message).toContain(says);
  });
});
