/**
 * Detection on real pages: a page is taken apart by parse5, written again, and changed by the same catalogue. The region
 * reaches from the first to the last label that is found once. Changes of labels and attributes have no place here.
 */
import { parse, serialize, serializeOuter } from "parse5";
import { changed, MODES, PLACEMENTS } from "../changes/change.mjs";
import { element, text, walk } from "../corpus/tree.mjs";
import { textOffsets, writeHtml } from "../corpus/write-html.mjs";
import { compareMeasures, locate, locateLabel, measure, parsePage, textAt, textOf } from "./core.mjs";
import { realSite } from "./real-sites.mjs";

const TESTS = 4; // test pages of a site besides its labelled one
const STYLE = { hasDoctype: true, writesTbody: true };
const SETS = ["S1", "S2", "S3", "S4"];

export function measureReal({ seed, set, site, structure }) {
  const { key, tests } = realSite({ set, site });
  return [key, ...tests.slice(0, TESTS)].flatMap((page, i) => {
    const before = prepared(page);
    if (!before) return [];
    const ways = MODES.flatMap((mode) => PLACEMENTS.map((placement) => ({ mode, placement })));
    return Array.from({ length: structure }, (_, n) =>
      ways.map((way) => row({ seed: [seed, "real", set, site, i, n], way, before })),
    )
      .flat()
      .map((each) => ({ row: "real", set, site, page: i, ...each }));
  });
}

function row({ seed, way, before }) {
  const { variant, kinds } = changed({ root: before.root, style: STYLE }, { ...way, seed });
  const after = measuresOf(writeHtml(variant.root, STYLE), before.pasted);
  return { ...way, kinds, sets: after && comparedSets(before.measures, after) };
}

function comparedSets(before, after) {
  const { at, case: change, ...equal } = compareMeasures(before, after);
  return { differs: SETS.filter((name) => !equal[name]), case: change, at };
}

function measuresOf(html, pasted) {
  const page = parsePage(html);
  const located = locate(page, pasted);
  return located.ok ? measure(page, located.span) : null;
}

/** The page as our tree with its region's ends marked; undefined where no label, or not the region, is found once. */
function prepared({ html, truth }) {
  const root = treeOf(parse(html).childNodes.find(({ nodeName }) => nodeName === "html"));
  const written = writeHtml(root, STYLE);
  const page = parsePage(written);
  const spans = Object.values(truth)
    .flat()
    .map((value) => locateLabel(page, value))
    .flatMap((located) => (located.ok ? [located.span] : []));
  if (spans.length === 0) return undefined;
  const region = { start: Math.min(...spans.map(({ start }) => start)), end: Math.max(...spans.map(({ end }) => end)) };
  const pasted = pastedFrom(page, region);
  const measures = measuresOf(written, pasted);
  if (!measures || !markEnds(root, region)) return undefined;
  return { root, pasted, measures };
}

function pastedFrom(page, { start, end }) {
  const [first, last] = [textAt(page, start), textAt(page, end - 1)];
  return Array.from({ length: last - first + 1 }, (_, i) => textOf(page, first + i)).join("\n");
}

function markEnds(root, { start, end }) {
  const texts = [...textOffsets(root, STYLE)];
  const at = (offset) => texts.findLast(([, from]) => from <= offset)?.[0];
  const [first, last] = [at(start), at(end - 1)];
  if (!first || !last || first === last) return false; // one text has only one end to mark
  first.edge = "first";
  last.edge = "last";
  return [...walk(root)].some(({ node }) => node.edge === "first");
}

const ELEMENTS_AS_THEY_ARE = new Set(
  "script style template noscript noframes noembed link meta base title svg math iframe object embed canvas audio video select textarea xmp plaintext listing pre".split(
    " ",
  ),
);

/** What only has to be kept is kept as raw HTML. */
function treeOf(node) {
  if (node.nodeName === "head") return { ...element("head", {}), children: [{ raw: serialize(node) }] };
  const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
  return element(node.tagName, attributes, ...node.childNodes.map(childOf));
}

function childOf(node) {
  if (node.nodeName === "#text") return text(node.value);
  if (!node.tagName || ELEMENTS_AS_THEY_ARE.has(node.tagName)) return { raw: serializeOuter(node) };
  return treeOf(node);
}
