/** Values the page names itself, or that known surroundings point at. They count as labels only when a person takes them. */
import { useState } from "react";
import type { DraftView } from "../../../api/server/drafts.js";
import { LabelMark } from "../../parts/LabelMark.js";
import { Quote } from "../../parts/Quote.js";
import { useTexts } from "../../texts/language.js";
import { labelled } from "./pages.js";
import type { Draft } from "./use-draft.js";

export function Suggestions({ draft, view, address }: { draft: Draft; view: DraftView; address: string }) {
  const { t } = useTexts();
  const [isLeft, setLeft] = useState(false);
  const known = new Set(view.pages[0]?.labels.map(({ name }) => name));
  const isOld = view.mode !== "new"; // then its names are known, and their order gives the colours
  const order = Object.keys(view.guide);
  const offered = view.suggestions
    .filter(({ name }) => !known.has(name))
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  const text = t(isOld ? "labels.suggested-again" : "labels.suggested", { n: offered.length });
  if (isLeft || !offered.length) return null;
  const take = (): Promise<unknown> =>
    draft.act(t("done.suggested"), (pages) =>
      offered.reduce(
        (all, { name, kind, texts }) =>
          texts.reduce((some, text) => labelled(some, { address, name, kind, text, place: null }), all),
        pages,
      ),
    );
  return (
    <section className="suggestions" aria-label={text}>
      <p>{text}</p>
      <ul>
        {offered.map(({ name, texts, tag }, i) => (
          <li key={name} className="row">
            <LabelMark number={known.size + i + 1} />
            <b className="label-name">{name}</b>
            <span className="grow clip">
              <Quote>{texts.join(" · ")}</Quote>
            </span>
            <span className="chip m">{isOld ? t("labels.suggested-chip") : tag}</span>
          </li>
        ))}
      </ul>
      <div className="row wrap">
        <button type="button" className="btn small" onClick={() => void take()}>
          {t("labels.use", { n: offered.length })}
        </button>
        <button type="button" className="btn small plain" onClick={() => setLeft(true)}>
          {t("labels.leave")}
        </button>
      </div>
    </section>
  );
}
