/**
 * A large installation, made inside the database: sources with records, checks, harvests, and history for some.
 *
 * Texts are put together from a pool of sentences over 60,000 words, so that making them costs little beside storing and
 * indexing them. Three words are planted: in about 300, 20,000 and 400,000 of a million records.
 */
import { SourceSettings } from "../dist/api/source.js";
import { packSnapshot } from "../dist/store/snapshot.js";

export const PLANTED = { rare: "zanzibarite", medium: "mesolimnic", common: "commonplace" };
const SHARE = { rare: 0.0003, medium: 0.02, common: 0.4 };
const WITH_HISTORY = 20_000;
const LANES = 4;
const SETTINGS = SourceSettings.parse({
  key: { address: "https://SITE.example.org/item/1", labels: { title: ["A title"] } },
  discovery: { lists: ["https://SITE.example.org/"] },
});

export async function fill(pool, { sources, records, say }) {
  const began = performance.now();
  const step = (name) => say(`  ${name.padEnd(28)} ${((performance.now() - began) / 1000).toFixed(0)} s`);
  await pool.query("alter table record set (autovacuum_enabled = off)");
  await sentences(pool);
  await addSources(pool, sources);
  step(`${sources} sources`);
  await pool.query("drop index record_search, record_by_update, record_of_source_by_update, record_of_page");
  await inLanes(records, (client, from, to) => addRecords(client, { from, to, sources }));
  step(`${records} records with pages`);
  await history(pool, Math.min(WITH_HISTORY, records));
  step("versions and proofs");
  await index(pool);
  step("indexes");
  await pool.query("select refresh_source_summary(array(select id from source))");
  await pool.query("vacuum analyze");
  step("summaries, statistics");

  /** Without triggers and checks of references: nobody listens, and all of it fits together. */
  async function inLanes(count, work) {
    await Promise.all(
      Array.from({ length: LANES }, async (_, lane) => {
        const client = await pool.connect();
        try {
          await client.query("set session_replication_role = replica; set synchronous_commit = off");
          await work(client, Math.floor((count * lane) / LANES), Math.floor((count * (lane + 1)) / LANES));
          await client.query("reset all");
        } finally {
          client.release();
        }
      }),
    );
  }
}

async function sentences(pool) {
  await pool.query(`create unlogged table sentence as
    select n as id, (select string_agg(chr(97 + (w % 26)) || chr(97 + (w / 26) % 26) || 'o' || chr(97 + (w / 676) % 26) || (w % 7)::text || 'n', ' ')
                       from (select floor(60000 * power(random(), 3))::int as w from generate_series(1, 12) where n > 0) as words) as text
      from generate_series(1, 40000) as n`);
  await pool.query("alter table sentence add primary key (id)");
  await pool.query("analyze sentence");
}

async function addSources(pool, count) {
  const client = await pool.connect();
  try {
    await client.query("set session_replication_role = replica");
    await client.query(
      `insert into source (name, settings, state, next_check_at, template_version, created_at, updated_at)
       select 'Source ' || n, replace($2, 'SITE', 'site-' || n)::jsonb,
              case when n % 97 = 0 then 'paused' when n % 131 = 0 then 'deferred' else 'active' end,
              now() + n * interval '10 seconds', 1, now() - interval '300 days', now()
         from generate_series(1, $1::int) as n`,
      [count, JSON.stringify(SETTINGS)],
    );
    await client.query(
      `insert into template_version (source_id, version, origin, standing, made_at)
       select id, 1, case when id % 50 = 0 then 'heal' else 'labels' end, 'confirmed', now() - (id % 40) * interval '1 day' from source`,
    );
    await client.query(
      `insert into source_check (source_id, checked_at, address, template_version, verdict, details)
       select id, now() - n * interval '1 day', 'https://site-' || id || '.example.org/item/1', 1,
              case when (id * 31 + n) % 211 = 0 then 'broken' when (id + n) % 57 = 0 then 'changed' when (id + n) % 149 = 0 then 'unreachable' else 'same' end, '{}'
         from source, generate_series(30, 1, -1) as n`,
    );
    await client.query(
      `insert into harvest (source_id, template_version, started_at, finished_at, ending, found, read, unchanged)
       select id, 1, now() - n * interval '1 day', now() - n * interval '1 day' + interval '5 minutes',
              case when id % 173 = 0 and n = 1 then 'broken' else 'done' end, 200, 2, 198
         from source, generate_series(10, 1, -1) as n`,
    );
    await client.query(
      `insert into warning (source_id, cause, details, opened_at, seen_at)
       select id, 'not-healed', '{}', now(), now() from source where id % 173 = 0`,
    );
    await client.query("reset all");
  } finally {
    client.release();
  }
}

