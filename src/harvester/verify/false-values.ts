import type { ProofSpan, RecordValues } from "../../api/record.js";
import type { Page } from "../../core/page/page.js";
import { parsePage } from "../../core/page/parse-page.js";
import { proofText } from "../../core/text/proof-text.js";
import { decodePage } from "../../fetch/charset.js";

export interface FalseValue {
  readonly value: number; // index into the attribute's values
  readonly stored: string | null; // null: the proof is of more values than are stored
  readonly found: string | null; // null: nothing says where it stands
}

/** Of the values of one attribute, those that their spans do not give again. */
export function falseValues(page: Page, texts: readonly string[], spans: readonly ProofSpan[]): FalseValue[] {
  const spansOf = new Map<number, ProofSpan[]>(texts.map((_, value) => [value, []]));
  for (const span of spans) {
    const own = spansOf.get(span.value);
    if (own) own.push(span);
    else spansOf.set(span.value, [span]);
  }
  return [...spansOf].flatMap(([value, own]) => {
    const stored = texts[value] ?? null;
    const found = own.length > 0 ? proofText(page, own) : null;
    return stored === found ? [] : [{ value, stored, found }];
  });
}

/**
 * Every value of a record is what stands at its spans. Each attribute has its spans, an empty one none, and no other has any:
 * the newest proof that names an attribute is taken for that of its value, also where an earlier value stays.
 */
export function isProved(page: Page, { values, proofs }: ReadRecord): boolean {
  const names = Object.keys(values);
  return (
    names.length === Object.keys(proofs).length &&
    names.every((name) => {
      const spans = Object.hasOwn(proofs, name) ? proofs[name] : undefined;
      return spans !== undefined && falseValues(page, values[name] ?? [], spans).length === 0;
    })
  );
}

interface ReadRecord {
  readonly values: RecordValues;
  readonly proofs: Readonly<Record<string, readonly ProofSpan[]>>;
}

/**
 * The page as every later reader of its stored bytes will have it: decoded by the charset that is stored with them. Undefined
 * where that is not what spans count in: another charset was used, or the parser dropped or changed a character.
 *
 * A page that was parsed already is not parsed again if its text is the same: then its tree is, too.
 */
export function pageOfBytes(bytes: Uint8Array, charset: string, parsed?: Page): Page | undefined {
  const decoded = decodePage(bytes, charset);
  const page = parsed?.html === decoded.html ? parsed : parsePage(decoded.html);
  return decoded.charset === charset && page.html === decoded.html ? page : undefined;
}
