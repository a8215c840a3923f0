/**
 * What the work list shows of each source, kept by the database itself so that whoever writes (a command, a worker, the
 * server) keeps it right; and a word to whoever listens when something has changed.
 *
 * Pages that are left out wait for nobody's label, so they do not count as withheld. Equal checks of one harvest are one
 * mark, since a harvest may look for several known records; only the newest checks are looked at, however many there are.
 *
 * Triggers are per statement: a bulk load of a million checks is one statement.
 */
export const summary = `
create function refresh_source_summary(wanted bigint[]) returns void language sql as $$
  update source u
     set summary = jsonb_build_object(
           'records', r.current, 'gone', r.gone, 'apart', r.apart, 'withheld', p.withheld, 'newestAt', r.newest_at,
           'rhythmDays', case when d.days >= 3 then (d.last - d.first)::double precision / (d.days - 1) end,
           'perDay', coalesce(d.records::double precision / greatest(1, d.last - d.first + 1), 0),
           'checkedAt', c.checked_at, 'verdict', c.verdict, 'checks', coalesce(c.checks, '[]'),
           'ending', h.ending)
    from source s
    cross join lateral (
      select count(*) filter (where state = 'current') as current, count(*) filter (where state = 'gone') as gone,
             count(*) filter (where state = 'apart') as apart, max(created_at) as newest_at
        from record where source_id = s.id) r
    cross join lateral (
      select count(*) as days, min(day) as first, max(day) as last, sum(records) as records
        from (select (created_at at time zone 'UTC')::date as day, count(*) as records
                from record where source_id = s.id group by 1 order by 1 desc limit 90) as by_day) d
    cross join lateral (
      select count(*) as withheld from page where source_id = s.id and withheld_group is not null and state <> 'skipped') p
    cross join lateral (
      select max(checked_at) as checked_at, (array_agg(verdict order by id desc))[1] as verdict,
             jsonb_agg(case when verdict = 'broken' and exists (
                              select from template_version t
                               where t.source_id = s.id and t.origin = 'heal' and t.made_at >= checked_at
                                 and (following is null or t.made_at < following)) then 'healed'
                            when verdict in ('unreachable', 'unrecognised') then 'not-reached'
                            else verdict end order by id) as checks
        from (select id, checked_at, verdict, lead(checked_at) over (order by id) as following
                from (select id, checked_at, verdict,
                             row_number() over (partition by coalesce(harvest_id, -id), verdict order by id desc) as nth
                        from (select * from source_check where source_id = s.id order by id desc limit 300) as newest) as of_harvest
               where nth = 1
               order by id desc limit 30) as last) c
    left join lateral (
      select ending from harvest
       where source_id = s.id and finished_at is not null and not is_from_snapshots order by id desc limit 1) h on true
   where s.id = any(wanted) and u.id = s.id
$$;

create function keep_summaries() returns trigger language plpgsql as $$
begin
  perform refresh_source_summary(array(select distinct source_id from changed));
  return null;
end $$;
create trigger summary_of_check after insert on source_check
  referencing new table as changed for each statement execute function keep_summaries();
create trigger summary_of_harvest after update on harvest
  referencing new table as changed for each statement execute function keep_summaries();
create trigger summary_of_removed after delete on record
  referencing old table as changed for each statement execute function keep_summaries();

-- Deferred: a version that is undone or confirmed changes its records in the same transaction, after its own row.
create function keep_summary_of_version() returns trigger language plpgsql as $$
begin
  perform refresh_source_summary(array[new.source_id]);
  return null;
end $$;
create constraint trigger summary_of_version after insert or update on template_version
  deferrable initially deferred for each row execute function keep_summary_of_version();

-- Of more rows at once than a person could look at, nobody is told.
create function tell() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 101) as few) <= 100 then
    perform pg_notify('bartree', word::text) from (
      select distinct case tg_table_name
        when 'source' then jsonb_build_object('kind', 'source', 'sourceId', entry ->> 'id')
        when 'source_check' then jsonb_build_object('kind', 'check', 'sourceId', entry ->> 'source_id',
                                                    'checkId', entry ->> 'id', 'verdict', entry ->> 'verdict')
        when 'harvest' then jsonb_build_object('kind', 'harvest', 'sourceId', entry ->> 'source_id',
                                               'harvestId', entry ->> 'id', 'isOver', entry ->> 'finished_at' is not null)
        when 'warning' then jsonb_build_object('kind', 'warning', 'sourceId', entry ->> 'source_id', 'warningId', entry ->> 'id')
        else jsonb_build_object('kind', 'draft', 'draftId', entry ->> 'id', 'revision', (entry ->> 'revision')::int)
      end as word
      from (select to_jsonb(c) - 'body' - 'settings' - 'details' as entry from changed c) as entries) as words;
  end if;
  return null;
end $$;
create trigger tell_new_source after insert on source referencing new table as changed for each statement execute function tell();
create trigger tell_source after update on source referencing new table as changed for each statement execute function tell();
create trigger tell_check after insert on source_check referencing new table as changed for each statement execute function tell();
create trigger tell_new_harvest after insert on harvest referencing new table as changed for each statement execute function tell();
create trigger tell_harvest after update on harvest referencing new table as changed for each statement execute function tell();
create trigger tell_new_warning after insert on warning referencing new table as changed for each statement execute function tell();
create trigger tell_warning after update on warning referencing new table as changed for each statement execute function tell();
create trigger tell_draft after update on draft referencing new table as changed for each statement execute function tell();
`;
