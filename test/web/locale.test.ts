import { describe, expect, it } from "vitest";
import { languageAmong, localeFor, ownZone } from "../../src/web/texts/locale.js";

const OURS = ["en", "id"] as const;

describe("whatever a browser says of its language, times and numbers can be written", () => {
  it.each([
    { tags: ["en-US"], locale: "en-US", language: "en" },
    { tags: ["en-US@posix"], locale: "en-US", language: "en" },
    { tags: ["en_US.UTF-8"], locale: "en-US", language: "en" },
    { tags: ["EN-au"], locale: "en-AU", language: "en" },
    { tags: ["C"], locale: "en-GB", language: undefined },
    { tags: ["POSIX"], locale: "en-GB", language: undefined },
    { tags: [""], locale: "en-GB", language: undefined },
    { tags: [], locale: "en-GB", language: undefined },
    { tags: ["und"], locale: "en-GB", language: undefined },
    { tags: ["x-klingon"], locale: "en-GB", language: undefined },
    { tags: ["i-klingon", "id-ID"], locale: "en-GB", language: "id" },
    { tags: ["*"], locale: "en-GB", language: undefined },
    { tags: ["en-"], locale: "en-GB", language: undefined },
    { tags: ["en-US-"], locale: "en-GB", language: undefined },
    { tags: ["en--US"], locale: "en-GB", language: undefined },
    { tags: ["en-US-u-ca-buddhist-nu-thai"], locale: "en-US-u-ca-buddhist-nu-thai", language: "en" },
    { tags: ["en-x-whatever"], locale: "en-x-whatever", language: "en" },
    { tags: [`en-${"a".repeat(100_000)}`], locale: "en-GB", language: undefined },
    { tags: [`en-a${"-bcd".repeat(10_000)}`], locale: expect.stringMatching(/^en/), language: "en" },
    { tags: ["en\u0000US"], locale: "en-GB", language: undefined },
    { tags: ["ünglish"], locale: "en-GB", language: undefined },
    { tags: ["constructor", "toString", "__proto__"], locale: "en-GB", language: undefined },
    { tags: ["de-DE", "id"], locale: "en-GB", language: "id" },
    { tags: ["ind-ID"], locale: "en-GB", language: "id" }, // the same by its longer name
    { tags: ["enm"], locale: "en-GB", language: undefined }, // Middle English is not English
  ])("$tags", ({ tags, locale, language }) => {
    const given = localeFor("en", tags);
    expect(given).toEqual(locale);
    expect(languageAmong(OURS, tags)).toBe(language);
    const time = new Date(0);
    expect(new Intl.DateTimeFormat(given, { dateStyle: "full", timeStyle: "long" }).format(time)).not.toBe("");
    expect(new Intl.RelativeTimeFormat(given, { numeric: "auto", style: "short" }).format(-1, "day")).not.toBe("");
    expect(new Intl.DateTimeFormat(localeFor("id", tags)).format(time)).not.toBe("");
  });

  it("and a zone there always is", () => expect(() => new Intl.DateTimeFormat("en", { timeZone: ownZone() })).not.toThrow());
});
