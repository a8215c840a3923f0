import { decimal } from "./decimal.js";
import type { Depth, DrawOptions, ShownDepths } from "./drawn-bars.js";
import { styleSheet } from "./palette.js";
import { ENGLISH, type Words } from "./words.js";

/** SVG source. Only `svg`, `text` and `figure` make it, so a page's text cannot reach a figure unescaped. */
export type Markup = string;

type Attributes = Record<string, string | number>;

export function svg(name: string, attributes: Attributes, ...children: readonly Markup[]): Markup {
  const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${attributeText(value)}"`);
  const head = `<${name}${written.join("")}`;
  return children.length === 0 ? `${head}/>` : `${head}>${children.join("")}</${name}>`;
}

export function text(x: number, y: number, className: string, content: string): Markup {
  return svg("text", { x, y, class: className }, escaped(content));
}

/** Text that keeps within `room` pixels: pressed together where it would run into its neighbour. */
export function label(x: number, y: number, className: string, content: string, room: number): Markup {
  const width = cells(content) * (className.includes("mono") ? MONO : PROPORTIONAL);
  if (width <= room) return text(x, y, className, content);
  return svg("text", { x, y, class: className, textLength: room, lengthAdjust: "spacingAndGlyphs" }, escaped(content));
}

export function line(x1: number, y1: number, x2: number, y2: number, className: string): Markup {
  return svg("line", { x1, y1, x2, y2, class: className });
}

export function rect(x: number, y: number, width: number, height: number, className: string): Markup {
  return svg("rect", { x, y, width, height, class: className });
}

/** All that is drawn for one depth; what is clipped in its labels is whole in its title. */
export function depthGroup(depth: Depth, words: Words, ...children: readonly Markup[]): Markup {
  return svg("g", { "data-depth": depth.d }, svg("title", {}, escaped(depthSentence(depth, words))), ...children, "\n");
}

export interface Drawing {
  width: number;
  height: number;
  title: string;
  description: string;
  shown: ShownDepths;
  content: readonly Markup[];
}

/** The whole file. No ids, so that figures may share a page; the ground is painted, so that a dark figure stays readable anywhere. */
export function figure(drawing: Drawing, options: DrawOptions): Markup {
  const { width, shown } = drawing;
  const height = Math.ceil(drawing.height);
  const theme = options.theme ?? "auto";
  const words = options.words ?? ENGLISH;
  const sentences = [...shown.outer, ...shown.inner].map((depth) => depthSentence(depth, words));
  return `${svg(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      role: "img",
      class: `bartree-${theme}`,
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
    },
    `\n${svg("title", {}, escaped(options.title ?? drawing.title))}\n`,
    `${svg("desc", {}, escaped([drawing.description, ...sentences].join(" ")))}\n`,
    `${svg("style", {}, styleSheet(theme))}\n`,
    rect(0, 0, width, height, "ground"),
    "\n",
    ...drawing.content,
    "\n",
  )}\n`;
}

/** Pixels of tag in a sentence: 80 characters; a hostile page may have a tag as long as itself. */
const LONGEST_TAG = 80 * 6.6;

function depthSentence({ d, tag, k, P, w }: Depth, words: Words): string {
  return words.atDepth(d, clipped(tag, LONGEST_TAG), k, P, words.written(decimal(w)));
}

/** Two decimals are finer than any screen; fewer bytes, and the same on every machine. */
function attributeText(value: string | number): string {
  return typeof value === "string" ? escaped(value) : rounded(value);
}

export function rounded(value: number): string {
  return String(Math.round(value * 100) / 100 || 0); // || 0: never "-0"
}

/** XML has no way to write control characters and lone surrogates; a page's tag names may hold both. */
function escaped(content: string): string {
  return content
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Cut to fit `width` pixels of 11 px monospaced text; characters of East Asian scripts count twice. */
export function clipped(content: string, width: number): string {
  const room = Math.max(Math.floor(width / MONO), 2);
  if (cells(content) <= room) return content;
  let kept = "";
  for (const character of content) {
    if (cells(kept + character) > room - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Advance of one character: of the monospaced 11 px type, and of a digit of the proportional 12 px type. */
export const MONO = 6.6;
export const PROPORTIONAL = 7.5;

export function cells(content: string): number {
  let count = 0;
  for (const character of content) count += character >= "\u1100" ? 2 : 1;
  return count;
}
