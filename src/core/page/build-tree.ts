/**
 * Tree construction as the HTML Standard has it, reduced to what decides structure: implied elements, implied ends,
 * scopes, tables, select, svg and math. Left out on purpose (method §1): moving nodes by the adoption agency, reopening
 * of unclosed `a`, foster parenting. Nothing here walks the tree, so no page can make it slow.
 */
import { readAttributes, writtenAttributes } from "./attributes.js";
import { decodeAttribute } from "./entities.js";
import * as names from "./names.js";
import * as stack from "./open-elements.js";
import { MAX_DEPTH, TEXT_ENTITY, TEXT_HIDDEN, TEXT_RAW } from "./page.js";
import { PageArrays } from "./page-arrays.js";
import { isQuirky } from "./quirks.js";
import * as tags from "./tags.js";
import * as token from "./tokenize.js";

const T = { ...tags }; // an engine folds what a module holds itself, and looks up what is imported
const { BORDER_BLOCK, BORDER_NODE, BORDER_SPACE, FOREIGN, HIDDEN, INTEGRATION, IN_TABLE, MATH, SILENT } = stack;
const { flagsOf } = names;

const BEFORE_BODY = 0;
const IN_BODY = 1;
const IN_FRAMESET = 2;

const id = T.tagId;
const [HTML, BODY, P, BR, LI, DD, DT, FORM, BUTTON, A, NOBR, IMG, HR] = [
  id("html"), id("body"), id("p"), id("br"), id("li"), id("dd"), id("dt"), id("form"), id("button"), id("a"), id("nobr"), id("img"), id("hr"),
]; // biome-ignore format: a table
const [TABLE, CAPTION, COLGROUP, COL, TBODY, THEAD, TFOOT, TR, TD, TH] = [
  id("table"), id("caption"), id("colgroup"), id("col"), id("tbody"), id("thead"), id("tfoot"), id("tr"), id("td"), id("th"),
]; // biome-ignore format: a table
const [SELECT, OPTION, OPTGROUP, TEMPLATE, INPUT, KEYGEN, TEXTAREA, SCRIPT, XMP, PLAINTEXT, RUBY, RTC, FRAMESET, FRAME, HEAD, SVG, NOSCRIPT, ANNOTATION] = [
  id("select"), id("option"), id("optgroup"), id("template"), id("input"), id("keygen"), id("textarea"), id("script"), id("xmp"),
  id("plaintext"), id("ruby"), id("rtc"), id("frameset"), id("frame"), id("head"), id("svg"), id("noscript"), id("annotation-xml"),
]; // biome-ignore format: a table
const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"].map(id);
const IMPLIED_END = new Set(["dd", "dt", "li", "optgroup", "option", "p", "rb", "rp", "rt", "rtc"].map(id));
const FONT = id("font");
const LEAVING = new Set(["color", "face", "size"]); // attributes of a font that is HTML's, not svg's
const ADOPTED = new Set(
  ["a", "b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"].map(id),
);

export class TreeBuilder implements token.TokenSink {
  readonly arrays: PageArrays;
  private readonly open: stack.OpenElements;
  private phase = BEFORE_BODY;
  private form = -1; // the stack index of the open form
  private isQuirks = true;
  private hasDoctype = false;
  private isAfterHead = false;
  private nextAmpersand = -1;

  constructor(private readonly html: string) {
    this.arrays = new PageArrays(html.length);
    this.open = new stack.OpenElements(this.arrays, html.length);
  }

  // ------------------------------------------------------------ tokens

  doctype(start: number, end: number): void {
    if (this.hasDoctype || this.open.top >= 0) return;
    this.hasDoctype = true;
    this.isQuirks = isQuirky(this.html.slice(start, end));
  }

  comment(): void {
    this.open.border |= BORDER_NODE;
  }

  isForeign(): boolean {
    return this.open.top >= 0 && (this.open.state[this.open.top]! & FOREIGN) !== 0;
  }

  space(): void {
    this.open.border |= BORDER_SPACE;
  }

