import { expect, it } from "vitest";
import { COUNTED, frozen, silence, unchanged } from "../../src/harvester/alarms/alarm-words.js";
import { CAUSES, HARVEST_CAUSES } from "../../src/harvester/warn.js";
import { inLanguage } from "../../src/web/texts/server-sentences.js";
import { withoutName } from "../../src/web/texts/without-name.js";

const NAME = "Slow Rivers: reports (new)";
const overdue = (days: number) => ({ since: new Date("2026-10-25"), longestMs: days * 86_400_000 });
const late = (days: number) => ({ address: "http://rivers.example/7", ...overdue(days) });
const jump = { usual: 5, limit: 3, now: 11 };
const TOLD = [
  ...Object.values({ ...CAUSES, ...HARVEST_CAUSES }).map(({ message, hint }) => ({ message: message(NAME), hint })),
  silence(NAME, overdue(1)),
  silence(NAME, overdue(4)),
  frozen(NAME, overdue(1)),
  unchanged(NAME, [late(3)]),
  unchanged(NAME, [late(3), late(4)]),
  ...Object.values(COUNTED).map((words) => words(NAME, jump)),
];

it.each(TOLD)("$message", ({ message, hint }) => {
  const told = inLanguage("id", message);
  expect(told).not.toBe(message);
  expect(told).toContain(`“${NAME}”`);
  expect(told.match(/\d[\d-]*/g) ?? []).toEqual(expect.arrayContaining(message.match(/\d[\d-]*/g) ?? []));
  expect(told).not.toMatch(/[{}]|\bdays?\b/);
  expect(inLanguage("en", message)).toBe(message);
  if (!hint.includes("`")) expect(inLanguage("id", hint)).not.toBe(hint); // commands are for the terminal; the page has acts instead
});

it("a name is left out where it stands beside, and a sentence nobody knows stays", () => {
  expect(withoutName(inLanguage("id", CAUSES["not-healed"].message(NAME)), NAME)).toMatch(/^Halaman telah berubah/);
  expect(withoutName(inLanguage("id", CAUSES.unreachable.message(NAME)), NAME)).toMatch(/^Tidak menjawab/);
  expect(inLanguage("id", "Something new.")).toBe("Something new.");
});
