/** Ten thousand drafts that were never kept, of many people: who lists, begins or removes one does not feel them. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { upkeep } from "../../src/harvester/upkeep/upkeep.js";
import { say } from "../run.js";
import { type TestServer, testServer } from "./server.js";

const DRAFTS = 10_000;
const LIMIT = 200;
const PAGE = "<!DOCTYPE html><title>Shop</title><main><h1>A tale</h1><p>7 EUR</p></main>";

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await testServer();
  key = await server.key("editor");
});
afterAll(async () => {
  expect(server.troubles).toEqual([]);
  await server.close();
});

const begin = (n: number) =>
  server.call("POST", `/api/drafts/upload?address=${encodeURIComponent(`http://a.example/${n}`)}`, { key, bytes: PAGE });

/** Copies of the one draft there is, with their pages, each by a person of its own or all by the same. */
async function multiply(count: number, createdBy: string): Promise<void> {
  await server.pool.query(
    `with made as (
       insert into draft (id, body, revision, created_by, created_at, updated_at)
       select gen_random_uuid(), jsonb_set(body, '{filler}', to_jsonb(repeat('x', 5000))) - 'filler', revision, ${createdBy}, created_at, updated_at - n * interval '1 second'
         from (select * from draft order by created_at limit 1) as first, generate_series(1, $1::int) as n returning id)
     insert into draft_page (draft_id, address, role, rank, state, snapshot_id, fetched_at, is_upload)
     select made.id, p.address, p.role, p.rank, p.state, p.snapshot_id, p.fetched_at, p.is_upload
       from made, (select * from draft_page limit 1) as p`,
    [count],
  );
}

const timed = async <Result>(work: () => Promise<Result>): Promise<[Result, number]> => {
  const begun = performance.now();
  return [await work(), performance.now() - begun];
};

it(`${DRAFTS} drafts of many: the list is short, one more is begun, one is removed, upkeep goes on`, {
  timeout: 120_000,
}, async () => {
  expect((await begin(1)).status).toBe(200);
  await multiply(DRAFTS, "'person ' || n");
  const [list, listMs] = await timed(() => server.call("GET", "/api/drafts", { key }));
  expect([list.status, list.body.drafts.length, list.text.length < 50_000]).toEqual([200, 50, true]);
  const [begun, beginMs] = await timed(() => begin(2));
  expect(begun.status).toBe(200);
  const [removed, removeMs] = await timed(() => server.call("DELETE", `/api/drafts/${begun.body.id}`, { key }));
  expect(removed.status).toBeLessThan(300);
  const [, upkeepMs] = await timed(() => upkeep(server.pool, { snapshotDays: 1 }, server.now()));
  const ms = [listMs, beginMs, removeMs, upkeepMs].map((each) => each.toFixed(0));
  say(`${DRAFTS} drafts: list ${ms[0]} ms, begin ${ms[1]} ms, remove ${ms[2]} ms, upkeep ${ms[3]} ms`);
  for (const each of [listMs, beginMs, removeMs]) expect(each).toBeLessThan(5000);
  expect(upkeepMs).toBeLessThan(30_000);
});

it(`one person has at most ${LIMIT} that were not kept, and can go on when one is removed`, async () => {
  const { rows } = await server.pool.query("select created_by from draft order by created_at limit 1");
  await multiply(LIMIT, rows[0].created_by === null ? "null" : `'${rows[0].created_by}'`);
  const refused = await begin(3);
  expect([refused.status, refused.body.error.code]).toEqual([422, "too-many-drafts"]);
  await server.pool.query(
    "delete from draft where ctid in (select ctid from draft where created_by is not distinct from $1 limit 2)",
    [rows[0].created_by],
  );
  expect((await begin(4)).status).toBe(200);
});
