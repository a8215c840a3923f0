import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");
const read = (name: string) => readFileSync(join(root, name), "utf8");

it.each(["docs/walk.md", "docs/withheld.md", "docs/threat-model.md", "CONTRIBUTING.md", "README.md"])(
  "%s names only files that are there",
  (name) => {
    const named = [...read(name).matchAll(/`((?:src|test|scripts|experiment|bin|docs|\.ci)\/[\w./-]*)`/g)].map(
      ([, path = ""]) => path,
    );
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  },
);

it("every row of the threat model names tests that are there", () => {
  const rows = read("docs/threat-model.md").match(/^\| (?!threat|-).+\|$/gm) ?? [];
  const named = rows.map((row) => {
    let folder = "";
    return [...row.matchAll(/`([\w./-]+\.(?:test|long)\.ts)`/g)].map(([, name = ""]) => {
      if (name.includes("/")) folder = dirname(name); // the next ones may stand beside it
      return name.includes("/") ? name : join(folder, name);
    });
  });
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter((_, i) => named[i]?.length === 0)).toEqual([]);
  expect(named.flat().filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it("the short walk names functions of the files it names", () => {
  const steps =
    read("docs/walk.md")
      .split("## The short walk")[1]
      ?.split("\n## ")[0]
      ?.match(/^\d+\. .+$/gm) ?? [];
  const named = steps.flatMap((step) => {
    const texts = [...step.matchAll(/\*\*`([^`]+)`\*\*/g)].map(([, path = ""]) => read(path));
    return [...step.matchAll(/`(\w+)\(\)`/g)].map(([, name = ""]) => ({ name, texts }));
  });
  const isThere = ({ name, texts }: (typeof named)[number]) => texts.some((text) => text.includes(`function ${name}(`));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((each) => !isThere(each)).map(({ name }) => name)).toEqual([]);
});

it("the README's commands are what npm runs", () => {
  const { scripts } = JSON.parse(read("package.json"));
  const named = [...read("README.md").matchAll(/npm (?:run )?(demo|test(?::\w+)?|start)\b/g)].map(([, script = ""]) => script);
  expect(named).toEqual(expect.arrayContaining(["demo", "test"]));
  expect(named.filter((script) => !(script in scripts))).toEqual([]);
  expect(read(".ci/run")).toContain("\nnpm ci && npm test\n");
});

it.each(readdirSync(join(root, "docs/decisions")))("decision %s is short and complete", (name) => {
  const text = read(`docs/decisions/${name}`);
  expect(name).toMatch(/^\d{4}-[a-z0-9-]+\.md$/);
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(40);
  for (const part of ["Situation", "Choice", "Price", "Status"]) expect(text).toContain(`**${part}.**`);
});

it("the README's figures of the experiment are those of its full run", () => {
  const run = JSON.parse(read("docs/experiment/summary.json"));
  const whole = (count: number): string => count.toLocaleString("en");
  expect(run).toMatchObject({ scale: "full", pages: 10_000, nested: true, wrongValuesWritten: 0, brokenInvariants: [] });
  expect(run.missedByWrongValue.verdict).toBe(0);
  const { groups, missedByWrongValue, semantic } = run;
  expect(read("README.md")).toContain(`In ${whole(groups)} groups of pages`);
  expect(read("README.md")).toContain(`none of the ${missedByWrongValue.harmful} changes`);
  expect(read("README.md")).toContain(`${semantic.wrongWritten} of ${whole(semantic.written)} were`);
});
