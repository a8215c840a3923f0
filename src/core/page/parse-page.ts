import { TreeBuilder } from "./build-tree.js";
import { Names } from "./names.js";
import { MAX_PAGE_CHARACTERS, type Page } from "./page.js";
import { tokenize } from "./tokenize.js";

/** One HTML text, a byte order mark dropped, as a page. Any text is a page; only its size can be refused. */
export function parsePage(html: string): Page {
  const text = html.charCodeAt(0) === 0xfeff ? html.slice(1) : html;
  if (text.length > MAX_PAGE_CHARACTERS) {
    throw new RangeError(`page-too-large: ${text.length} characters, at most ${MAX_PAGE_CHARACTERS} are read`);
  }
  const names = new Names();
  const builder = new TreeBuilder(text, names);
  tokenize(text, names, builder);
  builder.end();
  const { arrays } = builder;
  return {
    html: text,
    elementCount: arrays.elementCount,
    tag: arrays.tag,
    parent: arrays.parent,
    depth: arrays.depth,
    start: arrays.start,
    open: arrays.open,
    classAt: arrays.classAt,
    idAt: arrays.idAt,
    firstText: arrays.firstText,
    textCount: arrays.textCount,
    textStart: arrays.textStart,
    textEnd: arrays.textEnd,
    textParent: arrays.textParent,
    textFlags: arrays.textFlags,
    textFormat: arrays.textFormat,
    ownNames: names.list,
    isCut: arrays.isCut,
  };
}
