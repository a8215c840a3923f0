/** The corpus is sound: what is called right is on its page, every file is spoken of, every difficulty has a site. */
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { describe, expect, it } from "vitest";
import { DIFFICULTIES } from "./difficulties.js";
import { loadSite, type PageTruth, type Site, siteNames } from "./site.js";

const sites = siteNames().map(loadSite);
const LARGEST_PAGE = 4096;

it("has at least 60 sites, and one for every difficulty", () => {
  expect(sites.length).toBeGreaterThanOrEqual(60);
  const shown = new Set(sites.flatMap(({ shows }) => shows));
  expect(Object.keys(DIFFICULTIES).filter((difficulty) => !shown.has(difficulty as never))).toEqual([]);
});

describe.each(sites.map((site) => [site.name, site] as const))("%s", (_, site) => {
  it("shows what is right, in its own characters", () => {
    const invented = Object.entries(site.right).flatMap(([page, truth]) =>
      textsOf(truth)
        .filter(({ text }) => !isOn(site, page, text))
        .map(({ attribute, text }) => `${page} ${attribute}: ${text}`),
    );
    expect(invented).toEqual([]);
  });

  it("has all pages it speaks of, speaks of all it has, and keeps them small", () => {
    const files = Object.keys(site.pages).sort();
    expect(Object.keys(site.right).sort()).toEqual(files);
    const named = [
      site.labelled,
      ...(site.further ?? []),
      ...(site.siblings ?? []),
      ...(site.lists ?? []),
      ...(site.recordPages ?? []),
    ];
    expect(named.filter((page) => !files.includes(page))).toEqual([]);
    expect(files.filter((file) => Buffer.byteLength(site.pages[file] ?? "") > LARGEST_PAGE)).toEqual([]);
  });
});

describe.each(sites.filter(({ lists }) => lists).map((site) => [site.name, site] as const))("%s", (_, site) => {
  it("leads from its lists to every record page, and says of all others that they show no record", () => {
    const { lists = [], recordPages = [] } = site;
    const reached = new Set(lists);
    for (const page of reached) for (const [, to = ""] of (site.pages[page] ?? "").matchAll(/href="([^"]+)"/g)) reached.add(to);
    expect(recordPages.filter((page) => !reached.has(page))).toEqual([]);
    expect(Object.keys(site.right).filter((page) => site.right[page] !== "no record")).toEqual(recordPages);
  });
});

function textsOf(truth: PageTruth): { attribute: string; text: string }[] {
  if (truth === "no record") return [];
  if (Array.isArray(truth)) return truth.flatMap(textsOf);
  return Object.entries(truth).flatMap(([attribute, value]) => [value ?? []].flat().map((text) => ({ attribute, text })));
}

/** Shown, or the value of a tag's attribute. Asked of another parser than ours, for the corpus is what ours is judged by. */
function isOn(site: Site, page: string, text: string): boolean {
  const html = site.pages[page] ?? "";
  return shownText(html).includes(text) || html.includes(`"${text}"`);
}

const shownText = (html: string): string => textOf(parse(html)).replace(/\s+/g, " ");

function textOf(node: DefaultTreeAdapterTypes.Node): string {
  if (node.nodeName === "#text") return (node as DefaultTreeAdapterTypes.TextNode).value;
  if (node.nodeName === "head" || !("childNodes" in node)) return "";
  return node.childNodes.map(textOf).join("");
}
