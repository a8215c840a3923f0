/** What a person set for the source; saved per group, in place. Only what was changed here is sent, since others change it too. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ALARMS, type Alarm } from "../../../api/alarm.js";
import type { CallOf } from "../../../api/server/routes.js";
import type { SourceView } from "../../../api/server/sources.js";
import { keyFor } from "../../data/ask.js";
import { call } from "../../data/client.js";
import { useIsOnline, useMay } from "../../data/me.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { useTexts } from "../../texts/language.js";
import { ownZone } from "../../texts/locale.js";

type Change = CallOf<"changeSource">["body"];

export function SourceSettings({ source }: { source: SourceView }) {
  const mayAct = useMay("editor");
  return (
    <div className="col settings-parts source-settings">
      <Name source={source} />
      <Schedule source={source} />
      <Warnings source={source} />
      <Pages source={source} />
      {mayAct && <Remove source={source} />}
    </div>
  );
}

interface Field<Value> {
  readonly value: Value;
  readonly isChanged: boolean;
  readonly change: (value: Value) => void;
  readonly forget: () => void; // it is stored; what was typed since stays
}

/** What is stored, with its news, until a person types something else. */
function useField<Value>(stored: Value): Field<Value> {
  const [typed, setTyped] = useState<Value>();
  return {
    value: typed ?? stored,
    isChanged: typed !== undefined,
    change: (value) => setTyped(value === stored ? undefined : value),
    forget: () => setTyped((now) => (now === typed ? undefined : now)),
  };
}

interface GroupProps {
  readonly source: SourceView;
  readonly title: string;
  readonly fields: readonly Pick<Field<unknown>, "isChanged" | "forget">[];
  readonly change: Change;
  readonly children: ReactNode;
}

function Group({ source, title, fields, change, children }: GroupProps) {
  const { t } = useTexts();
  const client = useQueryClient();
  const mayAct = useMay("editor");
  const isOnline = useIsOnline();
  const params = { id: source.id };
  const save = useMutation({
    mutationFn: (sent: Pick<GroupProps, "change" | "fields">) => call("changeSource", { params, body: sent.change }),
    onSuccess: (answer, sent) => {
      client.setQueryData(keyFor("source", { params }), answer);
      for (const { forget } of sent.fields) forget();
      return client.invalidateQueries();
    },
  });
  const isSaved = save.isSuccess && !fields.some(({ isChanged }) => isChanged);
  return (
    <section className="panel" aria-label={title}>
      <header>
        <h2 className="t2">{title}</h2>
      </header>
      <form
        className="settings-line"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ change, fields });
        }}
      >
        <fieldset className="settings-fields" disabled={!mayAct}>
          {children}
        </fieldset>
        {mayAct && (
          <button type="submit" className="btn" disabled={save.isPending || !isOnline}>
            {t("source-settings.save")}
          </button>
        )}
        {isSaved && (
          <span className="t3" role="status">
            {t("source-settings.saved")}
          </span>
        )}
        {save.error && <ErrorLine error={save.error} />}
      </form>
    </section>
  );
}

function Name({ source }: { source: SourceView }) {
  const { t } = useTexts();
  const name = useField(source.name);
  return (
    <Group source={source} title={t("keep.name")} fields={[name]} change={name.isChanged ? { name: name.value } : {}}>
      <input
        className="in settings-wide"
        aria-label={t("keep.name")}
        required
        value={name.value}
        onChange={({ target }) => name.change(target.value)}
      />
    </Group>
  );
}

function Schedule({ source }: { source: SourceView }) {
  const { t } = useTexts();
  const { schedule } = source.settings;
  const cron = useField(schedule?.cron ?? "");
  const zone = useField(schedule?.zone ?? ownZone());
  const given = cron.value.trim() === "" ? null : { cron: cron.value.trim(), zone: zone.value.trim() };
  const change: Change = cron.isChanged || zone.isChanged ? { schedule: given } : {};
  return (
    <Group source={source} title={t("keep.check")} fields={[cron, zone]} change={change}>
      <label className="field">
        <span>{t("source-settings.cron")}</span>
        <input className="in m" value={cron.value} placeholder="0 6 * * *" onChange={({ target }) => cron.change(target.value)} />
      </label>
      <label className="field">
        <span>{t("source-settings.zone")}</span>
        <input className="in m" value={zone.value} onChange={({ target }) => zone.change(target.value)} />
      </label>
    </Group>
  );
}

type Switched = Readonly<Partial<Record<Alarm, boolean>>>; // on or off, by hand
const NONE_SWITCHED: Switched = {};

