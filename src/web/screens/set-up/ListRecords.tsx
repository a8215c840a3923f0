/** A page that holds its records whole: two neighbours are labelled, the groups built alike are framed and counted. */
import { useMutation } from "@tanstack/react-query";
import type { DraftView } from "../../../api/server/drafts.js";
import type { Span } from "../../../core/page/page.js";
import { useIsOnline, useMay } from "../../data/me.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { LabelHeads } from "../../parts/LabelHeads.js";
import { Quote } from "../../parts/Quote.js";
import { useTexts } from "../../texts/language.js";
import { errorSaid } from "../../texts/said.js";
import { recordsOf } from "./pages.js";
import type { Draft } from "./use-draft.js";
import "./list-records.css";

interface ListRecordsProps {
  readonly draft: Draft;
  readonly view: DraftView;
  readonly names: readonly string[];
  readonly onShow: (span: Span) => void;
}

export function ListRecords({ draft, view, names, onShow }: ListRecordsProps) {
  const { t } = useTexts();
  const mayChange = useMay("editor");
  const isOnline = useIsOnline();
  const labelled = recordsOf(view.pages[0]?.labels ?? []);
  const read = useMutation({ mutationFn: (isList: boolean) => draft.setRecords(isList ? labelled : []) });
  if (view.mode !== "new") return null;
  const { list } = view;
  return (
    <section className="list-records" aria-label={t("list.title")}>
      {list ? <Found list={list} names={names} onShow={onShow} /> : <p>{t("list.offer")}</p>}
      {mayChange && (
        <div className="row wrap">
          {(!list || JSON.stringify(list.records) !== JSON.stringify(labelled)) && (
            <button
              type="button"
              className="btn"
              disabled={labelled.length < 2 || read.isPending || !isOnline}
              onClick={() => read.mutate(true)}
            >
              {t(list ? "list.again" : "list.act")}
            </button>
          )}
          {list && (
            <button type="button" className="btn" disabled={read.isPending || !isOnline} onClick={() => read.mutate(false)}>
              {t("list.undo")}
            </button>
          )}
          {!list && labelled.length < 2 && <span className="t3">{t("list.why-not")}</span>}
        </div>
      )}
      {read.error && <ErrorLine error={read.error} />}
    </section>
  );
}

type List = NonNullable<DraftView["list"]>;

function Found({ list, names, onShow }: { list: List; names: readonly string[]; onShow: (span: Span) => void }) {
  const { t, number, language } = useTexts();
  if (list.fault !== null) return <p className="warn">{errorSaid(language, list.fault).message}</p>;
  const [unfit] = list.unfit;
  return (
    <>
      <p className="say">{t("list.found", { labelled: list.records.length, n: list.found })}</p>
      <p className="sum">
        <span>{t("list.labelled", { figure: number(list.records.length) })}</span>
        <span className="good">{t("list.read", { figure: number(Math.max(0, list.found - list.records.length)) })}</span>
        <span className={list.rejected > 0 ? "warn" : ""}>
          {t("list.unfit", { figure: number(list.rejected) })}
          {unfit && <>: {t(`unfit.${unfit.class}`)}</>}
        </span>
      </p>
      {unfit?.spans[0] && (
        <button type="button" className="btn small" onClick={() => unfit.spans[0] && onShow(unfit.spans[0])}>
          {t("list.show-unfit")}
        </button>
      )}
      <div className="scroll-x">
        <table className="sib">
          <thead>
            <tr>
              <LabelHeads names={names} />
            </tr>
          </thead>
          <tbody>
            {list.read.map(({ values, spans }) => (
              <tr key={spans[0]?.start}>
                {names.map((name) => (
                  <td key={name} className="clip">
                    <Quote>{values[name] ?? ""}</Quote>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
