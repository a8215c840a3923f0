/**
 * One line of CSV (RFC 4180), the only writer of it. Unless raw, what a spreadsheet would take for a formula gets an
 * apostrophe in front: = + - @ and their wide forms, at the beginning of a cell and wherever a cell would begin if the
 * spreadsheet separates by semicolons or tabs, and therefore takes our quotation marks for text. A cell that begins with a
 * tab or a line break gets one too, since some leave those out.
 */
export function csvLine(cells: readonly string[], isRaw: boolean): string {
  return `${cells.map((cell) => quoted(isRaw ? cell : neutral(cell))).join(",")}\r\n`;
}

const neutral = (cell: string): string =>
  (/^[\t\r\n]/.test(cell) ? "'" : "") +
  cell
    .split(/([;\t\r\n])/)
    .map(neutralBeginning)
    .join("");

const neutralBeginning = (piece: string): string => piece.replace(/^([\s"]*)([=+\-@＝＋－＠])/, "$1'$2");

/** Whatever separates cells or lines anywhere; and white space around a cell, which some readers would trim. */
const quoted = (cell: string): string => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Heads of all columns: an attribute that is called as one of our own says that it is a value of the page. */
export function csvHeads(before: readonly string[], names: readonly string[], after: readonly string[]): string[] {
  const own = new Set([...before, ...after]);
  const taken = new Set([...own, ...names]);
  const heads = names.map((name) => {
    if (!own.has(name)) return name;
    let head = `value.${name}`;
    while (taken.has(head)) head = `value.${head}`;
    taken.add(head);
    return head;
  });
  return [...before, ...heads, ...after];
}
