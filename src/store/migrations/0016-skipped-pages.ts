/** Pages that are left out wait for nobody's label: the work list does not count them among those withheld. */
export const skippedPages = `
create or replace function refresh_source_summary(wanted bigint[]) returns void language sql as $$
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

select refresh_source_summary(array(select id from source));
`;
