/** The last checks of a source, oldest first: height and form tell the verdict, colour repeats it. */
import type { z } from "zod";
import type { CheckMark } from "../../api/server/sources.js";
import { type Texts, useTexts } from "../texts/language.js";

type Mark = z.infer<typeof CheckMark>;

const SLOT = 5;
const SLOTS = 30;
const HEIGHT = 20;
const MARKS: readonly Mark[] = ["same", "changed", "broken", "healed", "key-missing", "not-reached"];

/** In a table all end at the same place; alone it is as wide as its checks. */
export function Sparkline({ checks, isAlone = false }: { checks: readonly Mark[]; isAlone?: boolean }) {
  const texts = useTexts();
  const slots = isAlone ? checks.length : SLOTS;
  return (
    <svg
      className="spark"
      width={SLOT * slots}
      height={HEIGHT}
      viewBox={`0 0 ${SLOT * slots} ${HEIGHT}`}
      preserveAspectRatio="xMaxYMax slice" // where there is less room, the newest
      role="img"
      aria-label={inWords(checks, texts)}
    >
      {checks.map((mark, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a check has no name but its place
        <g key={i} transform={`translate(${(slots - checks.length + i) * SLOT} 0)`}>
          <CheckShape mark={mark} />
        </g>
      ))}
    </svg>
  );
}

function CheckShape({ mark }: { mark: Mark }) {
  switch (mark) {
    case "same":
      return <rect x="0.5" y="14" width="3.5" height="6" fill="var(--bar-2)" />;
    case "changed":
      return <rect x="0.5" y="9" width="3.5" height="11" fill="var(--note)" />;
    case "broken":
      return <rect x="0.5" y="2" width="3.5" height="18" fill="var(--bad)" />;
    case "healed":
      return (
        <>
          <rect x="0.5" y="9" width="3.5" height="11" fill="var(--bad)" />
          <path d="M2.25 0.4L5 3.2 2.25 6-.5 3.2z" fill="var(--good)" />
        </>
      );
    case "key-missing":
      return <rect x="0.9" y="2.4" width="2.8" height="17.2" fill="none" stroke="var(--bad)" strokeWidth="0.9" />;
    case "not-reached":
      return <circle cx="2.25" cy="18" r="1.4" fill="none" stroke="var(--warn)" strokeWidth="1" />;
  }
}

function inWords(checks: readonly Mark[], { t, number }: Texts): string {
  if (!checks.length) return t("checks.none");
  const kinds = MARKS.map((mark) => ({ mark, n: checks.filter((each) => each === mark).length })).filter(({ n }) => n > 0);
  return t("checks.all", {
    n: checks.length,
    kinds: kinds.map(({ mark, n }) => t("checks.kind", { n: number(n), kind: t(`checks.${mark}`) })).join(", "),
  });
}

export function SparklineLegend() {
  const { t } = useTexts();
  return (
    <p className="t3 row wrap" style={{ gap: "4px 18px" }}>
      <span>{t("checks.legend")}</span>
      {MARKS.map((mark) => (
        <span key={mark} className="row">
          <svg width="6" height={HEIGHT} viewBox={`-0.5 0 6 ${HEIGHT}`} aria-hidden="true">
            <CheckShape mark={mark} />
          </svg>
          {t(`checks.${mark}`)}
        </span>
      ))}
    </p>
  );
}
