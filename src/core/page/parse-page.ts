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
  const names = new Names(text);
  const builder = new TreeBuilder(text);
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
    classes: arrays.classes,
    ids: arrays.ids,
    textCount: arrays.textCount,
    textStart: arrays.textStart,
    textEnd: arrays.textEnd,
    textParent: arrays.textParent,
    textFlags: arrays.textFlags,
    textFormat: arrays.textFormat,
    ownNames: names.own,
    isCut: arrays.isCut,
  };
}
