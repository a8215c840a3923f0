import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ERROR_CODES, ErrorReport, errorReport } from "../../src/api/errors.js";

it("docs/errors.md explains every code, and no other", () => {
  const page = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");
  const explained = [...page.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code);
  expect(explained.toSorted()).toEqual(ERROR_CODES.toSorted());
});

it("a report fits its schema and names its facts", () => {
  const report = errorReport("file-not-found", "pages/a.html");
  expect(ErrorReport.parse(report)).toEqual(report);
  expect(report.message).toContain("pages/a.html");
});

it("a code that is not in the table is no report", () => {
  expect(ErrorReport.safeParse({ code: "no-such-code", message: "m", hint: "h" }).success).toBe(false);
});

it("a long prefix is shown by its end, where the match stopped", () => {
  const { message } = errorReport("text-not-found", `${"a".repeat(500)}the end`);
  expect(message).toContain("the end”");
  expect(message.length).toBeLessThan(100);
});
