import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDraft } from "../../src/store/draft.js";
import { scheduleCheck, sourceNamed } from "../../src/store/source.js";
import { warnings } from "../../src/store/warning.js";
import { testFolder } from "../cli/folder.js";
import { run } from "../cli/run.js";
import { type ReportSite, startReportSite } from "../harvester/report-site.js";
import { type TestDatabase, testDatabase } from "../store/database.js";
import { startClosedSite } from "./closed-site.js";
import { startReceiver } from "./receiver.js";
import { startSmtpServer } from "./smtp-server.js";

const PLANTED = {
  header: "h3ader-of-rivers",
  cookie: "c00kie-of-rivers",
  other: "an0ther-cookie",
  mail: "m4il-password",
  token: "t0ken-in-path",
};

const folder = testFolder();
let site: ReportSite;
let closed: Awaited<ReturnType<typeof startClosedSite>>;
let database: TestDatabase;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let environment: Record<string, string>;
let hookSecret = "";

beforeAll(async () => {
  site = await startReportSite({ pages: 6 });
  closed = await startClosedSite(site, PLANTED);
  database = await testDatabase();
  receiver = await startReceiver();
  smtp = await startSmtpServer({ password: PLANTED.mail });
  environment = {
    DATABASE_URL: database.url,
    BARTREE_HOME: join(folder.path, "home"),
    BARTREE_LOOPBACK_ORIGINS: [closed.origin, receiver.origin].join(" "),
    BARTREE_SMTP_URL: `smtp://ann:${PLANTED.mail}@127.0.0.1:${smtp.port}`,
    BARTREE_MAIL_FROM: "bartree@example.org",
    BARTREE_LOG_LEVEL: "debug",
  };
});
afterAll(async () => {
  await database.drop();
  await Promise.all([site.close(), closed.close(), receiver.close(), smtp.close()]);
});

const bartree = async (...args: string[]) => {
  const { stdout, exitCode } = await run([...args, "--json"], "", false, environment);
  return { exitCode, printed: stdout, ...JSON.parse(stdout) };
};

/** Every row of every table, of ours and of the queue, as a plain select shows it. */
async function allRows(): Promise<string> {
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database.pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join("\n");
}

const plantedIn = (text: string): string[] =>
  [...Object.values(PLANTED), ...(hookSecret ? [hookSecret] : [])].filter((secret) => text.includes(secret));

it("headers, cookies and webhooks are used and cannot be read in the database", async () => {
  const secrets = { headers: { "x-token": PLANTED.header }, cookies: { session: PLANTED.cookie } };
  const file = folder.write(
    "rivers.json",
    JSON.stringify(closed.settings({ ...secrets, warnMail: "rivers@example.org", schedule: null })),
  );
  const added = await bartree("source", "add", "rivers", file);
  expect(added.exitCode).toBe(0);
  expect(closed.seen.length).toBeGreaterThan(6);
  const given = await bartree(
    "source",
    "secrets",
    "rivers",
    "--cookie",
    `more=@${folder.write("cookie.txt", `${PLANTED.other}\n`)}`,
  );
  expect(given).toMatchObject({ headers: ["x-token"], cookies: ["session", "more"], secretsFor: closed.origin });
  const hook = await bartree("hook", "add", `${receiver.origin}/in/${PLANTED.token}`);
  hookSecret = hook.secret;
  expect(plantedIn(await allRows())).toEqual([]);
  expect(await bartree("harvest", "rivers")).toMatchObject({ exitCode: 0 });
  expect(closed.seen.at(-1)?.cookie).toContain(`more=${PLANTED.other}`);
  const looks = ["source show rivers", "source list", "hook list", "records", "warnings --all"];
  for (const look of looks)
    expect(plantedIn((await run([...look.split(" "), "--json"], "", false, environment)).stdout)).toEqual([]);
  const secret = join(folder.path, "home", "secret");
  expect(statSync(secret).mode & 0o777).toBe(0o600);
  expect(plantedIn(readFileSync(secret, "utf8"))).toEqual([]);
});

it("those that an older bartree has stored as they were are sealed when the next command opens the database", async () => {
  const { id = "", settings } = (await sourceNamed(database.pool, "rivers")) ?? {};
  const plain = { ...settings, headers: { "x-token": PLANTED.header } };
  await database.pool.query("update source set settings = $2 where id = $1", [id, JSON.stringify(plain)]);
  await database.pool.query("update setting set value = 'true' where name = 'sealed'");
  await addDraft(database.pool, { id: randomUUID(), body: { before: plain }, createdBy: null, limit: 9 }, new Date());
  await addDraft(database.pool, { id: randomUUID(), body: { before: null }, createdBy: null, limit: 9 }, new Date());
  expect(plantedIn(await allRows())).toEqual([PLANTED.header]);
  await bartree("source", "list");
  expect(plantedIn(await allRows())).toEqual([]);
  expect(await bartree("harvest", "rivers")).toMatchObject({ exitCode: 0 });
});

