/** One warning with all that can be done about it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { WarningView } from "../../../api/server/warnings.js";
import { useAnswer } from "../../data/ask.js";
import { call } from "../../data/client.js";
import { useIsOnline, useMay } from "../../data/me.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { StateWord } from "../../parts/StateWord.js";
import { ThenNow } from "../../parts/ThenNow.js";
import { Waiting } from "../../parts/Waiting.js";
import { When } from "../../parts/When.js";
import { Words } from "../../parts/Words.js";
import { useTexts } from "../../texts/language.js";
import { warningSaid } from "../../texts/said.js";
import { stateOf } from "./state.js";

export function WarningPanel({ id }: { id: string }) {
  const { t, language } = useTexts();
  const mayAct = useMay("editor");
  const warning = useAnswer("warning", { params: { id } });
  if (warning.error) return <ErrorLine error={warning.error} />;
  if (!warning.data) return <Waiting text={t("wait.screen")} />;
  const { cause, source, openedAt, seenAt, times, closedAt, checkId } = warning.data;
  const { message, hint } = warningSaid(language, warning.data);
  return (
    <section className="panel warning" aria-label={message}>
      <div className="row wrap">
        <StateWord state={stateOf(cause)} isPill />
        <h2 className="t1">{source?.name ?? t("warnings.this-machine")}</h2>
        <span className="grow" />
        {mayAct && <Acknowledge warning={warning.data} />}
        {source && (
          <Link to="/sources/$id" params={{ id: source.id }} className="btn">
            {t("warnings.open-source")}
          </Link>
        )}
      </div>
      <p className="say">{message}</p>
      <p className="t3">
        {t("warnings.first-seen")} <When at={openedAt} />. {times > 1 && t("warnings.again", { n: times - 1 })}{" "}
        {closedAt ? (
          <>
            {t("warnings.settled-at")} <When at={closedAt} />.
          </>
        ) : (
          times > 1 && (
            <>
              {t("warnings.last-seen")} <When at={seenAt} />.
            </>
          )
        )}
      </p>
      {source && checkId && <ThenNow sourceId={source.id} checkId={checkId} />}
      {!closedAt && !source && (
        <p className="t3">
          <Words text={hint ?? ""} />
        </p>
      )}
      {!closedAt && source && (mayAct ? <WhatToDo warning={warning.data} sourceId={source.id} /> : <p>{t("shell.reader")}</p>)}
    </section>
  );
}

function useRefreshed() {
  const client = useQueryClient();
  return () => void client.invalidateQueries();
}

function Acknowledge({ warning: { id, acknowledgedAt, closedAt } }: { warning: WarningView }) {
  const { t } = useTexts();
  const isOnline = useIsOnline();
  const acknowledge = useMutation({ mutationFn: () => call("acknowledge", { params: { id } }), onSuccess: useRefreshed() });
  if (closedAt) return <span className="chip">{t("warnings.settled")}</span>;
  if (acknowledgedAt) return <span className="chip">{t("warnings.acknowledged")}</span>;
  return (
    <button type="button" className="btn" disabled={acknowledge.isPending || !isOnline} onClick={() => acknowledge.mutate()}>
      {t("warnings.acknowledge")}
    </button>
  );
}

const REKEYED = ["key-missing", "not-healed"];

/** The likely act first. */
function WhatToDo({ warning, sourceId }: { warning: WarningView; sourceId: string }) {
  const { t, language } = useTexts();
  const { cause } = warning;
  const { hint } = warningSaid(language, warning);
  const acts = [
    ...(REKEYED.includes(cause) ? [<Rekey key="rekey" sourceId={sourceId} />] : []),
    ...(cause === "variants" || cause === "more-withheld" ? [<LabelOne key="label" sourceId={sourceId} />] : []),
    <RunNow key="run" sourceId={sourceId} />,
    <Pause key="pause" sourceId={sourceId} />,
  ];
  return (
    <>
      <h3 className="t2">{t("warnings.what-to-do")}</h3>
      <ol className="acts">
        {acts.map((act) => (
          <li key={act.key}>{act}</li>
        ))}
      </ol>
      {hint && !hint.includes("`") && <p className="t3">{hint}</p> /* the acts above say it; commands are for the terminal */}
    </>
  );
}

function Act({ title, text, children, error }: { title: string; text: string; children: ReactNode; error: unknown }) {
  return (
    <div className="grow">
      <p>
        <b>{title}</b> {text}
      </p>
      <div className="row wrap">{children}</div>
      {error !== null && error !== undefined && <ErrorLine error={error} />}
    </div>
  );
}

function Rekey({ sourceId }: { sourceId: string }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const isOnline = useIsOnline();
  const [address, setAddress] = useState("");
  const rekey = useMutation({
    mutationFn: () =>
      call("draftSource", {
        params: { id: sourceId },
        body: { mode: "rekey", ...(address.trim() && { address: address.trim() }) },
      }),
    onSuccess: ({ id }) => navigate({ to: "/new/$draft", params: { draft: id } }),
  });
  return (
    <form
      className="grow"
      onSubmit={(event) => {
        event.preventDefault();
        rekey.mutate();
      }}
    >
      <Act title={t("warnings.rekey-title")} text={t("warnings.rekey-text")} error={rekey.error}>
        <input
          className="in address acts-address"
          aria-label={t("first.address")}
          placeholder="https://"
          inputMode="url"
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
        <button type="submit" className="btn prime" disabled={rekey.isPending || !isOnline}>
          {t("sources.rekey")}
        </button>
      </Act>
    </form>
  );
}

function LabelOne({ sourceId }: { sourceId: string }) {
  const { t } = useTexts();
  return (
    <Act title={t("warnings.label-title")} text={t("warnings.label-text")} error={null}>
      <Link to="/sources/$id" params={{ id: sourceId }} search={{ tab: "withheld" }} className="btn prime">
        {t("warnings.label-act")}
      </Link>
    </Act>
  );
}

function RunNow({ sourceId }: { sourceId: string }) {
  const { t } = useTexts();
  const isOnline = useIsOnline();
  const run = useMutation({ mutationFn: () => call("run", { params: { id: sourceId }, body: {} }), onSuccess: useRefreshed() });
  return (
    <Act title={t("warnings.run-title")} text={t("warnings.run-text")} error={run.error}>
      <button type="button" className="btn" disabled={run.isPending || run.isSuccess || !isOnline} onClick={() => run.mutate()}>
        {run.isSuccess ? t("warnings.run-started") : t("warnings.run-act")}
      </button>
    </Act>
  );
}

function Pause({ sourceId }: { sourceId: string }) {
  const { t } = useTexts();
  const isOnline = useIsOnline();
  const refreshed = useRefreshed();
  const pause = useMutation({ mutationFn: () => call("pause", { params: { id: sourceId } }), onSuccess: refreshed });
  const resume = useMutation({ mutationFn: () => call("resume", { params: { id: sourceId } }), onSuccess: refreshed });
  const source = useAnswer("source", { params: { id: sourceId } });
  const isPaused = source.data?.state === "paused";
  const act = isPaused ? resume : pause;
  return (
    <Act title={t("warnings.pause-title")} text={t("warnings.pause-text")} error={act.error}>
      <button type="button" className="btn" disabled={act.isPending || !isOnline} onClick={() => act.mutate()}>
        {isPaused ? t("sources.resume") : t("warnings.pause-act")}
      </button>
    </Act>
  );
}
