import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { ReportedError } from "../../src/api/errors.js";
import { parseSettingsFile, readSettings, SETTINGS, settingsPage } from "../../src/api/settings.js";

const root = resolve(import.meta.dirname, "../..");

it("docs/settings.md is what `npm run settings` writes", () => {
  expect(readFileSync(new URL("../../docs/settings.md", import.meta.url), "utf8")).toBe(settingsPage());
});

describe("the settings and the code", () => {
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !["api/settings.ts", "api/errors.ts"].includes(file))
    .map((file) => readFileSync(join(root, "src", file), "utf8"));
  const names = Object.keys(SETTINGS);
  const FOREIGN = ["HOME", "XDG_DATA_HOME", "NO_COLOR", "PATH"]; // not ours to set

  it("every setting is used", () => {
    const isUsed = (name: string) =>
      sources.some((text) => new RegExp(`\\b${name}\\b`).test(text.replace(/\/\*[\s\S]*?\*\//g, "")));
    expect(names.filter((name) => !isUsed(name))).toEqual([]);
  });

  it("every name that is read is a setting", () => {
    const read = sources.flatMap((text) =>
      [...text.matchAll(/\b(?:env|environment|settings)\??\.([A-Z][A-Z_]{2,})\b|\b(BARTREE_[A-Z_]+[A-Z])\b/g)].map(
        ([, a, b]) => a ?? b ?? "",
      ),
    );
    expect(read.length).toBeGreaterThan(20);
    expect([...new Set(read)].filter((name) => !names.includes(name) && !FOREIGN.includes(name))).toEqual([]);
  });

  it("every name that the documents tell of is a setting", () => {
    const documents = [
      "README.md",
      "CONTRIBUTING.md",
      "SECURITY.md",
      ...readdirSync(join(root, "docs")).map((file) => `docs/${file}`),
    ];
    const told = documents
      .filter((file) => file.endsWith(".md"))
      .flatMap((file) => readFileSync(join(root, file), "utf8").match(/\bBARTREE_[A-Z_]+[A-Z]\b/g) ?? []);
    expect([...new Set(told)].filter((name) => !names.includes(name) && !name.startsWith("BARTREE_TEST_"))).toEqual([]);
  });
});

describe("settings.json", () => {
  const read = (file: object) => readSettings(parseSettingsFile(JSON.stringify(file), "settings.json"));

  it("has texts, numbers, lists, true and false", () => {
    expect(
      read({
        BARTREE_CONTACT: "a@example.org",
        BARTREE_DELAY_MS: 250,
        BARTREE_PORTS: [8080, "8443"],
        BARTREE_RENDER_AS_ROOT: true,
      }),
    ).toMatchObject({
      BARTREE_CONTACT: "a@example.org",
      BARTREE_DELAY_MS: 250,
      BARTREE_PORTS: [8080, 8443],
      BARTREE_RENDER_AS_ROOT: true,
    });
  });

  it.each([
    { text: "[1]", says: "not a JSON object" },
    { text: "{", says: "not a JSON object" },
    { text: '{"BARTREE_HOME": "/x"}', says: "where settings.json lies" },
    { text: '{"CONTACT": "a@example.org"}', says: "no such setting" },
    { text: '{"toString": "a@example.org"}', says: "no such setting" },
    { text: '{"BARTREE_CONTACT": null}', says: "no text, number or list" },
    { text: '{"BARTREE_PORTS": [[8080]]}', says: "no text, number or list" },
    { text: '{"BARTREE_PORTS": "eighty"}', says: "no number" },
  ])("$text is refused", ({ text, says }) => {
    expect(refusal(() => readSettings(parseSettingsFile(text, "settings.json"))).message).toContain(says);
  });
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

it("addresses of the server and of proxies", () => {
  const settings = readSettings({
    BARTREE_PUBLIC_URL: "https://index.example.org:8443/",
    BARTREE_TRUST_PROXY: "loopback, 10.0.0.0/8 192.0.2.7 fd00::/8",
    BARTREE_HTTP_PROXY: "http://ann:x@proxy.example.org:3128",
    BARTREE_SMTP_URL: "smtp://ann:50%25%C3%BC@mail.example.org",
  });
  expect(settings).toMatchObject({
    BARTREE_PUBLIC_URL: "https://index.example.org:8443",
    BARTREE_TRUST_PROXY: ["loopback", "10.0.0.0/8", "192.0.2.7", "fd00::/8"],
    BARTREE_HTTP_PROXY: "http://ann:x@proxy.example.org:3128",
    BARTREE_SMTP_URL: "smtp://ann:50%25%C3%BC@mail.example.org",
  });
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
    { name: "BARTREE_RETRIES", value: "11", says: "more than 10" },
    { name: "BARTREE_PUBLIC_URL", value: "index.example.org", says: "no address such as" },
    { name: "BARTREE_PUBLIC_URL", value: "https://a:secret@example.org/", says: "no address such as" },
    { name: "BARTREE_PUBLIC_URL", value: "https://example.org/?a=b", says: "no address such as" },
    { name: "BARTREE_PUBLIC_URL", value: "https://example.org/index", says: "it has a path" },
    { name: "BARTREE_HTTP_PROXY", value: "https://ann:secret@proxy.example.org", says: "no address such as" },
    { name: "BARTREE_HTTP_PROXY", value: "http://proxy.example.org/path", says: "no address such as" },
    { name: "BARTREE_HTTP_PROXY", value: "socks5://proxy.example.org", says: "no address such as" },
    { name: "BARTREE_HTTP_PROXY", value: "http://ann:p%ss@proxy.example.org:3128", says: "%25" },
    { name: "BARTREE_SMTP_URL", value: "smtp://ann:p%ss@mail.example.org", says: "%25" },
    { name: "BARTREE_SMTP_URL", value: "smtp://ann:p%ff@mail.example.org", says: "%25" },
    { name: "BARTREE_TRUST_PROXY", value: "10.0.0.0/33", says: "neither loopback nor" },
    { name: "BARTREE_TRUST_PROXY", value: "everybody", says: "neither loopback nor" },
    { name: "BARTREE_RENDER_AS_ROOT", value: "maybe", says: "neither yes nor no" },
    { name: "BARTREE_CONTCAT", value: "a@example.org", says: "no such setting" },
  ])("$name = $value: $says", ({ name, value, says }) => {
    const report = refusal(() => readSettings({ [name]: value }));
    expect(report.code).toBe("setting-invalid");
    expect(report.message).toContain(name);
    expect(report.message).toContain(says);
    if (Object.hasOwn(SETTINGS, name)) expect(report.hint).toMatch(/^It may be .+/);
    expect(JSON.stringify(report)).not.toContain("secret");
  });
});

function refusal(act: () => unknown) {
  try {
    act();
  } catch (error) {
    if (error instanceof ReportedError) return error.report;
    throw error;
  }
  throw new Error("it was not refused");
}
