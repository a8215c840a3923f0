/** The bar-tree of a page: the picture, and the table of depths that says the same. Arrow keys go from depth to depth. */
import { SegmentedControl, useComputedColorScheme } from "@mantine/core";
import { type KeyboardEvent, useMemo, useState } from "react";
import { decimal, fraction } from "../../core/draw/decimal.js";
import type { DrawnBars, DrawOptions } from "../../core/draw/drawn-bars.js";
import { draw } from "../../core/draw.js";
import { figureWords } from "../texts/figure-words.js";
import { useTexts } from "../texts/language.js";
import "./bars.css";

type Figure = "pattern" | "true" | "single" | "tree";
const FIGURES: readonly Figure[] = ["pattern", "true", "single", "tree"];

interface BarsProps {
  readonly bars: DrawnBars;
  readonly differs?: readonly number[]; // depths that differ from another page's bars
  readonly onDepth?: (depth: number | undefined) => void; // pointed at, or reached by the keys
  readonly onShow?: (depth: number) => void;
}

export function Bars({ bars, differs, onDepth, onShow }: BarsProps) {
  const { t, language } = useTexts();
  const theme = useComputedColorScheme("light");
  const [figure, setFigure] = useState<Figure>("pattern");
  const [depth, setDepth] = useState<number>();
  const words = figureWords(language);
  const svg = useMemo(
    () => drawn(bars, figure, { theme, words, ...(differs && { differs }) }),
    [bars, figure, theme, words, differs],
  );
  const point = (next: number | undefined): void => {
    setDepth(next);
    onDepth?.(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const deepest = bars.path.length;
    const next = {
      ArrowUp: Math.min((depth ?? 0) + 1, deepest),
      ArrowDown: Math.max((depth ?? deepest + 1) - 1, 1),
      Home: 1,
      End: deepest,
    }[event.key];
    if (event.key === "Enter" && depth !== undefined) onShow?.(depth);
    else if (next !== undefined) point(next);
    else return;
    event.preventDefault();
  };
  return (
    <div className="bars">
      <div className="bars-figure">
        <SegmentedControl
          aria-label={t("bars.picture")}
          value={figure}
          onChange={(value) => setFigure(value as Figure)}
          data={FIGURES.map((each) => ({ value: each, label: t(`bars.${each}`) }))}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a picture one walks through by keys */}
        <div
          className="bars-svg"
          role="group"
          aria-label={t("bars.hint")}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys go from depth to depth
          tabIndex={0}
          data-depth-now={depth}
          onKeyDown={onKeyDown}
          onMouseMove={(event) => point(depthAt(event.target))}
          onMouseLeave={() => point(undefined)}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by the core, which escapes what is of the page
          dangerouslySetInnerHTML={{ __html: svg }}
        />
      </div>
      <div className="bars-said">
        <p className="mut" role="status">
          {depth === undefined ? t("bars.hint") : sentence(bars, depth, t)}
        </p>
        <DepthTable bars={bars} depth={depth} differs={differs} onPoint={point} {...(onShow && { onShow })} />
        <p className="t3">{t("bars.total", { total: words.written(decimal(fraction(bars.A_total))) })}</p>
      </div>
    </div>
  );
}

function drawn(bars: DrawnBars, figure: Figure, options: DrawOptions & { differs?: readonly number[] }): string {
  if (figure === "tree") return draw(bars, "tree", options);
  if (figure === "single") return draw(bars, "bars", options);
  return draw(bars, "pattern", { ...options, scale: figure === "true" ? "true" : "tiers" });
}

function depthAt(target: EventTarget): number | undefined {
  const depth = target instanceof Element ? target.closest("[data-depth]")?.getAttribute("data-depth") : undefined;
  return depth ? Number(depth) : undefined;
}

function sentence({ k, P }: DrawnBars, depth: number, t: ReturnType<typeof useTexts>["t"]): string {
  const [order, count] = [k[depth - 1] ?? 1, P[depth - 1] ?? 1];
  return t("bars.sentence", { k: order, count, depth, above: order - 1, below: count - order });
}

interface DepthTableProps {
  readonly bars: DrawnBars;
  readonly depth: number | undefined;
  readonly differs: readonly number[] | undefined;
  readonly onPoint: (depth: number | undefined) => void;
  readonly onShow?: (depth: number) => void;
}

function DepthTable({ bars, depth, onPoint, onShow }: DepthTableProps) {
  const { t, language } = useTexts();
  const { written } = figureWords(language);
  return (
    <div className="depth-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t("bars.depth")}</th>
            <th scope="col">{t("bars.tag")}</th>
            <th scope="col">{t("bars.order")}</th>
            <th scope="col" className="right">
              {t("bars.width")}
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.path.map((tag, i) => (
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: the depth is what a row is
              key={i + 1}
              className={depth === i + 1 ? "sel" : ""}
              onMouseEnter={() => onPoint(i + 1)}
              onMouseLeave={() => onPoint(undefined)}
            >
              <td className="n">{i + 1}</td>
              <td className="m">
                {onShow ? (
                  <button type="button" className="link m" onFocus={() => onPoint(i + 1)} onClick={() => onShow(i + 1)}>
                    {tag}
                  </button>
                ) : (
                  tag
                )}
              </td>
              <td className="n">{t("bars.of", { k: bars.k[i] ?? 1, count: bars.P[i] ?? 1 })}</td>
              <td className="m right" title={bars.w[i]}>
                {written(decimal(fraction(bars.w[i] ?? "0/1")))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
