/** One fetched page by the source's template, as it is to be stored. */
import type { ProofSpan, RecordValues } from "../api/record.js";
import { extract, extractList } from "../core/index.js";
import type { FetchedPage } from "../fetch/fetch-page.js";
import { identityOf } from "../store/record.js";
import { packSnapshot, type SnapshotToStore } from "../store/snapshot.js";
import type { PageToStore, RecordToStore } from "../store/store-page.js";
import { isCharsetDoubtful, type JudgedExtraction, withoutDoubt } from "./charset-doubt.js";
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
  const extraction = withoutDoubt(extract(template, page.html), isCharsetDoubtful(page.bytes, page.charset));
  const isEmpty = !Object.values(extraction.values).some((values) => values.length > 0);
  const outcome = isEmpty ? "withheld" : Object.keys(extraction.withheld).length > 0 ? "partly" : "read";
  return {
    outcome,
    reason: reasonOf(extraction),
    withheldGroup: groupOf(extraction),
    records: isEmpty ? [] : [recordOf(identityOf(page.address), extraction)],
    isComplete: outcome === "read",
  };
}

/** The same reading of a final page without the values of these attributes, whose place is in doubt. */
export function withheldToo(reading: PageReading, reasons: Readonly<Record<string, string>>): PageReading {
  const doubts = Object.entries(reasons).map(([name, reason]) => [name, { class: "place-unknown", reason }] as const);
  const without = <Value>(table: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(table).filter(([name]) => !(name in reasons)));
  const records = reading.records.map((record) => ({
    ...record,
    values: without(record.values),
    withheld: { ...record.withheld, ...Object.fromEntries(doubts) },
    proofs: without(record.proofs),
  }));
  const withheld = records[0]?.withheld ?? {};
  const [reason, withheldGroup] = [reasonOf({ withheld }), groupOf({ withheld })];
  const isEmpty = !records.some(({ values }) => Object.values(values).some((texts) => texts.length > 0));
  const left = isEmpty ? { outcome: "withheld" as const, records: [] } : { outcome: "partly" as const, records };
  return { ...reading, ...left, reason, withheldGroup, isComplete: false };
}

function recordOf(identity: string, { values, withheld, proofs }: JudgedExtraction): RecordToStore {
  return { identity, values: copied(values), withheld: { ...withheld }, proofs: copied(proofs) };
}

const copied = <Item>(table: Readonly<Record<string, readonly Item[]>>): Record<string, Item[]> =>
  Object.fromEntries(Object.entries(table).map(([name, items]) => [name, [...items]]));

function reasonOf({ withheld }: Pick<JudgedExtraction, "withheld">): string | null {
  const reasons = Object.entries(withheld);
  return reasons.length > 0 ? reasons.map(([name, { class: kind }]) => `${name}: ${kind}`).join(", ") : null;
}

/** Pages on which the same attributes are withheld for the same reasons are one variant to label. */
function groupOf({ withheld }: Pick<JudgedExtraction, "withheld">): string | null {
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
