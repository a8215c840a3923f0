/** One harvest: what was found, and what became of each page; the sum is shown to be the sum. */
import type { HarvestView } from "../../../api/server/sources.js";
import { Moment } from "../../parts/Moment.js";
import { useTexts } from "../../texts/language.js";
import { reasonSaid } from "../../texts/said.js";

const OUTCOMES = ["read", "partly", "withheld", "unchanged", "gone", "skipped", "failed"] as const;

export function HarvestPanel({ harvest }: { harvest: HarvestView }) {
  const { t, number, language } = useTexts();
  return (
    <section className="panel check" aria-label={t("changes.harvest")}>
      <header>
        <h2 className="t2">{t("changes.harvest")}</h2>
        <Moment at={harvest.startedAt} />
      </header>
      <p className="t3">{t("changes.harvest-what")}</p>
      {harvest.note && <p className="say">{reasonSaid(language, harvest.note)}</p>}
      <table className="outcomes">
        <tbody>
          {OUTCOMES.map((outcome) => (
            <tr key={outcome}>
              <th scope="row">{t(`outcome.${outcome}`)}</th>
              <td className="right n">{number(harvest[outcome])}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("outcome.found")}</th>
            <td className="right n">
              <b>{number(harvest.found)}</b>
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
