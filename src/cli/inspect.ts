import { errorReport, refuse } from "../api/errors.js";
import { decimal, fraction } from "../core/draw/decimal.js";
import { type Fraction, type Inspection, inspect, isRatioAllowed, parseFraction, parsePage } from "../core/index.js";
import { type Command, PAGE, REGION } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import type { Emphasise } from "./out.js";
import { clipped, table } from "./table.js";
import { explain } from "./whereabouts.js";
import { isWholePage } from "./whole-page.js";
import { writeFigures } from "./write-figures.js";

export const inspectCommand: Command<"page" | "region", "svg" | "ratio"> = {
  summary: "Say where a text stands on a page, and measure the page around it: path, bars, areas, symmetry.",
  example: 'bartree inspect paper.html --region "On Bars and Trees" --svg figures',
  operands: { page: PAGE },
  options: {
    region: { ...REGION, required: true },
    svg: { value: "DIR", help: "write tree.svg, bars.svg and pattern.svg into this folder" },
    ratio: { value: "p/q", help: "the ratio r of the bar widths instead of 1/512; at most 1/d_max" },
  },
  async run({ page: address, region, svg, ratio: written }, { read, out }) {
    const ratio = written === undefined ? undefined : (parseFraction(written) ?? refuse("ratio-invalid", written));
    const page = parsePage(await read.page(address));
    const inspected = inspect(page, await read.text(region), ratio && { ratio });
    if (inspected.kind !== "found") return explain(inspected, page.html, out);
    if (ratio) refuseTooLarge(ratio, inspected);
    if (svg !== undefined) await writeFigures(inspected, svg);
    const [start = 0, end = 0] = inspected.places[0] ?? [];
    const note = isWholePage(page, { start, end }) ? errorReport("region-is-page") : undefined;
    if (note) out.remark(note);
    out.print({ ...inspected, ...(note && { note }) }, describe);
    return EXIT_DONE;
  },
};

function refuseTooLarge(ratio: Fraction, { d_max }: Inspection): void {
  if (!isRatioAllowed(ratio, d_max)) refuse("ratio-too-large", `${ratio.p}/${ratio.q}`, `1/${d_max}`);
}

/** Numbers for people: a decimal for every fraction; the exact ones are in the JSON. */
function describe(inspection: Inspection, emphasise: Emphasise): string {
  const { flags, places, d_max, path, lower_path, P, k, w, A, A_total, upper, lower, delta, symmetry, cut } = inspection;
  const facts = {
    region: places.map(([start, end]) => `${start}–${end}`).join(", ") + (flags.length > 0 ? ` (${flags.join(", ")})` : ""),
    d_max: `${d_max}${cut ? " (the page is deeper than 512 and was cut there)" : ""}`,
    "A^total": readable(A_total),
    "Σ upper": sumOf(upper),
    "Σ lower": sumOf(lower),
    Δ: `${signed(delta)}, ${symmetry}`,
    "lower chain": lower_path.map(tagOf).join(" "),
  };
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  const [head = "", ...bars] = table([
    { head: "d", cells: path.map((_, index) => String(index + 1)) },
    { head: "path", cells: path.map(tagOf) },
    { head: "P_d", cells: P.map(String) },
    { head: "k_d", cells: k.map(String) },
    { head: "w_d", cells: w.map(readable) },
    { head: "A_d", cells: A.map(readable) },
  ]);
  const lines = Object.entries(facts).map(([name, fact]) => `${name.padEnd(width)}  ${fact}`);
  return [...lines, "", emphasise(head), ...bars].join("\n");
}

function sumOf({ n_ot, n_ct, sigma }: Inspection["upper"]): string {
  return `${n_ot} open − ${n_ct} closed = ${signed(sigma)}`;
}

/** A page may make up tag names of any length; each would widen every line of the table. */
function tagOf(tag: string): string {
  return clipped(tag, 30);
}

function readable(exact: string): string {
  return decimal(fraction(exact));
}

function signed(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}
