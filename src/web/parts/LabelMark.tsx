/** A label's colour with its running number; from the ninth on the colours come again. */

export const colourOf = (number: number): number => ((number - 1) % 8) + 1;

export function LabelMark({ number }: { number: number }) {
  return <span className={`lab c${colourOf(number)}`}>{number}</span>;
}
