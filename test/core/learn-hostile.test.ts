/** Learning and reading on pages made to be slow: twice the page may cost at most 2.6 times the work. */
import { describe, expect, it } from "vitest";
import { extract } from "../../src/core/extract.js";
import { learn } from "../../src/core/learn/learn.js";

const many = (count: number, piece: (i: number) => string): string => Array.from({ length: count }, (_, i) => piece(i)).join("");

const FAMILIES: { name: string; page: (n: number) => string; label: string; outcome: "read" | "refused" }[] = [
  { name: "one label in n places", page: (n) => many(n, () => "<p>x</p>"), label: "x", outcome: "refused" },
  {
    name: "n rows",
    page: (n) => `<table>${many(n, (i) => `<tr><td class=k>k${i}<td>v${i}`)}</table>`,
    label: "v7",
    outcome: "read",
  },
  {
    name: "n members of a list beside it",
    page: (n) => `<h1>T</h1><ul>${many(n, (i) => `<li>m${i}`)}</ul>`,
    label: "T",
    outcome: "read",
  },
  { name: "n levels", page: (n) => `<h1>T</h1>${"<div>".repeat(n)}deep`, label: "deep", outcome: "read" },
  { name: "n pieces of one line", page: (n) => `<h1>T</h1><p>${many(n, () => "<i>a</i> b ")}</p>`, label: "T", outcome: "read" },
  {
    name: "n classes",
    page: (n) => `<h1>T</h1>${many(n, (i) => `<i class="c${i} d${i}"></i><b id=e${i}></b>`)}`,
    label: "T",
    outcome: "read",
  },
];

function work(html: string, label: string): { seconds: number; outcome: "read" | "refused" } {
  const before = process.cpuUsage();
  const learned = learn({ html, labels: { value: [label] } });
  const isRead = learned.ok && extract(learned.template, html).values.value?.[0] === label;
  const { user, system } = process.cpuUsage(before);
  return { seconds: (user + system) / 1e6, outcome: isRead ? "read" : "refused" };
}

const median = (list: number[]): number => list.sort((a, b) => a - b)[list.length >> 1]!;

function ratio(page: (n: number) => string, label: string, n: number): number {
  const [small, large] = [page(n), page(2 * n)];
  return median(Array.from({ length: 5 }, () => work(large, label).seconds / work(small, label).seconds));
}

describe("learning and reading hostile pages (process time at 2n over time at n)", () => {
  it.each(FAMILIES)("$name: $outcome", ({ page, label, outcome }) => {
    expect(work(page(3000), label).outcome).toBe(outcome);
    const first = ratio(page, label, 6000);
    expect(first <= 2.6 ? first : ratio(page, label, 12_000)).toBeLessThanOrEqual(2.6);
  });
});
