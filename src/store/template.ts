/** Template versions of a source: each holds all its templates, the last one not undone is in force. */
import { type LinksTemplate, linksOf, linksText } from "../api/links-template.js";
import { parseTemplate, type StoredTemplate, templateText } from "../api/template.js";
import { type Db, only } from "./db.js";

export type TemplateOrigin = "labels" | "relearnt" | "heal" | "again" | "import";

/** Provisional: learnt with too few siblings, values are marked. Unconfirmed: healed from one record, values are kept apart. */
export type TemplateStanding = "confirmed" | "provisional" | "unconfirmed";

export interface TemplateRef {
  readonly role: "record" | "links"; // reads records; reads the links of list pages
  readonly variant: number; // from 1: one layout of the source
}

/** What reads records. */
export interface RecordTemplate extends TemplateRef {
  readonly role: "record";
  readonly stored: StoredTemplate;
}

/** What reads the links of one level of lists: `variant` is the level. */
export interface ListLinks extends TemplateRef {
  readonly role: "links";
  readonly stored: LinksTemplate;
}

export type NewTemplate = RecordTemplate | ListLinks;
export type RecordRow = RecordTemplate & { readonly version: number };
export type LinksRow = ListLinks & { readonly version: number };
export type TemplateRow = RecordRow | LinksRow;

export const bodyOf = (template: NewTemplate): string =>
  template.role === "links" ? linksText(template.stored) : templateText(template.stored);

export interface NewVersion {
  readonly origin: TemplateOrigin;
  readonly standing: TemplateStanding;
  readonly note?: string;
  readonly details?: object; // what the known records said to it
  readonly templates: readonly NewTemplate[];
}

export interface VersionRow {
  readonly version: number;
  readonly origin: TemplateOrigin;
  readonly standing: TemplateStanding;
  readonly note: string | null;
  readonly madeAt: Date;
  readonly undoneAt: Date | null;
  readonly isInForce: boolean;
}

/** Numbers it after all others of the source, undone ones too, and puts it in force. */
export async function addVersion(db: Db, sourceId: string, added: NewVersion, now: Date): Promise<number> {
  const templates = added.templates.map((each) => ({ role: each.role, variant: each.variant, body: bodyOf(each) }));
  const { version } = only(
    await db.query<{ version: number }>(
      `with in_force as (
         update source s
            set template_version = 1 + (select coalesce(max(version), 0) from template_version where source_id = s.id),
                updated_at = $5
          where s.id = $1
         returning s.id, s.template_version as version),
       made as (
         insert into template_version (source_id, version, origin, standing, note, made_at, details)
         select id, version, $2, $3, $4, $5, $7 from in_force),
       bodies as (
         insert into template (source_id, version, role, variant, body)
         select f.id, f.version, t.role, t.variant, t.body::json
           from in_force f, jsonb_to_recordset($6) as t (role text, variant integer, body text))
       select version from in_force`,
      [
        sourceId,
        added.origin,
        added.standing,
        added.note ?? null,
        now,
        JSON.stringify(templates),
        JSON.stringify(added.details ?? {}),
      ],
    ),
  );
  return version;
}

/** Those of the version in force, variant by variant. */
export async function templatesInForce(db: Db, sourceId: string): Promise<TemplateRow[]> {
  return rowsOf(
    await db.query<BodyRow>(
      `select t.version, t.role, t.variant, t.body::text as body, s.name
         from source s join template t on t.source_id = s.id and t.version = s.template_version
        where s.id = $1
        order by t.role, t.variant`,
      [sourceId],
    ),
  );
}

export async function templatesOf(db: Db, sourceId: string, version: number): Promise<TemplateRow[]> {
  return rowsOf(
    await db.query<BodyRow>(
      `select t.version, t.role, t.variant, t.body::text as body, s.name
         from source s join template t on t.source_id = s.id
        where s.id = $1 and t.version = $2
        order by t.role, t.variant`,
      [sourceId, version],
    ),
  );
}

interface BodyRow extends TemplateRef {
  readonly version: number;
  readonly body: string;
  readonly name: string; // of the source, for the sentence of a damaged template
}

function rowsOf({ rows }: { rows: BodyRow[] }): TemplateRow[] {
  return rows.map(({ version, role, variant, body, name }): TemplateRow => {
    const path = `${name}, version ${version}`;
    if (role === "links") return { version, role, variant, stored: linksOf(JSON.parse(body), path) };
    return { version, role, variant, stored: parseTemplate(body, path) };
  });
}

export async function versionsOf(db: Db, sourceId: string): Promise<VersionRow[]> {
  const { rows } = await db.query<VersionRow>(
    `select v.version, v.origin, v.standing, v.note, v.made_at as "madeAt", v.undone_at as "undoneAt",
            v.version is not distinct from s.template_version as "isInForce"
       from template_version v join source s on s.id = v.source_id
      where v.source_id = $1
      order by v.version`,
    [sourceId],
  );
  return rows;
}

/** Those of a version go when they tell of what was forgotten; it can read nothing then. */
export async function hasTemplates(db: Db, sourceId: string, version: number): Promise<boolean> {
  const { rowCount } = await db.query("select from template where source_id = $1 and version = $2 limit 1", [sourceId, version]);
  return rowCount === 1;
}

/** A renewed key or renewed measures; the rules, and so the version, stay what they are. */
export async function renewTemplate(db: Db, sourceId: string, row: TemplateRow): Promise<void> {
  await db.query("update template set body = $5 where source_id = $1 and version = $2 and role = $3 and variant = $4", [
    sourceId,
    row.version,
    row.role,
    row.variant,
    bodyOf(row),
  ]);
}

/** What the known records said when the version was made. */
export async function versionDetails(db: Db, sourceId: string, version: number): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await db.query<{ details: Record<string, unknown> }>(
    "select details from template_version where source_id = $1 and version = $2",
    [sourceId, version],
  );
  return rows[0]?.details ?? {};
}
