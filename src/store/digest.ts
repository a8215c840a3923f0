import { type Db, only } from "./db.js";

export interface DigestFigures {
  readonly sources: number;
  readonly harvests: number;
  readonly added: number;
  readonly changed: number;
  readonly healed: number;
  readonly opened: number;
  readonly closed: number;
  readonly open: number;
}

/** What happened between the two times. */
export async function digestFigures(db: Db, { since, until }: { since: Date; until: Date }): Promise<DigestFigures> {
  return only(
    await db.query<DigestFigures>(
      `select (select count(distinct source_id)::int from source_check where checked_at > $1 and checked_at <= $2) as sources,
              (select count(*)::int from harvest where finished_at > $1 and finished_at <= $2) as harvests,
              (select count(*)::int from record where created_at > $1 and created_at <= $2) as added,
              (select count(*)::int from record where updated_at > $1 and updated_at <= $2 and created_at <= $1) as changed,
              (select count(*)::int from template_version
                where origin = 'heal' and undone_at is null and made_at > $1 and made_at <= $2) as healed,
              (select count(*)::int from warning where opened_at > $1 and opened_at <= $2) as opened,
              (select count(*)::int from warning where closed_at > $1 and closed_at <= $2) as closed,
              (select count(*)::int from warning w left join source s on s.id = w.source_id
                where w.closed_at is null and s.removed_at is null) as open`,
      [since, until],
    ),
  );
}
