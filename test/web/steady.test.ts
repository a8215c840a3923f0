import { describe, expect, it } from "vitest";
import { movedIn } from "../../src/web/data/steady.js";

describe("rows that moved since they were shown", () => {
  it.each([
    { name: "nothing changed", shown: "abc", newest: "abc", moved: 0 },
    { name: "one came, the others only make room", shown: "abc", newest: "xabc", moved: 1 },
    { name: "one went", shown: "abc", newest: "bc", moved: 1 },
    { name: "the last one went", shown: "a", newest: "", moved: 1 },
    { name: "one came for one that went", shown: "abc", newest: "xab", moved: 2 },
    { name: "two changed places", shown: "abc", newest: "acb", moved: 2 },
  ])("$name: $moved", ({ shown, newest, moved }) => {
    expect(movedIn([...shown], [...newest])).toBe(moved);
  });
});
