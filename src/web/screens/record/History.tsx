/** How the record came to be what it is: each version as the words it took away and brought. */
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { z } from "zod";
import type { RecordVersionView, RecordView } from "../../../api/server/records.js";
import { useAnswer } from "../../data/ask.js";
import { Quote } from "../../parts/Quote.js";
import { When } from "../../parts/When.js";
import { useTexts } from "../../texts/language.js";
import { type Piece, wordDiff } from "./word-diff.js";

type Version = z.infer<typeof RecordVersionView>;

export function History({ record }: { record: Pick<RecordView, "id"> }) {
  const { t } = useTexts();
  const [isAll, setAll] = useState(false);
  const history = useAnswer("recordVersions", { params: { id: record.id } });
  const versions = history.data?.versions ?? [];
  const shown = isAll ? versions : versions.slice(0, 1);
  if (versions.length === 0) return null;
  return (
    <section className="history" aria-label={t("history.title")}>
      <div className="row">
        <h3 className="t2 grow">{t("history.title")}</h3>
        {versions.length > 1 && (
          <button type="button" className="link t3" onClick={() => setAll(!isAll)}>
            {isAll ? t("history.newest") : t("history.all", { n: versions.length })}
          </button>
        )}
      </div>
      {shown.map((version, i) => (
        <VersionLine key={version.number} record={record} version={version} before={versions[i + 1]} />
      ))}
    </section>
  );
}

function VersionLine({
  record,
  version,
  before,
}: {
  record: Pick<RecordView, "id">;
  version: Version;
  before: Version | undefined;
}) {
  const { t, language } = useTexts();
  const names = [...new Set([...Object.keys(version.values), ...Object.keys(before?.values ?? {})])];
  const textOf = (values: Version["values"] | undefined, name: string): string => values?.[name]?.join("\n") ?? "";
  const changed = before ? names.filter((name) => textOf(version.values, name) !== textOf(before.values, name)) : [];
  return (
    <div className={version.undoneAt ? "history-version undone" : "history-version"}>
      <p className="t3">
        <Link to="/records/$id" params={{ id: record.id }} search={{ version: version.number }}>
          {t("history.version", { number: version.number })}
        </Link>{" "}
        <When at={version.readAt} /> {version.kind === "gone" ? t("history.gone") : before ? "" : t("history.first")}
        {version.undoneAt && ` ${t("history.undone")}`}
        {version.isApart && ` ${t("history.apart")}`}
        {version.droppedAt &&
          ` ${t("history.dropped", { date: new Date(version.droppedAt).toLocaleDateString(language), digest: version.digest?.slice(0, 16) ?? "" })}`}
      </p>
      {version.kind === "read" &&
        changed.map((name) => (
          <p key={name} className="history-change">
            <span className="m dim">{name}</span>{" "}
            <Quote>
              <Diff pieces={wordDiff(textOf(before?.values, name), textOf(version.values, name))} />
            </Quote>
          </p>
        ))}
    </div>
  );
}

/** Struck and underlined, so that it reads without colour. */
function Diff({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ kind, text }, i) => {
    const Part = kind === "same" ? "span" : kind === "removed" ? "del" : "ins";
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never change their order
    return <Part key={i}>{text}</Part>;
  });
}
