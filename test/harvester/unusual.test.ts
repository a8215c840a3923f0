import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isStillWorse, overdue, worsened } from "../../src/harvester/warn/unusual.js";

const DAY = 86_400_000;
const dates = (...days: number[]) => days.map((day) => new Date(day * DAY));

describe("overdue: more than three times the longest of the last nine pauses", () => {
  it.each([
    { name: "daily, silent for three days", times: [9, 8, 7, 6, 5, 4], now: 12, expected: false },
    { name: "daily, silent for more than three days", times: [9, 8, 7, 6, 5, 4], now: 12.1, expected: true },
    { name: "with weekends, silent for nine days", times: [14, 11, 10, 9, 8, 7, 4], now: 23, expected: false },
    { name: "with weekends, silent for ten days", times: [14, 11, 10, 9, 8, 7, 4], now: 24, expected: true },
    { name: "too few pauses to know", times: [9, 8, 7, 6, 5], now: 1000, expected: false },
    { name: "never", times: [], now: 1000, expected: false },
    {
      name: "a long pause ten pauses ago is forgotten",
      times: [59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 1],
      now: 63,
      expected: true,
    },
  ])("$name: $expected", ({ times, now, expected }) => {
    expect(overdue(dates(...times), new Date(now * DAY)) !== undefined).toBe(expected);
  });

  it("something that just happened is never overdue", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 30 }), (days) => {
        const times = dates(...days.toSorted((a, b) => b - a));
        const [last = new Date(0)] = times;
        expect(overdue(times, last)).toBeUndefined();
      }),
    );
  });
});

describe("worsened: by more than three times the largest step of the past, one at least", () => {
  it.each([
    { name: "steady, three more", counts: [3, 0, 0, 0], expected: undefined },
    { name: "steady, four more", counts: [4, 0, 0, 0], expected: { usual: 0, limit: 3, now: 4 } },
    { name: "too little past", counts: [40, 0, 0], expected: undefined },
    { name: "used to steps of five", counts: [15, 0, 5, 0], expected: undefined },
    { name: "used to steps of five, more than three of them", counts: [16, 0, 5, 0], expected: { usual: 0, limit: 15, now: 16 } },
    { name: "three more each time, at the fourth", counts: [12, 9, 6, 3, 0, 0], expected: { usual: 0, limit: 9, now: 12 } },
    { name: "fewer pages, as negative counts", counts: [-4, -20, -20, -20], expected: { usual: -20, limit: 3, now: -4 } },
    { name: "better than ever", counts: [-40, -20, -20, -20], expected: undefined },
  ])("$name", ({ counts, expected }) => {
    expect(worsened(counts)).toEqual(expected);
  });

  it("is over when it is within the limit again", () => {
    const jump = { usual: 0, limit: 3, now: 9 };
    expect([9, 4, 3, 0].map((now) => isStillWorse(jump, now))).toEqual([true, true, false, false]);
  });
});
