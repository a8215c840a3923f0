/** The templates a source is read by now, told apart by what they do. */
import type { Pool } from "pg";
import type { LabelledAddress, SourceSettings } from "../api/source.js";
import type { KeyedTemplate, ListTemplate } from "../core/index.js";
import type { SourceRow } from "../store/source.js";
import {
  type LinksRow,
  type NewVersion,
  type RecordRow,
  type TemplateStanding,
  templatesInForce,
  versionsOf,
} from "../store/template.js";

export interface SourceTemplates {
  readonly version: number;
  readonly standing: TemplateStanding;
  readonly record: RecordRow;
  readonly links: readonly LinksRow[]; // of list pages, level by level
  readonly earlier: readonly RecordRow[]; // rules of before an answer, for what the newer ones withhold; the newest first
  readonly said: readonly LabelledAddress[]; // what a person said of single pages
}

export async function loadTemplates(pool: Pool, source: SourceRow): Promise<SourceTemplates> {
  const rows = await templatesInForce(pool, source.id);
  const [record, ...earlier] = rows.filter((row) => row.role === "record");
  const version = (await versionsOf(pool, source.id)).find(({ isInForce }) => isInForce);
  if (!record || !version) throw new Error(`the source ${source.name} has no template in force`);
  return {
    version: version.version,
    standing: version.standing,
    record,
    links: rows.filter((row) => row.role === "links"),
    earlier,
    said: saidIn(source.settings),
  };
}

export const saidIn = ({ key }: Pick<SourceSettings, "key">): LabelledAddress[] => (key ? [key, ...key.further] : []);

export const FEWEST_SIBLINGS = 3; // one or two do more harm than none

/** Whether it was learnt by labels with too few siblings. */
export function isThin({ record: { stored } }: Pick<SourceTemplates, "record">): boolean {
  return stored.kind === "page" && stored.learnt.by === "labels" && stored.learnt.siblings < FEWEST_SIBLINGS;
}

/** Whether its list pages hold its records whole. */
export const isListSource = ({ record }: Pick<SourceTemplates, "record">): boolean => record.stored.kind === "list";

/** A source of final pages is read by a template of pages; `kind` tells, and only set-up and this file ask. */
export function pageTemplateOf({ record }: Pick<SourceTemplates, "record">): KeyedTemplate {
  if (record.stored.kind !== "page") throw new Error("the template reads lists");
  return record.stored.template;
}

export function listTemplateOf({ stored }: Pick<RecordRow, "stored">): ListTemplate {
  if (stored.kind !== "list") throw new Error("the template reads single pages");
  return stored.template;
}

/** The places of the links of a level. */
export const placesAt = ({ links }: Pick<SourceTemplates, "links">, level: number): LinksRow["stored"]["places"] =>
  links.find(({ variant }) => variant === level)?.stored.places ?? [];

export type Kind = Pick<LinksRow["stored"], "features" | "least" | "unlike">;

/** What tells pages of records from others: it stands with the last level. */
export const kindIn = ({ links }: Pick<SourceTemplates, "links">): Kind | undefined => links.at(-1)?.stored;

/** The templates of a new version: the record's is new, the links stay. */
export function withRecord({ links, record }: SourceTemplates, stored: RecordRow["stored"]): NewVersion["templates"] {
  return [{ ...record, stored }, ...links];
}
