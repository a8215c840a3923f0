/**
 * The work list: every source with its state in one word, what needs a person first.
 *
 * The summary of a source is kept by the database (migration 0007); the word is made when it is asked for, from that, from
 * the open alarms, and from the time: what healed a week ago is healthy.
 */
import type { Reason } from "../api/reasons.js";
import { STATE_WORDS, type StateWord } from "../api/server/sources.js";
import type { SourceSettings } from "../api/source.js";
import type { StoredWarning } from "../api/warning-words.js";
import { type Db, only } from "./db.js";

export interface SourceSummary {
  readonly records: number;
  readonly gone: number;
  readonly apart: number;
  readonly withheld: number;
  readonly newestAt: string | null;
  readonly rhythmDays: number | null;
  readonly checkedAt: string | null;
  readonly checks: readonly string[];
}

export interface ListedSource extends SourceSummary {
  readonly id: string;
  readonly name: string;
  readonly site: string;
  readonly word: StateWord;
  readonly rank: number;
  readonly perDay: number;
  readonly stateReason: Reason | null;
  readonly settings: SourceSettings;
  readonly nextCheckAt: Date | null;
  readonly warnings: number;
  readonly warning: StoredWarning | null; // the newest open one
  readonly isRunning: boolean;
}

const HEALED_DAYS = 7;

/** What a source's address is called: the first address it has. */
const SITE = `regexp_replace(coalesce(s.settings #>> '{key,address}', s.settings #>> '{discovery,lists,0}',
  s.settings #>> '{discovery,sitemaps,0}', s.settings #>> '{discovery,addresses,0}', ''), '^[a-z]+://([^/?#]*).*$', '\\1')`;

/**
 * Every source with its word, as `worded (id, word, per_day)`; $1 is now. Each fact is taken out of the summary once: over
 * thousands of sources that is most of the work.
 */
const wordedFrom = (where: string): string => `
  facts as materialized (
    select s.id, s.state, s.template_version, s.summary ->> 'ending' as ending, s.summary ->> 'verdict' as verdict,
           (s.summary ->> 'checkedAt')::timestamptz as checked_at,
           coalesce((s.summary ->> 'perDay')::double precision, 0) as per_day
      from source s where s.removed_at is null ${where}),
  alarmed as materialized ( -- alarms of src/harvester/warn that have a word of their own
    select source_id, bool_or(cause in ('silence', 'unchanged')) as is_silent, bool_or(cause = 'more-withheld') as is_withholding
      from warning where closed_at is null group by source_id),
  worded as materialized (
    select f.id, f.per_day, case
        when f.state = 'paused' then 'paused'
        when f.ending = 'broken' then 'broken'
        when f.state = 'deferred' then 'deferred'
        when f.verdict = 'broken' and v.made_at < f.checked_at then 'broken' -- not healed, or the heal was undone
        when f.verdict = 'unrecognised' then 'unrecognised'
        when f.verdict = 'unreachable' or f.ending in ('unreachable', 'failed') then 'unreachable'
        when a.is_silent then 'silent'
        when a.is_withholding then 'withholding'
        when v.standing = 'provisional' or f.ending is null then 'provisional'
        when v.standing = 'unconfirmed' then 'unconfirmed'
        when v.origin = 'heal' and v.made_at > $1::timestamptz - interval '${HEALED_DAYS} days' then 'healed'
        when f.verdict = 'changed' then 'changed'
        else 'healthy' end as word
      from facts f
      left join template_version v on v.source_id = f.id and v.version = f.template_version
      left join alarmed a on a.source_id = f.id),
  ranked as (select *, array_position('{${STATE_WORDS.join(",")}}'::text[], word) as rank from worded)`;

/** What a row of the list shows, for few rows: the site's name and the open warnings are looked up for these only. */
const SHOWN = `s.id::text as id, s.name, ${SITE} as site, w.word, w.rank, w.per_day as "perDay", s.state_reason as "stateReason", s.settings,
  s.next_check_at as "nextCheckAt", s.summary, coalesce(open.warnings, 0)::int as warnings, open.warning,
  exists (select from harvest h where h.source_id = s.id and h.finished_at is null) as "isRunning"`;