it("a backup tells none, unless asked to, and what it tells is sealed again when it is restored", async () => {
  const [shut, open] = [join(folder.path, "shut.gz"), join(folder.path, "open.gz")];
  const before = { headers: { "x-token": PLANTED.header }, cookies: {} };
  await addDraft(database.pool, { id: randomUUID(), body: { before }, createdBy: null, limit: 9 }, new Date());
  await bartree("backup", shut);
  await bartree("backup", open, "--with-secrets");
  await database.pool.query("delete from draft");
  const { gunzipSync } = await import("node:zlib");
  const textOf = (file: string): string => gunzipSync(readFileSync(file)).toString("utf8");
  expect(plantedIn(textOf(shut))).toEqual([]);
  expect(plantedIn(textOf(open)).sort()).toEqual([PLANTED.header, PLANTED.cookie, PLANTED.other].sort());
  const other = await testDatabase({ isEmpty: true });
  const elsewhere = { ...environment, DATABASE_URL: other.url, BARTREE_HOME: join(folder.path, "elsewhere") };
  expect(await run(["restore", open], "", false, elsewhere)).toMatchObject({ exitCode: 0 });
  const { rows } = await other.pool.query<{ settings: string }>("select settings::text from source");
  expect(plantedIn(rows.map(({ settings }) => settings).join())).toEqual([]);
  expect(await run(["harvest", "rivers"], "", false, elsewhere)).toMatchObject({ exitCode: 0 });
  await other.drop();
});

