import { chmodSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { keeperOf } from "../../src/cli/kept-backups.js";
import { sealOf } from "../../src/cli/seal.js";
import { openStore, type StoreOptions } from "../../src/store/connect.js";
import { openEmbedded } from "../../src/store/embedded/embedded.js";
import { migrate } from "../../src/store/migrate.js";
import { setSourceSettings, sourceOf } from "../../src/store/source.js";
import { storePage } from "../../src/store/store-page.js";
import { falseProofs } from "./false-proofs.js";
import { olderServers } from "./older-servers.js";
import { addPages, addressOf, at, htmlOf, newShelf, pageToStore } from "./shelf.js";

const outer = mkdtempSync(join(tmpdir(), "bartree-upgrade-"));
chmodSync(outer, 0o755);
afterAll(() => rmSync(outer, { recursive: true, force: true }), 300_000);

const SECRET = "cookie-of-the-source";

describe.each(olderServers)("a data folder of PostgreSQL $version", ({ native, version }) => {
  const home = join(outer, `home-${version}`);
  const base = { home, systemFolder: join(outer, `system-${version}`), settings: ["fsync=off"] };
  const notes: string[] = [];
  const options: StoreOptions = {
    ...base,
    databaseUrl: null,
    now: at(5),
    keepBackup: keeperOf({ home, version: "0", now: at(5) }),
    seal: () => sealOf(home),
    onNote: (note) => notes.push(note),
  };
  const major = version.split(".")[0] ?? "";
  const folder = (): string => join(home, "postgres");
  const majorOf = (name: string): string => readFileSync(join(folder(), name, "PG_VERSION"), "utf8").trim();

  it("is refused while its own server is in use, and stays as it is", async () => {
    const server = await openEmbedded({ ...base, package: { native, version } });
    const pool = new pg.Pool(server.connection);
    pool.on("error", () => {}).on("connect", (client) => client.on("error", () => {}));
    await migrate(pool, at(0));
    const shelf = await newShelf(pool);
    for (const [address, pageId] of await addPages(shelf, [1, 2, 3].map(addressOf)))
      await storePage(pool, pageToStore(shelf, { pageId, identity: address, html: htmlOf(Number(address.slice(-1))) }), at(1));
    const source = await sourceOf(pool, shelf.sourceId);
    if (!source) throw new Error("no source");
    await setSourceSettings(pool, source.id, { ...source.settings, cookies: { session: SECRET } }, at(2));
    await expect(openStore({ ...options, patienceMs: 1500 })).rejects.toThrow(/older server/);
    await pool.end();
    await server.close();
    expect(majorOf("data")).toBe(major);
  });

  it("is carried to ours once with all rows and secrets, whoever else starts; the old one stays beside it", async () => {
    let loading = (): void => {};
    const isLoading = new Promise<void>((resolve) => {
      loading = resolve;
    });
    const sealWhenLoading = (): ReturnType<typeof sealOf> => {
      loading();
      return sealOf(home);
    };
    const first = openStore({ ...options, seal: sealWhenLoading });
    await Promise.race([isLoading, first]);
    const [store, second] = await Promise.all([first, openStore(options)]);
    await second.pool.query("create table later as select 7 as n");
    expect((await store.pool.query("select n from later")).rows).toEqual([{ n: 7 }]);
    await second.close();
    expect(notes.filter((note) => /is carried to/.test(note))).toHaveLength(1);
    const { rows } = await store.pool.query(
      "select current_setting('server_version') as version, count(*)::int as records from record",
    );
    expect([Number.parseInt(rows[0].version, 10) > Number(major), rows[0].records]).toEqual([true, 3]);
    expect(await falseProofs(store.pool)).toMatchObject({ wrong: [] });
    const sources = await store.pool.query("select settings -> 'cookies' ->> 'session' as session from source");
    expect(sources.rows).toEqual([{ session: SECRET }]);
    await store.close();
    expect([majorOf("data") !== major, majorOf(`data-${major}`)]).toEqual([true, major]);
    expect(readdirSync(join(home, "backups"))).toEqual([expect.stringMatching(/^before-server-/)]);
    expect(notes.join("\n")).toMatch(/is carried to \d+[\s\S]*may be removed/);
  });

  it("is found by whoever comes after one that was killed between the two renames", async () => {
    renameSync(join(folder(), "data"), join(folder(), "data-carried"));
    const store = await openStore(options);
    expect((await store.pool.query("select count(*)::int as n from record")).rows).toEqual([{ n: 3 }]);
    await store.close();
  });
});

it("a data folder whose older server is nowhere is refused with what to do", async () => {
  const home = join(outer, "home-none");
  const store = await openEmbedded({ home, systemFolder: join(outer, "system-none"), settings: ["fsync=off"] });
  await store.close();
  writeFileSync(join(home, "postgres/data/PG_VERSION"), "12\n");
  const options = { home, systemFolder: join(outer, "system-none"), databaseUrl: null, now: at(0) };
  const keepBackup = keeperOf({ home, version: "0", now: at(0) });
  await expect(openStore({ ...options, keepBackup })).rejects.toThrow(/is of PostgreSQL 12/);
});
