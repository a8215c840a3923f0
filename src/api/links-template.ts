/** Where the lists of a source link to its records, and what pages of records are built of; as it is stored. */
import { z } from "zod";
import { refuse } from "./errors.js";

const LEVELS = ["tags", "names", "order"] as const;

const Place = z.strictObject({
  level: z.enum(LEVELS).describe("how exactly the place is told: by tags, by their names too, or by the order of links too"),
  path: z.string().max(100_000),
});

const LinksFile = z.strictObject({
  format: z.literal("bartree-template"),
  version: z.literal(1),
  kind: z.literal("links"),
  places: z.array(Place).max(1000),
  features: z.array(z.int()).max(10_000).describe("of pages of the kind; empty: nothing tells"),
  least: z.number().min(0).max(1).describe("the share of these features from which a page is of the kind"),
  unlike: z
    .array(z.strictObject({ records: z.array(z.int()).max(10_000), others: z.array(z.int()).max(10_000) }))
    .max(1000)
    .default([])
    .describe("what tells pages that a person called no records from records: features of either side alone"),
});

/** Of one level of lists; what tells the kind of pages stands with the last one. */
export type LinksTemplate = Omit<z.infer<typeof LinksFile>, "format" | "version">;

export const linksText = (links: LinksTemplate): string =>
  `${JSON.stringify(LinksFile.parse({ format: "bartree-template", version: 1, ...links }))}\n`;

/** One of an older bartree names no places: they are learnt again from the records that are known. */
export function linksOf(file: unknown, name: string): LinksTemplate {
  const { data, error } = LinksFile.safeParse(file);
  if (data) {
    const { format: _format, version: _version, ...links } = data;
    return links;
  }
  const older = z.object({ kind: z.literal("list"), version: z.literal(1) }).safeParse(file);
  if (older.success) return { kind: "links", places: [], features: [], least: 0, unlike: [] };
  return refuse("template-invalid", name, error.issues[0]?.message ?? "it does not fit");
}
