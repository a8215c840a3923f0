/** The same texts as a plain list, in reading order: for screen readers, and where styles hide a text. */
import { useMemo } from "react";
import type { Page } from "../../core/page/page.js";
import { LabelMark } from "../parts/LabelMark.js";
import { useTexts } from "../texts/language.js";
import type { Mark } from "./mark.js";
import type { Selected } from "./PageFrame.js";
import { displayedTexts } from "./words.js";

interface TextListProps {
  readonly page: Page;
  readonly language: string | null;
  readonly marks: readonly Mark[];
  readonly onSelect?: (selected: Selected) => void;
}

export function TextList({ page, language, marks, onSelect }: TextListProps) {
  const { t } = useTexts();
  const texts = useMemo(() => displayedTexts(page), [page]);
  return (
    <ol className="text-list" aria-label={t("page.texts")} lang={language ?? undefined}>
      {texts.map(({ span, text }) => {
        const own = marks.filter(
          ({ spans, number }) => number !== undefined && spans.some((each) => each.start < span.end && span.start < each.end),
        );
        return (
          <li key={span.start}>
            <button type="button" className="q" dir="auto" onClick={() => onSelect?.({ span, text, exact: null })}>
              {own.map(({ id, number }) => number !== undefined && <LabelMark key={id} number={number} />)}
              {text}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
