/** The bounded search against the plain one, on texts made to be periodic. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Span } from "../../src/core/page/page.js";
import { placesOf, Search } from "../../src/core/text/search.js";
import { textKey } from "../../src/core/text/text-key.js";
import { collapsed, isWhite } from "../../src/core/text/white-space.js";
import { isLong, seed } from "../run.js";

function plainPlaces(text: string, pattern: string, from: number, to: number): Span[] {
  const places: Span[] = [];
  for (let at = from; at + pattern.length <= to; ) {
    if (text.startsWith(pattern, at)) {
      places.push({ start: at, end: at + pattern.length });
      at += pattern.length;
    } else at++;
  }
  return places;
}

function plainPrefix(text: string, pattern: string): number {
  let length = 0;
  while (length < pattern.length && text.includes(pattern.slice(0, length + 1))) length++;
  return length;
}

const runs = { seed, numRuns: isLong ? 20_000 : 1_000 };
const periodic = fc
  .tuple(
    fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 5 }),
    fc.nat(60),
    fc.string({ unit: fc.constantFrom("a", "b") }),
  )
  .map(([period, times, tail]) => period.repeat(times) + tail);

describe("search", () => {
  it("finds what the plain search finds, in any part of the text", () => {
    const bounds = fc.tuple(fc.nat(400), fc.nat(400));
    fc.assert(
      fc.property(periodic, periodic, bounds, (pattern, text, [a, b]) => {
        const [from, to] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)];
        const expected = pattern === "" ? [] : plainPlaces(text, pattern, from, to);
        expect(placesOf(text, pattern, from, to)).toEqual(expected);
      }),
      runs,
    );
  });

  it("finds every pattern cut from the text, short or long", () => {
    fc.assert(
      fc.property(periodic, fc.nat(400), fc.integer({ min: 1, max: 200 }), (text, at, length) => {
        const pattern = text.slice(at, at + length);
        if (pattern === "") return;
        expect(placesOf(text, pattern)).toEqual(plainPlaces(text, pattern, 0, text.length));
      }),
      runs,
    );
  });

  it("gives the longest prefix that stands anywhere", () => {
    fc.assert(
      fc.property(periodic, periodic, (text, pattern) => {
        expect(new Search().longestPrefix(text, pattern)).toBe(plainPrefix(text, pattern));
      }),
      runs,
    );
  });
});

describe("key of a long text (method §2)", () => {
  it("drops the same characters as that of a short one", () => {
    const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
      (one) => one === one.normalize("NFC"),
    );
    const isKept = (one: string): boolean => textKey(one) !== "";
    const apart = all.map((one) => `${one}|`); // nothing joins
    expect(textKey(apart.join(""))).toBe(
      apart
        .map((one) => (isKept(one[0]!) ? one : "|"))
        .join("")
        .normalize("NFC"),
    );
    expect(all.filter((one) => !isKept(one))).toEqual(
      all.filter((one) => /[\p{White_Space}\u00AD\u200B-\u200D\u2060\uFEFF]/u.test(one)),
    );
  });
});

it("white space is one set, asked by its code or replaced in a text", () => {
  for (let code = 0; code < 0x10000; code++) {
    const one = String.fromCharCode(code);
    expect([code, isWhite(code), collapsed(`a${one}b`) === "a b"]).toEqual([
      code,
      ...new Array(2).fill(/\p{White_Space}/u.test(one)),
    ]);
  }
});

describe("key of a text with many marks on one letter (method §2)", () => {
  it("is NFC all the same", () => {
    const marks = [..."\u0301\u0323\u0345\u0334\u0344\u0327\u05B0\u0E38\u20DD\u0903\u093C\u{1D165}\u0F71\u0F73\u302A\u3099"];
    const run = fc.array(fc.constantFrom(...marks), { minLength: 25, maxLength: 90 }).map((list) => list.join(""));
    const letter = fc.constantFrom("a", "ệ", "は", "क", "", "a b", "\u{1F600}");
    const text = fc.array(fc.tuple(letter, run), { minLength: 1, maxLength: 3 }).map((list) => list.flat().join(""));
    fc.assert(
      fc.property(text, (one) => {
        expect(textKey(one)).toBe(one.normalize("NFC").replaceAll(" ", ""));
      }),
      runs,
    );
  });
});
