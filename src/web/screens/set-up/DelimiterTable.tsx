/** The delimiters of the draft's labels; a row pointed at frames its value on the page. */
import type { DraftView } from "../../../api/server/drafts.js";
import type { Span } from "../../../core/page/page.js";
import { type DelimiterRow, Delimiters } from "../../parts/Delimiters.js";
import { EmptyState } from "../../parts/EmptyState.js";
import { Quote } from "../../parts/Quote.js";
import { useTexts } from "../../texts/language.js";
import { spanOf } from "./marks.js";

interface DelimiterTableProps {
  readonly view: DraftView;
  readonly names: readonly string[];
  readonly onElement: (span: Span | undefined) => void;
  readonly onShow: (span: Span) => void;
}

export function DelimiterTable({ view, names, onElement, onShow }: DelimiterTableProps) {
  const { t } = useTexts();
  const { delimiters } = view.learning;
  if (!delimiters.length) return <EmptyState text={t("results.delim.none")} />;
  const shownBy = ({ attribute, values: [value = 0] }: DelimiterRow): { text: string | undefined; span: Span | undefined } => {
    const label = view.pages[0]?.labels.find(({ name }) => name === attribute);
    const located = label?.located[value];
    return {
      text: label?.texts[value]?.text,
      span: located && spanOf(located, label?.texts[value]?.place ?? null)[0],
    };
  };
  return (
    <Delimiters
      rows={delimiters}
      names={names}
      onPoint={(row) => onElement(row && shownBy(row).span)}
      value={(row) => {
        const { text, span } = shownBy(row);
        return (
          <button type="button" className="cell-button clip" onClick={() => span && onShow(span)}>
            <Quote>{text}</Quote>
          </button>
        );
      }}
    />
  );
}
