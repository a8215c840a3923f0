/**
 * Measures what one page costs in memory, in a process of its own. Arguments: the bundled core, a file with the page, one
 * with the text to look for. Prints, for each call, the growth of heap and external memory per byte of the page.
 */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [corePath, pagePath, regionPath] = process.argv.slice(2);
const { locate, measure, parsePage } = await import(pathToFileURL(corePath).href);
const { html, size } = pageIn(pagePath);
const region = readFileSync(regionPath, "utf8");

/** Only the text stays, not the bytes it was read from. */
function pageIn(path) {
  const bytes = readFileSync(path);
  return { html: bytes.toString("utf8"), size: bytes.length };
}

function used() {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Collected before the call, not after: what the call leaves behind counts, garbage too. */
function grown(call) {
  globalThis.gc();
  const before = used();
  const result = call();
  return { result, perByte: (used() - before) / size };
}

parsePage("<p>a</p>"); // tables made on first use are no part of a page
const page = grown(() => parsePage(html));
const located = grown(() => locate(page.result, region));
const measured = located.result.ok ? grown(() => measure(page.result, located.result.span)) : { perByte: 0 };
const outcome = located.result.ok ? "found" : located.result.code;
console.log(JSON.stringify({ size, outcome, page: page.perByte, locate: located.perByte, measure: measured.perByte }));
