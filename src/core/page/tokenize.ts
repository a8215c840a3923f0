/**
 * The Standard's tokenizer in one forward pass: tags and texts as offsets, no strings.
 *
 * It knows only what ends what: quotes, comments, raw text. What a tag means is the tree builder's business
 * (`build-tree.ts`), to whom it hands one token at a time; what it saw of a start tag stands in `StartTag`.
 */
import { DIGITS, type Names, packName } from "./names.js";
import { asciiLower } from "./own-names.js";
import { TAG_NAMES, tagId } from "./tags.js";

/** The start tag just read. One object per page, written anew for every tag. */
export class StartTag {
  name = 0;
  start = 0;
  end = 0; // after the closing bracket
  nameEnd = 0;
  classAt = -1; // offset of the value, −1 without the attribute
  idAt = -1;
  styleAt = -1;
  styleEnd = -1;
  hasHidden = false;
  isSelfClosing = false;
}

/** What the tokenizer tells. `startTag` answers how the content that follows is to be read. */
export interface TokenSink {
  startTag(tag: StartTag): Content;
  endTag(name: number, start: number): void;
  space(): void; // white space alone between two tags
  text(start: number, ink: number, end: number, isRaw: boolean): void; // ink: its first character that is not white space
  comment(): void;
  doctype(start: number, end: number): void;
  isForeign(): boolean; // inside svg or math, where CDATA sections exist
}

export const MARKUP = 0;
export const SKIPPED_TEXT = 1; // raw text that is not displayed
export const SHOWN_TEXT = 2; // raw text that is (xmp)
export const PLAIN_TEXT = 3; // all that follows is text
export const SCRIPT_TEXT = 4;
export type Content = 0 | 1 | 2 | 3 | 4;

const LT = 60;
const GT = 62;
const SLASH = 47;
const BANG = 33;
const QUESTION = 63;
const EQUALS = 61;
const QUOTE = 34;
const APOSTROPHE = 39;
const DASH = 45;
const END = -1;
const digits = DIGITS; // own constants are folded into compiled code, imported ones are not

/** The code at an offset, −1 after the end. Engines keep `charCodeAt` quick only as long as it is never asked beyond. */
function codeAt(html: string, at: number): number {
  return at < html.length ? html.charCodeAt(at) : END;
}

const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;
const isSpace = (code: number): boolean => code === 32 || (code <= 13 && code >= 9 && code !== 11);
/** What ends a tag name: white space, a slash, the bracket, the end of the file. Letters are told by the first question. */
const endsName = (code: number): boolean => code <= GT && (code === GT || code === SLASH || code === END || isSpace(code));

/** One more character of a name into a number to base 33; see names.ts. */
function pack(packed: number, code: number): number {
  return (Math.imul(packed, 33) + (code < 128 ? digits[code]! : 0)) | 0;
}

export function tokenize(html: string, names: Names, sink: TokenSink, from = 0): void {
  const tag = new StartTag();
  let textStart = from;
  let ink = from;
  let at = from;
  for (;;) {
    if (at === textStart) {
      ink = afterSpace(html, at);
      at = ink;
    }
    const lt = codeAt(html, at) === LT ? at : html.indexOf("<", at); // tag after tag, with or without space, is the rule
    if (lt < 0) break;
    const code = codeAt(html, lt + 1);
    if (isLetter(code)) {
      if (lt > textStart) tellText(sink, textStart, ink, lt);
      const end = readStartTag(html, names, tag, lt);
      if (end < 0) return; // the file ends inside a tag: the Standard drops it
      tag.end = end;
      const content = sink.startTag(tag);
      at = content === MARKUP ? end : readRaw(html, names, sink, tag, content);
      textStart = at;
    } else if (code === SLASH) {
      const next = codeAt(html, lt + 2);
      if (next < 0) break; // "</" ends the file: text
      if (lt > textStart) tellText(sink, textStart, ink, lt);
      at = isLetter(next) ? readEndTag(html, names, sink, lt) : next === GT ? lt + 3 : bogusComment(html, sink, lt);
      if (at < 0) return;
      textStart = at;
    } else if (code === BANG || code === QUESTION) {
      if (lt > textStart) tellText(sink, textStart, ink, lt);
      at = code === BANG ? readDeclaration(html, sink, lt) : bogusComment(html, sink, lt);
      textStart = at;
    } else {
      at = lt + 1;
    }
  }
  if (textStart < html.length) tellText(sink, textStart, ink, html.length);
}

