/** `learn --list`: two neighbouring records of a list page teach all others (method §8). */
import { type ErrorReport, errorReport, ReportedError } from "../api/errors.js";
import { templateText } from "../api/template.js";
import {
  type DelimiterRow,
  delimiterLines,
  extractList,
  type ListExtraction,
  type ListLearned,
  learnList,
  locateLabel,
  parsePage,
} from "../core/index.js";
import { listDelimiters } from "../core/list/list-delimiters.js";
import { textKey } from "../core/text/text-key.js";
import { asPasted } from "../harvester/set-up/as-pasted.js";
import { listProblem } from "../harvester/set-up/list-problem.js";
import type { Tools } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import { LABEL_LIMIT_BYTES, MOST_LABELS } from "./label-faults.js";
import { pairOf } from "./labelled-pages.js";
import { describeRecords, listJson } from "./list-output.js";
import type { Emphasise } from "./out.js";
import { writeWhole } from "./write-file.js";

type Labels = Readonly<Record<string, string>>;

const NOT_FOR_LISTS = ["label", "labels", "many", "attr", "region", "sibling", "also", "absent", "choose", "volatile"];

export async function learnListPage({ page, output }: { page: string; output: string }, tools: Tools): Promise<number> {
  const { given, out, read, reject } = tools;
  const strange = given.find(({ option }) => NOT_FOR_LISTS.includes(option));
  if (strange) reject(`--${strange.option} is not for lists; give --record name=TEXT,… twice.`);
  const records = await recordsOf(tools);
  const html = await read.page(page);
  const learned = learnList({ html, records });
  if (!learned.ok) return out.fail(failure(learned, records, html, reject));
  const { template } = learned;
  const extraction = extractList(template, { html });
  const delimiters = listDelimiters(html, extraction.records);
  await writeWhole(output, templateText({ kind: "list", template, delimiters }));
  const report = {
    kind: "list",
    flags: learned.flags,
    template: output,
    attributes: template.attributes.map(({ name }) => name),
    delimiters,
    ...listJson(extraction),
  };
  out.print(report, (_, emphasise) => describe({ extraction, delimiters, output, flags: learned.flags }, emphasise));
  return EXIT_DONE;
}

/** The records of the call; refuses labels that cannot be any. */
export async function recordsOf(tools: Tools): Promise<Labels[]> {
  const written = tools.given.filter(({ option }) => option === "record").map(({ value }) => value);
  if (written.length === 0) tools.reject("--record is missing; give two neighbouring records of the list.");
  const records = await Promise.all(written.map((value) => recordOf(value, tools)));
  const fault = faultOf(records);
  if (fault) throw new ReportedError(fault);
  return records;
}

/** `name=TEXT,name=TEXT`: a comma parts two values only where a name and “=” follow it. */
async function recordOf(written: string, { read, reject }: Tools): Promise<Labels> {
  const pairs: [string, string][] = [];
  for (const part of partsOf(written)) {
    const [name, text] = pairOf(part, "--record", reject);
    if (pairs.some(([other]) => other === name)) reject(`--record names “${name}” twice; a listed record has one value of each.`);
    pairs.push([name, await read.text(text)]);
  }
  return Object.fromEntries(pairs);
}

function partsOf(written: string): string[] {
  const parts: string[] = [];
  for (const piece of written.split(",")) {
    if (parts.length === 0 || /^\s*[\p{L}_][\p{L}\p{N}_.-]*=/u.test(piece)) parts.push(piece);
    else parts.push(`${parts.pop()},${piece}`);
  }
  return parts;
}

function faultOf(records: readonly Labels[]): ErrorReport | undefined {
  const labels = records.flatMap((record) => Object.entries(record));
  if (labels.length > MOST_LABELS) return errorReport("too-many-labels", labels.length, MOST_LABELS);
  const empty = labels.find(([, text]) => textKey(text) === "");
  if (empty) return errorReport("label-empty", empty[0]);
  const long = labels.find(([, text]) => Buffer.byteLength(text) > LABEL_LIMIT_BYTES);
  return long && errorReport("label-too-long", long[0], LABEL_LIMIT_BYTES);
}

type Failed = Exclude<ListLearned, { ok: true }>;

export function failure(learned: Failed, records: readonly Labels[], html: string, reject: Tools["reject"]): ErrorReport {
  switch (learned.code) {
    case "no-labels":
      return reject("No attribute is labelled in both records.");
    case "label-not-found": {
      const label = records[learned.record]?.[learned.attribute] ?? "";
      const located = locateLabel(parsePage(html), label);
      const prefix = !located.ok && located.code === "not-found" ? located.longestPrefix : "";
      return errorReport("label-not-found", learned.attribute, label, asPasted(label, prefix));
    }
    default:
      return errorReport("list-not-learnt", listProblem(learned));
  }
}

interface Learnt {
  readonly extraction: ListExtraction;
  readonly delimiters: readonly DelimiterRow[];
  readonly output: string;
  readonly flags: Extract<ListLearned, { ok: true }>["flags"];
}

function describe({ extraction, delimiters, output, flags }: Learnt, emphasise: Emphasise): string {
  const [head = "", ...rows] = delimiterLines(delimiters);
  const found = describeRecords(extraction, emphasise);
  const hidden = flags.length ? ["Found, but hidden on the page until a script shows it."] : [];
  return [emphasise(head), ...rows, "", ...found, "", ...hidden, `The template is in ${output}.`].join("\n");
}
