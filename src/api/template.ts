/**
 * The template file: readable JSON, versioned, the only form in which a template leaves the program.
 *
 * A newer version is refused, since what it adds might be what keeps a value from being read wrongly; an older one is
 * read for ever. Version 1 is the first. docs/template.schema.json is made from this file by `npm run schema`.
 */
import { z } from "zod";
import type { DelimiterRow, ListTemplate, Template } from "../core/index.js";
import { refuse } from "./errors.js";
import { listTemplateFields } from "./list-template.js";
import { pageTemplateFields } from "./page-template.js";

const FORMAT = "bartree-template";
const VERSION = 1;

const head = { format: z.literal(FORMAT), version: z.literal(VERSION) };

const Learnt = z
  .strictObject({
    by: z.enum(["labels", "heal"]).describe("from a person's labels, or healed from known records"),
    siblings: z.int().min(0).describe("other pages of the source that were looked at"),
    further: z.int().min(0).describe("labelled pages besides the first"),
    unconfirmed: z.boolean().describe("healed from a single known record: its values overwrite nothing yet"),
  })
  .describe("how it came about");
export type Learnt = z.infer<typeof Learnt>;

const PageTemplateFile = z.strictObject({ ...head, kind: z.literal("page"), learnt: Learnt, ...pageTemplateFields });
const ListTemplateFile = z.strictObject({ ...head, kind: z.literal("list"), ...listTemplateFields });
const TemplateFile = z.discriminatedUnion("kind", [PageTemplateFile, ListTemplateFile]);

export type StoredTemplate =
  | { readonly kind: "page"; readonly template: Template; readonly learnt: Learnt }
  | { readonly kind: "list"; readonly template: ListTemplate; readonly delimiters: readonly DelimiterRow[] };

export function templateText(stored: StoredTemplate): string {
  return `${JSON.stringify(fileOf(stored), null, 1)}\n`;
}

function fileOf(stored: StoredTemplate): z.infer<typeof TemplateFile> {
  const file = { format: FORMAT, version: VERSION };
  if (stored.kind === "page") return PageTemplateFile.parse({ ...file, kind: "page", learnt: stored.learnt, ...stored.template });
  return ListTemplateFile.parse({ ...file, ...stored.template, delimiters: stored.delimiters });
}

const MOST = 20_000_000; // characters; templates of the longest lists are far below

/** Refuses what is no template of ours with the code that says why; `path` is for the sentence only. */
export function parseTemplate(text: string, path: string): StoredTemplate {
  if (text.length > MOST) return refuse("template-unreadable", path, `it has more than ${MOST / 1_000_000} MB`);
  return templateOf(jsonOf(text, path), path);
}

/** The same of a file that was part of another one's JSON. */
export function templateOf(file: unknown, path: string): StoredTemplate {
  const { format, version } = Head.safeParse(file).data ?? {};
  if (format !== FORMAT) return refuse("template-unreadable", path, "it is JSON, but no template of bartree");
  if (typeof version === "number" && version > VERSION) return refuse("template-newer", path, version, VERSION);
  const parsed = TemplateFile.safeParse(file);
  if (!parsed.success) return refuse("template-invalid", path, firstProblem(parsed.error));
  return storedOf(parsed.data);
}

const Head = z.object({ format: z.unknown(), version: z.unknown() });

function storedOf(file: z.infer<typeof TemplateFile>): StoredTemplate {
  if (file.kind === "page") {
    const { format: _format, kind, learnt, ...template } = file;
    return { kind, template: template as object as Template, learnt }; // a test holds both shapes in step
  }
  const { format: _format, delimiters, ...template } = file;
  return { kind: "list", template: template as object as ListTemplate, delimiters };
}

function jsonOf(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const written = text.trim();
    const isWhole = written.includes("\n") ? written.endsWith("\n}") : written.endsWith("}");
    const isCut = written.startsWith("{") && !isWhole;
    return refuse("template-unreadable", path, isCut ? "it ends in the middle" : "it is not JSON");
  }
}

/** The first thing wrong, by its place in the file. */
function firstProblem({ issues: [issue] }: z.ZodError): string {
  if (!issue) return "it does not fit";
  const place = issue.path.map(String).join(".");
  return place === "" ? issue.message : `${place}: ${issue.message}`;
}

export function templateJsonSchema(): object {
  return { title: "bartree template", ...z.toJSONSchema(TemplateFile) };
}
