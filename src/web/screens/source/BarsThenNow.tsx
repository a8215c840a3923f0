/** The bars then and now, and the table of their depths: where the two first differ is what one sees first. */
import { useComputedColorScheme } from "@mantine/core";
import type { InspectionView } from "../../../api/server/measures.js";
import { draw } from "../../../core/draw.js";
import { figureWords } from "../../texts/figure-words.js";
import { type Texts, useTexts } from "../../texts/language.js";

export type Found = Extract<InspectionView, { kind: "found" }>;

export function BarsThenNow({ before, after }: { before: Found; after: Found }) {
  const { t, language } = useTexts();
  const words = figureWords(language);
  const theme = useComputedColorScheme("light");
  const sides = [
    { title: t("then-now.then"), one: before, other: after },
    { title: t("then-now.now"), one: after, other: before },
  ];
  return (
    <>
      <div className="bars-then-now">
        {sides.map(({ title, one, other }) => (
          <figure key={title}>
            <figcaption className="t2">{title}</figcaption>
            <div
              role="img"
              aria-label={title}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by the core, which escapes what is of the page
              dangerouslySetInnerHTML={{
                __html: draw(one, "pattern", { theme, words, scale: "tiers", differs: differing(one, other), title }),
              }}
            />
          </figure>
        ))}
      </div>
      <Depths before={before} after={after} />
    </>
  );
}

const isEqualAt = (one: Found, other: Found, i: number): boolean =>
  one.path[i] === other.path[i] && one.P[i] === other.P[i] && one.k[i] === other.k[i] && one.A[i] === other.A[i];

const differing = (one: Found, other: Found): number[] => one.path.flatMap((_, i) => (isEqualAt(one, other, i) ? [] : [i + 1]));

/** The equal of the pictures in words. */
function Depths({ before, after }: { before: Found; after: Found }) {
  const { t } = useTexts();
  const depths = Array.from({ length: Math.max(before.path.length, after.path.length) }, (_, i) => i);
  const first = depths.find((i) => !isEqualAt(before, after, i));
  return (
    <div className="scroll-x">
      <table className="depths">
        <thead>
          <tr>
            <th scope="col">{t("bars.depth")}</th>
            <th scope="col">
              <span className="hidden-words">{t("check.differs")}</span>
            </th>
            {(["then", "now"] as const).map((when) => (
              <th key={when} scope="col" colSpan={2}>
                {t(`then-now.${when}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {depths.map((i) => (
            <tr key={i} className={i === first ? "first-difference" : ""}>
              <th scope="row" className="n">
                {i + 1}
              </th>
              <td className={isEqualAt(before, after, i) ? "dim" : "note"}>
                {isEqualAt(before, after, i) ? `= ${t("check.equal")}` : `≠ ${t(i === first ? "check.first" : "check.differs")}`}
              </td>
              <Bar bars={before} i={i} t={t} />
              <Bar bars={after} i={i} t={t} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Bar({ bars: { path, k, P }, i, t }: { bars: Found; i: number; t: Texts["t"] }) {
  const tag = path[i];
  return (
    <>
      <td className="m">{tag ?? "–"}</td>
      <td className="n">{tag === undefined ? "–" : t("bars.of", { k: k[i] ?? 1, count: P[i] ?? 1 })}</td>
    </>
  );
}