function afterSpace(html: string, from: number): number {
  let at = from;
  while (isSpace(codeAt(html, at))) at++;
  return at;
}

function tellText(sink: TokenSink, start: number, ink: number, end: number): void {
  if (ink === end) sink.space();
  else sink.text(start, ink, end, false);
}

/** Reads name and attributes; returns the offset after the bracket, −1 if there is none. Without `names` the name is passed. */
function readStartTag(html: string, names: Names | undefined, tag: StartTag, lt: number): number {
  let at = lt + 1;
  let code = html.charCodeAt(at);
  let name = 0;
  for (; !endsName(code); code = codeAt(html, ++at)) name = pack(name, code);
  if (names) tag.name = names.at(html, lt + 1, at, name);
  tag.start = lt;
  tag.nameEnd = at;
  tag.classAt = -1;
  tag.idAt = -1;
  tag.styleAt = -1;
  tag.hasHidden = false;
  tag.isSelfClosing = false;
  for (;;) {
    while (isSpace(code) || code === SLASH) code = codeAt(html, ++at);
    if (code === GT) {
      tag.isSelfClosing = at > tag.nameEnd && html.charCodeAt(at - 1) === SLASH;
      return at + 1;
    }
    if (code < 0) return -1;
    const nameStart = at;
    name = pack(0, code); // an equals sign in first place belongs to the name
    for (code = codeAt(html, ++at); code !== EQUALS && !endsName(code); code = codeAt(html, ++at)) name = pack(name, code);
    const nameEnd = at;
    const length = nameEnd - nameStart;
    while (isSpace(code)) code = codeAt(html, ++at);
    if (code !== EQUALS) {
      noteAttribute(tag, name, length, nameEnd, nameEnd);
      continue;
    }
    do code = codeAt(html, ++at);
    while (isSpace(code));
    if (code === QUOTE || code === APOSTROPHE) {
      const valueEnd = html.indexOf(code === QUOTE ? '"' : "'", at + 1);
      if (valueEnd < 0) return -1;
      noteAttribute(tag, name, length, at + 1, valueEnd);
      at = valueEnd + 1;
      code = codeAt(html, at);
      if (code === GT) return at + 1; // by far the commonest way out
    } else {
      const valueStart = at;
      while (code !== GT && !isSpace(code)) {
        if (code < 0) return -1;
        code = codeAt(html, ++at);
      }
      noteAttribute(tag, name, length, valueStart, at);
      if (code === GT) return at + 1;
    }
  }
}

const [CLASS, ID, STYLE, HIDDEN] = [packName("class"), packName("id"), packName("style"), packName("hidden")];

/** Keeps the offsets of the four attributes the page model needs; of two equal ones the first counts. */
function noteAttribute(tag: StartTag, name: number, length: number, valueStart: number, valueEnd: number): void {
  if (length === 5) {
    if (name === CLASS && tag.classAt < 0) tag.classAt = valueStart;
    else if (name === STYLE && tag.styleAt < 0) {
      tag.styleAt = valueStart;
      tag.styleEnd = valueEnd;
    }
  } else if (length === 2) {
    if (name === ID && tag.idAt < 0) tag.idAt = valueStart;
  } else if (length === 6 && name === HIDDEN) tag.hasHidden = true;
}

function readEndTag(html: string, names: Names, sink: TokenSink, lt: number): number {
  let at = lt + 2;
  let code = html.charCodeAt(at);
  let packed = 0;
  for (; !endsName(code); code = codeAt(html, ++at)) packed = pack(packed, code);
  const name = names.ofEndTag(html, lt + 2, at, packed);
  const end = code === GT ? at + 1 : readStartTag(html, undefined, ignored, lt + 1); // attributes may hold brackets
  if (end >= 0) sink.endTag(name, lt);
  return end;
}

const ignored = new StartTag(); // what an end tag holds beside its name

/** The end of the start tag of that name at `start`; `start` if something else stands there. */
export function startTagEnd(html: string, start: number, name: string): number {
  if (codeAt(html, start) !== LT || !isLetter(codeAt(html, start + 1))) return start;
  const end = readStartTag(html, undefined, ignored, start);
  return asciiLower(html.slice(start + 1, ignored.nameEnd)) === name ? end : start;
}

