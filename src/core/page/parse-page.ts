import { TreeBuilder } from "./build-tree.js";
import { Names } from "./names.js";
import { MAX_PAGE_CHARACTERS, type Page } from "./page.js";
import { tokenize } from "./tokenize.js";

/** One HTML text as a page. Any text is a page; only its size can be refused. */
export function parsePage(html: string): Page {
  if (html.length > MAX_PAGE_CHARACTERS) {
    throw new RangeError(`page-too-large: ${html.length} characters, at most ${MAX_PAGE_CHARACTERS} are read`);
  }
  const names = new Names(html);
  const builder = new TreeBuilder(html);
  tokenize(html, names, builder, behindMarks(html));
  builder.end();
  const { arrays } = builder;
  return {
    html,
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

/** Byte order marks at the beginning are neither text nor structure; they count as what they are, characters of `html`. */
function behindMarks(html: string): number {
  let at = 0;
  while (html[at] === "\uFEFF") at++;
  return at;
}
