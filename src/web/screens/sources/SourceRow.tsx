/** A source in the work list: its state in one word, why where a person may act, and the one act that fits. */
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { SourceHead, StateWord as State } from "../../../api/server/sources.js";
import { call } from "../../data/client.js";
import { useIsOnline, useMay } from "../../data/me.js";
import { Sparkline } from "../../parts/Sparkline.js";
import { StateWord } from "../../parts/StateWord.js";
import { When } from "../../parts/When.js";
import { useTexts } from "../../texts/language.js";
import { reasonSaid, warningSaid } from "../../texts/said.js";

export function SourceRow({ source }: { source: SourceHead }) {
  const { t, number, language } = useTexts();
  const {
    id,
    name,
    site,
    state,
    warning,
    stateReason,
    checks,
    checkedAt,
    nextAt,
    records,
    withheld,
    newestAt,
    rhythmDays,
    isRunning,
  } = source;
  const why = warning ? warningSaid(language, warning).message : stateReason && reasonSaid(language, stateReason);
  return (
    <tr>
      <td className="state-column">
        <StateWord state={state} />
      </td>
      <th scope="row">
        <Link to="/sources/$id" params={{ id }}>
          {name}
        </Link>{" "}
        <span className="m dim">{site}</span>
        {isRunning ? <p className="t3">{t("sources.running")}</p> : why && <p className="t3">{why}</p>}
      </th>
      <td className="from-1024 checks-cell">
        <Sparkline checks={checks} />
      </td>
      <td className="mut from-768 checked-cell">{checkedAt ? <When at={checkedAt} /> : t("sources.never")}</td>
      <td className="mut from-1280">{nextAt ? <When at={nextAt} /> : <span className="clip">{t("sources.no-check")}</span>}</td>
      <td className="right n from-768 records-cell">
        <span className="wide-only">{number(records)}</span>
        <span className="narrow-only">{t("source.figure-records", { n: records, figure: number(records) })}</span>
      </td>
      <td className="right n withheld-cell">
        {withheld > 0 ? (
          <Link to="/sources/$id" params={{ id }} search={{ tab: "withheld" }}>
            {number(withheld)}
          </Link>
        ) : (
          <span className="dim">0</span>
        )}
      </td>
      <td className="from-1280">
        {newestAt ? <When at={newestAt} /> : <span className="dim">{t("sources.not-read")}</span>}
        {rhythmDays !== null && <p className="t3">{t("sources.rhythm", { n: Math.max(1, Math.round(rhythmDays)) })}</p>}
      </td>
      <td className="right acts-column">
        <Act id={id} state={state} />
      </td>
    </tr>
  );
}

const LOOK: Partial<Record<State, "see-why" | "rekey" | "look-act" | "label">> = {
  broken: "see-why",
  deferred: "rekey",
  silent: "look-act",
  withholding: "label",
  unrecognised: "look-act",
};

function Act({ id, state }: { id: string; state: State }) {
  const { t } = useTexts();
  const mayAct = useMay("editor");
  const isOnline = useIsOnline();
  const resume = useMutation({ mutationFn: () => call("resume", { params: { id } }) });
  const look = LOOK[state];
  if (look)
    return (
      <Link to="/sources/$id" params={{ id }} className="btn small" search={{ tab: look === "label" ? "withheld" : "changes" }}>
        {t(`sources.${look}`)}
      </Link>
    );
  if (state !== "paused" || !mayAct) return null;
  return (
    <button type="button" className="btn small" disabled={resume.isPending || !isOnline} onClick={() => resume.mutate()}>
      {t("sources.resume")}
    </button>
  );
}
