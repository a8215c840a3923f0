/** One fetched page by the source's template, as it is to be stored. */
import type { ProofSpan, RecordValues } from "../api/record.js";
import { extract, extractList } from "../core/index.js";
import { reasonFor } from "../core/read/reasons.js";
import type { FetchedPage } from "../fetch/fetch-page.js";
import { identityOf } from "../store/record.js";
import { packSnapshot, type SnapshotToStore } from "../store/snapshot.js";
import type { PageToStore, RecordToStore } from "../store/store-page.js";
import { isCharsetDoubtful, withoutDoubt } from "./charset-doubt.js";
import type { SourceTemplates } from "./templates.js";

/** What of a fetched page reading needs; a stored one has it too. */
export type ReadablePage = Pick<FetchedPage, "bytes" | "digest" | "html" | "charset" | "mediaType" | "rendered"> & {
  readonly address: string;
};

/** What of the templates reading needs. */
export type ReadBy = Pick<SourceTemplates, "record" | "version">;

export type PageReading = Pick<
  PageToStore,
  "outcome" | "reason" | "withheldGroup" | "records" | "isComplete" | "variant" | "templateVersion"
>;

export interface ReadAndPacked {
  readonly reading: PageReading;
  readonly snapshot: SnapshotToStore;
}

export function readAndPack(templates: ReadBy, page: ReadablePage): ReadAndPacked {
  return { reading: readPage(templates, page), snapshot: snapshotToStore(page) };
}

function readPage(templates: ReadBy, page: ReadablePage): PageReading {
  const { stored, variant } = templates.record;
  const read = stored.kind === "page" ? readFinal(stored.template, page) : readListed(stored.template, page);
  return { ...read, variant, templateVersion: templates.version };
}

type Reading = Omit<PageReading, "variant" | "templateVersion">;

function readFinal(template: Parameters<typeof extract>[0], page: ReadablePage): Reading {
  const { values, withheld, proofs } = withoutDoubt(extract(template, page.html), isCharsetDoubtful(page.bytes, page.charset));
  const record = { values: copied(values), withheld: { ...withheld }, proofs: copied(proofs) };
  return readingOf({ identity: identityOf(page.address), ...record });
}

/** The same reading of a final page and its record without the values of these attributes, whose place is in doubt. */
export function withheldToo(
  reading: PageReading,
  { identity, values, withheld, proofs }: RecordToStore,
  reasons: Readonly<Record<string, string>>,
  kind = "place-unknown",
): PageReading {
  const doubts = Object.entries(reasons).map(([name, reason]) => [name, { class: kind, reason }] as const);
  const without = <Value>(table: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(table).filter(([name]) => !(name in reasons)));
  const left = { values: without(values), withheld: { ...withheld, ...Object.fromEntries(doubts) }, proofs: without(proofs) };
  return { ...reading, ...readingOf({ identity, ...left }) };
}

/** Where a page gives no value at all, nothing proves that it is the record's: what is empty is withheld too. */
function readingOf(read: RecordToStore): Reading {
  const isEmpty = !Object.values(read.values).some((texts) => texts.length > 0);
  const empty = Object.keys(read.values).map((name) => [name, { class: "alone", reason: reasonFor("alone") }]);
  const nothing = { values: {}, withheld: { ...read.withheld, ...Object.fromEntries(empty) }, proofs: {} };
  const record = isEmpty ? { ...read, ...nothing } : read;
  const outcome = isEmpty ? "withheld" : Object.keys(record.withheld).length > 0 ? "partly" : "read";
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
function readListed(template: Parameters<typeof extractList>[0], page: ReadablePage): Reading {
  const isDoubtful = isCharsetDoubtful(page.bytes, page.charset);
  const { records, withheld, rejected } = extractList(template, { html: page.html, url: page.address });
  const read = isDoubtful ? [] : records.filter(({ values }) => !Object.values(values).some((text) => text.includes("\ufffd")));
  const lost = records.length - read.length + withheld.length;
  const outcome = read.length === 0 ? "withheld" : lost > 0 ? "partly" : "read";
  return {
    outcome,
    reason: lost > 0 || rejected.length > 0 ? `${lost} records withheld, ${rejected.length} groups are no records` : null,
    withheldGroup: outcome === "withheld" ? "no record" : null,
    records: read.map(({ identity, values, proofs }) => ({
      identity: identityOf(identity),
      values: Object.fromEntries(Object.entries(values).map(([name, text]) => [name, [text]])) satisfies RecordValues,
      withheld: {},
      proofs: Object.fromEntries(
        Object.entries(proofs).map(([name, spans]) => [name, spans.map((span): ProofSpan => ({ ...span, value: 0 }))]),
      ),
    })),
    isComplete: lost === 0 && read.length > 0,
  };
}

export function snapshotToStore({ bytes, digest, charset, mediaType, rendered }: ReadablePage): SnapshotToStore {
  return { ...packSnapshot(bytes, Buffer.from(digest, "hex")), charset, mediaType, isRendered: rendered };
}