const OPEN = `left join lateral (select count(*) as warnings, (array_agg(jsonb_build_object('cause', cause, 'details', details) order by id desc))[1] as warning
                            from warning where source_id = s.id and closed_at is null) open on true`;

export interface WorkListQuery {
  readonly q: string | null;
  readonly site: string | null;
  readonly words: readonly StateWord[] | null;
  readonly after: { readonly rank: number; readonly perDay: number; readonly id: string } | null;
  readonly limit: number;
}

export interface WorkList {
  readonly sources: readonly ListedSource[];
  readonly counts: ReadonlyMap<StateWord, number>; // of all that fit q and site
}

/** What needs a person first, then by records lost a day. All words are made once, for the rows and for the counts. */
export async function workList(db: Db, { q, site, words, after, limit }: WorkListQuery, now: Date): Promise<WorkList> {
  const { rows } = await db.query<{ counts: Partial<Record<StateWord, number>>; sources: readonly Row[] }>(
    `with ${wordedFrom(`${narrowed(q, site)} and $2::text is not distinct from $2 and $3::text is not distinct from $3`)},
     chosen as (
       select * from ranked
        where ($4::text[] is null or word = any($4))
          and ($5::int is null or (rank, -per_day, id) > ($5, -$6::double precision, $7::bigint))
        order by rank, per_day desc, id limit $8)
     select (select coalesce(json_object_agg(word, count), '{}') from (select word, count(*) from worded group by word) as by_word) as counts,
            (select coalesce(json_agg(shown order by rank, "perDay" desc, id::bigint), '[]')
               from (select ${SHOWN} from chosen w join source s on s.id = w.id ${OPEN}) as shown) as sources`,
    [now, q, site, words, after?.rank ?? null, after?.perDay ?? null, after?.id ?? null, limit],
  );
  const [row] = rows;
  return {
    sources: (row?.sources ?? []).map(listed),
    counts: new Map(Object.entries(row?.counts ?? {}) as [StateWord, number][]),
  };
}

/** Written only where it is asked for: a site's name costs more than all the rest. */
function narrowed(q: string | null, site: string | null): string {
  const found =
    q === null ? "" : `and (strpos(search_folded(s.name), search_folded($2)) > 0 or strpos(lower(${SITE}), lower($2)) > 0)`;
  return site === null ? found : `${found} and ${SITE} = $3`;
}

export async function listedSource(db: Db, id: string, now: Date): Promise<ListedSource | undefined> {
  const { rows } = await db.query<Row>(
    `with ${wordedFrom("and s.id = $2")}
     select ${SHOWN} from ranked w join source s on s.id = w.id ${OPEN}`,
    [now, id],
  );
  return rows[0] && listed(rows[0]);
}

/** How many sources are in each state. */
export async function countWords(db: Db, now: Date): Promise<ReadonlyMap<StateWord, number>> {
  return (await workList(db, { q: null, site: null, words: null, after: null, limit: 0 }, now)).counts;
}

type Row = Omit<ListedSource, keyof SourceSummary> & { readonly summary: Partial<SourceSummary> };

const NOTHING: SourceSummary = {
  records: 0,
  gone: 0,
  apart: 0,
  withheld: 0,
  newestAt: null,
  rhythmDays: null,
  checkedAt: null,
  checks: [],
};

/** As JSON a time is a text. */
const listed = ({ summary, nextCheckAt, ...row }: Row): ListedSource => ({
  ...NOTHING,
  ...summary,
  ...row,
  nextCheckAt: nextCheckAt === null ? null : new Date(nextCheckAt),
});

export async function countSources(db: Db): Promise<number> {
  return only(await db.query<{ count: number }>("select count(*)::int as count from source where removed_at is null")).count;
}
