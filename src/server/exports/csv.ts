/** One line of CSV (RFC 4180). Unless raw, a cell that a spreadsheet would take for a formula gets an apostrophe. */
export function csvLine(cells: readonly string[], isRaw: boolean): string {
  return `${cells.map((cell) => quoted(isRaw ? cell : neutral(cell))).join(",")}\r\n`;
}

const neutral = (cell: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell);
const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

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
