/**
 * The corpus: one folder per invented site under `sites`, pages beside a `site.json` that says what is right on each of them.
 * What is right is what a careful person would write down from the page; it knows nothing of how we read.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { DIFFICULTIES, type Difficulty } from "./difficulties.js";

const Values = z.record(z.string(), z.union([z.string(), z.array(z.string()).min(2), z.null()])); // null: not on this page
const PageTruth = z.union([Values, z.array(Values), z.literal("no record")]); // an array: a list, its records in their order

const SiteFile = z.strictObject({
  about: z.string(),
  shows: z.array(z.enum(Object.keys(DIFFICULTIES) as [Difficulty, ...Difficulty[]])).min(1),
  labelled: z.string(), // the page a person labelled with all that is right there; of a list, its first two records
  further: z.array(z.string()).optional(), // more labelled pages
  siblings: z.array(z.string()).optional(), // seen when learning, without labels
  turns: z.array(z.string()).optional(), // pages to label instead, one at a time: what is read should not depend on the choice
  htmlAttributes: z.record(z.string(), z.string()).optional(), // attribute → the HTML attribute its value stands in
  choose: z.record(z.string(), z.number()).optional(), // attribute → which of its places on the labelled page is meant, from 1
  right: z.record(z.string(), PageTruth),
  lists: z.array(z.string()).optional(), // pages that lead to the record pages
  recordPages: z.array(z.string()).optional(), // what following them must find, and nothing else
});

export type Values = z.infer<typeof Values>;
export type PageTruth = z.infer<typeof PageTruth>;

export interface Site extends z.infer<typeof SiteFile> {
  readonly name: string;
  readonly pages: Readonly<Record<string, string>>; // file name → HTML
  readonly isUnordered?: boolean; // truth from elsewhere: distinct values in no order, in composed characters
}

const FOLDER = join(import.meta.dirname, "sites");

export const siteNames = (): string[] => readdirSync(FOLDER).sort();

export function loadSite(name: string): Site {
  const folder = join(FOLDER, name);
  const read = (file: string): string => readFileSync(join(folder, file), "utf8");
  const pages = readdirSync(folder)
    .filter((file) => file !== "site.json")
    .sort();
  return {
    ...SiteFile.parse(JSON.parse(read("site.json"))),
    name,
    pages: Object.fromEntries(pages.map((file) => [file, read(file)])),
  };
}

export const addressOf = (site: Site, page: string): string => `https://${site.name}.example/${page}`;

/** Changes when any file of the site does: what is read of another site is not compared. */
export const digestOf = (site: Site): string => createHash("sha256").update(JSON.stringify(site)).digest("hex").slice(0, 16);
