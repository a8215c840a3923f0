/** One fetched page by the source's template, as it is to be stored. */
import type { ProofSpan, RecordValues } from "../../api/record.js";
import type { LabelledAddress } from "../../api/source.js";
import { type Extraction, read } from "../../core/extract.js";
import { guardedBySite, PROOF_FAILED, type ReadTables, type SiteFacts, type WithheldClass } from "../../core/guard/guards.js";
import type { ListTemplate, Template } from "../../core/index.js";
import { featuresOf } from "../../core/kind/features.js";
import { likeness } from "../../core/kind/page-kind.js";
import { isLikeOneOf } from "../../core/kind/unlike.js";
import { asSaid } from "../../core/learn/said.js";
import { readListPage } from "../../core/list/extract-list.js";
import type { Page } from "../../core/page/page.js";
import { parsePage } from "../../core/page/parse-page.js";
import { Reading as PageModel } from "../../core/tree/reading.js";
import { htmlOf } from "../../fetch/charset.js";
import type { FetchedPage } from "../../fetch/fetch-page.js";
import { identityOf } from "../../store/record.js";
import { packSnapshot, type SnapshotToStore } from "../../store/snapshot.js";
import type { PageToStore, RecordToStore } from "../../store/store-page.js";
import type { RecordRow } from "../../store/template.js";
import { labelledPage } from "../set-up/labelled-bytes.js";
import type { Kind } from "../templates.js";
import { isProved, pageOfBytes } from "../verify/false-values.js";
import { isCharsetDoubtful } from "./charset-doubt.js";

/** What of a fetched page reading needs; a stored one has it too. */
export type ReadablePage = Pick<FetchedPage, "bytes" | "digest" | "charset" | "mediaType" | "rendered" | "address">;

/** What of the templates reading needs. */
export interface ReadBy {
  readonly record: RecordRow;
  readonly version: number;
  readonly kind?: Kind | undefined; // of the source's pages
  readonly earlier?: readonly RecordRow[]; // for what `record` withholds
  readonly said?: readonly LabelledAddress[]; // what a person said of single pages
}

export type PageReading = Pick<
  PageToStore,
  "outcome" | "reason" | "withheldGroup" | "records" | "isComplete" | "variant" | "templateVersion"
>;

export interface ReadAndPacked {
  readonly reading: PageReading;
  readonly snapshot: SnapshotToStore;
  readonly kinship: Kinship;
}

/** other: not built like the pages of the source; no-record: built like a page that a person called none. */
export type Kinship = "own" | "other" | "no-record";

export function readAndPack(templates: ReadBy, page: ReadablePage): ReadAndPacked {
  const parsed = parsePage(htmlOf(page));
  const reading = readPage(templates, page, parsed);
  return {
    reading: provedReading(reading, templates, page, parsed),
    snapshot: packPage(page),
    kinship: kinshipOf(templates, page, parsed),
  };
}

/** A page that a person labelled is a record's, whatever it is built like. */
export function kinshipOf({ kind, said }: ReadBy, page: ReadablePage, parsed: Page): Kinship {
  if (!kind || (kind.least === 0 && kind.unlike.length === 0) || saidOf(said, page)) return "own";
  const features = featuresOf(parsed);
  if (isLikeOneOf(kind.unlike, features)) return "no-record";
  return kind.least > 0 && likeness(kind.features, features) < kind.least ? "other" : "own";
}

const saidOf = (said: ReadBy["said"], { address }: Pick<ReadablePage, "address">): LabelledAddress | undefined =>
  said?.find((each) => each.address === address);

/**
 * The reading, if whoever decodes the stored bytes anew finds every value at its spans. Else the page gives nothing: one
 * false proof is a defect of ours, and who knows what else of the page is wrong (docs/decisions/0026).
 */
export function provedReading(reading: PageReading, templates: ReadBy, page: ReadablePage, parsed?: Page): PageReading {
  const stored = pageOfBytes(page.bytes, page.charset, parsed);
  if (stored && reading.records.every((record) => isProved(stored, record))) return reading;
  const [record] = reading.records;
  if (templates.record.stored.kind === "page" && record) return guarded(reading, record, { isProved: false });
  const group = `records:${PROOF_FAILED}`;
  return { ...reading, outcome: "withheld", reason: group, withheldGroup: group, records: [], isComplete: false };
}

/** Whether a page was stored with an attribute that is withheld so. */
export const isWithheldAs = (withheldGroup: string | null, code: WithheldClass): boolean =>
  withheldGroup?.split(" ").some((each) => each.endsWith(`:${code}`)) ?? false;

export function readPage(templates: ReadBy, page: ReadablePage, parsed: Page): PageReading {
  const { stored, variant } = templates.record;
  const found = stored.kind === "page" ? readFinal(templates, page, parsed) : readListed(stored.template, page, parsed);
  return { ...found, variant, templateVersion: templates.version };
}

type Reading = Omit<PageReading, "variant" | "templateVersion">;

