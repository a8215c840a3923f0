/** What stands directly around every value: constant text in serif, tags in mono. */
import type { DraftView } from "../../../api/server/drafts.js";
import type { Span } from "../../../core/page/page.js";
import { EmptyState } from "../../parts/EmptyState.js";
import { LabelMark } from "../../parts/LabelMark.js";
import { Quote } from "../../parts/Quote.js";
import { useTexts } from "../../texts/language.js";
import { spanOf } from "./marks.js";

const COLUMNS = ["name", "before", "tags-before", "value", "tags-after", "after"] as const;

export function DelimiterTable({
  view,
  names,
  onElement,
  onShow,
}: {
  view: DraftView;
  names: readonly string[];
  onElement: (span: Span | undefined) => void;
  onShow: (span: Span) => void;
}) {
  const { t } = useTexts();
  const { delimiters } = view.learning;
  if (!delimiters.length) return <EmptyState text={t("results.delim.none")} />;
  return (
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
          {delimiters.map(({ attribute, values, upper, lower }) => {
            const label = view.pages[0]?.labels.find(({ name }) => name === attribute);
            const value = values[0] ?? 0;
            const located = label?.located[value];
            const [span] = located ? spanOf(located, label?.texts[value]?.place ?? null) : [];
            return (
              <tr
                key={`${attribute} ${values.join()}`}
                onMouseEnter={() => span && onElement(span)}
                onMouseLeave={() => onElement(undefined)}
              >
                <th scope="row">
                  <LabelMark number={names.indexOf(attribute) + 1} /> {attribute}
                </th>
                <td className="clip right">
                  <Quote>{upper.text}</Quote>
                </td>
                <td className="m clip right" title={upper.tags}>
                  {shortTags(upper.tags)}
                </td>
                <td className="clip">
                  <button type="button" className="cell-button clip" onClick={() => span && onShow(span)}>
                    <Quote>{label?.texts[value]?.text}</Quote>
                  </button>
                </td>
                <td className="m clip" title={lower.tags}>
                  {shortTags(lower.tags)}
                </td>
                <td className="clip">
                  <Quote>{lower.text}</Quote>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const MANY = 4;

/** Long runs as their ends with the count between: "</p> … 6 … <h1>". */
function shortTags(tags: string): string {
  const all = tags.match(/<[^>]*>/g) ?? [];
  return all.length <= MANY ? all.join(" ") : `${all[0]} … ${all.length - 2} … ${all.at(-1)}`;
}