  text(start: number, ink: number, end: number, isRaw: boolean): void {
    const { open, html } = this;
    if (this.phase !== IN_BODY) {
      if (this.phase === IN_FRAMESET || this.isInTemplate()) return;
      this.openBody(ink);
    }
    const state = open.state[open.top]!;
    if (state & SILENT) return;
    if (ink > start) open.border |= BORDER_SPACE;
    if (this.nextAmpersand < ink) {
      const found = html.indexOf("&", ink);
      this.nextAmpersand = found < 0 ? html.length : found;
    }
    const hasEntity = !isRaw && this.nextAmpersand < end;
    const flags = (hasEntity ? TEXT_ENTITY : 0) | (isRaw ? TEXT_RAW : 0) | (state & HIDDEN ? TEXT_HIDDEN : 0);
    this.arrays.addText(start, end, this.textParent(), flags | open.border, open.format());
    open.border = 0;
  }

  startTag(tag: token.StartTag): token.Content {
    const { open } = this;
    open.position = tag.start;
    if (this.phase !== IN_BODY && !this.isInTemplate()) {
      const content = this.startBeforeBody(tag);
      if (content >= 0) return content as token.Content;
    }
    const state = open.state[open.top]!;
    if (state & FOREIGN && !this.isHtmlHere(tag)) {
      if (!this.leavesForeign(tag)) return this.insertForeign(tag);
      while (open.state[open.top]! & FOREIGN && !(open.state[open.top]! & INTEGRATION)) open.pop();
    }
    return this.startInBody(tag);
  }

  /** The end of the file implies html and body, where nothing else did. */
  end(): void {
    if (this.phase !== BEFORE_BODY) return;
    this.open.popThrough(1); // a template left open in head
    this.openBody(this.html.length);
  }

  endTag(name: number, start: number): void {
    const { open } = this;
    if (this.phase !== IN_BODY && !this.isInTemplate()) {
      if (this.phase === IN_FRAMESET) {
        if (name === FRAMESET && open.name(open.top) === FRAMESET) open.pop();
        return;
      }
      this.hasDoctype = true; // one that follows comes too late, the page stays quirky
      if (name === HEAD) this.isAfterHead = true;
      if (name !== BODY && name !== HTML && name !== BR) return;
      this.openBody(start);
    }
    if (open.state[open.top]! & FOREIGN && this.endForeign(name)) return;
    this.endInBody(name, start);
  }

  // ------------------------------------------------------------ html, head, body

  private openHtml(start: number): void {
    if (this.open.top >= 0) return;
    this.open.pushElement(HTML, this.arrays.addElement(HTML, 0, 1, start), 0);
  }

  private openBody(start: number): void {
    this.openHtml(start);
    this.phase = IN_BODY;
    this.open.pushElement(BODY, this.arrays.addElement(BODY, 1, 2, start), this.open.state[0]!);
    this.open.border |= BORDER_BLOCK;
  }

  private isInTemplate(): boolean {
    return this.open.find(TEMPLATE) >= 0;
  }

  /** Before body: what belongs to html and head. −1 if the tag opens body and is read again there. */
  private startBeforeBody(tag: token.StartTag): number {
    const { name } = tag;
    if (this.phase === IN_FRAMESET) return this.startInFrameset(tag);
    if (name === HTML) {
      this.openHtml(tag.start);
      this.noteRoot(tag, 1);
      return token.MARKUP;
    }
    if (name === BODY || name === FRAMESET) {
      this.openHtml(tag.start);
      if (name === FRAMESET) {
        this.phase = IN_FRAMESET;
        this.insert(tag);
        return token.MARKUP;
      }
      this.openBody(tag.start);
      this.noteRoot(tag, 2);
      return token.MARKUP;
    }
    const flags = flagsOf(name);
    if (!(flags & T.HEAD_ONLY) || (this.isAfterHead && name === NOSCRIPT)) {
      this.openBody(tag.start);
      return -1;
    }
    this.openHtml(tag.start);
    if (name === HEAD || flags & T.VOID) return token.MARKUP;
    if (name === TEMPLATE) {
      this.open.push(TEMPLATE, SILENT);
      return token.MARKUP;
    }
    return name === SCRIPT ? token.SCRIPT_TEXT : token.SKIPPED_TEXT;
  }

  private startInFrameset(tag: token.StartTag): number {
    const isOpen = this.open.name(this.open.top) === FRAMESET;
    if (tag.name === FRAMESET && isOpen) this.insert(tag);
    else if (tag.name === FRAME && isOpen) this.insertVoid(tag);
    else if (T.RULES[tag.name] === T.RAW && tag.name === id("noframes")) return token.SKIPPED_TEXT;
    return token.MARKUP;
  }

