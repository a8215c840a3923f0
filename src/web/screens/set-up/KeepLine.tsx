/** Name, list page, when to check, whom to warn: all filled; one keeps it or corrects it first. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { DraftView } from "../../../api/server/drafts.js";
import { useIsOnline, useMay } from "../../data/me.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { type Texts, useTexts } from "../../texts/language.js";
import { ownZone } from "../../texts/locale.js";
import type { Draft } from "./use-draft.js";

export function KeepLine({ draft, view }: { draft: Draft; view: DraftView }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const client = useQueryClient();
  const isOnline = useIsOnline();
  const mayChange = useMay("editor");
  const keep = draft.keeping;
  const onKept = async ({ sourceId }: { sourceId: string }): Promise<void> => {
    await client.invalidateQueries();
    await navigate({ to: "/sources/$id", params: { id: sourceId } });
  };
  if (!mayChange) return null;
  if (view.kept && !keep.isPending && !keep.isSuccess) return <Kept sourceId={view.kept.sourceId} />;
  const isLabelled = view.pages.some(({ labels, absent }) => labels.length + absent.length > 0); // learnt it may be from earlier pages
  const isReady = view.list ? view.list.found > 0 : view.learning.isLearnt && isLabelled;
  const word = view.mode === "new" ? t("keep.act") : t(`keep.${view.mode}`);
  return (
    <section className="keep" id="setup-keep" aria-label={t("keep.title")} data-stop="keep">
      {view.mode === "new" && <Fields draft={draft} view={view} />}
      <div className="keep-acts">
        {!isReady && <span className="t3">{t("keep.why-not")}</span>}
        <button type="button" className="btn plain" onClick={() => void navigate({ to: "/" })}>
          {t("keep.later")}
        </button>
        <button
          type="button"
          className="btn prime"
          disabled={!isReady || keep.isPending || !isOnline}
          onClick={() => keep.mutate(undefined, { onSuccess: onKept })}
        >
          {keep.isPending ? t("keep.keeping") : word}
        </button>
      </div>
      {keep.error && <ErrorLine error={keep.error} />}
    </section>
  );
}

/** In another tab, or by somebody else: nothing more can be changed here. */
function Kept({ sourceId }: { sourceId: string }) {
  const { t } = useTexts();
  return (
    <section className="keep" id="setup-keep" aria-label={t("keep.title")} data-stop="keep">
      <div className="keep-acts">
        <span role="status">{t("keep.kept")}</span>
        <Link to="/sources/$id" params={{ id: sourceId }} className="btn prime">
          {t("warnings.open-source")}
        </Link>
      </div>
    </section>
  );
}

function Fields({ draft, view }: { draft: Draft; view: DraftView }) {
  const texts = useTexts();
  const { t } = texts;
  const { settings } = view;
  return (
    <>
      <Field label={t("keep.name")} value={settings.name} onSave={(name) => draft.setSettings({ name })} />
      <Field
        label={t("keep.list")}
        isAddress
        value={settings.listAddress ?? ""}
        onSave={(address) => draft.setSettings({ listAddress: address === "" ? null : address })}
      />
      <label className="field">
        <span>{t("keep.check")}</span>
        <select
          className="in"
          value={JSON.stringify(settings.schedule)}
          onChange={(event) => void draft.setSettings({ schedule: JSON.parse(event.target.value) })}
        >
          {schedules(settings.schedule, texts).map(({ schedule, text }) => (
            <option key={text} value={JSON.stringify(schedule)}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <Field
        label={t("keep.warn")}
        type="email"
        placeholder={t("keep.warn-placeholder")}
        value={settings.warnMail ?? ""}
        onSave={(mail) => draft.setSettings({ warnMail: mail === "" ? null : mail })}
      />
    </>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly type?: "text" | "email";
  readonly placeholder?: string;
  readonly isAddress?: boolean;
  readonly onSave: (value: string) => Promise<unknown>;
}

/** Saves itself when one leaves it, or presses Enter. */
function Field({ label, value, type = "text", placeholder, isAddress = false, onSave }: FieldProps) {
  const [text, setText] = useState(value);
  const [isEdited, setEdited] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const save = useMutation({ mutationFn: onSave });
  useEffect(() => setText(value), [value]);
  useLayoutEffect(() => {
    if (isAddress && isEdited) input.current?.select(); // the whole address takes the short one's place, and with it what Tab had selected
  }, [isAddress, isEdited]);
  const settle = (): void => {
    if (text.trim() !== value) save.mutate(text.trim());
  };
  return (
    <label className="field">
      <span>{label}</span>
      <input
        ref={input}
        className={isAddress ? "in address" : "in"}
        type={type}
        placeholder={placeholder}
        spellCheck={false}
        value={isAddress && !isEdited ? text.replace(/^https?:\/\//, "") : text}
        title={text}
        aria-invalid={save.isError}
        onFocus={() => setEdited(true)}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => {
          setEdited(false);
          settle();
        }}
        onKeyDown={(event) => event.key === "Enter" && settle()}
      />
    </label>
  );
}

type Schedule = DraftView["settings"]["schedule"];

function schedules(now: Schedule, { t }: Texts): { schedule: Schedule; text: string }[] {
  const zone = ownZone();
  const usual: { schedule: Schedule; text: string }[] = [
    { schedule: { cron: "0 6 * * *", zone }, text: t("keep.daily", { zone }) },
    { schedule: { cron: "0 * * * *", zone }, text: t("keep.hourly") },
    { schedule: { cron: "0 */6 * * *", zone }, text: t("keep.six-hourly") },
    { schedule: { cron: "0 6 * * 1", zone }, text: t("keep.weekly", { zone }) },
    { schedule: null, text: t("keep.never") },
  ];
  const isUsual = usual.some(({ schedule }) => JSON.stringify(schedule) === JSON.stringify(now));
  return isUsual || !now
    ? usual
    : [{ schedule: now, text: now.cron === "0 6 * * *" ? t("keep.daily", { zone: now.zone }) : t("keep.other", now) }, ...usual];
}
