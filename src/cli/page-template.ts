import { refuse } from "../api/errors.js";
import type { StoredTemplate } from "../api/template.js";
import type { Reader } from "./read.js";

/** The template in the file, which must be one of single pages. */
export async function pageTemplate(path: string, read: Reader): Promise<Extract<StoredTemplate, { kind: "page" }>> {
  const stored = await read.template(path);
  return stored.kind === "page" ? stored : refuse("template-is-list", path);
}
