/** Records as rows: what one calls it by, where it is from, when it changed, what is withheld. */
import { Link } from "@tanstack/react-router";
import type { RecordHead } from "../../../api/server/records.js";
import { Quote } from "../../parts/Quote.js";
import { When } from "../../parts/When.js";
import { useTexts } from "../../texts/language.js";

export function RecordsTable({ records }: { records: readonly RecordHead[] }) {
  const { t } = useTexts();
  return (
    <div className="scroll-x">
      <table className="found-records">
        <thead>
          <tr>
            <th scope="col">{t("records.record")}</th>
            <th scope="col" className="wide-only">
              {t("records.source")}
            </th>
            <th scope="col" className="wide-only">
              {t("records.values")}
            </th>
            <th scope="col">{t("records.changed")}</th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <Row key={record.id} record={record} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ record: { id, title, source, state, values, withheld, isProvisional, updatedAt } }: { record: RecordHead }) {
  const { t } = useTexts();
  const proved = Object.values(values).flat().length;
  const held = Object.keys(withheld).length;
  return (
    <tr>
      <th scope="row">
        <Link to="/records/$id" params={{ id }} className="clip">
          <Quote>{title}</Quote>
        </Link>
        {state === "gone" && <span className="chip">{t("records.gone")}</span>}
        {isProvisional && <span className="chip">{t("state.provisional")}</span>}
      </th>
      <td className="wide-only">
        <Link to="/sources/$id" params={{ id: source.id }}>
          {source.name}
        </Link>
      </td>
      <td className="wide-only n mut">
        {t("counts.proved", { figure: proved })}
        {held > 0 && <span className="warn"> · {t("counts.withheld", { figure: held })}</span>}
      </td>
      <td className="mut">
        <When at={updatedAt} />
      </td>
    </tr>
  );
}
