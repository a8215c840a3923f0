/** docs/withheld.md has every class of withheld value, and its example pages are withheld just so. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { extract } from "../src/core/extract.js";
import { guardedBySite, remedyOf, WITHHELD_CLASSES, withheldAs } from "../src/core/guard/guards.js";
import type { RejectedClass } from "../src/core/guard/list-groups.js";
import { learn } from "../src/core/learn/learn.js";
import { extractList } from "../src/core/list/extract-list.js";
import { learnList } from "../src/core/list/learn-list.js";
import { isCharsetDoubtful } from "../src/harvester/read/charset-doubt.js";
import { en } from "../src/web/texts/en.js";
import { type FencedBlock, fencedBlocks } from "./fenced-blocks.js";

const document = readFileSync(resolve(import.meta.dirname, "../docs/withheld.md"), "utf8");
const sections = new Map(
  document
    .split(/^## /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf("\n")).replaceAll("`", ""), text] as const),
);
const blocks = fencedBlocks(document);
const INTRODUCTION = "Withheld values";
const LISTS = "Groups of a list that are no records";
const OF_HARVESTS = ["soft-404", "value-moved", "values-exchanged", "proof-failed", "no-value"] as const; // no page alone shows them

const sentenceOf = (name: string): string => /^> (.+)$/m.exec(sections.get(name) ?? "")?.[1] ?? "";

describe("classes", () => {
  const OF_LISTS: Record<RejectedClass, true> = {
    "place-unlike": true,
    "more-text": true,
    "label-unlike": true,
    "places-disagree": true,
    "too-few-values": true,
    "identity-missing": true,
    header: true,
    "count-broken": true,
    "container-unlike": true,
  };

  it("each have a section, and no section is of another", () => {
    const shown = Object.keys(en).flatMap((key) => /^withheld\.(?!word$)(.+)$/.exec(key)?.[1] ?? []);
    expect(shown).toEqual(WITHHELD_CLASSES);
    expect([...sections.keys()]).toEqual([...shown, "identity-not-unique", LISTS]);
  });

  it("of groups of a list each have a row", () => {
    const rows = [...(sections.get(LISTS) ?? "").matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
    expect(rows.sort()).toEqual(Object.keys(OF_LISTS).sort());
  });

  it.each(WITHHELD_CLASSES)("%s has the remedy of its row", (name) => {
    const word = /^(Label|Choose|Say that it is absent|Look|Report|There is nothing)/.exec(remedyOf(name))?.[1] ?? "";
    const act = word === "Look" ? /look at|nothing, if/i : new RegExp(word.replace("There is ", ""), "i");
    expect(/^\*\*What to do\.\*\* (.+)$/m.exec(sections.get(name) ?? "")?.[1]).toMatch(act);
  });

  it.each([...sections.keys()].filter((name) => name !== LISTS))("%s says what to do", (name) => {
    expect(sections.get(name)).toMatch(/^\*\*Causes?\.\*\* .+/m);
    expect(sections.get(name)).toMatch(/^\*\*What to do\.\*\* .+/m);
  });
});

describe("examples", () => {
  const pages = blocks.filter(({ words }) => words[1] === "page");

  it("are there for every class that a page alone can show", () => {
    const without = [...sections.keys()].filter((name) => !pages.some(({ heading }) => heading === `\`${name}\``));
    expect(without).toEqual([...OF_HARVESTS, LISTS]);
  });

  it.each(pages.filter(({ words }) => words.length > 2))(
    "$heading",
    ({ heading, words: [, , attribute = "", charset], text }) => {
      const expected = { class: heading.replaceAll("`", ""), reason: sentenceOf(heading.replaceAll("`", "")) };
      const bytes = new TextEncoder().encode(text);
      const isDoubtful = charset !== undefined && isCharsetDoubtful(bytes, charset.replace("charset=", ""));
      const { withheld } = guardedBySite(extract(templateFor(heading), text), { isCharsetDoubtful: isDoubtful });
      expect(withheld[attribute]).toEqual(expected);
    },
  );

  it("`identity-not-unique`", () => {
    const heading = "`identity-not-unique`";
    const learned = learnList({ html: textOf(heading, "labelled"), records: jsonOf(heading, "labels") });
    if (!learned.ok) throw new Error(learned.code);
    const { records, withheld } = extractList(learned.template, { html: textOf(heading, "page") });
    expect(records.map(({ values }) => values.title)).toEqual(["On Peat"]);
    expect(withheld.map(({ class: kind, reason }) => ({ kind, reason }))).toEqual(
      Array(2).fill({ kind: "identity-not-unique", reason: sentenceOf("identity-not-unique") }),
    );
  });

  it("that take a site have its sentence", () => {
    expect(OF_HARVESTS.map(sentenceOf)).toEqual(OF_HARVESTS.map((kind) => withheldAs(kind).reason));
  });
});

/** Learnt from the section's own labelled page, else from that of the introduction. */
function templateFor(heading: string) {
  const hasOwn = find(heading, "labelled") !== undefined;
  const from = hasOwn ? heading : INTRODUCTION;
  const html = textOf(from, "labelled");
  const siblings = jsonOf<Record<string, string>[]>(from, "siblings", []).map((texts) => ({
    html: Object.entries(texts).reduce((page, [old, text]) => page.replaceAll(old, text), html),
  }));
  const labels = jsonOf<Record<string, string[]>>(from, "labels", jsonOf(INTRODUCTION, "labels"));
  const more = find(from, "further");
  const further = more ? [{ html: more.text, labels: jsonOf<Record<string, string[]>>(from, "further-labels") }] : [];
  const learned = learn({ html, labels, siblings, further });
  if (!learned.ok) throw new Error(learned.code);
  return learned.template;
}

function find(heading: string, word: string): FencedBlock | undefined {
  return blocks.find((block) => block.heading === heading && block.words[1] === word);
}

const textOf = (heading: string, word: string): string => find(heading, word)?.text ?? "";

function jsonOf<T>(heading: string, word: string, otherwise?: T): T {
  const text = find(heading, word)?.text;
  return text === undefined && otherwise !== undefined ? otherwise : JSON.parse(text ?? "");
}
