import { LabelMark } from "./LabelMark.js";

/** A column's head for each attribute, with the number it has everywhere. */
export const LabelHeads = ({ names }: { names: readonly string[] }) =>
  names.map((name, i) => (
    <th key={name} scope="col">
      <LabelMark number={i + 1} /> {name}
    </th>
  ));