function readFinal({ record: newest, earlier = [], said }: ReadBy, page: ReadablePage, parsed: Page): Reading {
  const [template, ...before] = [newest, ...earlier].flatMap(({ stored }) => (stored.kind === "page" ? [stored.template] : []));
  if (!template) throw new Error("the template reads lists");
  const model = new PageModel(parsed);
  const own = saidOf(said, page);
  const spokenOf = own ? [...Object.keys(own.labels), ...own.absent] : [];
  const found = before.reduce((tables, each) => filled(tables, each, { model, spokenOf }), read(template, model) as Tables);
  const { values, withheld, proofs } = own ? asSaid(template, found, labelledPage(own, parsed.html)) : found;
  const record = { identity: identityOf(page.address), values, withheld, proofs };
  return readingOf(record, { isCharsetDoubtful: isCharsetDoubtful(page.bytes, page.charset) });
}

type Tables = Pick<Extraction, "values" | "withheld" | "proofs">;

/** With what an earlier template reads of what is withheld, besides what a person has spoken of on the page. */
function filled(tables: Tables, earlier: Template, page: { model: PageModel; spokenOf: readonly string[] }): Tables {
  const open = Object.keys(tables.withheld).filter((name) => !page.spokenOf.includes(name));
  if (open.length === 0) return tables;
  const then = read(earlier, page.model);
  const names = open.filter((name) => then.values[name] !== undefined);
  const own = <Value>(table: Readonly<Record<string, Value>>): [string, Value][] =>
    Object.entries(table).filter(([name]) => names.includes(name));
  return {
    values: { ...tables.values, ...Object.fromEntries(own(then.values)) },
    proofs: { ...tables.proofs, ...Object.fromEntries(own(then.proofs)) },
    withheld: Object.fromEntries(Object.entries(tables.withheld).filter(([name]) => !names.includes(name))),
  };
}

type Facts = Omit<SiteFacts, "values">;

/** The same reading of a final page, its record without the values that these facts speak against. */
export const guarded = (reading: PageReading, record: RecordToStore, facts: Facts): PageReading => ({
  ...reading,
  ...readingOf(record, facts),
});

function readingOf({ identity, ...read }: { identity: string } & ReadTables<ProofSpan>, facts: Facts): Reading {
  const { values, withheld, proofs } = guardedBySite(read, facts);
  const record = { identity, values: copied(values), withheld: { ...withheld }, proofs: copied(proofs) };
  const isEmpty = !Object.values(values).some((texts) => texts.length > 0);
  const outcome = isEmpty ? "withheld" : Object.keys(withheld).length > 0 ? "partly" : "read";
  return {
    outcome,
    reason: reasonOf(record),
    withheldGroup: groupOf(record),
    records: [record],
    isComplete: outcome === "read",
  };
}

const copied = <Item>(table: Readonly<Record<string, readonly Item[]>>): Record<string, Item[]> =>
  Object.fromEntries(Object.entries(table).map(([name, items]) => [name, [...items]]));

function reasonOf({ withheld }: Pick<RecordToStore, "withheld">): string | null {
  const reasons = Object.entries(withheld);
  return reasons.length > 0 ? reasons.map(([name, { class: kind }]) => `${name}: ${kind}`).join(", ") : null;
}

/** Pages on which the same attributes are withheld for the same reasons are one variant to label. */
function groupOf({ withheld }: Pick<RecordToStore, "withheld">): string | null {
  const names = Object.keys(withheld).sort();
  return names.length > 0 ? names.map((name) => `${name}:${withheld[name]?.class}`).join(" ") : null;
}

/** A list page whose records are complete: each of them is one, whatever page it moves to. */
function readListed(template: ListTemplate, page: ReadablePage, parsed: Page): Reading {
  const isDoubtful = isCharsetDoubtful(page.bytes, page.charset);
  const { records, withheld, rejected } = readListPage(template, parsed, page.address);
  const sound = isDoubtful ? [] : records.filter(({ values }) => !Object.values(values).some((text) => text.includes("\ufffd")));
  const lost = records.length - sound.length + withheld.length;
  const outcome = sound.length === 0 ? "withheld" : lost > 0 ? "partly" : "read";
  return {
    outcome,
    reason: lost > 0 || rejected.length > 0 ? `${lost} records withheld, ${rejected.length} groups are no records` : null,
    withheldGroup: outcome === "withheld" ? "no record" : null,
    records: sound.map(({ identity, values, proofs }) => ({
      identity: identityOf(identity),
      values: Object.fromEntries(Object.entries(values).map(([name, text]) => [name, [text]])) satisfies RecordValues,
      withheld: {},
      proofs: Object.fromEntries(
        Object.entries(proofs).map(([name, spans]) => [name, spans.map((span): ProofSpan => ({ ...span, value: 0 }))]),
      ),
    })),
    isComplete: lost === 0 && sound.length > 0,
  };
}

/**
 * In a thread: a message would take the whole memory a Buffer is a part of, so these are their own. Throws where the bytes
 * are not those the page was fetched, or stored, with: they would be another page's proof.
 */
export function packPage({ bytes, digest, charset, mediaType, rendered }: ReadablePage): SnapshotToStore {
  const packed = packSnapshot(bytes);
  if (packed.digest.toString("hex") !== digest) throw new Error("its bytes are not those it came with");
  const own = (part: Buffer): Buffer => Buffer.from(new Uint8Array(part).buffer);
  return {
    ...packed,
    digest: own(packed.digest),
    packed: packed.packed && own(packed.packed),
    charset,
    mediaType,
    isRendered: rendered,
  };
}
