/** A stored page and what was read from it: every value is looked for where its proof says, in the bytes as they are stored. */
import { brotliDecompressSync } from "node:zlib";
import { z } from "zod";
import { ProofSpan } from "../../api/record.js";
import { digestOf } from "../../store/snapshot.js";
import { falseValues, pageOfBytes } from "./false-values.js";

export interface StoredPage {
  readonly digest: Uint8Array;
  readonly packed: Uint8Array;
  readonly charset: string; // of the proofs
  readonly values: readonly ProvedValues[];
}

/** The values of one attribute of one record, as the database has them. */
export interface ProvedValues {
  readonly texts: unknown;
  readonly spans: unknown;
}

export type Why =
  | "text-differs" // something else stands there
  | "no-proof" // nothing says where it stands
  | "proof-damaged" // what says it is not to be understood
  | "page-damaged" // the stored page is not the one that was read
  | "charset-differs" // the bytes are read in another charset than the proof says
  | "unchecked"; // looking at its page took too long, or failed

export interface FalseProof {
  readonly of: number; // which of the page's values
  readonly value: number; // which text of it
  readonly why: Why;
  readonly stored: string | null;
  readonly found: string | null;
}

const MOST_BYTES = 2 ** 26; // more than any page has that was ever fetched

const Texts = z.array(z.string());
const Spans = z.array(ProofSpan);

export function verifyPage({ digest, packed, charset, values }: StoredPage): FalseProof[] {
  const bytes = unpacked(packed);
  if (!bytes || !digestOf(bytes).equals(digest)) return allOf(values, "page-damaged");
  const page = pageOfBytes(bytes, charset);
  if (!page) return allOf(values, "charset-differs");
  return values.flatMap((each, of): FalseProof[] => {
    const [texts, spans] = [Texts.safeParse(each.texts), Spans.safeParse(each.spans)];
    if (!texts.success || !spans.success) return allOf([each], "proof-damaged").map((one) => ({ ...one, of }));
    return falseValues(page, texts.data, spans.data).map((one) => ({
      of,
      ...one,
      why: one.found === null ? "no-proof" : "text-differs",
    }));
  });
}

/** Undefined where they are not what we packed. */
function unpacked(packed: Uint8Array): Buffer | undefined {
  try {
    return brotliDecompressSync(packed, { maxOutputLength: MOST_BYTES });
  } catch {
    return undefined;
  }
}

/** Every text of every value, for one reason. */
export const allOf = (values: readonly Pick<ProvedValues, "texts">[], why: Why): FalseProof[] =>
  values.flatMap(({ texts }, of) =>
    (Array.isArray(texts) ? texts : [texts]).map((text, value) => ({ of, value, why, stored: String(text), found: null })),
  );