  // ------------------------------------------------------------ insertion

  /** Class, id and hidden state live on the element, whatever implied it. */
  private note(tag: token.StartTag, element: number): void {
    if (tag.classAt >= 0) this.arrays.classes.add(element, tag.classAt);
    if (tag.idAt >= 0) this.arrays.ids.add(element, tag.idAt);
  }

  /** html and body take what a later tag of theirs adds; hidden there hides the whole page, what stands before included. */
  private noteRoot(tag: token.StartTag, element: number): void {
    const { arrays, open } = this;
    if (tag.classAt >= 0 && arrays.classes.of(element) < 0) arrays.classes.add(element, tag.classAt);
    if (tag.idAt >= 0 && arrays.ids.of(element) < 0) arrays.ids.add(element, tag.idAt);
    if (open.state[0]! & HIDDEN || !this.hides(tag)) return;
    for (let at = 0; at <= open.top; at++) open.state[at]! |= HIDDEN;
    for (let text = 0; text < arrays.textCount; text++) arrays.textFlags[text]! |= TEXT_HIDDEN;
  }

  private hides(tag: token.StartTag): boolean {
    if (tag.hasHidden || tag.styleAt < 0) return tag.hasHidden;
    const style = this.html.slice(tag.styleAt, tag.styleEnd);
    return MAY_HIDE.test(style) && isHiding(decodeAttribute(style));
  }

  /** Adds a page element below the current place, flattened beyond MAX_DEPTH; returns its number. */
  private addElement(name: number, start: number): number {
    const { open, arrays } = this;
    let parent = open.node;
    let depth = arrays.depth[parent]! + 1;
    if (depth > MAX_DEPTH) {
      parent = arrays.parent[parent]!;
      depth = MAX_DEPTH;
      arrays.isCut = true;
    }
    return arrays.addElement(name, parent, depth, start);
  }

  /** The current place; after an element that was moved up beside it, the text stands there too: beside, not inside. */
  private textParent(): number {
    const { arrays } = this;
    const { node } = this.open;
    const isPassed = arrays.isCut && arrays.depth[node] === MAX_DEPTH && node < arrays.elementCount - 1;
    return isPassed ? arrays.parent[node]! : node;
  }

  private insert(tag: token.StartTag): void {
    const { open } = this;
    const flags = flagsOf(tag.name);
    const inherited = open.state[open.top]! & (HIDDEN | SILENT);
    const kind = flags & T.KIND;
    const own = this.hides(tag) ? inherited | HIDDEN : inherited;
    open.cross(flags);
    if (inherited & SILENT || kind === T.FORMAT) open.push(tag.name, own);
    else if (kind === T.INVISIBLE) open.push(tag.name, own | SILENT);
    else this.insertElement(tag, kind === T.OPAQUE ? own | SILENT : own);
  }

  private insertElement(tag: token.StartTag, state: number): void {
    const element = this.addElement(tag.name, tag.start);
    this.note(tag, element);
    this.open.pushElement(tag.name, element, state);
  }

  private insertVoid(tag: token.StartTag): void {
    const { open } = this;
    const flags = flagsOf(tag.name);
    const kind = flags & T.KIND;
    if (tag.name === BR) open.border |= BORDER_BLOCK;
    else open.cross(flags);
    if (open.state[open.top]! & SILENT || kind === T.FORMAT || kind === T.INVISIBLE) return;
    this.note(tag, this.addElement(tag.name, tag.start));
  }

  private insertImplied(name: number, start: number): void {
    const { open } = this;
    const state = open.state[open.top]! & (HIDDEN | SILENT);
    open.cross(T.FLAGS[name]!);
    if (state & SILENT) open.push(name, state);
    else open.pushElement(name, this.addElement(name, start), state);
  }

  // ------------------------------------------------------------ start tags

