/**
 * What a page says of itself for machines: citation tags, Dublin Core, Open Graph, JSON-LD. Only suggestions: a value counts
 * when a person takes it, and only what the page also displays can be taken.
 */
import type { Suggestion, ValueKind } from "../../api/server/drafts.js";
import { Finder } from "../../core/locate.js";
import { decodeAttribute } from "../../core/page/entities.js";
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

const TAG = /<meta\b((?:[^>"']|"[^"]*"|'[^']*')*)>/gi;
const ATTRIBUTE = /([^\s=/>]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/g;
const SCRIPT = /<script\b[^>]*\btype\s*=\s*["']?application\/ld\+json["']?[^>]*>([\s\S]*?)<\/script/gi;
const MOST_TEXTS = 50;

export function ownWords(html: string): Suggestion[] {
  const finder = new Finder(parsePage(html));
  const isShown = (text: string): boolean => {
    const { ok, ...located } = finder.label(text);
    return ok || ("code" in located && located.code === "ambiguous");
  };
  const all = [...metas(html), ...linkedData(html)].filter(({ text }) => text.trim() !== "" && isShown(text));
  const suggestions = new Map<string, Suggestion>();
  for (const { name, kind, text, from, tag } of all) {
    const known = suggestions.get(name);
    if (!known) suggestions.set(name, { name, kind, texts: [text], from, tag });
    else if (known.kind === "many" && known.from === from && !known.texts.some((other) => textKey(other) === textKey(text)))
      if (known.texts.length < MOST_TEXTS) known.texts.push(text);
  }
  return [...suggestions.values()];
}

function metas(html: string): Said[] {
  return [...html.matchAll(TAG)].flatMap(([, written = ""]) => {
    const attributes = new Map(
      [...written.matchAll(ATTRIBUTE)].map(([, name = "", a, b, c]) => [name.toLowerCase(), decodeAttribute(a ?? b ?? c ?? "")]),
    );
    const tag = (attributes.get("name") ?? attributes.get("property") ?? "").toLowerCase();
    const known = Object.hasOwn(META, tag) ? META[tag] : undefined;
    const text = attributes.get("content")?.trim() ?? "";
    return known ? [{ name: known[0], kind: known[1], text, from: known[2], tag }] : [];
  });
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

function linkedData(html: string): Said[] {
  return [...html.matchAll(SCRIPT)].flatMap(([, text = ""]) => saidIn(jsonOf(text), 0));
}

function saidIn(thing: unknown, depth: number): Said[] {
  if (depth > MOST_DEEP || typeof thing !== "object" || thing === null) return [];
  if (Array.isArray(thing)) return thing.flatMap((each) => saidIn(each, depth + 1));
  return Object.entries(thing).flatMap(([key, value]) => {
    const known = Object.hasOwn(THINGS, key) ? THINGS[key] : undefined;
    if (known)
      return textsOf(value).map((text) => ({ name: known[0], kind: known[1], text, from: "json-ld" as const, tag: key }));
    return key === "@graph" || key === "offers" || key === "mainEntity" ? saidIn(value, depth + 1) : [];
  });
}

/** A text, a list of texts, or things with a name. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return typeof value === "object" && value !== null && "name" in value ? textsOf(value.name) : [];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
