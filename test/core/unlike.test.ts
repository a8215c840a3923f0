import { describe, expect, it } from "vitest";
import { isLikeOneOf, unlikeOf } from "../../src/core/kind/unlike.js";

const span = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);
const FRAME = span(0, 30);
const RECORD = span(100, 20);
const OTHER = span(200, 20);

/** A page of the frame and its kind, some features of which it lacks, and words of its own. */
const page = (kind: readonly number[], number: number, lacks = 0): ReadonlySet<number> =>
  new Set([...FRAME, ...kind.slice(lacks), ...span(1000 * (number + 1), 15)]);

const records = span(0, 12).map((number) => page(RECORD, number, number % 4));
const others = span(20, 8).map((number) => page(OTHER, number, number % 3));

describe("what tells pages that are no records from records", () => {
  const unlike = unlikeOf(page(OTHER, 40), [page(RECORD, 50)], [...records, ...others]);

  it("one example and one label tell all pages of both kinds, whatever words they have of their own", () => {
    expect(unlike).toBeDefined();
    const isNone = (each: ReadonlySet<number>): boolean => isLikeOneOf(unlike ? [unlike] : [], each);
    expect(records.map(isNone)).toEqual(records.map(() => false));
    expect(others.map(isNone)).toEqual(others.map(() => true));
    expect(isNone(page(OTHER, 60, 8))).toBe(true);
    expect(isNone(page(RECORD, 61, 12))).toBe(false);
  });

  it("a page of neither kind stays what it was", () => {
    expect(isLikeOneOf(unlike ? [unlike] : [], new Set([...FRAME, ...span(5000, 40)]))).toBe(false);
  });

  it("holds the kind's features, and not the words of the one page", () => {
    expect(unlike?.others.every((feature) => OTHER.includes(feature))).toBe(true);
  });

  it("a page built like a record stands for itself alone", () => {
    const told = unlikeOf(page(RECORD, 70), [page(RECORD, 50)], records);
    expect(records.filter((each) => isLikeOneOf(told ? [told] : [], each))).toEqual([]);
  });
});
