/**
 * What has to hold however large or many the pages are (`npm run bench:speed -- --limits`): learning from large pages is
 * done in a second, reading grows with the bytes, and memory does not grow with the pages read.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const SIBLINGS = 10;
const LARGE = 300_000; // bytes
const READ = 10_000; // pages
const SIZES = [1, 2, 4, 8].map((times) => times * 100_000);

/** A book with its fields and a long list of others beside it, as large as asked for. */
function largePage(book, bytes) {
  const head = `<html><body><h1 class="title">Book ${book} of the river</h1><table class="facts"><tr><th>Author:</th><td>Writer ${book}</td></tr><tr><th>Year:</th><td>${1900 + book}</td></tr></table><ul class="others">`;
  const rows = [];
  for (let size = head.length, i = 0; size < bytes; i++) {
    const row = `<li class="other"><a href="/book/${book * 7 + i}">Another book ${book * 7 + i}</a> <span class="by">Somebody ${i % 97}</span>, € ${(i % 40) + 1}.50</li>`;
    rows.push(row);
    size += row.length;
  }
  return `${head}${rows.join("")}</ul></body></html>`;
}

const labelsOf = (book) => ({ title: [`Book ${book} of the river`], author: [`Writer ${book}`], year: [String(1900 + book)] });
const lesson = (bytes) => ({
  html: largePage(1, bytes),
  labels: labelsOf(1),
  siblings: Array.from({ length: SIBLINGS }, (_, i) => ({ html: largePage(i + 2, bytes) })),
});

function msOf(run) {
  const start = performance.now();
  run();
  return performance.now() - start;
}

const best = (rounds, run) => Math.min(...Array.from({ length: rounds }, () => msOf(run)));

function collector() {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}

/** Megabytes in use after the garbage is gone. */
function inUse(collect) {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

/** After each tenth of the pages, megabytes in use. */
function memoryOver(subjects, extract) {
  const collect = collector();
  const used = [];
  for (let i = 1; i <= READ; i++) {
    const { template, html } = subjects[i % subjects.length];
    extract(template, html);
    if (i % (READ / 10) === 0) used.push(inUse(collect));
  }
  return used;
}

export function limitsOf({ learn, extract }, subjects) {
  const large = lesson(LARGE);
  const { template } = learn(large);
  return {
    learnLargeMs: best(3, () => learn(large)),
    extractMsPerMB: Object.fromEntries(
      SIZES.map((bytes) => {
        const html = largePage(99, bytes);
        return [bytes, best(9, () => extract(template, html)) / (html.length / 1e6)];
      }),
    ),
    memoryMB: memoryOver(subjects, extract),
  };
}

export function printLimits({ learnLargeMs, extractMsPerMB, memoryMB }) {
  console.log(`\nLearning with ${SIBLINGS} siblings of ${LARGE / 1000} kB takes ${learnLargeMs.toFixed(0)} ms.`);
  const sizes = Object.entries(extractMsPerMB).map(([bytes, ms]) => `${bytes / 1000} kB ${ms.toFixed(1)}`);
  console.log(`extract, ms per MB of a page of ${sizes.join(", ")}.`);
  const [first, last] = [memoryMB[0], memoryMB.at(-1)].map((mb) => mb.toFixed(1));
  console.log(`Memory in use after ${READ / 10} pages ${first} MB, after ${READ} pages ${last} MB.`);
}
