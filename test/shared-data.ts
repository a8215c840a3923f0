/** Real pages with truth, where the folder beside the project is present; tests that read them say so when it is not. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const SHARED = fileURLToPath(new URL("../../shared/", import.meta.url));

export const hasSharedData = existsSync(`${SHARED}data/swde`);

export interface DataPage {
  url: string | null;
  html: string;
  truth: Record<string, string[]>;
  notDisplayed?: string[];
}

interface DataFile {
  set: string;
  site: string;
  attributes: string[];
  learn: string;
  siblings?: string[];
  test?: string[];
  pages?: Record<string, DataPage>;
  before?: { pages?: Record<string, DataPage> };
  after?: { pages?: Record<string, DataPage> };
  page?: { url: string | null; html: string };
  truth?: readonly Record<string, string>[]; // of a list: its records
}

export const sharedFile = (path: string): string => readFileSync(SHARED + path, "utf8");

export function dataFile(set: string, site: string): DataFile {
  return JSON.parse(gunzipSync(readFileSync(`${SHARED}data/${set}/${site}.json.gz`)).toString("utf8"));
}

export function* dataFiles(sets: readonly string[]): Generator<DataFile> {
  for (const set of sets) {
    for (const name of readdirSync(`${SHARED}data/${set}`).sort()) {
      if (name.endsWith(".json.gz")) yield dataFile(set, name.slice(0, -".json.gz".length));
    }
  }
}

/** Every page kept in the files of those sets, without its byte order mark. */
export function* dataPages(sets: readonly string[]): Generator<{ where: string; html: string; truth: Record<string, string[]> }> {
  for (const file of dataFiles(sets)) {
    const groups = [file.pages, file.before?.pages, file.after?.pages];
    for (const pages of groups) {
      for (const [id, page] of Object.entries(pages ?? {})) {
        yield { where: `${file.set}/${file.site}/${id}`, html: page.html.replace(/^\uFEFF/, ""), truth: page.truth ?? {} };
      }
    }
    if (file.page) {
      const truth = Object.fromEntries((file.truth ?? []).map((record, i) => [`record ${i + 1}`, Object.values(record)]));
      yield { where: `${file.set}/${file.site}`, html: file.page.html.replace(/^\uFEFF/, ""), truth };
    }
  }
}

export const ALL_SETS = [
  "swde", "redesign", "drift", "recipes-siblings", "recipes-redesign", "court-lists", "publications", "publications-redesign",
]; // biome-ignore format: a list
