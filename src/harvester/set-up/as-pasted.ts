/** The beginning of a text that a key stands for, as the person wrote it: "On the s", not "Onthes". */
import { textKey } from "../../core/text/text-key.js";

export function asPasted(text: string, prefix: string): string {
  let [from, to] = [0, text.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (textKey(text.slice(0, middle)).length < prefix.length) from = middle + 1;
    else to = middle;
  }
  return prefix === "" ? "" : text.slice(0, to).trim().replace(/\s+/g, " ");
}
