/** A sentence of ours; what stands between backticks in it is to be typed as it is. */
export function Words({ text }: { text: string }) {
  return text.split("`").map((piece, i) =>
    i % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one sentence never change their order
      <code key={i} className="m">
        {piece}
      </code>
    ),
  );
}