/** Who is told of its warnings, and which alarms of its own history it has. */
function Warnings({ source }: { source: SourceView }) {
  const { t } = useTexts();
  const { settings } = source;
  const mail = useField(settings.warnMail ?? "");
  const switched = useField(NONE_SWITCHED);
  const isOn = (alarm: Alarm): boolean => switched.value[alarm] ?? !settings.alarmsOff.includes(alarm);
  const change: Change = {
    ...(mail.isChanged && { warnMail: mail.value.trim() === "" ? null : mail.value.trim() }),
    ...(switched.isChanged && { alarmsOff: ALARMS.filter((alarm) => !isOn(alarm)) }),
  };
  return (
    <Group source={source} title={t("nav.warnings")} fields={[mail, switched]} change={change}>
      <fieldset className="field settings-row">
        <legend>{t("source-settings.alarms")}</legend>
        {ALARMS.map((alarm) => (
          <label key={alarm} className="row">
            <input
              type="checkbox"
              checked={isOn(alarm)}
              onChange={({ target }) => switched.change({ ...switched.value, [alarm]: target.checked })}
            />
            {t(`alarm.${alarm}`)}
          </label>
        ))}
      </fieldset>
      <label className="field settings-wide">
        <span>{t("source-settings.warn-mail")}</span>
        <input className="in" type="email" value={mail.value} onChange={({ target }) => mail.change(target.value)} />
      </label>
    </Group>
  );
}

const linesOf = (text: string): string[] => text.split("\n").flatMap((line) => line.trim() || []);

function Pages({ source }: { source: SourceView }) {
  const { t } = useTexts();
  const { settings } = source;
  const lists = useField(settings.lists.join("\n"));
  const keep = useField(settings.keep.join("\n"));
  const drop = useField(settings.drop.join("\n"));
  const most = useField(String(settings.maxPages));
  const change: Change = {
    ...(lists.isChanged && { lists: linesOf(lists.value) }),
    ...(keep.isChanged && { keep: linesOf(keep.value) }),
    ...(drop.isChanged && { drop: linesOf(drop.value) }),
    ...(most.isChanged && { maxPages: Number(most.value) }),
  };
  const area = (name: string, { value, change }: Field<string>) => (
    <label className="field settings-wide">
      <span>{name}</span>
      <textarea className="in m" rows={2} value={value} onChange={({ target }) => change(target.value)} />
    </label>
  );
  return (
    <Group source={source} title={t("source-settings.pages")} fields={[lists, keep, drop, most]} change={change}>
      {area(t("source-settings.lists"), lists)}
      {area(t("source-settings.keep"), keep)}
      {area(t("source-settings.drop"), drop)}
      <label className="field">
        <span>{t("source-settings.most")}</span>
        <input className="in n" type="number" min={1} value={most.value} onChange={({ target }) => most.change(target.value)} />
      </label>
    </Group>
  );
}

/** Its name is typed in place; it can be brought back for some days. */
function Remove({ source }: { source: SourceView }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const isOnline = useIsOnline();
  const [typed, setTyped] = useState("");
  const params = { id: source.id };
  const remove = useMutation({ mutationFn: () => call("removeSource", { params }) });
  const restore = useMutation({
    mutationFn: () => call("restoreSource", { params }),
    onSuccess: () => {
      remove.reset();
      void client.invalidateQueries();
    },
  });
  return (
    <section className="panel" aria-label={t("source-settings.remove")}>
      <header>
        <h2 className="t2">{t("source-settings.remove")}</h2>
        <span className="t3">{t("source-settings.remove-text")}</span>
      </header>
      <div className="settings-line">
        {remove.isSuccess ? (
          <>
            <p role="status">{t("source-settings.removed")}</p>
            <button type="button" className="btn" disabled={restore.isPending || !isOnline} onClick={() => restore.mutate()}>
              {t("source-settings.restore")}
            </button>
          </>
        ) : (
          <>
            <label className="field grow">
              <span>{t("source-settings.type-name", { name: source.name })}</span>
              <input className="in" value={typed} onChange={({ target }) => setTyped(target.value)} />
            </label>
            <button
              type="button"
              className="btn"
              disabled={typed !== source.name || remove.isPending || !isOnline}
              onClick={() => remove.mutate()}
            >
              {t("source-settings.remove")}
            </button>
          </>
        )}
        {(remove.error ?? restore.error) && <ErrorLine error={remove.error ?? restore.error} />}
      </div>
    </section>
  );
}
