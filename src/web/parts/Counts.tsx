/** Places, and what became of them: proved, empty, withheld. Zero is a figure, so "0 guessed" is always said. */
import type { z } from "zod";
import type { CellCounts } from "../../api/server/drafts.js";
import { useTexts } from "../texts/language.js";

export function Counts({ counts }: { counts: z.infer<typeof CellCounts> }) {
  const { rich, number } = useTexts();
  const figure = (n: number) => <b>{number(n)}</b>;
  return (
    <p className="sum">
      <span className="figure">{rich("counts.places", { n: counts.places, figure: figure(counts.places) })}</span>
      <span className="good">{rich("counts.proved", { figure: figure(counts.proved) })}</span>
      <span>{rich("counts.empty", { figure: figure(counts.empty) })}</span>
      <span className="warn">{rich("counts.withheld", { figure: figure(counts.withheld) })}</span>
      <span className="figure">{rich("counts.guessed", { figure: figure(counts.guessed) })}</span>
    </p>
  );
}
