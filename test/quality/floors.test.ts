import { describe, expect, it } from "vitest";
import { moved, type Pin } from "./floors.js";
import { movedKit } from "./kit.js";

const pin = (named: Partial<Pin>): Pin => ({ digest: "", right: 0, absent: 0, refused: 0, wrong: [], withheld: [], ...named });

describe("what moved between two readings of a site", () => {
  it.each([
    { name: "a right cell withheld", before: pin({}), after: pin({ withheld: ["a"] }), worse: ["a"], better: [] },
    { name: "a right cell wrong", before: pin({}), after: pin({ wrong: ["a"] }), worse: ["a"], better: [] },
    { name: "a withheld cell wrong", before: pin({ withheld: ["a"] }), after: pin({ wrong: ["a"] }), worse: ["a"], better: [] },
    { name: "a wrong cell withheld", before: pin({ wrong: ["a"] }), after: pin({ withheld: ["a"] }), worse: [], better: ["a"] },
    { name: "a withheld cell right", before: pin({ withheld: ["a"] }), after: pin({}), worse: [], better: ["a"] },
    { name: "one won, one lost", before: pin({ wrong: ["a"] }), after: pin({ wrong: ["b"] }), worse: ["b"], better: ["a"] },
    {
      name: "nothing",
      before: pin({ wrong: ["a"], withheld: ["b"] }),
      after: pin({ wrong: ["a"], withheld: ["b"] }),
      worse: [],
      better: [],
    },
  ])("$name", ({ before, after, worse, better }) => {
    expect(moved(before, after)).toEqual({ worse, better });
  });
});

describe("what moved between two readings of the real pages", () => {
  const was = { swde: { right: 10, withheld: 2, wrong: 1 } };
  it.each([
    { name: "fewer right", now: { right: 9, withheld: 3, wrong: 1 }, worse: ["swde: 10 right before, 9 now"], better: [] },
    { name: "more wrong", now: { right: 10, withheld: 1, wrong: 2 }, worse: ["swde: 1 wrong before, 2 now"], better: [] },
    { name: "more right", now: { right: 12, withheld: 0, wrong: 1 }, worse: [], better: ["swde: 10 right before, 12 now"] },
    { name: "the same", now: was.swde, worse: [], better: [] },
  ])("$name", ({ now, worse, better }) => {
    expect(movedKit(was, { swde: now })).toEqual({ worse, better });
  });
});
