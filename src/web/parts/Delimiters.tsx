/** What stands directly around every value: constant text in serif, tags in mono, long runs of them as their ends. */
import type { ReactNode } from "react";
import type { DraftView } from "../../api/server/drafts.js";
import { useTexts } from "../texts/language.js";
import { LabelMark } from "./LabelMark.js";
import { Quote } from "./Quote.js";

export type DelimiterRow = DraftView["learning"]["delimiters"][number];

const COLUMNS = ["name", "before", "tags-before", "value", "tags-after", "after"] as const;

interface DelimitersProps {
  readonly rows: readonly DelimiterRow[];
  readonly names: readonly string[]; // in the order of their colours
  readonly value: (row: DelimiterRow) => ReactNode;
  readonly onPoint?: (row: DelimiterRow | undefined) => void;
}

export function Delimiters({ rows, names, value, onPoint }: DelimitersProps) {
  const { t } = useTexts();
  return (
    <>
      <p className="t3 delims-what">{t("results.delim.what")}</p>
      <div className="scroll-x">
        <table className="sib delims">
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {t(`results.delim.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr
                key={`${row.attribute} ${row.values.join()}`}
                onMouseEnter={() => onPoint?.(row)}
                onMouseLeave={() => onPoint?.(undefined)}
              >
                <th scope="row">
                  <LabelMark number={names.indexOf(row.attribute) + 1} /> {row.attribute}
                </th>
                <td className="clip right">
                  <Quote>{row.upper.text}</Quote>
                </td>
                <td className="m clip right" title={row.upper.tags}>
                  {shortTags(row.upper.tags)}
                </td>
                <td className="clip">{value(row)}</td>
                <td className="m clip" title={row.lower.tags}>
                  {shortTags(row.lower.tags)}
                </td>
                <td className="clip">
                  <Quote>{row.lower.text}</Quote>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

const MANY = 4;

/** Long runs as their ends with the count between: "</p> … 6 … <h1>". */
function shortTags(tags: string): string {
  const [before = "", ...opened] = tags.split("<");
  const all = [before, ...opened.map((tag) => `<${tag}`)].filter((tag) => tag !== "");
  return all.length <= MANY ? all.join(" ") : `${all[0]} … ${all.length - 2} … ${all.at(-1)}`;
}