  private startInBody(tag: token.StartTag): token.Content {
    const { open } = this;
    const { name } = tag;
    if (open.modeName() === SELECT && !this.startInSelect(tag)) return token.MARKUP;
    const rule = name < T.TAG_NAMES.length ? T.RULES[name]! : T.PLAIN;
    const flags = flagsOf(name);
    const endsColumns = rule !== T.TABLE_PART && name !== TEMPLATE && name !== HTML;
    if (endsColumns && open.modeName() === COLGROUP) open.popThrough(open.modeIndex());
    if (rule === T.ITEM) this.closeItem(LI);
    else if (rule === T.DEFINITION) this.closeDefinition();
    else if (rule === T.FORM && this.form >= 0 && !this.isInTemplate()) return token.MARKUP;
    if (flags & T.CLOSES_P) this.closeP();
    switch (rule) {
      case T.HEADING:
        if (HEADINGS.includes(open.name(open.top))) open.pop();
        break;
      case T.BUTTON:
        if (open.inScope(open.find(BUTTON))) open.popThrough(open.find(BUTTON));
        break;
      case T.ANCHOR:
      case T.NOBR:
        if (rule === T.ANCHOR ? open.find(A) >= 0 : open.inScope(open.find(NOBR))) this.adopt(name);
        break;
      case T.OPTION:
        if (open.name(open.top) === OPTION) open.pop();
        break;
      case T.RUBY_TEXT:
        if (open.inScope(open.find(RUBY))) this.closeImplied(name === id("rb") || name === RTC ? -1 : RTC);
        break;
      case T.IMAGE:
        tag.name = IMG;
        this.insertVoid(tag);
        return token.MARKUP;
      case T.PAGE_ROOT:
        if (!this.isInTemplate() && (name === HTML || name === BODY)) this.noteRoot(tag, name === HTML ? 1 : 2);
        return token.MARKUP;
      case T.TABLE_PART:
        this.startTablePart(tag);
        return token.MARKUP;
      case T.FOREIGN_ROOT:
        this.insertForeignRoot(tag);
        return token.MARKUP;
      case T.RAW:
        return this.startRaw(tag);
      case T.TABLE:
        if (open.modeName() === TABLE || isRowContext(open.modeName())) {
          if (!open.inTableScope(open.find(TABLE))) return token.MARKUP; // rows of a template have none
          open.popThrough(open.find(TABLE)); // a table directly inside a table closes it
        }
        if (!this.isQuirks) this.closeP();
        break;
      case T.SELECT:
        this.insertSelect(tag);
        return token.MARKUP;
      case T.FORM:
        this.insert(tag);
        if (!this.isInTemplate()) this.form = open.top;
        if (isTableContext(open.modeName())) open.pop(); // between rows a form is an empty mark
        return token.MARKUP;
    }
    if (flags & T.VOID) this.insertVoid(tag);
    else this.insert(tag);
    return token.MARKUP;
  }

  private startRaw(tag: token.StartTag): token.Content {
    const { name } = tag;
    this.insert(tag);
    if (name === SCRIPT) return token.SCRIPT_TEXT;
    if (name === PLAINTEXT) return token.PLAIN_TEXT;
    return name === XMP ? token.SHOWN_TEXT : token.SKIPPED_TEXT;
  }

  private insertSelect(tag: token.StartTag): void {
    const { open } = this;
    const isInTable = isTableFamily(open.modeName());
    this.insert(tag);
    if (isInTable) open.state[open.top]! |= IN_TABLE;
  }

  /** In select only a few tags count. True if the tag is to be read on in body, the select being closed. */
  private startInSelect(tag: token.StartTag): boolean {
    const { open } = this;
    const { name } = tag;
    const select = open.modeIndex();
    if (name === SCRIPT || name === TEMPLATE || name === HTML) return true;
    if (name === OPTION || name === OPTGROUP || name === HR) return false;
    if (name === SELECT || name === INPUT || name === KEYGEN || name === TEXTAREA) {
      open.popThrough(select);
      return name !== SELECT;
    }
    const isPart = name === TABLE || T.RULES[name] === T.TABLE_PART;
    if (!isPart || name === COL || name === COLGROUP || !(open.state[select]! & IN_TABLE)) return false;
    open.popThrough(select);
    return true;
  }

