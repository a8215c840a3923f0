/** What a person set for the source; saved per group, in place. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ALARMS, type Alarm } from "../../../api/alarm.js";
import type { CallOf } from "../../../api/server/routes.js";
import type { SourceView } from "../../../api/server/sources.js";
import { call } from "../../data/client.js";
import { useIsOnline, useMay } from "../../data/me.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { useTexts } from "../../texts/language.js";

type Change = CallOf<"changeSource">["body"];

export function SourceSettings({ source }: { source: SourceView }) {
  const { t } = useTexts();
  const mayAct = useMay("editor");
  return (
    <div className="col settings-parts source-settings">
      {!mayAct && <p className="say">{t("shell.reader")}</p>}
      <Name source={source} />
      <Schedule source={source} />
      <Warnings source={source} />
      <Pages source={source} />
      {mayAct && <Remove source={source} />}
    </div>
  );
}

interface GroupProps {
  readonly source: SourceView;
  readonly title: string;
  readonly change: () => Change;
  readonly children: ReactNode;
}

function Group({ source, title, change, children }: GroupProps) {
  const { t } = useTexts();
  const client = useQueryClient();
  const mayAct = useMay("editor");
  const isOnline = useIsOnline();
  const save = useMutation({
    mutationFn: () => call("changeSource", { params: { id: source.id }, body: change() }),
    onSuccess: () => client.invalidateQueries(),
  });
  return (
    <section className="panel" aria-label={title}>
      <header>
        <h2 className="t2">{title}</h2>
      </header>
      <form
        className="settings-line"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        {children}
        {mayAct && (
          <button type="submit" className="btn" disabled={save.isPending || !isOnline}>
            {t("source-settings.save")}
          </button>
        )}
        {save.isSuccess && (
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
  const [name, setName] = useState(source.name);
  return (
    <Group source={source} title={t("keep.name")} change={() => ({ name })}>
      <input
        className="in settings-wide"
        aria-label={t("keep.name")}
        required
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </Group>
  );
}

function Schedule({ source }: { source: SourceView }) {
  const { t } = useTexts();
  const { schedule } = source.settings;
  const [cron, setCron] = useState(schedule?.cron ?? "");
  const [zone, setZone] = useState(schedule?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  const change = (): Change => ({ schedule: cron.trim() === "" ? null : { cron: cron.trim(), zone: zone.trim() } });
  return (
    <Group source={source} title={t("keep.check")} change={change}>
      <label className="field">
        <span>{t("source-settings.cron")}</span>
        <input className="in m" value={cron} placeholder="0 6 * * *" onChange={({ target }) => setCron(target.value)} />
      </label>
      <label className="field">
        <span>{t("source-settings.zone")}</span>
        <input className="in m" value={zone} onChange={({ target }) => setZone(target.value)} />
      </label>
    </Group>
  );
}

/** Who is told of its warnings, and which alarms of its own history it has. */
function Warnings({ source }: { source: SourceView }) {
  const { t } = useTexts();
  const { settings } = source;
  const [mail, setMail] = useState(settings.warnMail ?? "");
  const [off, setOff] = useState<readonly Alarm[]>(settings.alarmsOff);
  const change = (): Change => ({ warnMail: mail.trim() === "" ? null : mail.trim(), alarmsOff: [...off] });
  const toggle = (alarm: Alarm, isOn: boolean) => setOff(isOn ? off.filter((each) => each !== alarm) : [...off, alarm]);
  return (
    <Group source={source} title={t("nav.warnings")} change={change}>
      <label className="field settings-wide">
        <span>{t("source-settings.warn-mail")}</span>
        <input className="in" type="email" value={mail} onChange={({ target }) => setMail(target.value)} />
      </label>
      <fieldset className="field settings-wide">
        <legend>{t("source-settings.alarms")}</legend>
        {ALARMS.map((alarm) => (
          <label key={alarm} className="row">
            <input type="checkbox" checked={!off.includes(alarm)} onChange={({ target }) => toggle(alarm, target.checked)} />
            {t(`alarm.${alarm}`)}
          </label>
        ))}
      </fieldset>
    </Group>
  );
}

const linesOf = (text: string): string[] => text.split("\n").flatMap((line) => line.trim() || []);

function Pages({ source }: { source: SourceView }) {
  const { t } = useTexts();
  const { settings } = source;
  const [lists, setLists] = useState(settings.lists.join("\n"));
  const [keep, setKeep] = useState(settings.keep.join("\n"));
  const [drop, setDrop] = useState(settings.drop.join("\n"));
  const [most, setMost] = useState(String(settings.maxPages));
  const change = (): Change => ({ lists: linesOf(lists), keep: linesOf(keep), drop: linesOf(drop), maxPages: Number(most) });
  const area = (name: string, value: string, set: (value: string) => void) => (
    <label className="field settings-wide">
      <span>{name}</span>
      <textarea className="in m" rows={2} value={value} onChange={({ target }) => set(target.value)} />
    </label>
  );
  return (
    <Group source={source} title={t("source-settings.pages")} change={change}>
      {area(t("source-settings.lists"), lists, setLists)}
      {area(t("source-settings.keep"), keep, setKeep)}
      {area(t("source-settings.drop"), drop, setDrop)}
      <label className="field">
        <span>{t("source-settings.most")}</span>
        <input className="in n" type="number" min={1} value={most} onChange={({ target }) => setMost(target.value)} />
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
