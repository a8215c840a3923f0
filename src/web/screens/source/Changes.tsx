/** The source's story, the newest first; what is selected is told beside it. */
import { Link } from "@tanstack/react-router";
import type { z } from "zod";
import type { SourceView, TimelineEntry } from "../../../api/server/sources.js";
import { useAnswer } from "../../data/ask.js";
import { EmptyState } from "../../parts/EmptyState.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { Waiting } from "../../parts/Waiting.js";
import { type Texts, useTexts } from "../../texts/language.js";
import { reasonSaid } from "../../texts/said.js";
import { clock, dayOf, fullTime } from "../../texts/times.js";
import { CheckPanel } from "./CheckPanel.js";
import { HarvestPanel } from "./HarvestPanel.js";
import { VersionPanel } from "./VersionPanel.js";

type Entry = z.infer<typeof TimelineEntry>;

export function Changes({ source, entry }: { source: SourceView; entry: string | undefined }) {
  const { t } = useTexts();
  const timeline = useAnswer("timeline", { params: { id: source.id }, query: {} });
  if (timeline.error) return <ErrorLine error={timeline.error} />;
  if (!timeline.data) return <Waiting text={t("wait.screen")} />;
  const { entries } = timeline.data;
  const shown = entries.find((each) => nameOf(each) === entry) ?? entries.find(isNews) ?? entries[0];
  if (!shown) return <EmptyState text={t("changes.none")} />;
  return (
    <div className="changes-halves">
      <ol className="timeline" aria-label={t("changes.timeline")}>
        {entries.map((each, i) => (
          <Line
            key={nameOf(each)}
            sourceId={source.id}
            entry={each}
            isShown={each === shown}
            isNewDay={dateOf(each.at) !== dateOf(entries[i - 1]?.at)}
          />
        ))}
      </ol>
      <div className="col changes-panel">
        {shown.kind === "check" && <CheckPanel key={shown.check.id} sourceId={source.id} checkId={shown.check.id} />}
        {shown.kind === "harvest" && <HarvestPanel harvest={shown.harvest} />}
        {shown.kind === "version" && <VersionPanel key={shown.version} source={source} version={shown.version} />}
      </div>
    </div>
  );
}

/** A check that said something, or a new version. */
const isNews = (entry: Entry): boolean =>
  entry.kind === "version" ? entry.origin === "heal" : entry.kind === "check" && entry.check.verdict !== "same";

function nameOf(entry: Entry): string {
  if (entry.kind === "version") return `version-${entry.version}`;
  return entry.kind === "check" ? `check-${entry.check.id}` : `harvest-${entry.harvest.id}`;
}

const dateOf = (at: string | undefined): string => (at === undefined ? "" : new Date(at).toDateString());

interface LineProps {
  readonly sourceId: string;
  readonly entry: Entry;
  readonly isShown: boolean;
  readonly isNewDay: boolean;
}

function Line({ sourceId, entry, isShown, isNewDay }: LineProps) {
  const texts = useTexts();
  const at = new Date(entry.at);
  const { word, tone, text } = told(entry, texts);
  return (
    <li className={isShown ? "sel" : ""}>
      {isNewDay && <p className="t3 timeline-day">{dayOf(at, texts.language)}</p>}
      <Link
        to="/sources/$id"
        params={{ id: sourceId }}
        search={{ tab: "changes", entry: nameOf(entry) }}
        {...(isShown && { "aria-current": "true" as const })}
      >
        <time dateTime={entry.at} title={fullTime(at, texts.language)} className="t3">
          {"times" in entry && entry.times > 1 ? `${entry.times} ×` : clock(at, texts.language)}
        </time>
        <span>
          <b className={tone}>{word}</b>
          <span className="mut"> {text}</span>
        </span>
      </Link>
    </li>
  );
}

const TONES = { same: "", changed: "note", broken: "bad", "key-missing": "bad", unreachable: "warn", unrecognised: "warn" };

function told(entry: Entry, { t, language }: Texts): { word: string; tone: string; text: string } {
  if (entry.kind === "version")
    return {
      word: t("changes.version", { version: entry.version }),
      tone: entry.undoneAt ? "quiet" : "good",
      text: entry.undoneAt ? t("history.undone") : t(`changes.origin-${entry.origin}`),
    };
  if (entry.kind === "check")
    return {
      word: t(`verdict.${entry.check.verdict}`),
      tone: TONES[entry.check.verdict],
      text: entry.check.reason ? reasonSaid(language, entry.check.reason) : "",
    };
  const { finishedAt, found, read, partly, unchanged } = entry.harvest;
  return {
    word: t("changes.harvest"),
    tone: "",
    text: finishedAt ? t("changes.harvested", { found, read: read + partly, unchanged }) : t("sources.running"),
  };
}
