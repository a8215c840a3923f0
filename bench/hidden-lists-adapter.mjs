/**
 * The adapter of bench:accuracy for `--hidden-lists`: every list stands in a hidden container, as where a script shows it.
 *
 * The container is that of the list as it is displayed: a second page is made of the kit's, its start tag with `hidden`.
 */
import * as plain from "./accuracy-adapter.mjs";

const { containersOf } = await import("../dist/core/list/containers.js");
const { openEnd, tagName } = await import("../dist/core/page/page.js");
const { parsePage } = await import("../dist/core/page/parse-page.js");
const { Reading } = await import("../dist/core/tree/reading.js");

const hiddenPages = new Map(); // by the page as the kit has it

function hiddenPage(html, template) {
  const reading = new Reading(parsePage(html.replace(/^\uFEFF/, "")));
  const { page, tree } = reading;
  let text = page.html;
  const elements = new Set(containersOf(reading, template.container).map(({ node }) => writtenFrom(page, tree.element[node])));
  for (const element of [...elements].sort((a, b) => b - a)) {
    const after = page.start[element] + 1 + tagName(page, element).length;
    text = `${text.slice(0, after)} hidden${text.slice(after)}`;
  }
  return text;
}

/** The element, or the one around it whose start tag stands in the source: a tbody is mostly implied. */
function writtenFrom(page, element) {
  let at = element;
  while (openEnd(page, at) === page.start[at]) at = page.parent[at];
  return at;
}

const asHidden = (input) => ({ ...input, html: hiddenPages.get(input.html) ?? input.html });

export function learnList(input) {
  const displayed = plain.learnList(input);
  if (!displayed.ok) return displayed;
  hiddenPages.set(input.html, hiddenPage(input.html, displayed.template));
  const learned = plain.learnList(asHidden(input));
  return learned.ok && !learned.template.showsHidden ? { ok: false, reason: "the list is displayed elsewhere" } : learned;
}

export const extractList = (template, input) => plain.extractList(template, asHidden(input));

export const { learn, extract, check, heal } = plain;
