/** A column per label, a row per other page; rows fill as they are read, in their order. */
import { Progress } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { DraftView, SiblingRow } from "../../../api/server/drafts.js";
import { useAnnounce } from "../../parts/Announcer.js";
import { EmptyState } from "../../parts/EmptyState.js";
import { LabelHeads } from "../../parts/LabelHeads.js";
import { useTexts } from "../../texts/language.js";
import { reasonSaid } from "../../texts/said.js";
import { ListAddress } from "./ListTab.js";
import { CellText } from "./OtherLabels.js";
import { shortAddress } from "./PagePanel.js";
import type { Draft } from "./use-draft.js";

interface OtherPagesProps {
  readonly draft: Draft;
  readonly view: DraftView;
  readonly names: readonly string[];
  readonly address: string;
  readonly onOpen: (address: string | undefined, name?: string) => void;
}

export function OtherPages({ draft, view, names, address, onOpen }: OtherPagesProps) {
  const { t, language } = useTexts();
  const { siblings, learning } = view;
  const note = siblings.note === null ? null : reasonSaid(language, siblings.note);
  useSaid(view);
  if (siblings.state === "waiting") return <EmptyState text={t("results.waiting-labels")} />;
  if (!siblings.rows.length) {
    if (siblings.state === "looking") return <EmptyState text={t("results.looking")} />;
    return (
      <EmptyState text={note ?? t("results.none")}>
        <ListAddress draft={draft} view={view} />
      </EmptyState>
    );
  }
  const done = siblings.rows.filter(({ state }) => state === "read" || state === "failed").length;
  return (
    <>
      {siblings.state === "looking" && <p className="t3">{t("results.looking")}</p>}
      {siblings.state === "reading" && (
        <div className="reading">
          <Progress
            value={(100 * done) / siblings.rows.length}
            aria-label={t("results.reading", { done, all: siblings.rows.length })}
            transitionDuration={120}
          />
          <p className="t3">{t("results.reading", { done, all: siblings.rows.length })}</p>
        </div>
      )}
      <div className="scroll-x">
        <table className="sib" style={{ minWidth: 110 + 96 * names.length }}>
          <thead>
            <tr>
              <th scope="col">{t("results.page")}</th>
              <LabelHeads names={names} />
            </tr>
          </thead>
          <tbody>
            {siblings.rows.map((row) => (
              <Row key={row.address} row={row} names={names} isShown={row.address === address} onOpen={onOpen} />
            ))}
          </tbody>
        </table>
      </div>
      {(learning.note || note || learning.standing === "provisional") && (
        <p className="t3 results-note">
          {[
            note,
            learning.note && reasonSaid(language, learning.note),
            learning.isLearnt && learning.standing === "provisional" && siblings.state === "done"
              ? t("results.provisional")
              : null,
          ]
            .filter(Boolean)
            .join(" ")}
        </p>
      )}
    </>
  );
}

function Row({
  row,
  names,
  isShown,
  onOpen,
}: {
  row: SiblingRow;
  names: readonly string[];
  isShown: boolean;
  onOpen: OtherPagesProps["onOpen"];
}) {
  const { t, language } = useTexts();
  const isRead = row.state === "read";
  return (
    <tr className={isShown ? "sel" : ""}>
      <th scope="row" className="m">
        {isRead ? (
          <button
            type="button"
            className="link m"
            title={`${t("results.open-page")}: ${row.address}`}
            onClick={() => onOpen(row.address)}
          >
            {lastPart(row.address)}
          </button>
        ) : (
          lastPart(row.address)
        )}
      </th>
      {!isRead && (
        <td colSpan={names.length} className="dim">
          {row.state === "failed"
            ? row.reason && reasonSaid(language, row.reason)
            : t(row.state === "reading" ? "results.reading-page" : "results.waiting")}
        </td>
      )}
      {isRead &&
        names.map((name) => (
          <td key={name} className="clip">
            <button
              type="button"
              className="cell-button clip"
              aria-label={t("results.say", { name })}
              onClick={() => onOpen(row.address, row.cells[name]?.kind === "value" ? undefined : name)}
            >
              <CellText cell={row.cells[name]} />
            </button>
          </td>
        ))}
    </tr>
  );
}

/** What tells the rows apart: the end of the path. */
function lastPart(address: string): string {
  const path = shortAddress(address).replace(/\/$/, "");
  return path.slice(path.lastIndexOf("/")) || "/";
}

/** Says once how many pages are read, not every one. */
function useSaid({ siblings }: DraftView): void {
  const { t } = useTexts();
  const announce = useAnnounce();
  const read = siblings.rows.filter(({ state }) => state === "read").length;
  const said = useRef(read);
  const { withheld } = siblings.counts;
  useEffect(() => {
    if (read > said.current && siblings.state === "done") announce(t("said.read", { n: read, withheld }));
    if (siblings.state === "done") said.current = read;
  }, [announce, read, siblings.state, t, withheld]);
}