describe("a whole run of a worker", () => {
  it("tells people, and its log holds neither secrets nor text of pages", async () => {
    const { id = "" } = (await sourceNamed(database.pool, "rivers")) ?? {};
    const worker = spawn(process.execPath, [resolve(import.meta.dirname, "../../bin/bartree.js"), "worker"], {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let log = "";
    worker.stderr.on("data", (chunk) => {
      log += chunk;
    });
    const ended = new Promise((done) => worker.on("exit", done));
    const harvested = async (before: () => void) => {
      before();
      const { rows } = await database.pool.query("select count(*)::int as count from harvest where finished_at is not null");
      await scheduleCheck(database.pool, id, new Date());
      await expect
        .poll(
          async () =>
            (await database.pool.query("select count(*)::int as count from harvest where finished_at is not null")).rows[0].count,
          { timeout: 20_000 },
        )
        .toBeGreaterThan(rows[0].count);
    };
    await harvested(() => {});
    await harvested(() => {
      site.odd = [3, 4, 5];
      site.edition = 2;
    });
    await harvested(() => {
      site.odd = [1, 2, 3, 4, 5, 6]; // nothing of it is known any more
    });
    await database.pool.query("create table aside as select * from template");
    await database.pool.query("update template set body = '{\"a\": 1}' where source_id = $1", [id]); // what no reading foresees
    await harvested(() => {});
    await expect.poll(async () => (await warnings(database.pool, { isAll: false, limit: 9 })).length).toBeGreaterThan(1);
    await database.pool.query("update graphile_worker._private_jobs set run_at = now() where key = 'plan-messages'");
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThan(1);
    await expect.poll(() => smtp.mails.length, { timeout: 20_000 }).toBeGreaterThan(1);
    const waiting = "select count(*)::int as count from delivery where state = 'waiting'";
    await expect.poll(async () => (await database.pool.query(waiting)).rows[0].count, { timeout: 20_000 }).toBe(0);
    await database.pool.query("delete from template");
    await database.pool.query("insert into template select * from aside");
    worker.kill("SIGTERM");
    expect(await ended).toBe(143);
    const lines = log
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.filter(({ event }) => event === "not-sent")).toEqual([]);
    expect(new Set(lines.map(({ event }) => event))).toEqual(
      new Set(["started", "taken", "harvest", "ended", "failed", "sent", "stopping", "upkeep"]),
    );
    const texts = [1, 2].flatMap((edition) => {
      site.edition = edition;
      return [...site.truth().values()].flatMap((values) => Object.values(values).flat());
    });
    expect(texts.length).toBeGreaterThan(30);
    expect(texts.concat("Institute of Reports", "Report Lane").filter((text) => log.includes(text))).toEqual([]);
    expect(plantedIn(log)).toEqual([]);
    expect(plantedIn(smtp.mails.map(({ source }) => source).join() + receiver.received.map(({ body }) => body).join())).toEqual(
      [],
    );
    expect(plantedIn(await allRows())).toEqual([]);
    console.log(
      `log of a worker: ${lines.length} lines, ${texts.length} texts of pages and ${plantedIn("").length + Object.keys(PLANTED).length + 1} secrets looked for, 0 found`,
    );
  }, 120_000);
});

describe("without its secret file", () => {
  it("a source says so, and goes on when its secrets are given again", async () => {
    const path = join(folder.path, "home", "secret");
    chmodSync(path, 0o640);
    expect(await bartree("harvest", "rivers")).toMatchObject({ exitCode: 2, error: { code: "secret-file" } });
    writeFileSync(path, "short");
    chmodSync(path, 0o600);
    expect(await bartree("harvest", "rivers")).toMatchObject({ exitCode: 2, error: { code: "secret-file" } });
    expect(await bartree("hook", "test", "1")).toMatchObject({ exitCode: 2, error: { code: "secret-file" } });
    rmSync(path);
    expect(await bartree("harvest", "rivers")).toMatchObject({ exitCode: 2, error: { code: "secret-lost" } });
    const given = ["--header", `x-token=${PLANTED.header}`, "--cookie", `session=${PLANTED.cookie}`, "--drop", "more"];
    expect(await bartree("source", "secrets", "rivers", ...given)).toMatchObject({ exitCode: 0, cookies: ["session"] });
    const { error } = await bartree("harvest", "rivers");
    expect(error?.code).not.toBe("secret-lost");
    expect(await bartree("hook", "test", "1")).toMatchObject({ exitCode: 5, error: { code: "not-delivered" } });
  });

  it.each([
    { call: ["--header", "x-token"], code: "usage" },
    { call: ["--for", "example.org"], code: "usage" },
    { call: ["--header", "x-token=a\nb"], code: "usage" },
    { call: ["--header", "host=evil.example.org"], code: "header-invalid" },
    { call: ["--cookie", "session=a;b"], code: "header-invalid" },
  ])("$call is refused", async ({ call, code }) => {
    expect(await bartree("source", "secrets", "rivers", ...call)).toMatchObject({ exitCode: 2, error: { code } });
  });
});

it("given for another origin, those given for the one before are dropped", async () => {
  const given = await bartree("source", "secrets", "rivers", "--for", "https://Other.example/list", "--cookie", "session=1");
  expect(given).toMatchObject({ headers: [], cookies: ["session"], secretsFor: "https://other.example" });
  const { stdout } = await run(["source", "show", "rivers"], "", false, environment);
  expect(stdout).toContain("secrets   session: sent to https://other.example alone");
  const told = await run(["source", "secrets", "rivers"], "", false, environment);
  expect(told.stdout).toContain(`--for ${closed.origin}`);
});

describe("a source that is rendered has no headers and cookies, since the browser would not send them", () => {
  const refused = { exitCode: 2, error: { code: "render-with-secrets" } };
  const rendered = (name: string, secrets: object) => ({ name, settings: closed.settings({ render: true, ...secrets }) });

  it.each([{ headers: { "x-token": "1" } }, { cookies: { session: "1" } }])("%j", async (secrets) => {
    const before = closed.seen.length;
    const { name, settings } = rendered("browsed", secrets);
    expect(await bartree("source", "add", name, folder.write("browsed.json", JSON.stringify(settings)))).toMatchObject(refused);
    const line = folder.write("browsed.jsonl", JSON.stringify({ name, settings }));
    for (const dry of [["--dry-run"], []])
      expect(await bartree("source", "import", line, ...dry)).toMatchObject({ ...refused, result: "refused" });
    expect(closed.seen.length).toBe(before);
  });

  it("one that an older bartree has is not harvested, and told what to do; without them it goes on", async () => {
    await database.pool.query(`update source set settings = settings || '{"render": true}' where name = 'rivers'`);
    expect(await bartree("harvest", "rivers")).toMatchObject(refused);
    expect(await bartree("source", "secrets", "rivers", "--cookie", "more=1")).toMatchObject(refused);
    expect(await bartree("source", "secrets", "rivers", "--drop", "session")).toMatchObject({ exitCode: 0, cookies: [] });
  });
});
