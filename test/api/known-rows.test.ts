import { describe, expect, it } from "vitest";
import { parseRows } from "../../src/api/known-rows.js";

describe("rows that one has, from a file", () => {
  it.each([
    {
      name: "one line per record",
      text: "title,year\nOn Silt,2009\r\nOn Sand,2011\n",
      rows: [
        { title: ["On Silt"], year: ["2009"] },
        { title: ["On Sand"], year: ["2011"] },
      ],
    },
    {
      name: "quotation marks, commas and line breaks",
      text: 'title,authors\n"Silt, ""wet""","A. One\nB. Two"',
      rows: [{ title: ['Silt, "wet"'], authors: ["A. One", "B. Two"] }],
    },
    {
      name: "an empty cell says nothing, nor does an empty line",
      text: "title,year\nOn Silt,\n\n,\n",
      rows: [{ title: ["On Silt"] }],
    },
    { name: "a quotation mark that is never closed", text: 'title\n"On Silt\n', rows: [{ title: ["On Silt"] }] },
    { name: "JSON lines", text: '{"title": ["On Silt"], "year": []}\n', rows: [{ title: ["On Silt"] }] },
  ])("$name", ({ text, rows }) => {
    expect(parseRows(text, "rows.csv")).toEqual(rows);
  });

  it("names in the first line are names of attributes", () => {
    expect(() => parseRows("<title>\nOn Silt", "rows.csv")).toThrow("is no name for an attribute");
  });
});
