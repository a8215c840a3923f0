/** One line of CSV (RFC 4180). Unless raw, a cell that a spreadsheet would take for a formula gets an apostrophe. */
export function csvLine(cells: readonly string[], isRaw: boolean): string {
  return `${cells.map((cell) => quoted(isRaw ? cell : neutral(cell))).join(",")}\r\n`;
}

const neutral = (cell: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell);
const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
