/**
 * Where two pages differ first outside their regions, by the generator's own trees: no HTML, no parser, no digest.
 * Method §5 says what is named: the shallowest depth, and there the path before the upper before the lower side.
 */
import { isElement, isFormat, outline } from "../corpus/tree.mjs";
import { viewOf } from "./view.mjs";

export function truePlace(before, after) {
  const [old, now] = [before, after].map(({ root, region }) => sides(viewOf(root, region)));
  const deepest = Math.max(old.length, now.length);
  for (let d = 1; d <= deepest; d++) {
    const side = ["path", "upper", "lower"].find((name) => old[d - 1]?.[name] !== now[d - 1]?.[name]);
    if (side) return { d, side };
  }
  return null;
}

/** For d = 1, 2, …: the path's tag, what is closed above beside it, and all that tells the lower side. */
function sides({ path, lowerChain, inside, container }) {
  const rows = Math.max(path.length, lowerChain.length) + 1;
  return Array.from({ length: rows }, (_, i) => {
    const [parent, lowerParent] = [path[i - 1], lowerChain[i - 1]];
    const upper = parent && childrenBefore(parent, path[i]);
    const lower = lowerParent && childrenAfter(lowerParent, lowerChain[i]);
    const count = i < path.length ? barCount(parent, path[i], { inside, container }) : "";
    return { path: path[i]?.tag, upper: upper?.join(" "), lower: `${count} ${lowerChain[i]?.tag} ${lower?.join(" ")}` };
  });
}

/** P_d: the child on the path and those beside it, without the region's own. */
function barCount(parent, child, { inside, container }) {
  if (!parent) return 1;
  const isOwn = (node) => parent === container && inside.includes(node);
  const isBelowRegion = inside.includes(parent) || !parent.children.includes(child);
  if (isBelowRegion) return layoutChildren(parent).indexOf(child) + 1;
  return 1 + layoutChildren(parent).filter((node) => node !== child && !isOwn(node)).length;
}

/** Children that build structure; what a text-format element holds stands in its place. */
function layoutChildren({ children }) {
  return children
    .filter(isElement)
    .flatMap((node) => (isFormat(node) ? layoutChildren(node) : node.tag === "head" ? [] : [node]));
}

function childrenBefore(parent, child) {
  const all = layoutChildren(parent);
  return child ? all.slice(0, all.indexOf(child)).map(outline) : [];
}

function childrenAfter(parent, child) {
  const all = layoutChildren(parent);
  return child ? all.slice(all.indexOf(child) + 1).map(outline) : [];
}
