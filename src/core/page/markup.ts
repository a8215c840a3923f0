/**
 * What a page writes, tag by tag and in order, for those who need its head, its links or its scripts rather than its
 * tree. Comments are passed over, and what stands in a script, a title or the like is text, as it is to a browser.
 */
import { readAttributes } from "./attributes.js";
import { Names } from "./names.js";
import { RAW, RULES, TAG_NAMES, tagId } from "./tags.js";

import * as token from "./tokenize.js";

export interface WrittenTag {
  readonly name: string; // "" of a name that HTML does not know
  readonly end: number; // offset behind the tag
  readonly attributes: () => ReadonlyMap<string, string>;
}

export interface MarkupReader {
  /** As in a frame that runs no scripts: what stands in noscript is markup. */
  readonly isWithoutScripts?: boolean;
  /** True: enough is known, the rest of the page is not read. */
  readonly open?: (tag: WrittenTag) => boolean | undefined;
  readonly close?: (name: string) => void;
  /** As it is written; `inside` names the element in which all is text (script, title, …), "" elsewhere. */
  readonly text?: (written: string, inside: string) => void;
}

const [SCRIPT, NOSCRIPT, PLAINTEXT, SVG, MATH] = ["script", "noscript", "plaintext", "svg", "math"].map(tagId);

export function readMarkup(html: string, reader: MarkupReader): void {
  let isEnough = false;
  let foreign = 0; // depth in svg and math, where a tag may close itself
  let raw = { name: "", end: -1 }; // the element whose content is text just now
  token.tokenize(html, new Names(html), {
    startTag(tag) {
      const name = TAG_NAMES[tag.name] ?? "";
      const { end, nameEnd } = tag; // the tag is one object, written anew for each
      isEnough ||= reader.open?.({ name, end, attributes: () => readAttributes(html, nameEnd).values }) === true;
      if (isEnough) return token.PLAIN_TEXT;
      if ((tag.name === SVG || tag.name === MATH) && !tag.isSelfClosing) foreign++;
      if (RULES[tag.name] !== RAW || (foreign > 0 && tag.isSelfClosing)) return token.MARKUP;
      if (tag.name === NOSCRIPT && reader.isWithoutScripts) return token.MARKUP;
      raw = { name, end };
      if (tag.name === SCRIPT) return token.SCRIPT_TEXT;
      return tag.name === PLAINTEXT ? token.PLAIN_TEXT : token.SHOWN_TEXT;
    },
    endTag(number, start) {
      if ((number === SVG || number === MATH) && foreign > 0) foreign--;
      if (number === SCRIPT && raw.name === "script") reader.text?.(html.slice(raw.end, start), "script");
      raw = { name: "", end: -1 };
      reader.close?.(TAG_NAMES[number] ?? "");
    },
    text(start, _, end) {
      if (!isEnough) reader.text?.(html.slice(start, end), raw.name);
    },
    space() {
      if (!isEnough) reader.text?.(" ", raw.name);
    },
    comment() {},
    doctype() {},
    isForeign: () => foreign > 0,
  });
}
