import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ReportedError } from "../../src/api/errors.js";
import { SourceSettings } from "../../src/api/source.js";
import { forgetOneRecord, forgetSource, forgetUser } from "../../src/harvester/forget.js";
import { accounts, addAccount } from "../../src/store/account.js";
import { currentProofs, recordsSince } from "../../src/store/record.js";
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
    await openWarning(own.pool, { sourceId, cause: "a", message: "m", hint: "h", details }, new Date());
    await openWarning(own.pool, { sourceId, cause: "b", message: `of ${title}`, hint: "h", details: {} }, new Date());
    await openWarning(own.pool, { sourceId, cause: "c", message: "of others", hint: "h", details: {} }, new Date());
    const stored = (await templatesInForce(own.pool, sourceId)).map(({ role, variant, stored: template }) => ({
      role,
      variant,
      stored: template,
    }));
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
  await own.pool.query("insert into sign_in_try values ('sari', now())");
  await forgetUser(own.tools, "sari", DRY);
  expect(await accounts(own.pool)).toHaveLength(3);
  await forgetUser(own.tools, "sari", DO);
  expect([...(await tracesOf("Sari")), ...(await tracesOf("sari"))]).toEqual([]);
});
