import { readFileSync } from "node:fs";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { z } from "zod";
import { ReportedError } from "../../src/api/errors.js";
import type { listTemplateFields } from "../../src/api/list-template.js";
import type { pageTemplateFields } from "../../src/api/page-template.js";
import { parseTemplate, type StoredTemplate, templateJsonSchema, templateText } from "../../src/api/template.js";
import { extract, extractList, type ListTemplate, learnList, type Template } from "../../src/core/index.js";
import { BOOKS, type Book, lesson, oldPage, oldTemplate, recordOf } from "../core/bookshop.js";

type Read<Fields extends z.ZodRawShape> = z.infer<z.ZodObject<Fields>>;

const page: StoredTemplate = {
  kind: "page",
  template: oldTemplate(),
  learnt: { by: "labels", siblings: 5, further: 0, unconfirmed: false },
};

const LIST = `<ul>${BOOKS.map(({ title, author }) => `<li><a href="/${author}">${title}</a> <i>${author}</i>`).join("")}</ul>`;
const list: StoredTemplate = { kind: "list", template: listTemplate(), delimiters: [] };

function listTemplate(): ListTemplate {
  const learned = learnList({ html: LIST, records: BOOKS.slice(0, 2).map(({ title, author }) => ({ title, author })) });
  if (!learned.ok) throw new Error(learned.code);
  return learned.template;
}

describe("a template file", () => {
  it("what is written is read again, whole, and reads as before", () => {
    const read = parseTemplate(templateText(page), "t.json");
    expect(read).toEqual(JSON.parse(JSON.stringify(page)));
    const html = oldPage(BOOKS[3] as Book);
    expect(extract((read as typeof page).template as Template, html)).toEqual(extract(page.template as Template, html));
  });

  it("lists too", () => {
    const read = parseTemplate(templateText(list), "t.json");
    expect(read).toEqual(JSON.parse(JSON.stringify(list)));
    expect(extractList(read.template as ListTemplate, { html: LIST }).records).toHaveLength(BOOKS.length);
  });

  it("a template of few labels without siblings too", () => {
    const [first] = BOOKS as [Book, ...Book[]];
    const { title } = recordOf(first) as { title: string[] };
    const template = lesson({ html: oldPage(first), labels: { title } });
    const stored: StoredTemplate = { kind: "page", template, learnt: { by: "heal", siblings: 0, further: 0, unconfirmed: true } };
    expect(parseTemplate(templateText(stored), "t.json")).toEqual(stored);
  });

  it("what the schema reads is what core wants", () => {
    expectTypeOf<Read<typeof pageTemplateFields>>().toExtend<Omit<Template, "version">>();
    expectTypeOf<Omit<Read<typeof listTemplateFields>, "delimiters">>().toExtend<Omit<ListTemplate, "version" | "kind">>();
  });

  const text = templateText(page);
  const file = JSON.parse(text);
  const edited = (change: object): string => JSON.stringify({ ...file, ...change });
  const { frame: _, ...lacking } = file;
  it.each([
    { name: "cut off", text: text.slice(0, text.length / 2), code: "template-unreadable", says: "ends in the middle" },
    { name: "empty", text: "", code: "template-unreadable", says: "not JSON" },
    { name: "a page", text: "<html><p>x", code: "template-unreadable", says: "not JSON" },
    { name: "other JSON", text: '{"name": "x"}', code: "template-unreadable", says: "no template of bartree" },
    { name: "a JSON list", text: "[1]", code: "template-unreadable", says: "no template of bartree" },
    { name: "of a newer version", text: edited({ version: 2 }), code: "template-newer", says: "version 2" },
    {
      name: "newer, with a kind unknown today",
      text: edited({ version: 9, kind: "x" }),
      code: "template-newer",
      says: "version 9",
    },
    { name: "of no version", text: edited({ version: "one" }), code: "template-invalid", says: "version" },
    { name: "without a field", text: JSON.stringify(lacking), code: "template-invalid", says: "frame" },
    { name: "with a field too many", text: edited({ colour: "red" }), code: "template-invalid", says: "colour" },
    {
      name: "with a rule of no kind",
      text: text.replace('"kind": "path"', '"kind": "paths"'),
      code: "template-invalid",
      says: "sets",
    },
    {
      name: "with an attribute that is read nowhere, which would be absent",
      text: edited({ sets: [{ attributes: [{ ...file.sets[0].attributes[0], slots: [] }] }] }),
      code: "template-invalid",
      says: "slots",
    },
    {
      name: "with a name that every object has",
      text: edited({ attributes: ["constructor"] }),
      code: "template-invalid",
      says: "attributes",
    },
    {
      name: "with a key that lacks places",
      text: edited({ key: { ...file.key, places: {} } }),
      code: "template-invalid",
      says: "key",
    },
    {
      name: "with measures that do not fit",
      text: edited({ key: { ...file.key, measures: { ...file.key.measures, counts: [] } } }),
      code: "template-invalid",
      says: "measures",
    },
  ])("$name: $code", ({ text: written, code, says }) => {
    const report = reportOf(() => parseTemplate(written, "t.json"));
    expect(report.code).toBe(code);
    expect(report.message).toContain("t.json");
    expect(report.message).toContain(says);
  });
});

it("docs/template.schema.json is what the schema gives now; `npm run schema` writes it", () => {
  const written = readFileSync(new URL("../../docs/template.schema.json", import.meta.url), "utf8");
  expect(written).toBe(`${JSON.stringify(templateJsonSchema(), null, 2)}\n`);
});

function reportOf(act: () => unknown): { code: string; message: string } {
  try {
    act();
  } catch (error) {
    if (error instanceof ReportedError) return error.report;
    throw error;
  }
  throw new Error("nothing was refused");
}
