/** Records as a table, a column per attribute; a value's proof opens in a pane at its foot. */
import { useState } from "react";
import type { RecordHead } from "../../api/server/records.js";
import { useTexts } from "../texts/language.js";
import { EmptyState } from "./EmptyState.js";
import { LabelMark } from "./LabelMark.js";
import { ProofPane } from "./ProofPane.js";
import { Quote } from "./Quote.js";
import { EmptyValue, Withheld } from "./Withheld.js";

export function RecordTable({ records, attributes }: { records: readonly RecordHead[]; attributes: readonly string[] }) {
  const { t } = useTexts();
  const [asked, setAsked] = useState<{ record: RecordHead; attribute: string }>();
  if (!records.length) return <EmptyState text={t("records.none-yet")} />;
  return (
    <>
      <section className="panel scroll-x" aria-label={t("nav.records")}>
        <table className="sib records">
          <thead>
            <tr>
              {attributes.map((attribute, i) => (
                <th key={attribute} scope="col">
                  <LabelMark number={i + 1} /> {attribute}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.map((record) => (
              <tr key={record.id}>
                {attributes.map((attribute) => (
                  <td
                    key={attribute}
                    className={asked?.record.id === record.id && asked.attribute === attribute ? "clip asked" : "clip"}
                  >
                    <RecordCell record={record} attribute={attribute} onAsk={() => setAsked({ record, attribute })} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {asked && (
        <ProofPane
          key={`${asked.record.id} ${asked.attribute}`}
          record={asked.record.id}
          source={asked.record.source.id}
          attribute={asked.attribute}
          number={attributes.indexOf(asked.attribute) + 1}
        >
          <button type="button" className="btn small" onClick={() => setAsked(undefined)}>
            {t("act.close")}
          </button>
        </ProofPane>
      )}
    </>
  );
}

function RecordCell({ record, attribute, onAsk }: { record: RecordHead; attribute: string; onAsk: () => void }) {
  const { t } = useTexts();
  const withheld = record.withheld[attribute];
  if (withheld) return <Withheld kind={withheld.class} reason={withheld.reason} />;
  const values = record.values[attribute] ?? [];
  if (!values.length) return <EmptyValue />;
  return (
    <button type="button" className="cell-button clip" title={t("proof.show")} onClick={onAsk}>
      <Quote>{values.join(" · ")}</Quote>
    </button>
  );
}
