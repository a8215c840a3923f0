/** This machine as it runs: versions, database, workers, settings. Secrets are not among them. */
import { useAnswer } from "../../data/ask.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { Waiting } from "../../parts/Waiting.js";
import { When } from "../../parts/When.js";
import { Words } from "../../parts/Words.js";
import { useTexts } from "../../texts/language.js";
import { settingSaid } from "../../texts/said.js";

const MB = 1_000_000;

export function Machine() {
  const { t, number, language } = useTexts();
  const machine = useAnswer("machine", {});
  if (machine.error) return <ErrorLine error={machine.error} />;
  if (!machine.data) return <Waiting text={t("wait.screen")} />;
  const { version, node, database, listensOn, verified, workers, settings } = machine.data;
  return (
    <div className="col settings-parts">
      <section className="panel" aria-labelledby="machine">
        <header>
          <h2 className="t2" id="machine">
            {t("settings.machine")}
          </h2>
        </header>
        <dl className="machine">
          <dt>bartree</dt>
          <dd className="m">{version}</dd>
          <dt>Node</dt>
          <dd className="m">{node}</dd>
          <dt>PostgreSQL</dt>
          <dd>
            <span className="m">{database.version}</span>
            {database.isEmbedded && ` ${t("machine.embedded")}`},{" "}
            {t("machine.size", { mb: number(Math.round(database.bytes / MB)) })}
          </dd>
          <dt>{t("machine.listens")}</dt>
          <dd className="m">{listensOn}</dd>
          <dt>{t("machine.verified")}</dt>
          <dd>
            {verified ? (
              <>
                {t("machine.verified-found", {
                  values: number(verified.values),
                  wrong: number(verified.false + verified.unchecked),
                })}{" "}
                <span className="t3">
                  <When at={verified.at} />
                </span>
              </>
            ) : (
              <Words text={t("machine.never-verified")} />
            )}
          </dd>
          <dt>{t("machine.workers")}</dt>
          <dd>
            {workers.length === 0 && t("machine.no-worker")}
            {workers.map(({ name, seenAt }) => (
              <p key={name}>
                <span className="m">{name}</span>{" "}
                <span className="t3">
                  {t("machine.seen")} <When at={seenAt} />
                </span>
              </p>
            ))}
          </dd>
        </dl>
      </section>
      <section className="panel scroll-x" aria-labelledby="machine-settings">
        <header>
          <h2 className="t2" id="machine-settings">
            {t("machine.settings")}
          </h2>
          <span className="t3">{t("machine.settings-text")}</span>
        </header>
        <table className="named">
          <thead>
            <tr>
              <th scope="col">{t("people.name")}</th>
              <th scope="col">{t("machine.value")}</th>
              <th scope="col">{t("machine.does")}</th>
            </tr>
          </thead>
          <tbody>
            {settings.map(({ name, value, isDefault, does }) => (
              <tr key={name}>
                <th scope="row" className="m">
                  {name}
                </th>
                <td className="m settings-value">
                  {value || <span className="dim">{t("machine.unset")}</span>}{" "}
                  {!isDefault && <span className="chip">{t("machine.changed")}</span>}
                </td>
                <td className="mut settings-does">
                  <Words text={settingSaid(language, name, does)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
