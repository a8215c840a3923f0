/** Accounts or keys as rows: the columns named, what can be done at the end of each row. */
import type { ReactNode } from "react";
import { useTexts } from "../../texts/language.js";

export function NamedTable({ columns, children }: { columns: readonly string[]; children: ReactNode }) {
  const { t } = useTexts();
  return (
    <div className="scroll-x">
      <table className="named">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            <th scope="col">
              <span className="hidden-words">{t("sources.act")}</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