  /** caption, colgroup, col, tbody, thead, tfoot, tr, td, th: what is open between table and here decides. */
  private startTablePart(tag: token.StartTag): void {
    const { open } = this;
    const { name, start } = tag;
    for (;;) {
      const at = open.modeIndex();
      const mode = open.name(at);
      if (mode === TEMPLATE) {
        this.insertPart(tag);
        return;
      }
      if (!isTableFamily(mode)) return;
      if (mode === TD || mode === TH || mode === CAPTION) {
        open.popThrough(at);
      } else if (mode === TR) {
        if (name === TD || name === TH) break;
        open.popThrough(at);
      } else if (mode === TBODY || mode === THEAD || mode === TFOOT) {
        if (name === TR) break;
        if (name === TD || name === TH) {
          open.popAbove(at);
          this.insertImplied(TR, start);
        } else open.popThrough(at);
      } else if (mode === COLGROUP) {
        if (name === COL) break;
        open.popThrough(at);
      } else {
        open.popAbove(at);
        if (name === COL) this.insertImplied(COLGROUP, start);
        else if (name === TD || name === TH || name === TR) this.insertImplied(TBODY, start);
        else break;
      }
    }
    open.popAbove(open.modeIndex());
    this.insertPart(tag);
  }

  private insertPart(tag: token.StartTag): void {
    if (tag.name === COL) this.insertVoid(tag);
    else this.insert(tag);
  }

  private closeP(): void {
    const { open } = this;
    const at = open.find(P);
    if (open.inButtonScope(at)) open.popThrough(at);
  }

  private closeItem(name: number): void {
    const { open } = this;
    const at = open.find(name);
    if (open.beforeItemStop(at) && at > open.find(DD) && at > open.find(DT)) open.popThrough(at);
  }

  private closeDefinition(): void {
    const { open } = this;
    const at = Math.max(open.find(DD), open.find(DT));
    if (open.beforeItemStop(at) && at > open.find(LI)) open.popThrough(at);
  }

  private closeImplied(except: number): void {
    const { open } = this;
    while (open.name(open.top) !== except && IMPLIED_END.has(open.name(open.top))) open.pop();
  }

  // ------------------------------------------------------------ end tags

  private endInBody(name: number, start: number): void {
    const { open } = this;
    if (open.modeName() === COLGROUP && name !== COL && name !== TEMPLATE) open.popThrough(open.modeIndex());
    if (name === BODY || name === HTML || name === HEAD) return;
    if (name === TEMPLATE) {
      if (open.find(TEMPLATE) >= 0) open.popThrough(open.find(TEMPLATE));
      return;
    }
    if (name < T.TAG_NAMES.length && (T.RULES[name] === T.TABLE_PART || name === TABLE)) {
      const at = open.find(name);
      if (open.inTableScope(at)) open.popThrough(at);
      return;
    }
    if (open.modeName() === SELECT) {
      if (name === SELECT) open.popThrough(open.modeIndex());
      else if (name === SCRIPT) this.endOther(name);
      return;
    }
    if (name === P) {
      if (!open.inButtonScope(open.find(P))) this.insertImplied(P, start);
      open.popThrough(open.find(P));
    } else if (name === BR) {
      open.border |= BORDER_BLOCK;
    } else if (name === LI) {
      if (open.inListScope(open.find(LI))) open.popThrough(open.find(LI));
    } else if (name === FORM) this.endForm();
    else if (T.RULES[name] === T.HEADING) this.endHeading();
    else if (name < T.TAG_NAMES.length && T.ENDS_BY_SCOPE[name]) {
      if (open.inScope(open.find(name))) open.popThrough(open.find(name));
    } else if (ADOPTED.has(name)) this.adopt(name);
    else this.endOther(name);
  }

  private endOther(name: number): void {
    const { open } = this;
    const at = open.find(name);
    if (open.isNear(at)) open.popThrough(at);
  }

  private endHeading(): void {
    const { open } = this;
    let at = -1;
    for (const heading of HEADINGS) at = Math.max(at, open.find(heading));
    if (open.inScope(at)) open.popThrough(at);
  }

  private endForm(): void {
    const { open } = this;
    const at = this.isInTemplate() ? open.find(FORM) : this.form;
    if (!this.isInTemplate()) this.form = -1;
    if (at < 0 || at > open.top || open.name(at) !== FORM || !open.inScope(at)) return;
    this.closeImplied(-1);
    if (at === open.top || this.isInTemplate()) open.popThrough(at);
    else open.closeForm(at);
  }

  /** `</b>` and the like: closes the element and what is in it; across a block only the element itself. */
  private adopt(name: number): void {
    const { open } = this;
    const at = open.find(name);
    if (at < 0) return;
    if (open.isNear(at)) open.popThrough(at);
    else if (open.inScope(at)) {
      if (open.isWithinBlocks(at)) open.popToBlock(); // the agency's rounds end with what stands inside the last block
      open.markGone(name);
      open.cross(flagsOf(name));
    }
  }

