/**
 * What a page says of itself for machines: citation tags, Dublin Core, Open Graph, JSON-LD. Only suggestions: a value counts
 * when a person takes it, and only what the page also displays can be taken.
 */
import type { Suggestion, ValueKind } from "../../api/server/drafts.js";
import { Finder } from "../../core/locate.js";
import { readMarkup } from "../../core/page/markup.js";
import { parsePage } from "../../core/page/parse-page.js";
import { textKey } from "../../core/text/text-key.js";

interface Said {
  readonly name: string;
  readonly kind: ValueKind;
  readonly text: string;
  readonly from: Suggestion["from"];
  readonly tag: string;
}

const META: Readonly<Record<string, readonly [name: string, kind: ValueKind, from: Suggestion["from"]]>> = {
  citation_title: ["title", "one", "citation"],
  citation_author: ["authors", "many", "citation"],
  citation_publication_date: ["date", "date", "citation"],
  citation_date: ["date", "date", "citation"],
  citation_journal_title: ["journal", "one", "citation"],
  citation_doi: ["doi", "one", "citation"],
  citation_abstract: ["abstract", "one", "citation"],
  citation_keywords: ["keywords", "many", "citation"],
  citation_isbn: ["isbn", "one", "citation"],
  "dc.title": ["title", "one", "dublin-core"],
  "dc.creator": ["authors", "many", "dublin-core"],
  "dc.date": ["date", "date", "dublin-core"],
  "dc.description": ["abstract", "one", "dublin-core"],
  "og:title": ["title", "one", "open-graph"],
  "og:description": ["abstract", "one", "open-graph"],
  "article:published_time": ["date", "date", "open-graph"],
};

const MOST_TEXTS = 50;
const MOST_SEARCHED = 500; // different texts, all in one walk over the page

export function ownWords(html: string): Suggestion[] {
  const said = saidFor(html).map((each) => ({ ...each, key: textKey(each.text) }));
  const keys = new Set(said.map(({ key }) => key).slice(0, MOST_SEARCHED));
  const finder = new Finder(parsePage(html));
  finder.foresee(keys);
  const shown = new Set([...keys].filter((key) => key !== "" && finder.find(key) !== undefined));
  const suggestions = new Map<string, Suggestion>();
  for (const { name, kind, text, key, from, tag } of said) {
    const known = suggestions.get(name);
    if (!shown.has(key)) continue;
    if (!known) suggestions.set(name, { name, kind, texts: [text], from, tag });
    else if (known.kind === "many" && known.from === from && known.texts.length < MOST_TEXTS)
      if (!known.texts.some((other) => textKey(other) === key)) known.texts.push(text);
  }
  return [...suggestions.values()];
}

/** Tags of the head before linked data, each as they stand on the page. */
function saidFor(html: string): Said[] {
  const metas: Said[] = [];
  const linkedData: Said[][] = [];
  let isLinkedData = false;
  readMarkup(html, {
    open: ({ name, attributes }) => {
      if (name === "meta") metas.push(...saidBy(attributes()));
      isLinkedData = name === "script" && attributes().get("type")?.trim().toLowerCase() === "application/ld+json";
      return false;
    },
    text: (written, inside) => {
      if (inside === "script" && isLinkedData) linkedData.push(saidIn(jsonOf(written), 0));
    },
  });
  return [...metas, ...linkedData.flat()];
}

function saidBy(meta: ReadonlyMap<string, string>): Said[] {
  const tag = (meta.get("name") ?? meta.get("property") ?? "").toLowerCase();
  const known = Object.hasOwn(META, tag) ? META[tag] : undefined;
  const text = meta.get("content")?.trim() ?? "";
  return known ? [{ name: known[0], kind: known[1], text, from: known[2], tag }] : [];
}

const THINGS: Readonly<Record<string, readonly [name: string, kind: ValueKind]>> = {
  headline: ["title", "one"],
  name: ["title", "one"],
  author: ["authors", "many"],
  creator: ["authors", "many"],
  datePublished: ["date", "date"],
  abstract: ["abstract", "one"],
  description: ["abstract", "one"],
  price: ["price", "number"],
  sku: ["sku", "one"],
  isbn: ["isbn", "one"],
};

const MOST_DEEP = 6;

function saidIn(thing: unknown, depth: number): Said[] {
  if (depth > MOST_DEEP || typeof thing !== "object" || thing === null) return [];
  if (Array.isArray(thing)) return thing.flatMap((each) => saidIn(each, depth + 1));
  return Object.entries(thing).flatMap(([key, value]) => {
    const known = Object.hasOwn(THINGS, key) ? THINGS[key] : undefined;
    if (known)
      return textsOf(value, depth).map((text) => ({ name: known[0], kind: known[1], text, from: "json-ld" as const, tag: key }));
    return key === "@graph" || key === "offers" || key === "mainEntity" ? saidIn(value, depth + 1) : [];
  });
}

/** A text, a list of texts, or things with a name. */
function textsOf(value: unknown, depth: number): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (depth > MOST_DEEP || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((each) => textsOf(each, depth + 1));
  return "name" in value ? textsOf(value.name, depth + 1) : [];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
