import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STATE_WORDS } from "../../src/api/server/sources.js";
import { SourceSettings } from "../../src/api/source.js";
import { parseTemplate } from "../../src/api/template.js";
import { harvestSource } from "../../src/harvester/cycle.js";
import { fetchLabelled, keepSource, learnSource } from "../../src/harvester/set-up/set-up.js";
import { harvestsOf, startHarvest } from "../../src/store/harvest.js";
import { takeSource } from "../../src/store/lock.js";
import { sourceOf } from "../../src/store/source.js";
import { type TestServer, testServer } from "./server.js";

let server: TestServer;
let key: string;
let sourceId: string;
const get = async (path: string) => (await server.call("GET", path, { key })).body;

beforeAll(async () => {
  server = await testServer();
  key = await server.key("reader");
  await server.demo.start();
  const { pageAddress, listAddress } = server.demo.view().sites[0] ?? { pageAddress: "", listAddress: "" };
  const settings = SourceSettings.parse({
    key: { address: pageAddress, labels: { title: ["Silt Memory in Regulated Rivers"], date: ["22 April 2024"] } },
    discovery: { lists: [listAddress] },
    delayMs: 0,
    headers: { "x-token": "the site's own secret" },
  });
  const { tools } = server;
  if (!settings.key) throw new Error("no key");
  const setUp = await learnSource(tools, settings, await fetchLabelled(tools, settings, settings.key));
  if (!("version" in setUp)) throw new Error("nothing learnt");
  sourceId = (await keepSource(tools, "rivers", setUp)).id;
  const source = await sourceOf(server.pool, sourceId);
  if (source) await harvestSource(tools, source);
});
afterAll(() => server.close());

describe("records", () => {
  it("are found by words, all of them, and counted", async () => {
    const { records, count } = await get("/api/records?q=river%20twice");
    expect(records.map(({ title }: { title: string }) => title)).toEqual(["A River Named Twice"]);
    expect(count).toEqual({ count: 1, isCapped: false });
    expect((await get("/api/records?q=river%20nowhere")).records).toEqual([]);
    expect((await get("/api/records?source=999")).records).toEqual([]);
  });

  it.each(["newest", "rank"])("come page after page by cursor, each once (%s)", async (order) => {
    const seen: string[] = [];
    for (let after: string | null = ""; after !== null; ) {
      const page = await get(`/api/records?q=2024&order=${order}&limit=2${after === "" ? "" : `&after=${after}`}`);
      seen.push(...page.records.map(({ id }: { id: string }) => id));
      after = page.next;
    }
    const all = await get("/api/records?q=2024&limit=200");
    expect(seen.length).toBeGreaterThan(2);
    expect([...seen].sort()).toEqual(all.records.map(({ id }: { id: string }) => id).sort());
    expect(new Set(seen).size).toBe(seen.length);
  });

  it("say of a page that was dropped which one it was, and when", async () => {
    const { records } = await get("/api/records?q=twice");
    const { id } = records[0];
    const before = await get(`/api/records/${id}/proof?attribute=title`);
    const at = "2031-05-06T00:00:00.000Z";
    const kept = await server.pool.query("select bytes from snapshot where id = $1", [before.snapshotId]);
    await server.pool.query("update snapshot set bytes = null, dropped_at = $2 where id = $1", [before.snapshotId, at]);
    const gone = { digest: before.digest, droppedAt: at };
    expect(await get(`/api/records/${id}/proof?attribute=title`)).toMatchObject({ ...gone, html: null, isProved: false });
    expect((await get(`/api/records/${id}`)).proofs).toContainEqual(expect.objectContaining(gone));
    expect((await get(`/api/records/${id}/versions`)).versions[0]).toMatchObject(gone);
    const answer = await server.call("GET", `/api/snapshots/${before.snapshotId}`, { key });
    expect([answer.status, answer.body.error.code]).toEqual([410, "page-dropped"]);
    expect(answer.body.error.message).toContain(before.digest);
    await server.pool.query("update snapshot set bytes = $2, dropped_at = null where id = $1", [
      before.snapshotId,
      kept.rows[0].bytes,
    ]);
  });

  it("keep their history, and the proof of what was shown then", async () => {
    const { records } = await get("/api/records?q=twice");
    const { id } = records[0];
    const { versions } = await get(`/api/records/${id}/versions`);
    expect(versions).toMatchObject([{ number: 1, kind: "read", values: records[0].values }]);
    const proof = await get(`/api/records/${id}/proof?attribute=title&version=1`);
    expect(proof).toMatchObject({ isProved: true, values: ["A River Named Twice"], agreed: expect.arrayContaining(["path"]) });
    expect(proof.html.slice(proof.spans[0].start, proof.spans[0].end)).toBe("A River Named Twice");
    expect(proof.lines[0].html).toContain("A River Named Twice");
    expect(await get(`/api/snapshots/${proof.snapshotId}`)).toMatchObject({
      html: proof.html,
      digest: proof.digest,
      address: records[0].address,
    });
    expect((await get(`/api/records/${id}/proof?attribute=constructor`)).error.code).toBe("not-there");
  });
});

