/** Proofs count in the text that the bytes become, or in the very string that was given (method §0, §7 point 1). */
import { describe, expect, it } from "vitest";
import { check } from "../../src/core/check.js";
import { extract } from "../../src/core/extract.js";
import { learn } from "../../src/core/learn/learn.js";
import { extractList } from "../../src/core/list/extract-list.js";
import { learnList } from "../../src/core/list/learn-list.js";
import type { Template } from "../../src/core/template/page-template.js";
import { decodePage } from "../../src/fetch/charset.js";
import { BOOKS, oldPage, recordOf } from "./bookshop.js";

const MARK = "\ufeff";
const MARKS = [0, 1, 2, 5];

const utf8 = (text: string): Buffer => Buffer.from(text, "utf8");
const utf16le = (text: string): Buffer => Buffer.from(text, "utf16le");
const utf16be = (text: string): Buffer => Buffer.from(text, "utf16le").swap16();
/** Four bytes for the mark, two for the euro sign and the dash, one for the rest of our pages. */
const gb18030 = (text: string): Buffer =>
  Buffer.from(text.replaceAll(MARK, "\x84\x31\x95\x33").replaceAll("€", "\xa2\xe3").replaceAll("–", "\xa8\x43"), "latin1");
const windows1252 = (text: string): Buffer => Buffer.from(text.replaceAll("€", "\x80").replaceAll("–", "\x96"), "latin1");

const ENCODINGS = [
  { charset: "utf-8", encode: utf8, marks: MARKS },
  { charset: "utf-16le", encode: utf16le, marks: MARKS },
  { charset: "utf-16be", encode: utf16be, marks: MARKS },
  { charset: "gb18030", encode: gb18030, marks: MARKS },
  { charset: "windows-1252", encode: windows1252, marks: [0] }, // has no mark
];
const WAYS = ENCODINGS.flatMap(({ charset, encode, marks }) => marks.map((count) => ({ charset, encode, count })));

function learnt(html: string): Template {
  const learned = learn({ html, labels: recordOf(BOOKS[0]!) });
  if (!learned.ok) throw new Error("nothing learnt");
  return learned.template;
}

/** What stands at the proofs' spans in the text, attribute by attribute. */
function sliced(template: Template, html: string): Record<string, string[]> {
  const { proofs, values } = extract(template, html);
  const at = Object.entries(proofs).map(([name, spans]) => [name, spans.map(({ start, end }) => html.slice(start, end))]);
  expect(Object.fromEntries(at)).toEqual(values);
  return Object.fromEntries(at);
}

describe("pages that begin with byte order marks", () => {
  it.each(WAYS)("$count in $charset: dropped with the bytes, spans show the values", ({ charset, encode, count }) => {
    const pages = BOOKS.map((book) => decodePage(encode(MARK.repeat(count) + oldPage(book)), charset));
    expect(pages.map((page) => page.html)).toEqual(BOOKS.map((book) => oldPage(book)));
    const template = learnt(pages[0]!.html);
    expect(pages.map(({ html }) => sliced(template, html))).toEqual(BOOKS.map(recordOf));
  });

  it.each(MARKS)("%i in a string that is given: spans count in that string", (count) => {
    const [first, second] = BOOKS.map((book) => MARK.repeat(count) + oldPage(book)) as [string, string];
    const template = learnt(oldPage(BOOKS[0]!));
    expect(sliced(template, second)).toEqual(recordOf(BOOKS[1]!));
    expect(sliced(learnt(first), second)).toEqual(recordOf(BOOKS[1]!));
    expect(check(template, first).verdict).toBe("same");
  });

  it.each(MARKS)("%i in a list that is given", (count) => {
    const html = `${MARK.repeat(count)}<ul>${BOOKS.map(({ title, year }) => `<li>${title} <b>${year}</b>`).join("")}</ul>`;
    const learned = learnList({ html, records: BOOKS.slice(0, 2).map(({ title, year }) => ({ title, year })) });
    if (!learned.ok) throw new Error("nothing learnt");
    const { records } = extractList(learned.template, { html });
    expect(records.map(({ values }) => values)).toEqual(BOOKS.map(({ title, year }) => ({ title, year })));
    for (const { values, proofs } of records) {
      for (const [name, spans] of Object.entries(proofs)) {
        expect(spans.map(({ start, end }) => html.slice(start, end))).toEqual([values[name]]);
      }
    }
  });
});

describe("values are the characters of the page", () => {
  const NAMES = [
    { script: "Bengali", name: "গৌতম বড়ুয়া ঢাকায়" },
    { script: "Hindi", name: "पढ़ना सड़क ज़मीन" },
    { script: "Latin, apart", name: "Rene\u0301 Nu\u0303ez" },
    { script: "Latin, whole", name: "René Ñuez" },
    { script: "Hangul, apart", name: "\u1100\u1161\u11a8 \u1112\u1161\u11ab" },
    { script: "Angstrom sign", name: "5 \u212b and \u2126" },
  ];
  const book = (author: string) => oldPage({ ...BOOKS[0]!, author });

  it.each(NAMES)("$script: neither composed nor taken apart, however it was typed", ({ name }) => {
    const html = book(name);
    for (const typed of [name, name.normalize("NFC"), name.normalize("NFD")]) {
      const learned = learn({ html, labels: { author: [typed], title: [BOOKS[0]!.title] } });
      if (!learned.ok) throw new Error("nothing learnt");
      expect(sliced(learned.template, html).author).toEqual([name]);
      expect(check(learned.template, html).reading.author).toBe("exact");
    }
  });

  it.each(NAMES)("$script: as a part of a line in a list", ({ name }) => {
    const html = `<ul><li>Name: Ines Calder, 1987<li>Name: ${name}, 1992<li>Name: Oda Renn, 1979</ul>`;
    const learned = learnList({
      html,
      records: [
        { name: "Ines Calder", year: "1987" },
        { name, year: "1992" },
      ],
    });
    if (!learned.ok) throw new Error("nothing learnt");
    expect(extractList(learned.template, { html }).records.map(({ values }) => values.name)).toEqual([
      "Ines Calder",
      name,
      "Oda Renn",
    ]);
  });
});