function bogusComment(html: string, sink: TokenSink, lt: number): number {
  sink.comment();
  const gt = html.indexOf(">", lt + 1);
  return gt < 0 ? html.length : gt + 1;
}

function readDeclaration(html: string, sink: TokenSink, lt: number): number {
  if (html.startsWith("--", lt + 2)) return readComment(html, sink, lt + 4);
  if (html.startsWith("[CDATA[", lt + 2) && sink.isForeign()) {
    const end = html.indexOf("]]>", lt + 9);
    return end < 0 ? html.length : end + 3;
  }
  if (/^doctype/i.test(html.slice(lt + 2, lt + 9))) {
    const gt = html.indexOf(">", lt + 9);
    sink.doctype(lt + 9, gt < 0 ? html.length : gt);
    return gt < 0 ? html.length : gt + 1;
  }
  return bogusComment(html, sink, lt);
}

function readComment(html: string, sink: TokenSink, start: number): number {
  sink.comment();
  if (codeAt(html, start) === GT) return start + 1;
  if (html.startsWith("->", start)) return start + 2;
  for (let at = html.indexOf("--", start); at >= 0; at = html.indexOf("--", at + 1)) {
    while (codeAt(html, at + 2) === DASH) at++; // a rule of dashes is one step
    if (codeAt(html, at + 2) === GT) return at + 3;
    if (codeAt(html, at + 2) === BANG && codeAt(html, at + 3) === GT) return at + 4;
  }
  return html.length;
}

const SCRIPT = tagId("script");

/** Text up to the end tag of the element just opened; returns the offset after that end tag. */
function readRaw(html: string, names: Names, sink: TokenSink, tag: StartTag, content: Content): number {
  if (content === PLAIN_TEXT) {
    tellRaw(html, sink, tag.end, html.length);
    return html.length;
  }
  const name = tag.name;
  const close = content === SCRIPT_TEXT && name === SCRIPT ? scriptEnd(html, tag.end) : rawEnd(html, tag.end, name);
  const end = close < 0 ? html.length : close;
  if (content === SHOWN_TEXT) tellRaw(html, sink, tag.end, end);
  if (close < 0) return html.length;
  const after = readEndTag(html, names, sink, close);
  return after < 0 ? html.length : after;
}

function tellRaw(html: string, sink: TokenSink, start: number, end: number): void {
  const ink = afterSpace(html, start);
  if (ink < end) sink.text(start, ink, end, true);
  else if (start < end) sink.space();
}

/** Offset of the "</name" that ends raw text, −1 if none. */
function rawEnd(html: string, from: number, name: number): number {
  for (let at = html.indexOf("</", from); at >= 0; at = html.indexOf("</", at + 2)) {
    if (closesAt(html, at, name)) return at;
  }
  return -1;
}

function closesAt(html: string, at: number, name: number): boolean {
  const word = TAG_NAMES[name]!;
  const end = at + 2 + word.length;
  if (end >= html.length || !endsName(html.charCodeAt(end))) return false;
  const written = html.slice(at + 2, end);
  return written === word || asciiLower(written) === word;
}

/** As `rawEnd`, minding "<!-- <script> … </script> -->": inside such a comment a script's end tag does not end it. */
function scriptEnd(html: string, from: number): number {
  const plain = rawEnd(html, from, SCRIPT);
  if (plain < 0) return -1;
  const comment = html.slice(from, plain).indexOf("<!--");
  if (comment < 0) return plain;
  const mark = /<!--|-->|<(\/?)script(?=[\t\n\f\r />])/gi;
  mark.lastIndex = from + comment;
  let isEscaped = false;
  let isNested = false;
  for (let found = mark.exec(html); found; found = mark.exec(html)) {
    if (found[0] === "<!--") {
      mark.lastIndex = found.index + 2; // "<!-->" opens and closes at once
      isEscaped = true;
    } else if (found[0] === "-->") {
      isEscaped = false;
      isNested = false;
    } else if (found[1] === "") {
      if (isEscaped) isNested = true;
    } else if (isNested) isNested = false;
    else return found.index;
  }
  return -1;
}