describe("an export", () => {
  beforeAll(async () => {
    await server.pool.query(
      `update record set values = jsonb_set(values, '{title}', '["=HYPERLINK(\\"http://evil.example\\")"]') where id = (select min(id) from record)`,
    );
  });

  it("as CSV neutralises what a spreadsheet would run, unless it is asked for raw", async () => {
    const csv = (await server.call("GET", "/api/records/export?format=csv", { key })).text;
    expect(csv.split("\r\n")[0]).toBe("\ufeffid,source,address,state,date,title,withheld,provisional,updated");
    expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(csv).not.toMatch(/(^|,)"?=/m);
    expect(csv.trim().split("\r\n")).toHaveLength(17);
    const raw = (await server.call("GET", "/api/records/export?format=csv&raw=yes", { key })).text;
    expect(raw).toContain(`"=HYPERLINK(""http://evil.example"")"`);
  });

  it("as JSON lines is verbatim, and holds what is shown", async () => {
    const { text, headers } = await server.call("GET", "/api/records/export?format=jsonl&q=river", { key });
    const shown = await get("/api/records?q=river&limit=200");
    expect(
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).id)
        .sort(),
    ).toEqual(shown.records.map(({ id }: { id: string }) => id).sort());
    expect(headers["content-disposition"]).toBe('attachment; filename="records.jsonl"');
  });
});

