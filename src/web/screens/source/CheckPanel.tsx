/** One check: the place and what became what, the sets as they nest, the bars then and now, the pages then and now. */
import type { AnswerOf } from "../../../api/server/routes.js";
import { useAnswer } from "../../data/ask.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { Moment } from "../../parts/Moment.js";
import { ThenNow } from "../../parts/ThenNow.js";
import { Waiting } from "../../parts/Waiting.js";
import { useTexts } from "../../texts/language.js";
import { reasonSaid } from "../../texts/said.js";
import { BarsThenNow, type Found } from "./BarsThenNow.js";

type Check = AnswerOf<"check">;

export function CheckPanel({ sourceId, checkId }: { sourceId: string; checkId: string }) {
  const { t, language } = useTexts();
  const answer = useAnswer("check", { params: { id: sourceId, check: checkId } });
  if (answer.error) return <ErrorLine error={answer.error} />;
  if (!answer.data) return <Waiting text={t("wait.screen")} />;
  const { check, change, was, now } = answer.data;
  const before = foundIn(was);
  const after = foundIn(now);
  return (
    <section className="panel check" aria-label={t("check.title")}>
      <header>
        <h2 className="t2">{t("check.title")}</h2>
        <Moment at={check.checkedAt} />
      </header>
      <p className="say">{sentence(answer.data, before, after, t)}</p>
      {!placeIn(change.at) && check.reason && <p className="t3">{reasonSaid(language, check.reason)}</p>}
      {change.sets && (
        <>
          <Sets change={change} />
          <p className="t3">{t("check.sets-what")}</p>
        </>
      )}
      {before && after && <BarsThenNow before={before} after={after} />}
      {was && now && !(before && after) && <p className="t3">{t("check.no-bars")}</p>}
      <ThenNow sourceId={sourceId} checkId={checkId} />
    </section>
  );
}

const foundIn = (side: Check["was"]): Found | null => (side?.inspection.kind === "found" ? side.inspection : null);

function placeIn(at: unknown): { d: number; side: "path" | "upper" | "lower" } | null {
  const place = at as { d?: unknown; side?: unknown } | null;
  if (typeof place?.d !== "number") return null;
  return place.side === "path" || place.side === "upper" || place.side === "lower" ? { d: place.d, side: place.side } : null;
}

const CASES: Readonly<Record<string, "1" | "2" | "3-upper" | "3-lower" | "4">> = {
  "1": "1",
  "2": "2",
  "3-upper": "3-upper",
  "3-lower": "3-lower",
  "4": "4",
};

function sentence(
  { change, check }: Check,
  before: Found | null,
  after: Found | null,
  t: ReturnType<typeof useTexts>["t"],
): string {
  const place = placeIn(change.at);
  const said = CASES[change.case ?? ""];
  if (!place) return t(`check.say-${check.verdict}`);
  const [was, is] = [before?.path[place.d - 1], after?.path[place.d - 1]];
  const became = was && is && was !== is ? ` ${t("check.became", { was, is })}` : "";
  const counted = said ? ` ${t(`check.case-${said}`)}` : "";
  return `${t(`check.place-${place.side}`, { depth: place.d })}${became}${counted}`;
}

const SETS = ["S1", "S2", "S3", "S4", "S5"] as const;

/** Left to right as they nest: the first that differs explains the rest. */
function Sets({ change: { sets, verdict } }: { change: Check["change"] }) {
  const { t } = useTexts();
  const isRead = verdict === "same" || verdict === "changed";
  return (
    <ul className="sets">
      {SETS.map((set) => (
        <li key={set} className={sets?.[set] ? "" : "differs"}>
          <b>{set}</b> <span aria-hidden="true">{sets?.[set] ? "=" : "≠"}</span> {t(`check.${set}`)}
          <span className="hidden-words"> {sets?.[set] ? t("check.equal") : t("check.differs")}</span>
        </li>
      ))}
      <li className={isRead ? "" : "differs"}>
        <b>R</b> <span aria-hidden="true">{isRead ? "✓" : "✕"}</span> {isRead ? t("check.read") : t("check.not-read")}
      </li>
      <li className="sets-verdict">
        <span aria-hidden="true">→</span> <b>{t(`verdict.${verdict}`)}</b>
      </li>
    </ul>
  );
}