  // ------------------------------------------------------------ svg, math

  private insertForeignRoot(tag: token.StartTag): void {
    const { open } = this;
    const inherited = open.state[open.top]! & (HIDDEN | SILENT);
    const state = inherited | FOREIGN | (tag.name === SVG ? 0 : MATH) | (this.hides(tag) ? HIDDEN : 0);
    open.cross(flagsOf(tag.name));
    if (inherited & SILENT) open.push(tag.name, state);
    else this.insertElement(tag, state | SILENT);
    if (tag.isSelfClosing) open.pop();
  }

  private insertForeign(tag: token.StartTag): token.Content {
    const { open } = this;
    if (tag.isSelfClosing) return token.MARKUP;
    const state = open.state[open.top]! & (HIDDEN | SILENT | FOREIGN | MATH);
    const isPoint = isPointIn(tag.name, state) && (tag.name !== ANNOTATION || this.holdsHtml(tag));
    open.push(tag.name, isPoint ? state | INTEGRATION : state);
    return token.MARKUP;
  }

  /** At an integration point a start tag is HTML, but for two that stay in MathML's; svg may follow annotation-xml. */
  private isHtmlHere({ name }: token.StartTag): boolean {
    const { open } = this;
    const state = open.state[open.top]!;
    const isAnnotation = (state & MATH) !== 0 && open.writtenName(open.top) === ANNOTATION;
    if (!(state & INTEGRATION)) return name === SVG && isAnnotation;
    return !(state & MATH) || isAnnotation || !(foreignKind(name) & T.MATH_MARK);
  }

  private holdsHtml(tag: token.StartTag): boolean {
    const encoding = readAttributes(this.html, tag.nameEnd).values.get("encoding")?.toLowerCase();
    return encoding === "text/html" || encoding === "application/xhtml+xml";
  }

  private leavesForeign(tag: token.StartTag): boolean {
    const { name } = tag;
    if (name >= T.TAG_NAMES.length) return false;
    if (name === FONT) return writtenAttributes(this.html, tag.nameEnd).written.some((each) => LEAVING.has(each.name));
    return (T.FLAGS[name]! & T.BREAKOUT) !== 0;
  }

  /** True if the end tag closed an svg or math element. */
  private endForeign(name: number): boolean {
    const { open } = this;
    if (name === P || name === BR) {
      while (open.state[open.top]! & FOREIGN && !(open.state[open.top]! & INTEGRATION)) open.pop();
      return false;
    }
    const at = open.findForeign(name);
    if (!open.isForeignHere(at)) return false;
    open.popThrough(at);
    return true;
  }
}

const MAY_HIDE = /none|hidden|&/i; // asked first: few styles do, and the exact question takes four times as long

/** Whether one of the declarations hides, `!important` or not. */
function isHiding(style: string): boolean {
  for (let start = 0; start <= style.length; ) {
    const end = style.indexOf(";", start);
    const declaration = style.slice(start, end < 0 ? style.length : end);
    if (MAY_HIDE.test(declaration) && isHidingOne(declaration.toLowerCase())) return true;
    start += declaration.length + 1;
  }
  return false;
}

function isHidingOne(declaration: string): boolean {
  const colon = declaration.indexOf(":");
  const bang = declaration.indexOf("!");
  if (bang >= 0 && declaration.slice(bang + 1).trim() !== "important") return false;
  const value = declaration.slice(colon + 1, bang < 0 ? declaration.length : bang).trim();
  return value === HIDING_VALUES.get(declaration.slice(0, Math.max(0, colon)).trim());
}

const HIDING_VALUES = new Map([
  ["display", "none"],
  ["visibility", "hidden"],
]);

const foreignKind = (name: number): number => (name < T.TAG_NAMES.length ? T.FOREIGN_KINDS[name]! : 0);
const isPointIn = (name: number, state: number): boolean =>
  (foreignKind(name) & (state & MATH ? T.MATH_POINT : T.SVG_POINT)) !== 0;

const isRowContext = (name: number): boolean => name === TBODY || name === THEAD || name === TFOOT || name === TR;
const isTableContext = (name: number): boolean => name === TABLE || isRowContext(name);
const isTableFamily = (name: number): boolean =>
  isTableContext(name) || name === TD || name === TH || name === CAPTION || name === COLGROUP;
