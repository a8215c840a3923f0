/** A template or page seen from its region: the path, the container, what lies outside. All by the generator's own tree. */
import { chainTo, find, isFlow, isLayout, walk } from "../corpus/tree.mjs";

/** A template's tree has its region's ends marked. */
export function viewOfTemplate(root) {
  const [first, last] = ["first", "last"].map((edge) => find(root, (node) => node.edge === edge));
  return viewOf(root, { first, last });
}

export function viewOf(root, { first, last }) {
  const path = chainTo(root, first).filter(isLayout);
  const lowerChain = chainTo(root, last).filter(isLayout);
  const container = path.findLast((node) => lowerChain.includes(node));
  const at = [first, last].map((end) => container.children.findIndex((child) => chainTo(child, end).length > 0));
  const [start, end] = [Math.min(...at), Math.max(...at)];
  const inside = container.children.slice(start, end + 1); // the container's children that hold the region
  return { root, path, lowerChain, container, start, end, inside };
}

/** Every layout element below the body that is not inside the region, path elements among them. */
export function elementsOutside({ path: [, body], inside }) {
  const within = new Set(inside.flatMap((node) => [...walk(node)].map((each) => each.node)));
  return [...walk(body)].filter(({ node, parent }) => parent && isLayout(node) && !within.has(node));
}

/** The same with the body itself. */
export function hostsOutside(view) {
  return [view.path[1], ...elementsOutside(view).map(({ node }) => node)].filter(isFlow);
}

/** Children of path elements that are neither on the path nor in the region: the papers' bars. */
export function besidePath(view) {
  const { path, inside } = view;
  const off = (parent) => parent.children.filter((node) => isLayout(node) && !path.includes(node) && !inside.includes(node));
  return path
    .slice(1)
    .filter((node) => !inside.includes(node))
    .flatMap((parent) => off(parent).map((node) => ({ node, parent })));
}
