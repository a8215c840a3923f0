/**
 * The bar-tree as Fig. 5 draws it, small: tag and k/P in line with each bar, the dark cell holds the record.
 * For pages of few depths; deeper ones are drawn in tiers by `Bars`.
 */
import type { DrawnBars } from "../../core/draw/drawn-bars.js";
import { depthsOf } from "../../core/draw/drawn-bars.js";
import { nested } from "../../core/draw/nested.js";
import { ONE } from "../../core/measure/fraction.js";
import { useTexts } from "../texts/language.js";

const ROW = 30;
const LEFT = 146;
const WIDTH = 460;

export function BarPicture({ bars }: { bars: DrawnBars }) {
  const { t } = useTexts();
  const depths = depthsOf(bars);
  const drawn = nested(depths, { x: LEFT, width: WIDTH - LEFT }, ONE);
  const base = depths.length * ROW + 2;
  return (
    <svg className="bar-picture" viewBox={`0 0 ${WIDTH} ${base + 2}`} role="img" aria-label={sentences(bars, t)}>
      {drawn.map(({ depth, bar, cell }, i) => {
        const y = base - (i + 1) * ROW;
        const isLast = i === drawn.length - 1;
        return (
          <g key={depth.d}>
            <line x1={LEFT - 6} x2={WIDTH} y1={y + ROW / 2} y2={y + ROW / 2} stroke="var(--line)" strokeDasharray="3 3" />
            <rect x={bar.x} y={y} width={bar.width} height={ROW} fill="var(--bar)" stroke="var(--bar-2)" />
            <rect
              x={cell.x}
              y={y}
              width={Math.max(cell.width, 2)}
              height={ROW}
              fill={isLast ? "var(--ink)" : "var(--bar-2)"}
              opacity={isLast ? 1 : 0.75}
            />
            {[bar.x, bar.x + bar.width].map((x) => (
              <line key={x} x1={x} x2={x} y1={y + ROW} y2={base} stroke="var(--ink-3)" opacity="0.35" />
            ))}
            <text x={30} y={y + ROW / 2 + 4} textAnchor="end" fontSize="12" fill="var(--ink-3)">
              {depth.d}
            </text>
            <text x={40} y={y + ROW / 2 + 4} fontSize="12" fill="var(--ink)" fontFamily="var(--mono)">
              {depth.tag}
            </text>
            <text x={LEFT - 12} y={y + ROW / 2 + 4} textAnchor="end" fontSize="12" fill="var(--ink-3)">
              {depth.k}/{depth.P}
            </text>
          </g>
        );
      })}
      <line x1={LEFT} x2={WIDTH} y1={base} y2={base} stroke="var(--ink-2)" strokeWidth="1.5" />
    </svg>
  );
}

function sentences({ path, k, P }: DrawnBars, t: ReturnType<typeof useTexts>["t"]): string {
  return path.map((tag, i) => `${i + 1} ${tag} ${t("bars.of", { k: k[i] ?? 1, count: P[i] ?? 1 })}`).join("; ");
}
