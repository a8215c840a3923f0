/**
 * What a page's reading costs the database, and nobody needs.
 *
 * A harvest goes only with its source, as its versions do: the reference from one to the other had to be proved for every
 * version, and each harvest removed searched all versions there are. The words to search in are made by a function whose
 * plan is kept, where a function in SQL is parsed for every record.
 */
export const lighterWrites = `
alter table record_version drop constraint record_version_harvest_id_fkey;
create index source_check_of_harvest on source_check (harvest_id);

-- A cut text, since a tsvector holds at most 1 MB and a page's text may hold more.
create or replace function search_text(record_values jsonb) returns tsvector language plpgsql immutable parallel safe as $$
begin
  if octet_length(record_values::text) <= 150000 then
    return jsonb_to_tsvector('pg_catalog.simple'::regconfig, record_values, '["string"]');
  end if;
  return (
    select to_tsvector('pg_catalog.simple'::regconfig, left(coalesce(string_agg(text, ' '), ''), 150000))
      from jsonb_each(record_values) as attribute (name, texts), jsonb_array_elements_text(texts) as text);
end $$;
`;
