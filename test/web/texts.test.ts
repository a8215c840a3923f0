/** The interface's texts: every language has the same keys and the same places for values, and every text is used. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { en } from "../../src/web/texts/en.js";
import { formOf, piecesOf, type Text } from "../../src/web/texts/format.js";
import { id } from "../../src/web/texts/id.js";

const web = resolve(import.meta.dirname, "../../src/web");
const LANGUAGES: Record<string, Record<string, Text>> = { en, id };

describe.each(Object.entries(LANGUAGES))("texts of %s", (language, texts) => {
  it("has the keys of English", () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort());
  });

  it("has the places of English", () => {
    const differing = Object.entries(texts).filter(([key, text]) => {
      const wanted = namesIn((en as Record<string, Text>)[key] ?? "");
      const isStrange = formsOf(text).some((form) => namesIn(form).some((name) => !wanted.includes(name)));
      return isStrange || namesIn(text).join() !== wanted.join(); // “Use it” may leave out the 1
    });
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  it("has the forms its language needs, and no others", () => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort();
    const wrong = Object.entries(texts).filter(
      ([, text]) => typeof text !== "string" && Object.keys(text).sort().join() !== needed.join(),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it("has no blank and no doubled one", () => {
    expect(
      Object.values(texts)
        .flatMap(formsOf)
        .filter((form) => form.trim() === "" || / {2}|^ | $/.test(form)),
    ).toEqual([]);
  });
});

it("every text is used", () => {
  const sources = readdirSync(web, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/^texts\/(en|id)\.ts$/.test(name))
    .map((name) => readFileSync(join(web, name), "utf8"));
  const code = sources.join("\n");
  const dynamic = [...code.matchAll(/`([a-z][\w.-]*[.-])\$\{/g)].map(([, start = ""]) => start); // `state.${state}`
  const unused = Object.keys(en).filter((key) => !code.includes(`"${key}"`) && !dynamic.some((start) => key.startsWith(start)));
  expect(unused).toEqual([]);
});

describe("a text with its values", () => {
  it.each([
    { text: "plain", pieces: ["plain"] },
    { text: "{a} then {b}.", pieces: [{ name: "a" }, " then ", { name: "b" }, "."] },
  ])("$text", ({ text, pieces }) => {
    expect(piecesOf(text)).toEqual(pieces);
  });

  it.each([
    { language: "en", n: 1, form: "one" },
    { language: "en", n: 0, form: "other" },
    { language: "id", n: 1, form: "other" },
  ])("$n in $language", ({ language, n, form }) => {
    const text = language === "en" ? { one: "one", other: "other" } : { other: "other" };
    expect(formOf(text, n, new Intl.PluralRules(language))).toBe(form);
  });
});

function formsOf(text: Text): string[] {
  return typeof text === "string" ? [text] : Object.values(text).filter((form) => form !== undefined);
}

function namesIn(text: Text): string[] {
  const names = formsOf(text).flatMap((form) =>
    piecesOf(form).flatMap((piece) => (typeof piece === "string" ? [] : [piece.name])),
  );
  return [...new Set(names)].sort();
}
