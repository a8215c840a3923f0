/**
 * Measures what one page costs in memory, in a process of its own. Arguments: the bundled core, a file with the page, one
 * with the text to look for. Prints, for each call, the growth of heap and external memory per byte of the page: the most
 * of three rounds. Garbage is collected before a call and not after it, so what a call leaves behind counts, used or not;
 * array buffers are part of the external memory. The page's own text was there before and does not count.
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

function grown(call) {
  globalThis.gc();
  globalThis.gc(); // buffers found dead by the first are given back, by another thread, until the second begins
  const before = used();
  const result = call();
  return { result, perByte: (used() - before) / size };
}

/** One round of the three calls; only numbers leave it, so that nothing of it lives on in the next. */
function round() {
  const page = grown(() => parsePage(html));
  const located = grown(() => locate(page.result, region));
  const measured = located.result.ok ? grown(() => measure(page.result, located.result.span)) : { perByte: 0 };
  const outcome = located.result.ok ? "found" : located.result.code;
  return { outcome, page: page.perByte, locate: located.perByte, measure: measured.perByte };
}

parsePage("<p>a</p>"); // tables made on first use are no part of a page
const rounds = [round(), round(), round()];
const most = (call) => Math.max(...rounds.map((each) => each[call]));
const { outcome } = rounds[0];
console.log(JSON.stringify({ size, outcome, page: most("page"), locate: most("locate"), measure: most("measure") }));