describe("a source", () => {
  it("never tells the values of its headers", async () => {
    const answers = [
      await server.call("GET", `/api/sources/${sourceId}`, { key }),
      await server.call("GET", "/api/sources", { key }),
    ];
    expect(answers[0]?.body.settings.headers).toEqual(["x-token"]);
    for (const { text } of answers) expect(text).not.toContain("the site's own secret");
  });

  it("shows its templates as files that can be read", async () => {
    const version = await get(`/api/sources/${sourceId}/versions/1`);
    expect(parseTemplate(version.template, "version 1").kind).toBe("page");
  });

  it("has its stored pages read again, also where such a reading was killed, but not while one works on it", async () => {
    const editor = await server.key("editor");
    const run = async () =>
      (await server.call("POST", `/api/sources/${sourceId}/run`, { key: editor, body: { isFromSnapshots: true } })).body;
    const release = await takeSource(server.pool, sourceId);
    expect(await run()).toEqual({ isQueued: false, isRunning: true });
    await release?.();
    const killed = await startHarvest(server.pool, { sourceId, isFromSnapshots: true }, server.now());
    expect(await run()).toEqual({ isQueued: true, isRunning: false });
    await server.idle();
    const [done, before] = await harvestsOf(server.pool, sourceId, 2);
    expect([done, before]).toMatchObject([
      { isFromSnapshots: true, ending: "done", found: 16 },
      { id: killed, ending: "stopped" },
    ]);
  });

  it("has a schedule that is checked when it is set", async () => {
    const editor = await server.key("editor");
    const set = (schedule: object) => server.call("PATCH", `/api/sources/${sourceId}`, { key: editor, body: { schedule } });
    expect((await set({ cron: "0 6 * * *", zone: "Mars/Olympus" })).body.error.code).toBe("request-invalid");
    expect((await set({ cron: "61 * * * *", zone: "UTC" })).status).toBe(400);
    const { body } = await set({ cron: "15 4 * * *", zone: "Asia/Jakarta" });
    expect(body.nextAt).toMatch(/T21:15:00/);
  });

  it("is changed as a whole or not at all", async () => {
    const editor = await server.key("editor");
    const change = (body: object) => server.call("PATCH", `/api/sources/${sourceId}`, { key: editor, body });
    await server.pool.query(
      "insert into source (name, settings, created_at, updated_at) select 'taken', settings, now(), now() from source where id = $1",
      [sourceId],
    );
    const before = await sourceOf(server.pool, sourceId);
    expect((await change({ name: "lakes", lists: ["no address"] })).body.error.code).toBe("source-invalid");
    expect((await change({ name: "taken", maxPages: 7, schedule: null })).body.error.code).toBe("source-exists");
    expect((await change({ name: "lakes", warnMail: "\u0000@example.org" })).status).toBe(400);
    expect(await sourceOf(server.pool, sourceId)).toEqual(before);
    await server.pool.query("delete from source where name = 'taken'");
    expect((await change({ name: "lakes", maxPages: 7 })).body).toMatchObject({ name: "lakes", settings: { maxPages: 7 } });
    await change({ name: "rivers" });
  });

  it("is changed by two at once, and neither loses what the other said", async () => {
    const editor = await server.key("editor");
    const change = (body: object) => server.call("PATCH", `/api/sources/${sourceId}`, { key: editor, body });
    for (const maxPages of [11, 12, 13, 14, 15]) {
      const keep = [`/papers/${maxPages}`];
      await Promise.all([change({ maxPages }), change({ keep })]);
      expect((await sourceOf(server.pool, sourceId))?.settings.discovery).toMatchObject({ maxPages, keep });
    }
    await change({ keep: [] });
  });

  it("gets a name that another asks for at the same moment, or is told that it is taken", async () => {
    const editor = await server.key("editor");
    const { rows } = await server.pool.query<{ id: string }>(
      "insert into source (name, settings, created_at, updated_at) select 'other', settings, now(), now() from source where id = $1 returning id",
      [sourceId],
    );
    const ids = [sourceId, rows[0]?.id];
    for (const name of ["lakes", "hills", "dales"]) {
      const told = await Promise.all(
        ids.map((id) => server.call("PATCH", `/api/sources/${id}`, { key: editor, body: { name } })),
      );
      expect(told.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
    await server.pool.query("delete from source where id = $1", [ids[1]]);
    await server.call("PATCH", `/api/sources/${sourceId}`, { key: editor, body: { name: "rivers" } });
  });
});

describe("the work list", () => {
  /** One source per word, made by what the database knows of it. */
  const SUMMARIES: Record<string, string> = {
    broken: `'{"ending": "broken", "verdict": "broken"}'`,
    silent: `'{"ending": "done", "verdict": "same"}'`,
    withholding: `'{"ending": "done", "verdict": "same"}'`,
    unreachable: `'{"ending": "unreachable", "verdict": "unreachable"}'`,
    unrecognised: `'{"ending": "unreachable", "verdict": "unrecognised"}'`,
    changed: `'{"ending": "done", "verdict": "changed"}'`,
    healthy: `'{"ending": "done", "verdict": "same"}'`,
    provisional: `'{}'`,
  };

  beforeAll(async () => {
    await server.pool.query("update source set removed_at = now()");
    const add = async (name: string, state: string, summary: string, version = "null") => {
      const { rows } = await server.pool.query(
        `insert into source (name, settings, state, created_at, updated_at, next_check_at)
         select $1, settings, $2, now(), now(), null from source limit 1 returning id`,
        [name, state],
      );
      if (version !== "null")
        await server.pool.query(
          `insert into template_version (source_id, version, origin, standing, made_at) values (${rows[0].id}, ${version}, now())`,
        );
      await server.pool.query(
        `update source set summary = ${summary}, template_version = ${version === "null" ? "null" : 1} where id = ${rows[0].id}`,
      );
    };
    for (const [word, summary] of Object.entries(SUMMARIES)) await add(word, "active", summary);
    await server.pool.query(
      `insert into warning (source_id, cause, details, opened_at, seen_at)
       select id, case name when 'silent' then 'silence' else 'more-withheld' end,
              '{"since": "2026-10-25", "longestMs": 1, "usual": 1, "now": 2}', now(), now()
         from source where name in ('silent', 'withholding')`,
    );
    await add("paused", "paused", SUMMARIES.broken ?? "");
    await add("deferred", "deferred", SUMMARIES.healthy ?? "");
    await add("healed", "active", SUMMARIES.healthy ?? "", "1, 'heal', 'confirmed'");
    await add("unconfirmed", "active", SUMMARIES.healthy ?? "", "1, 'heal', 'unconfirmed'");
  });

  it("says every state in its word, what needs a person first", async () => {
    const { sources, counts, total } = await get("/api/sources");
    expect(sources.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual(
      STATE_WORDS.map((word) => [word, word]),
    );
    expect(counts).toEqual(Object.fromEntries(STATE_WORDS.map((word) => [word, 1])));
    expect(total).toBe(12);
  });

  it("comes page after page, by group and by search", async () => {
    const names: string[] = [];
    for (let after = ""; ; ) {
      const { sources, next } = await get(`/api/sources?limit=5${after === "" ? "" : `&after=${after}`}`);
      names.push(...sources.map(({ name }: { name: string }) => name));
      if (next === null) break;
      after = next;
    }
    expect(names).toEqual([...STATE_WORDS]);
    const found = async (query: string) => (await get(`/api/sources?${query}`)).sources.map(({ name }: { name: string }) => name);
    expect(await found("state=needs-you")).toEqual(["broken", "deferred"]);
    expect(await found("state=healed")).toEqual(["healed"]);
    expect(await found("q=HEAL")).toEqual(["healed", "healthy"]);
    expect(await found("q=%25")).toEqual([]);
  });
});
