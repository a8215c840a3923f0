/** The template versions, the delimiters of the one shown, and the template as a file. */
import { Link } from "@tanstack/react-router";
import type { SourceView } from "../../../api/server/sources.js";
import { useAnswer } from "../../data/ask.js";
import { Delimiters } from "../../parts/Delimiters.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { Quote } from "../../parts/Quote.js";
import { Waiting } from "../../parts/Waiting.js";
import { When } from "../../parts/When.js";
import { useTexts } from "../../texts/language.js";

export function TemplateTab({ source, version }: { source: SourceView; version: number | undefined }) {
  const { t } = useTexts();
  const versions = useAnswer("versions", { params: { id: source.id } });
  const shown = version ?? source.templateVersion;
  if (versions.error) return <ErrorLine error={versions.error} />;
  if (!versions.data) return <Waiting text={t("wait.screen")} />;
  return (
    <>
      <p className="t3">{t("template.what")}</p>
      <section className="panel scroll-x" aria-label={t("template.versions")}>
        <table>
          <thead>
            <tr>
              {(["version", "made", "from", "standing"] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`template.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {versions.data.versions.map((each) => (
              <tr key={each.version} className={each.version === shown ? "sel" : ""}>
                <th scope="row">
                  <Link to="/sources/$id" params={{ id: source.id }} search={{ tab: "template", version: each.version }}>
                    {t("changes.version", { version: each.version })}
                  </Link>{" "}
                  {each.isInForce && <span className="chip">{t("version.in-force")}</span>}
                </th>
                <td className="clip">
                  <When at={each.madeAt} />
                </td>
                <td className="clip">{t(`changes.origin-${each.origin}`)}</td>
                <td>{each.undoneAt ? t("history.undone") : t(`template.${each.standing}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shown !== null && <VersionDelimiters source={source} version={shown} />}
    </>
  );
}

function VersionDelimiters({ source, version }: { source: SourceView; version: number }) {
  const { t } = useTexts();
  const answer = useAnswer("version", { params: { id: source.id, version } });
  if (answer.error) return <ErrorLine error={answer.error} />;
  if (!answer.data) return <Waiting text={t("wait.screen")} />;
  const { delimiters, key, attributes, template } = answer.data;
  const file = `data:application/json;charset=utf-8,${encodeURIComponent(template)}`;
  return (
    <section className="panel" aria-label={t("results.delimiters")}>
      <header>
        <h2 className="t2 grow">{t("results.delimiters")}</h2>
        <a className="btn small" href={file} download={`${source.name} ${version}.json`}>
          {t("template.file")}
        </a>
      </header>
      <Delimiters
        rows={delimiters}
        names={attributes}
        value={({ attribute, values: [value = 0] }) => <Quote>{key[attribute]?.[value]}</Quote>}
      />
    </section>
  );
}
