/** The names a source knows already, with their old values: what is to be labelled again on this page. */
import type { DraftView } from "../../../api/server/drafts.js";
import { LabelMark } from "../../parts/LabelMark.js";
import { Quote } from "../../parts/Quote.js";
import { useTexts } from "../../texts/language.js";

interface GuideProps {
  readonly view: DraftView;
  readonly names: readonly string[];
  readonly wanted: string | undefined;
  readonly onWant: (name: string | undefined) => void;
}

export function Guide({ view, names, wanted, onWant }: GuideProps) {
  const { t, rich } = useTexts();
  const left = Object.entries(view.guide).filter(([name]) => !names.includes(name));
  if (!left.length) return null;
  return (
    <ul className="label-list guide" aria-label={t("labels.guide")}>
      {left.map(([name, values], i) => (
        <li
          key={name}
          className={`label-row c${((names.length + i) % 8) + 1}`}
          aria-current={name === wanted ? "true" : undefined}
        >
          <div className="row">
            <LabelMark number={names.length + i + 1} />
            <button type="button" className="label-name" aria-pressed={name === wanted} onClick={() => onWant(name)}>
              {name}
            </button>
            <span className="t3">{t("labels.to-do")}</span>
          </div>
          <p className="label-value clip t3">{rich("labels.was", { value: <Quote>{values.join(" · ")}</Quote> })}</p>
        </li>
      ))}
    </ul>
  );
}
