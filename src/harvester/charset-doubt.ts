/**
 * A page read in the wrong charset shows other letters than its site does, at the right places: every rule would agree on
 * a wrong value. Two signs are exact and can only withhold: bytes beyond ASCII that are valid UTF-8 under another name, and
 * the replacement character, which stands for bytes that the declared charset does not have.
 */
import type { Extraction } from "../core/index.js";

const REPLACEMENT = "\ufffd";

export function isCharsetDoubtful(bytes: Uint8Array, charset: string): boolean {
  if (charset.startsWith("utf-") || !bytes.some((byte) => byte > 0x7f)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

export const DOUBTFUL = "charset-doubtful";

const WITHHELD = { class: DOUBTFUL, reason: "the page's letters and its declared charset do not fit" };

export interface JudgedExtraction {
  readonly values: Extraction["values"];
  readonly withheld: Readonly<Record<string, { readonly class: string; readonly reason: string }>>;
  readonly proofs: Extraction["proofs"];
}

export function withoutDoubt({ values, withheld, proofs }: Extraction, isDoubtful: boolean): JudgedExtraction {
  const damaged = Object.keys(values).filter((name) => isDoubtful || values[name]?.some((text) => text.includes(REPLACEMENT)));
  if (damaged.length === 0) return { values, withheld, proofs };
  const sound = <Value>(table: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(table).filter(([name]) => !damaged.includes(name)));
  return {
    values: sound(values),
    withheld: { ...withheld, ...Object.fromEntries(damaged.map((name) => [name, WITHHELD])) },
    proofs: sound(proofs),
  };
}
