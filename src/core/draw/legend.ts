import { cells, type Markup, text } from "./svg.js";

/** A sample of what is drawn, 18 px wide and around y, with its word. */
export interface Sample {
  draw(x: number, y: number): Markup;
  word: string;
}

/** Generous for 12 px text: a legend is short, and no word of another language may run into the next sample. */
const CHARACTER = 6.6;

export function legend(samples: readonly Sample[], left: number, y: number): Markup[] {
  let x = left;
  return samples.map(({ draw, word }) => {
    const drawn = draw(x, y) + text(x + 24, y + 4, "hint", word);
    x += 24 + Math.ceil(cells(word) * CHARACTER) + 16;
    return `${drawn}\n`;
  });
}
