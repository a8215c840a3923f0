/** The lines of CSV as two readers take them: one that holds to RFC 4180, and spreadsheets of other separators. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvLine } from "../../src/server/exports/csv.js";
import { isLong, seed } from "../run.js";

/** RFC 4180 to the letter: a quotation mark stands around a whole cell and doubled inside it, or the text is no CSV. */
function strictRows(text: string): string[][] {
  const rows: string[][] = [];
  for (let at = 0; at < text.length; ) {
    const row: string[] = [];
    for (let isOpen = true; isOpen; ) {
      let cell = "";
      if (text[at] === '"') {
        for (at++; text[at] !== '"' || text[at + 1] === '"'; at++) {
          if (at >= text.length) throw new Error("a cell is not closed");
          if (text[at] === '"') at++;
          cell += text[at];
        }
        at++;
      } else for (; at < text.length && !/[",\r\n]/.test(text[at] ?? ""); at++) cell += text[at];
      row.push(cell);
      isOpen = text[at] === ",";
      if (isOpen) at++;
    }
    if (text.slice(at, at + 2) !== "\r\n") throw new Error(`neither cell nor line ends at ${at}`);
    at += 2;
    rows.push(row);
  }
  return rows;
}

/** As a spreadsheet reads that was told, or believes, that cells are separated by something else; it takes everything. */
function laxCells(text: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let [isQuoted, isBegun] = [false, false];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (isQuoted && sign === '"' && text[at + 1] === '"') cell += text[++at];
    else if (isQuoted ? sign === '"' : sign === '"' && !isBegun) [isQuoted, isBegun] = [!isQuoted, true];
    else if (!isQuoted && (sign === separator || sign === "\r" || sign === "\n")) {
      cells.push(cell);
      [cell, isBegun] = ["", false];
    } else [cell, isBegun] = [cell + sign, true];
  }
  return [...cells, cell];
}

const isFormula = (cell: string): boolean => /^[=+\-@＝＋－＠]/.test(cell.trimStart());

const pieces = [
  "a",
  "1",
  " ",
  ";",
  ",",
  "\t",
  "\r",
  "\n",
  '"',
  "'",
  "=",
  "+",
  "-",
  "@",
  "＝",
  "－",
  "\ufeff",
  "\u00a0",
  "; ",
  "=1+1",
];
const Cell = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((all) => all.join("")) },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
);
const Rows = fc.array(fc.array(Cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
const runs = { seed, numRuns: isLong ? 300_000 : 5000 };
const written = (rows: readonly string[][], isRaw: boolean): string => rows.map((row) => csvLine(row, isRaw)).join("");

describe("CSV", () => {
  it("that is raw reads back equal", () => {
    fc.assert(
      fc.property(Rows, (rows) => {
        expect(strictRows(written(rows, true))).toEqual(rows);
      }),
      runs,
    );
  });

  it("that is not raw differs by apostrophes alone, and no cell is a formula", () => {
    fc.assert(
      fc.property(Rows, (rows) => {
        const read = strictRows(written(rows, false));
        const bare = (all: readonly string[][]) => all.map((row) => row.map((cell) => cell.replaceAll("'", "")));
        expect(bare(read)).toEqual(bare(rows));
        expect(read.flat().filter((cell) => isFormula(cell) || /^[\t\r\n]/.test(cell))).toEqual([]);
      }),
      runs,
    );
  });

  it.each([";", "\t"])("has no formula either where %j separates cells", (separator) => {
    fc.assert(
      fc.property(Rows, (rows) => {
        expect(laxCells(written(rows, false), separator).filter(isFormula)).toEqual([]);
      }),
      runs,
    );
  });

  it.each([
    { cell: "a;=1+1", raw: '"a;=1+1"', neutral: `"a;'=1+1"` },
    { cell: "=1+1", raw: "=1+1", neutral: "'=1+1" },
    { cell: '=HYPERLINK("x")', raw: '"=HYPERLINK(""x"")"', neutral: `"'=HYPERLINK(""x"")"` },
    { cell: "＝1", raw: "＝1", neutral: "'＝1" },
    { cell: "\t=1", raw: '"\t=1"', neutral: `"'\t'=1"` },
    { cell: 'a;"=1', raw: '"a;""=1"', neutral: `"a;""'=1"` },
    { cell: "one\n- two", raw: '"one\n- two"', neutral: `"one\n'- two"` },
    { cell: " a ", raw: '" a "', neutral: '" a "' },
    { cell: "a, -5 = b", raw: '"a, -5 = b"', neutral: '"a, -5 = b"' },
    { cell: "", raw: "", neutral: "" },
  ])("$cell", ({ cell, raw, neutral }) => {
    expect([csvLine([cell], true), csvLine([cell], false)]).toEqual([`${raw}\r\n`, `${neutral}\r\n`]);
  });
});