async function addRecords(client, { from, to, sources }) {
  const BATCH = 25_000;
  for (let at = from; at < to; at += BATCH) {
    const end = Math.min(to, at + BATCH);
    await client.query(
      `with made as (
         select n, 1 + (n % $3::int) as source_id, 'https://site-' || (1 + n % $3::int) || '.example.org/item/' || n as address,
                now() - (1000000 - n) * interval '20 seconds' as at,
                1 + floor(random() * 39998)::int as a, 1 + floor(random() * 39998)::int as b, random() as r, random() as c, random() as m
           from generate_series($1::int, $2::int - 1) as n),
       pages as (
         insert into page (id, source_id, address, state, found_at, seen_at)
         overriding system value select n + 1, source_id, address, 'read', at, at from made)
       insert into record (id, source_id, identity, page_id, state, version, versions, values, withheld, created_at, updated_at)
       overriding system value
       select n + 1, source_id, address, n + 1, case when n % 200 = 0 then 'gone' else 'current' end, 1, 1,
              jsonb_build_object('title', jsonb_build_array(initcap(left(s.text, 60)) || ' ' || n),
                'authors', jsonb_build_array('Author ' || (n % 9973), 'Author ' || (n % 7919)), 'date', jsonb_build_array((1990 + n % 36)::text),
                'abstract', jsonb_build_array(s.text || '. ' || t.text || '.' || case when r < ${SHARE.rare} then ' ${PLANTED.rare}' else '' end
                  || case when m < ${SHARE.medium} then ' ${PLANTED.medium}' else '' end || case when c < ${SHARE.common} then ' ${PLANTED.common}' else '' end)),
              '{}', at, at
         from made join sentence s on s.id = a join sentence t on t.id = b`,
      [at, end, sources],
    );
  }
}

const HTML = (id) => `<!DOCTYPE html><title>${id}</title><h1>${"A stored page of the bench. ".repeat(40)}</h1>`;

async function history(pool, count) {
  const client = await pool.connect();
  try {
    await client.query("set session_replication_role = replica");
    for (let id = 1; id <= 200; id++) {
      const { digest, size, packed } = packSnapshot(Buffer.from(HTML(id)));
      await client.query(
        "insert into snapshot (digest, bytes, size, charset, media_type, stored_at) values ($1, $2, $3, 'utf-8', 'text/html', now())",
        [digest, packed, size],
      );
    }
    await client.query(
      `insert into record_version (record_id, number, kind, values, withheld, template_version, variant, read_at)
       select id, 1, 'read', values, '{}', 1, 1, created_at from record where id <= $1`,
      [count],
    );
    await client.query(
      `insert into proof (record_id, number, snapshot_id, charset, template_version, spans)
       select id, 1, 1 + id % 200, 'utf-8', 1, '{"title": [{"value": 0, "start": 40, "end": 80}], "abstract": [{"value": 0, "start": 90, "end": 140}]}'
         from record where id <= $1`,
      [count],
    );
    await client.query("reset all");
  } finally {
    client.release();
  }
}

/** As the migrations make them. */
async function index(pool) {
  await Promise.all([
    withMemory(pool, "create index record_search on record using gin (search)"),
    withMemory(
      pool,
      "create index record_by_update on record (updated_at, id); create index record_of_source_by_update on record (source_id, updated_at, id); create index record_of_page on record (page_id)",
    ),
  ]);
}

async function withMemory(pool, statement) {
  const client = await pool.connect();
  try {
    await client.query(`set maintenance_work_mem = '1GB'; ${statement}; reset maintenance_work_mem`);
  } finally {
    client.release();
  }
}
