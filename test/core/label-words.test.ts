/** What makes a text a label (method §7), the same on pages and in lists. */
import { describe, expect, it } from "vitest";
import { foldLabel, hasColon, labelWord, prefixOf } from "../../src/core/find/label-words.js";

describe("labels", () => {
  it.each([
    { key: "Author:", colon: true, word: "author:" },
    { key: "Authors:", colon: true, word: "author:" },
    { key: "出版社：", colon: true, word: "出版社:" },
    { key: "Author", colon: false, word: "Author" },
    { key: "10:30", colon: false, word: "10:30" },
  ])("$key", ({ key, colon, word }) => {
    expect([hasColon(key), labelWord(key)]).toEqual([colon, word]);
  });

  it.each([
    { key: "Language:English", prefix: "Language:" },
    { key: "言語：日本語", prefix: "言語：" },
    { key: "出版社:岩波書店", prefix: "出版社:" },
    { key: "https://library.example", prefix: "" },
    { key: "10:30", prefix: "" },
    { key: "第３版：改訂", prefix: "第３版：" },
    { key: "Oak", prefix: "" },
  ])("$key begins with “$prefix”", ({ key, prefix }) => {
    expect(prefixOf(key)).toBe(prefix);
  });

  it("is compared without its marks, case and plural", () => {
    expect(["Genres:", "genre", "GENRE："].map(foldLabel)).toEqual(["genre", "genre", "genre"]);
  });
});
