/** Time per page of one source, in milliseconds: medians over its pages, all cases side by side in one process. */
import { makePage } from "../corpus/page.mjs";
import { check, learn, locate, measure, measureS1, parsePage } from "./core.mjs";
import { learntSource } from "./learnt.mjs";
import { keyedBy } from "./sets.mjs";

const CASES = {
  parse: ({ html }) => parsePage(html).elementCount,
  locate: ({ parsed, pasted }) => locate(parsed, pasted).ok,
  measureS1: ({ parsed, span }) => measureS1(parsed, span).depth,
  measureAll: ({ parsed, span }) => measure(parsed, span).depth,
  check: ({ keyed, html }) => check(keyed, html).verdict,
};
const LESSONS = 3;

export function measureTimes({ seed, source: index, pages, rounds }) {
  const { source, original, template, lesson } = learntSource(seed, index);
  const subjects = Array.from({ length: pages }, (_, i) => subjectOf(makePage(source, original, i), template));
  const times = Object.fromEntries(Object.keys(CASES).map((name) => [name, subjects.map(() => [])]));
  for (let round = -1; round < rounds; round++) {
    for (const [i, subject] of subjects.entries()) {
      for (const [name, run] of Object.entries(CASES)) {
        const ms = timeOf(() => run(subject));
        if (round >= 0) times[name][i].push(ms); // the first round only warms up
      }
    }
  }
  const medians = Object.fromEntries(Object.entries(times).map(([name, each]) => [name, median(each.map(median))]));
  const learning = Array.from({ length: LESSONS }, () => timeOf(() => learn(lesson)));
  return [{ row: "time", source: source.index, category: source.depth, ...medians, learn: median(learning) }];
}

function subjectOf(page, template) {
  const parsed = parsePage(page.html);
  const located = locate(parsed, page.pasted);
  return { ...page, parsed, span: located.span, keyed: keyedBy(template, { page, parsed }) };
}

let kept; // what the cases answer, so that no engine may leave their work out

function timeOf(run) {
  const start = process.hrtime.bigint();
  kept = run();
  return kept === undefined ? 0 : Number(process.hrtime.bigint() - start) / 1e6;
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
