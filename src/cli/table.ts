import { visibleLine } from "../core/text/visible.js";

export type Column = { head: string; cells: readonly string[] };

/** Lines of text, the head first, one per row whatever its cells hold; a column of numbers alone stands to the right. Short columns end early. */
export function table(columns: readonly Column[]): string[] {
  const height = Math.max(...columns.map(({ cells }) => cells.length));
  const padded = columns.map((column) => padColumn(column, height));
  return Array.from({ length: height + 1 }, (_, line) =>
    padded
      .map((cells) => cells[line])
      .join("  ")
      .trimEnd(),
  );
}

function padColumn({ head, cells }: Column, height: number): string[] {
  const all = [head, ...cells, ...Array<string>(height - cells.length).fill("")].map(visibleLine);
  const width = all.reduce((most, { length }) => Math.max(most, length), 0);
  const isNumeric = cells.every((cell) => /^[−\d][\d.e-]*$/.test(cell));
  return all.map((cell) => (isNumeric ? cell.padStart(width) : cell.padEnd(width)));
}

/** One line of at most so many characters. */
export function clipped(text: string, length: number): string {
  const characters = [...text.replace(/\s+/g, " ")];
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : characters.join("");
}
