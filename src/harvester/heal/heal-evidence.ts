/** What the known records say to a healed template, record by record: kept with the version, for a person to look at. */
import { because, type Reason } from "../../api/reasons.js";
import { extract, type Healed, heal, type KeyedTemplate, type KnownRecord } from "../../core/index.js";
import { htmlOf } from "../../fetch/charset.js";
import type { Known } from "../check/known.js";
import type { PageBytes } from "../read/page-bytes.js";

export interface RecordEvidence {
  readonly recordId: string;
  readonly title: string;
  readonly address: string | null;
  readonly outcome: "exact" | "contradicts" | "not-displayed";
  readonly isKey: boolean;
  readonly known: Readonly<Record<string, readonly string[]>>; // only what differs
  readonly read: Readonly<Record<string, readonly string[]>>;
}

export interface Healing {
  readonly template: KeyedTemplate;
  readonly looked: ReadonlyMap<string, PageBytes | null>; // by address, null where the page gave nothing
  readonly records: readonly KnownRecord[]; // in the order in which they are tried
  readonly known: readonly Known[];
}

export type HealedPages =
  | { readonly ok: true; readonly healed: Extract<Healed, { ok: true }>; readonly evidence: readonly RecordEvidence[] }
  | { readonly ok: false; readonly code: Extract<Healed, { ok: false }>["code"]; readonly reason: Reason };

const NOT_HEALED = {
  "key-missing": "no-known-record-found",
  contradicted: "known-contradict",
  "not-confirmed": "known-do-not-confirm",
} as const;

/** In a thread. */
export function healPages({ template, looked, records, known }: Healing): HealedPages {
  const pages = new Map([...looked].map(([address, page]) => [address, page && htmlOf(page)]));
  const readable = [...pages.values()].flatMap((html) => (html === null ? [] : [{ html }]));
  const healed = heal(template, { pages: readable, known: records });
  if (!healed.ok) return { ok: false, code: healed.code, reason: because(NOT_HEALED[healed.code]) };
  return { ok: true, healed, evidence: evidenceOf(healed.template, known, pages) };
}

/** Of the records whose own pages were looked at. */
function evidenceOf(
  template: KeyedTemplate,
  known: readonly Known[],
  pages: ReadonlyMap<string, string | null>,
): RecordEvidence[] {
  return known
    .filter(({ address }) => address !== null && pages.has(address))
    .map((each) => {
      const html = pages.get(each.address ?? "") ?? null;
      const differing = html === null ? null : differences(template, each, html);
      const isDiffering = differing !== null && Object.keys(differing.known).length > 0;
      return {
        recordId: each.id,
        title: each.record.title?.[0] ?? Object.values(each.record)[0]?.[0] ?? each.identity,
        address: each.address,
        outcome: differing === null ? "not-displayed" : isDiffering ? "contradicts" : "exact",
        isKey: isSame(template.key.record, each.record),
        known: differing?.known ?? {},
        read: differing?.read ?? {},
      };
    });
}

/** Null where nothing of the record is read. A withheld value says nothing. */
function differences(template: KeyedTemplate, { record }: Known, html: string): Pick<RecordEvidence, "known" | "read"> | null {
  const { values } = extract(template, html);
  const names = Object.keys(record).filter((name) => (values[name]?.length ?? 0) > 0 && !template.key.volatile.includes(name));
  if (names.length === 0) return null;
  const other = names.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(record[name]));
  const of = (table: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(other.map((name) => [name, table[name] ?? []]));
  return { known: of(record), read: of(values) };
}

const isSame = (key: Known["record"], record: Known["record"]): boolean =>
  Object.entries(key).every(([name, texts]) => JSON.stringify(texts) === JSON.stringify(record[name]));
