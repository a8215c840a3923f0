/** A person's labels as learning takes them: which HTML attribute holds a value, and which place of a text is meant. */
import type { LabelInput } from "../../api/server/drafts.js";
import type { LabelledAddress } from "../../api/source.js";
import type { LabelledPage } from "../../core/learn/labelled.js";
import { choicesFor } from "../../core/learn/problems.js";
import { Finder } from "../../core/locate.js";
import { baseOf, resolved } from "../../core/page/address.js";
import { attributesAt } from "../../core/page/attributes.js";
import { asciiLower } from "../../core/page/own-names.js";
import type { Span } from "../../core/page/page.js";
import { parsePage } from "../../core/page/parse-page.js";
import { labelledPage } from "../set-up/labelled-bytes.js";
import type { LabelledPageOfDraft } from "./body.js";

export const htmlAttributeOf = ({ kind }: Pick<LabelInput, "kind">): string | null =>
  kind === "link" ? "href" : kind === "image" ? "src" : null;

/** As it is kept in a source's settings, and learnt from again. */
export function labelledAddress(page: LabelledPageOfDraft, html: string): LabelledAddress {
  const finder = new Finder(parsePage(html));
  const textsOf = (label: LabelInput): string[] =>
    label.texts.map(({ text, place }) => {
      const htmlAttribute = htmlAttributeOf(label);
      return htmlAttribute === null ? text : addressShown(finder, { text, place, htmlAttribute, address: page.address });
    });
  const labels = Object.fromEntries(page.labels.map((label) => [label.name, textsOf(label)]));
  const htmlAttributes = Object.fromEntries(
    page.labels.flatMap((label) => {
      const htmlAttribute = htmlAttributeOf(label);
      return htmlAttribute === null ? [] : [[label.name, htmlAttribute]];
    }),
  );
  const plain = { address: page.address, labels, absent: page.absent, htmlAttributes, choose: {}, region: page.region };
  return { ...plain, choose: chosen(page, labelledPage(plain, html), finder) };
}

/** A person points at a place of the displayed text; learning counts the places it can lead to. */
function chosen(page: LabelledPageOfDraft, labelled: LabelledPage, finder: Finder): Record<string, number> {
  const choices: Record<string, number> = {};
  for (const { name, texts, kind } of page.labels) {
    const [only, ...others] = texts;
    if (!only || others.length > 0 || only.place === null || htmlAttributeOf({ kind }) !== null) continue;
    const located = finder.label(only.text);
    const meant = located.ok ? located.span : located.code === "ambiguous" ? located.places.at(only.place - 1) : undefined;
    const [places = []] = choicesFor(labelled, name);
    const index = meant === undefined ? -1 : places.findIndex((place) => overlaps(place, meant));
    if (index >= 0 && places.length > 1) choices[name] = index + 1;
  }
  return choices;
}

const overlaps = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

interface Pointed {
  readonly text: string;
  readonly place: number | null;
  readonly htmlAttribute: string;
  readonly address: string;
}

/** The text is the address itself, or what a link displays: then the link around it is meant. */
function addressShown(finder: Finder, { text, place, htmlAttribute, address }: Pointed): string {
  const { html } = finder.page;
  if (/^(?:https?:)?\/\/|^[./]/i.test(text.trim())) return text;
  const located = finder.label(text);
  const span = located.ok ? located.span : located.code === "ambiguous" ? located.places.at((place ?? 1) - 1) : undefined;
  const written = span && tagAround(html, span, htmlAttribute === "href" ? "a" : "img")?.get(htmlAttribute);
  if (!written) return text;
  return resolved(written.trim(), baseOf(html, address));
}

function tagAround(html: string, { start }: Span, name: string): ReadonlyMap<string, string> | undefined {
  const before = asciiLower(html.slice(0, start)); // other letters may grow when they are made small
  const at = before.lastIndexOf(`<${name} `);
  return at < 0 || before.indexOf(`</${name}`, at) >= 0 ? undefined : attributesAt(html, at);
}
