/** Labels and known records as people and programs write them: attributes with the texts of their values. */
import { z } from "zod";
import { refuse } from "./errors.js";
import { jsonOf } from "./json.js";

const Values = z.union([z.string().transform((text) => [text]), z.array(z.string())]);
const Texts = z.record(z.string(), Values);
export type Texts = z.infer<typeof Texts>;

/** A line of `bartree extract --format jsonl` is a record too. */
const Line = z.union([z.object({ values: Texts }).transform(({ values }) => values), Texts]);

/** What every object has of itself, such as `constructor`, would be found where nothing was ever put. */
export function isAttributeName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_.-]{0,63}$/u.test(name) && !(name in Object.prototype);
}

export const AttributeName = z.string().refine(isAttributeName, "it is no name for an attribute");

export const ATTRIBUTE_NAME =
  "at most 64 letters, digits, “_”, “-” and “.”, beginning with a letter, and no word of JavaScript's objects";

const SHAPE = "it is not an object of attributes, each with a text or a list of texts";

export function parseLabels(text: string, path: string): Texts {
  return textsOf(text, Texts, (problem) => refuse("labels-invalid", path, problem));
}

/** Empty lines are no records. */
export function parseRecords(text: string, path: string): Texts[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === "") return [];
    return [textsOf(line, Line, (problem) => refuse("records-invalid", path, index + 1, problem))];
  });
}

function textsOf(text: string, schema: z.ZodType<Texts>, reject: (problem: string) => never): Texts {
  const parsed = schema.safeParse(jsonOf(text) ?? reject("it is not JSON"));
  if (!parsed.success) return reject(SHAPE);
  const strange = Object.keys(parsed.data).find((name) => !isAttributeName(name));
  return strange === undefined ? parsed.data : reject(`“${strange}” is no name for an attribute`);
}
