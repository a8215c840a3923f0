/** Rows that one has, from a file: CSV with the attributes in its first line, or one JSON object per line. */
import { refuse } from "./errors.js";
import { isAttributeName, parseRecords, type Texts } from "./records.js";

export function parseRows(text: string, path: string): Texts[] {
  const rows = text.trimStart().startsWith("{") ? parseRecords(text, path) : rowsOfCsv(text, path);
  const filled = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, texts]) => texts.length > 0)));
  return filled.filter((row) => Object.keys(row).length > 0);
}

/** Every line of a cell is a value of its own. An empty cell says nothing. */
function rowsOfCsv(text: string, path: string): Texts[] {
  const [names = [], ...lines] = cellsOf(text);
  const strange = names.findIndex((name) => !isAttributeName(name.trim()));
  if (strange >= 0) return refuse("records-invalid", path, 1, `“${names[strange]}” is no name for an attribute`);
  return lines.map((cells) => {
    const values = names.map((name, i): [string, string[]] => [
      name.trim(),
      (cells[i] ?? "").split(/\r?\n/).filter((value) => value.trim() !== ""),
    ]);
    return Object.fromEntries(values);
  });
}

/** RFC 4180: quotation marks around a cell, doubled inside. One pass. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at <= text.length; ) {
    let cell = "";
    if (text[at] === '"') {
      let from = at + 1;
      for (at = text.indexOf('"', from); at >= 0 && text[at + 1] === '"'; at = text.indexOf('"', from)) {
        cell += text.slice(from, at + 1);
        from = at + 2;
      }
      cell += text.slice(from, at < 0 ? text.length : at);
      at = at < 0 ? text.length : at + 1;
    }
    const start = at;
    while (at < text.length && text[at] !== "," && text[at] !== "\n") at++;
    row.push(cell + text.slice(start, at).replace(/\r$/, ""));
    if (text[at] !== ",") {
      if (row.length > 1 || row[0] !== "") rows.push(row);
      row = [];
    }
    at++;
  }
  return rows;
}
