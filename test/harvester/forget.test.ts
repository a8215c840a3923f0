import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ReportedError } from "../../src/api/errors.js";
import { SourceSettings } from "../../src/api/source.js";
import { redoHeal, undoHeal } from "../../src/harvester/heal/undo-heal.js";
import { forgetOneRecord, forgetSource, forgetUser } from "../../src/harvester/write/forget.js";
import { accounts, addAccount } from "../../src/store/account.js";
import { addDelivery, noteTold } from "../../src/store/delivery.js";
import { currentProofs, recordsSince } from "../../src/store/record.js";
import { packSnapshot, storeSnapshot } from "../../src/store/snapshot.js";
import { addVersion, templatesInForce } from "../../src/store/template.js";
import { openWarning } from "../../src/store/warning.js";
import { falseProofs } from "../store/false-proofs.js";
import { type ReportSite, startReportSite } from "./report-site.js";
import { testHarvester } from "./tools.js";

let site: ReportSite;
let own: Awaited<ReturnType<typeof testHarvester>>;
let server: Server;
let entries: string[][];
let origin: string;

beforeEach(async () => {
  site = await startReportSite();
  entries = Array.from({ length: 6 }, (_, n) => [`Circular No. ${n + 1}`, `The Long Night of Comet ${"ABCDEF"[n]}`]);
  server = createServer(({ url }, response) => {
    const items = entries.map(([number, title]) => `<li class="c"><b>${number}</b> <i>${title}</i></li>`).join("\n");
    if (url !== "/") return response.writeHead(404).end();
    return response
      .writeHead(200, { "Content-Type": "text/html" })
      .end(`<!DOCTYPE html><h1>Circulars</h1><ul>${items}</ul><p>End</p>`);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  own = await testHarvester(site.origin, origin);
});
afterEach(async () => {
  await own.close();
  await site.close();
  server.closeAllConnections();
  server.close();
});

const DRY = { isDry: true };
const DO = { isDry: false };

/** Rows of any table that hold the text, and snapshots whose page does. */
async function tracesOf(text: string): Promise<string[]> {
  const { rows: tables } = await own.pool.query(
    "select tablename as name from pg_tables where schemaname in ('public', 'graphile_worker')",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const schema = name.startsWith("_private") || name === "migrations" ? "graphile_worker." : "";
    const { rows } = await own.pool.query(
      `select count(*)::int as n from ${schema}${name} t where position($1 in to_jsonb(t)::text) > 0`,
      [text],
    );
    if (rows[0].n > 0) found.push(`${name}: ${rows[0].n}`);
  }
  const { rows } = await own.pool.query("select id, bytes from snapshot where bytes is not null");
  for (const { id, bytes } of rows) if (brotliDecompressSync(bytes).includes(text)) found.push(`snapshot ${id}`);
  return found.sort();
}

const store = (html: string): Promise<string> =>
  storeSnapshot(
    own.pool,
    { ...packSnapshot(Buffer.from(html)), charset: "utf-8", mediaType: "text/html", isRendered: false },
    new Date(),
  );

async function addDraft(body: object, page?: { address: string; snapshotId: string | null }): Promise<string> {
  const { rows } = await own.pool.query(
    "insert into draft (id, body, created_at, updated_at) values (gen_random_uuid(), $1, now(), now()) returning id",
    [body],
  );
  if (page)
    await own.pool.query(
      "insert into draft_page (draft_id, address, role, rank, state, snapshot_id) values ($1, $2, 'sibling', 1, 'read', $3)",
      [rows[0].id, page.address, page.snapshotId],
    );
  return rows[0].id;
}

const codeOf = (failing: Promise<unknown>) =>
  failing.then(
    () => "done",
    (error) => (error instanceof ReportedError ? error.report.code : Promise.reject(error)),
  );

describe("a record with a page of its own", () => {
  let sourceId: string;
  let [address, id, title, older] = ["", "", "", ""];

  beforeEach(async () => {
    sourceId = await own.add("reports", site.settings());
    await own.harvest(sourceId);
    address = `${site.origin}/4`;
    older = site.truth().get(address)?.title?.[0] ?? "";
    site.editions.set(4, 2);
    await own.harvest(sourceId);
    title = site.truth().get(address)?.title?.[0] ?? "";
    id = (await own.records(sourceId)).find(({ identity }) => identity === address)?.id ?? "";
    const details = { groups: [{ firstAddress: address }] };
    await openWarning(own.pool, { sourceId, cause: "a", details }, new Date());
    await openWarning(own.pool, { sourceId, cause: "b", details: { title } }, new Date());
    await openWarning(own.pool, { sourceId, cause: "c", details: {} }, new Date());
    const stored = await templatesInForce(own.pool, sourceId);
    const known = [{ values: { title: [title] } }, { values: { title: ["another"] } }];
    await addVersion(
      own.pool,
      sourceId,
      { origin: "heal", standing: "confirmed", details: { known }, templates: stored },
      new Date(),
    );
  });

  it("is told of in a dry run that changes nothing, then leaves no trace; others keep values and proofs", async () => {
    const before = await tracesOf(title);
    expect(before.length).toBeGreaterThan(4);
    const { since: _, ...would } = await forgetOneRecord(own.tools, id, DRY);
    expect(would).toMatchObject({ records: 1, versions: 2, pages: 1, snapshots: 2, warnings: 2 });
    expect(await tracesOf(title)).toEqual(before);
    expect(await forgetOneRecord(own.tools, id, DO)).toMatchObject(would);
    for (const text of [title, older, address]) expect(await tracesOf(text)).toEqual([]);
    expect(await own.records(sourceId)).toHaveLength(7);
    expect(await falseProofs(own.pool)).toMatchObject({ wrong: [] });
    expect(await recordsSince(own.pool, { search: title, since: new Date(0), afterId: "0", limit: 9 })).toEqual([]);
    expect((await own.pool.query("select cause from warning where cause in ('a', 'b', 'c')")).rows).toEqual([{ cause: "c" }]);
  });

  it("is not harvested again, not even by a source that is added anew", async () => {
    await forgetOneRecord(own.tools, id, DO);
    site.edition = 3;
    site.editions.clear();
    expect(await own.harvest(sourceId)).toMatchObject({ ending: "done", harvest: { found: 7, read: 7 } });
    const other = await own.add("again", site.settings());
    await own.harvest(other);
    for (const each of [sourceId, other])
      expect((await own.records(each)).map(({ identity }) => identity)).not.toContain(address);
    expect(await tracesOf(site.truth().get(address)?.title?.[0] ?? "")).toEqual([]);
    expect(await codeOf(forgetOneRecord(own.tools, id, DO))).toBe("not-there");
  });

  it("takes no page along that shares a common value with it, and none that was stored just now", async () => {
    const common = { number: ["Number"] }; // every page displays it
    await own.pool.query("update record set values = values || $2::jsonb where source_id = $1", [sourceId, common]);
    await own.pool.query("update record_version set values = $2 where record_id = $1 and number = 1", [id, common]);
    await own.pool.query(
      "update proof set spans = jsonb_build_object('number', spans -> 'number') where record_id = $1 and number = 1",
      [id],
    );
    const fresh = await store("<p>of a page that is being read</p>");
    expect(await forgetOneRecord(own.tools, id, DO)).toMatchObject({ snapshots: 2 });
    expect((await own.pool.query("select from snapshot where id = $1", [fresh])).rowCount).toBe(1);
    await forgetSource(own.tools, await own.source(sourceId), DO);
    expect((await own.pool.query("select id from snapshot")).rows).toEqual([{ id: fresh }]);
  });

  it("takes no warning and no draft along that is of another address, of a longer text, or of others", async () => {
    const near = { groups: [{ firstAddress: `${address}2` }, { text: `${title} again` }] };
    await openWarning(own.pool, { sourceId, cause: "d", details: near }, new Date());
    await openWarning(own.pool, { sourceId, cause: "e", details: { text: `see ${address}, please` } }, new Date());
    const longer = await addDraft({ sourceId, labels: [`${title} again`], address: `${address}2` });
    const others = await addDraft({ labels: ["another"], words: [title] });
    const fetched = await addDraft({ labels: [title] }, { address, snapshotId: null });
    const mine = await addDraft({ sourceId, labels: [title] });
    await forgetOneRecord(own.tools, id, DO);
    const { rows: drafts } = await own.pool.query("select id from draft");
    expect(drafts.map((draft) => draft.id).sort()).toEqual([longer, others].sort());
    expect([fetched, mine].filter((each) => drafts.some((draft) => draft.id === each))).toEqual([]);
    const { rows } = await own.pool.query("select cause from warning where length(cause) = 1 order by cause");
    expect(rows.map(({ cause }) => cause)).toEqual(["c", "d"]);
  });

  it("goes with the pages of its source's drafts that show it, also where their addresses are others", async () => {
    const values = Object.values(site.truth().get(address) ?? {}).flat();
    const snapshotId = await store(values.map((text) => `<p>${text}</p>`).join(""));
    const draft = await addDraft({ sourceId }, { address: `${site.origin}/copy`, snapshotId });
    expect(await forgetOneRecord(own.tools, id, DO)).toMatchObject({ snapshots: 3, drafts: 0 });
    expect(await tracesOf(title)).toEqual([]);
    expect((await own.pool.query("select snapshot_id from draft_page where draft_id = $1", [draft])).rows).toEqual([
      { snapshot_id: null },
    ]);
  });

  it("is named where another source has it too, which does not ask for it again", async () => {
    const other = await own.add("again", site.settings());
    await own.harvest(other);
    const there = (await own.records(other)).find(({ identity }) => identity === address);
    expect(await forgetOneRecord(own.tools, id, DO)).toMatchObject({ elsewhere: [{ id: there?.id, source: "again" }] });
    site.requests.length = 0;
    site.listed = 3; // it is known, and listed no more
    await own.harvest(other);
    const paths = site.requests.map(({ path }) => path);
    expect(paths).toContain("/5");
    expect(paths).not.toContain("/4");
    expect(await forgetOneRecord(own.tools, there?.id ?? "", DO)).toMatchObject({ records: 1, elsewhere: [] });
    expect(await tracesOf(title)).toEqual([]);
  });

  it("takes the templates of a heal along that tell of it, and such a heal is not redone", async () => {
    await undoHeal(own.tools, await own.source(sourceId));
    const key = site.truth().get(`${site.origin}/1`)?.title?.[0] ?? "";
    await own.pool.query(
      "update template set body = replace(body::text, $2, $3)::json where source_id = $1 and version = 2 and role = 'record'",
      [sourceId, key, title],
    );
    const { templates } = await forgetOneRecord(own.tools, id, DO);
    expect(templates).toBeGreaterThan(1); // that of the links too: half a version reads nothing
    expect(await redoHeal(own.tools, await own.source(sourceId))).toEqual({ ok: false });
    expect((await own.source(sourceId)).templateVersion).toBe(1);
  });

  it("that its source is read by is refused until another page is labelled", async () => {
    const key = (await own.records(sourceId)).find(({ identity }) => identity === `${site.origin}/1`)?.id ?? "";
    expect(await codeOf(forgetOneRecord(own.tools, key, DO))).toBe("record-is-key");
    expect(await own.records(sourceId)).toHaveLength(8);
  });

  it("goes with its source: nothing of the source stays, what another source shares does", async () => {
    const other = await own.add("again", site.settings());
    await own.harvest(other);
    const { rows } = await own.pool.query("select name from source where id = $1", [sourceId]);
    const source = await own.source(sourceId);
    expect(await forgetSource(own.tools, source, DRY)).toMatchObject({ records: 8, pages: 8 });
    expect(rows).toHaveLength(1);
    await forgetSource(own.tools, source, DO);
    expect(await tracesOf(older)).toEqual([]); // an old edition that only this source has seen
    expect(await own.records(other)).toHaveLength(8);
    expect(await falseProofs(own.pool)).toMatchObject({ wrong: [] });
    expect(
      (await own.pool.query("select count(*)::int as n from graphile_worker.jobs where key = $1", [`source-${sourceId}`])).rows,
    ).toEqual([{ n: 0 }]);
  });
});

describe("a record of a list", () => {
  it("goes with every page that showed it; others of those pages keep their values, and it does not come back", async () => {
    const records = entries.slice(0, 2).map(([number = "", title = ""]) => ({ number, title }));
    const id = await own.addList("list", SourceSettings.parse({ records, discovery: { lists: [`${origin}/`] }, delayMs: 0 }));
    await own.harvest(id);
    const [number = "", title = ""] = entries[4] ?? [];
    const record = (await own.records(id)).find(({ values }) => values.title?.[0] === title);
    entries.unshift(["Circular No. 7", "The Long Night of Comet G"]); // a later page shows it too, and proves nothing of it
    await own.harvest(id);
    expect(await forgetOneRecord(own.tools, record?.id ?? "", DO)).toMatchObject({ records: 1, snapshots: 2, pages: 0 });
    for (const text of [title, number]) expect(await tracesOf(text)).toEqual([]);
    const left = await own.records(id);
    expect(left).toHaveLength(6);
    for (const proof of await currentProofs(own.pool, left[0]?.id ?? "")) expect(proof.snapshotId).toBeNull();
    entries.reverse();
    await own.harvest(id);
    expect(
      (await own.records(id)).filter(({ state }) => state === "current").map(({ values }) => values.title?.[0]),
    ).not.toContain(title);
    expect(await own.records(id)).toHaveLength(6);
  });
});

it("a person goes with the name wherever it stands; the last admin cannot", async () => {
  const now = new Date();
  await addAccount(own.pool, { name: "Sari", role: "admin", password: null }, now);
  await addAccount(own.pool, { name: "Ani", role: "reader", password: null }, now);
  expect(await codeOf(forgetUser(own.tools, "sari", DO))).toBe("last-admin");
  await addAccount(own.pool, { name: "Budi", role: "admin", password: null }, now);
  await own.pool.query(
    "insert into api_key (name, role, beginning, hash, created_by, created_at) values ('k', 'reader', 'b', 'h', 'Sari', now())",
  );
  await own.pool.query("insert into sign_in_try (name, tried_at) values ('sari', now())");
  await forgetUser(own.tools, "sari", DRY);
  expect(await accounts(own.pool)).toHaveLength(3);
  await forgetUser(own.tools, "sari", DO);
  expect([...(await tracesOf("Sari")), ...(await tracesOf("sari"))]).toEqual([]);
});

it("a mail address goes wherever warnings were sent to it, whether an account has it for a name or not", async () => {
  const now = new Date();
  const sourceId = await own.add("reports", site.settings({ warnMail: "Ani@example.org" }));
  await addDraft({ settings: { warnMail: "ani@example.org" } });
  const warning = { sourceId, cause: "a", details: {} };
  await openWarning(own.pool, warning, now);
  const { rows } = await own.pool.query("select id from warning");
  const receivers = ["ani@example.org", "budi@example.org"];
  for (const receiver of receivers) {
    const to = { channel: "mail", receiver } as const;
    await addDelivery(own.pool, { ...to, kind: "opened", warningIds: [rows[0].id] }, now);
    await noteTold(own.pool, to, [rows[0].id], now);
  }
  const undelivered = { sourceId: null, cause: "undelivered-mail" };
  await openWarning(own.pool, { ...undelivered, details: { receivers } }, now);
  await forgetUser(own.tools, "ani@example.org", DRY);
  expect(await tracesOf("ani@")).not.toEqual([]);
  await forgetUser(own.tools, "ani@example.org", DO);
  expect([...(await tracesOf("ani@")), ...(await tracesOf("Ani@"))]).toEqual([]);
  expect(await tracesOf("budi@")).toEqual(["delivery: 1", "telling: 1"]);
  expect((await own.source(sourceId)).settings.warnMail).toBeNull();
  expect(await codeOf(forgetUser(own.tools, "ani@example.org", DO))).toBe("not-there");
});
