/** The names on another page: what was read there, and what a person says of it. */
import type { MouseEvent } from "react";
import type { Cell, DraftView } from "../../../api/server/drafts.js";
import type { Span } from "../../../core/page/page.js";
import { LabelMark } from "../../parts/LabelMark.js";
import { Quote } from "../../parts/Quote.js";
import { EmptyValue, Withheld } from "../../parts/Withheld.js";
import { useTexts } from "../../texts/language.js";
import { removed, without } from "./pages.js";
import type { Draft } from "./use-draft.js";

interface OtherLabelsProps {
  readonly draft: Draft;
  readonly view: DraftView;
  readonly address: string;
  readonly names: readonly string[];
  readonly wanted: string | undefined;
  readonly onShow: (span: Span) => void;
  readonly onWant: (name: string | undefined) => void;
}

/** An act that takes its own button away leaves the keyboard in its row. */
const focusName = ({ currentTarget }: MouseEvent<HTMLElement>): void =>
  currentTarget.closest("li")?.querySelector<HTMLElement>(".label-name")?.focus();

export function OtherLabels({ draft, view, address, names, wanted, onShow, onWant }: OtherLabelsProps) {
  const { t } = useTexts();
  const own = view.pages.find(({ page }) => page.address === address);
  const cells = view.siblings.rows.find((row) => row.address === address)?.cells ?? {};
  return (
    <ul className="label-list" aria-label={t("labels.list")}>
      {names.map((name, i) => {
        const label = own?.labels.find((each) => each.name === name);
        const isAbsent = own?.absent.includes(name) ?? false;
        const span = spanIn(cells[name]);
        return (
          <li key={name} className={`label-row c${(i % 8) + 1}`} aria-current={name === wanted ? "true" : undefined}>
            <div className="row">
              <LabelMark number={i + 1} />
              <button type="button" className="label-name" aria-pressed={name === wanted} onClick={() => onWant(name)}>
                {name}
              </button>
              <span className="grow" />
              <span className="label-acts">
                {span && (
                  <button type="button" className="btn plain small" onClick={() => onShow(span)}>
                    {t("labels.show-place")}
                  </button>
                )}
                {(label || isAbsent) && (
                  <button
                    type="button"
                    className="btn plain small"
                    onClick={(event) => {
                      focusName(event);
                      void draft.act(t("done.remove", { name }), (pages) =>
                        removed(
                          pages.map((page) =>
                            page.address === address ? { ...page, absent: page.absent.filter((each) => each !== name) } : page,
                          ),
                          address,
                          name,
                        ),
                      );
                    }}
                  >
                    {t("labels.remove")}
                  </button>
                )}
                {!isAbsent && !label && cells[name]?.kind !== "empty" && (
                  <button
                    type="button"
                    className="btn plain small"
                    onClick={(event) => {
                      focusName(event);
                      void draft.act(t("done.absent", { name }), (pages) => without(pages, address, name));
                    }}
                  >
                    {t("labels.absent")}
                  </button>
                )}
              </span>
            </div>
            <div className="label-value clip">
              {isAbsent ? <span className="empty">{t("labels.absent-said")}</span> : <CellText cell={cells[name]} />}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

export function CellText({ cell }: { cell: Cell | undefined }) {
  if (!cell) return null;
  if (cell.kind === "withheld") return <Withheld kind={cell.class} reason={cell.reason} />;
  if (cell.kind === "empty") return <EmptyValue />;
  return <Quote>{cell.texts.join(" · ")}</Quote>;
}

function spanIn(cell: Cell | undefined): Span | undefined {
  return cell?.kind === "value" ? cell.spans.find(({ htmlAttribute }) => htmlAttribute === undefined) : undefined;
}
