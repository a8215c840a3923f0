/**
 * Words are found however they are written: with capitals or without, with accents, vowel points or wide letters or
 * without. Of scripts that put no spaces between words, every letter is a word, and a row of them is looked for as one.
 *
 * The server's own idea of a capital may end with ASCII, as the embedded one's does; where it knows the rules of Unicode,
 * it is asked for those.
 */
const MARKS = String.raw`[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]`;
const SPACELESS = String.raw`[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]`;

const ASCII_AS_ALWAYS = "lower('I') = 'i'"; // as it is not in Turkish
const MOST = 150_000; // letters: a tsvector holds at most 1 MB, and a page's text may hold more

const folded = (text: string): string =>
  `normalize(regexp_replace(normalize(lower(${text} UNICODE), nfkd), '${MARKS}+', '', 'g'), nfkc)`;
const apart = (text: string): string => String.raw`regexp_replace(${text}, '(${SPACELESS})', ' \1 ', 'g')`;

/** `search_text` calls none of ours: while another tool reads a copy of the database in, it does not find them. */
export const search = `
do $do$ begin execute replace($functions$

create function search_text(record_values jsonb) returns tsvector language plpgsql immutable parallel safe as $$
declare
  written text := record_values::text;
begin
  if octet_length(written) <= ${MOST} and octet_length(written) = length(written) and ${ASCII_AS_ALWAYS} then
    return jsonb_to_tsvector('pg_catalog.simple'::regconfig, record_values, '["string"]');
  end if;
  return (
    select to_tsvector('pg_catalog.simple'::regconfig, ${apart(`left(${folded(`left(coalesce(string_agg(text, ' '), ''), ${MOST})`)}, ${MOST})`)})
      from jsonb_each(record_values) as attribute (name, texts), jsonb_array_elements_text(texts) as text);
end $$;

create function search_folded(written text) returns text language sql immutable parallel safe as $$
  select case when octet_length(written) = length(written) and ${ASCII_AS_ALWAYS} then lower(written) else ${folded("written")} end
$$;

create function search_query(asked text) returns tsquery language sql immutable parallel safe as $$
  select coalesce(string_agg(nullif(phraseto_tsquery('pg_catalog.simple'::regconfig, ${apart("word")})::text, ''), ' & '), '')::tsquery
    from regexp_split_to_table(search_folded(asked), '\\s+') as word
$$;

$functions$, ' UNICODE', case when exists (select from pg_collation where collname = 'und-x-icu') then ' collate "und-x-icu"' else '' end);
end $do$;
`;
