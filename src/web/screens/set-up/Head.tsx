/** Title, address, where one stands, and what can be undone. */
import type { ReactNode } from "react";
import type { DraftView } from "../../../api/server/drafts.js";
import { Heading } from "../../parts/Heading.js";
import { useTexts } from "../../texts/language.js";
import type { Part } from "./Bench.js";
import type { Draft } from "./use-draft.js";

interface HeadProps {
  readonly draft: Draft;
  readonly view: DraftView;
  readonly part: Part;
  readonly onPart: (part: Part) => void;
  readonly onHelp: () => void;
  readonly children: ReactNode;
}

export function Head({ draft, view, part, onPart, onHelp, children }: HeadProps) {
  const { t } = useTexts();
  const { mode, source, pages } = view;
  const title = mode === "new" ? t("setup.new") : t(`setup.${mode}`, { source: source?.name ?? "" });
  return (
    <header className="setup-head">
      <div className="row grow">
        <Heading className="t1 clip" title={title} />
        {mode === "new" && <span className="m mut clip">{pages[0]?.page.address}</span>}
      </div>
      <Steps view={view} />
      <div className="row setup-acts">
        <button type="button" className="btn small plain wide-only" onClick={onHelp}>
          {t("setup.keys")} <span className="kbd">?</span>
        </button>
        {draft.redo.name !== undefined && (
          <button type="button" className="btn small" onClick={() => void draft.redo.run()}>
            {t("setup.redo", { act: draft.redo.name })}
          </button>
        )}
        {draft.undo.name !== undefined && (
          <button type="button" className="btn small" onClick={() => void draft.undo.run()}>
            {t("setup.undo", { act: draft.undo.name })} <span className="kbd wide-only">Ctrl Z</span>
          </button>
        )}
      </div>
      {children}
      <div className="setup-parts" role="tablist" aria-label={t("setup.steps")}>
        <PartTab part="page" now={part} onPart={onPart} text={t("setup.step.page")} />
        <PartTab part="labels" now={part} onPart={onPart} text={t("setup.step.labels")} count={pages[0]?.labels.length ?? 0} />
        <PartTab part="others" now={part} onPart={onPart} text={t("setup.step.others")} count={view.siblings.rows.length} />
      </div>
    </header>
  );
}

function PartTab({
  part,
  now,
  text,
  count,
  onPart,
}: {
  part: Part;
  now: Part;
  text: string;
  count?: number;
  onPart: (part: Part) => void;
}) {
  const { number } = useTexts();
  return (
    <button type="button" role="tab" aria-selected={part === now} onClick={() => onPart(part)}>
      {text} {count ? <span className="count">{number(count)}</span> : null}
    </button>
  );
}

const STEPS = ["page", "labels", "others", "keep"] as const;

function Steps({ view }: { view: DraftView }) {
  const { t } = useTexts();
  const now = stepOf(view);
  return (
    <nav aria-label={t("setup.steps")} className="steps-nav">
      <ol className="steps">
        {STEPS.map((step, i) => (
          <li
            key={step}
            className={i < now ? "done" : i === now ? "now" : ""}
            {...(i === now && { "aria-current": "step" as const })}
          >
            <a href={`#setup-${step}`}>
              <i aria-hidden="true">{i < now ? "✓" : i + 1}</i>
              {t(`setup.step.${step}`)}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The step one is at: labels until there are two, then other pages until they are read, then keep. */
function stepOf({ pages, siblings, learning, list }: DraftView): number {
  if (list) return list.found > 0 ? 3 : 1;
  if ((pages[0]?.labels.length ?? 0) < 2) return 1;
  return learning.isLearnt && (siblings.state === "done" || siblings.state === "none") ? 3 : 2;
}
