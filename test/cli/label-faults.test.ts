import { expect, it } from "vitest";
import { problemReport } from "../../src/harvester/set-up/label-problems.js";

const found = { attribute: "by", label: "Ann Ash" };
const place = { start: 0, end: 1 };

it.each([
  { problem: { ...found, code: "label-empty" }, says: "“by” is empty" },
  { problem: { ...found, code: "label-not-found", longestPrefix: "AnnA" }, says: "only up to “Ann A”" },
  { problem: { ...found, code: "label-not-found", longestPrefix: "" }, says: "“Ann Ash”, is not on the page" },
  { problem: { ...found, code: "label-in-pieces" }, says: "in the middle of other lines" },
  { problem: { ...found, code: "label-unsettled", places: [place, place] }, says: "stands in 2 places" },
  { problem: { ...found, code: "label-unsettled", places: [place] }, says: "the other pages speak against" },
] as const)("$problem.code: $says", ({ problem, says }) => {
  const { code, message } = problemReport(problem);
  expect(code).toBe(problem.code);
  expect(message).toContain(says);
});
