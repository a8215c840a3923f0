import { createHmac } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SourceSettings } from "../../src/api/source.js";
import { addSource, sourceNamed } from "../../src/store/source.js";
import { openWarning, warnings } from "../../src/store/warning.js";
import { testFolder } from "../cli/folder.js";
import { run } from "../cli/run.js";
import { type TestDatabase, testDatabase } from "../store/database.js";
import { startReceiver } from "./receiver.js";
import { readMail, startSmtpServer } from "./smtp-server.js";

const folder = testFolder();
let database: TestDatabase;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let environment: Record<string, string>;
let id: string;

beforeAll(async () => {
  [database, receiver, smtp] = await Promise.all([testDatabase(), startReceiver(), startSmtpServer()]);
  id = (await addSource(database.pool, "rivers", SourceSettings.parse({ schedule: null }), new Date()))?.id ?? "";
  environment = {
    DATABASE_URL: database.url,
    BARTREE_HOME: join(folder.path, "home"),
    BARTREE_LOOPBACK_ORIGINS: receiver.origin,
    BARTREE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    BARTREE_MAIL_FROM: "bartree@example.org",
  };
});
afterAll(async () => {
  await Promise.all([database.drop(), receiver.close(), smtp.close()]);
});

const json = async (args: string[], more: Record<string, string> = {}) => {
  const { stdout, exitCode } = await run([...args, "--json"], "", false, { ...environment, ...more });
  return { exitCode, ...JSON.parse(stdout) };
};

describe("warnings acknowledge", () => {
  it("says that one knows of them; they stay open", async () => {
    const ids: string[] = [];
    for (const [cause, details] of [
      ["limit", { maxPages: 10 }],
      ["unconfirmed", {}],
    ] as const) {
      const warning = { sourceId: id, cause, details };
      ids.push((await openWarning(database.pool, warning, new Date())).id);
    }
    expect(await json(["warnings", "acknowledge", ...ids])).toEqual({ exitCode: 0, acknowledged: ids });
    const open = await warnings(database.pool, { isAll: false, limit: 9 });
    expect(open.map(({ acknowledgedAt }) => acknowledgedAt)).toEqual([expect.any(Date), expect.any(Date)]);
    const shown = await run(["warnings"], "", false, environment);
    expect(shown.stdout).toMatch(
      new RegExp(`^${ids[1]}  “rivers” was learnt again from its only known record.* \\[unconfirmed\\]`),
    );
    expect(shown.stdout).toContain("acknowledged");
  });

  it.each([
    { call: ["999"], code: "not-there" },
    { call: ["first"], code: "usage" },
  ])("$call is refused", async ({ call, code }) => {
    expect(await json(["warnings", "acknowledge", ...call])).toMatchObject({ exitCode: 2, error: { code } });
  });

  it("and its list both have a --help of their own", async () => {
    expect((await run(["warnings", "--help"])).stdout).toContain("--all");
    expect((await run(["warnings", "acknowledge", "--help"])).stdout).toContain("NUMBER");
  });
});

it("who is warned of a source is shown and changed", async () => {
  const mail = async () => (await sourceNamed(database.pool, "rivers"))?.settings.warnMail;
  expect(await json(["source", "alarms", "rivers", "--mail", "a@example.org"])).toMatchObject({ warnMail: "a@example.org" });
  expect(await mail()).toBe("a@example.org");
  expect(await json(["source", "alarms", "rivers", "--mail", "nobody"])).toMatchObject({ error: { code: "source-invalid" } });
  expect(await json(["source", "alarms", "rivers", "--mail", "none"])).toMatchObject({ warnMail: null });
  expect(await mail()).toBeNull();
});

it("a webhook is added, tried, listed and removed", async () => {
  const added = await json(["hook", "add", `${receiver.origin}/in`, "--source", "rivers"]);
  expect(added).toMatchObject({ exitCode: 0, id: "1", origin: receiver.origin, source: "rivers" });
  expect(await json(["hook", "test", "1"])).toEqual({ exitCode: 0, hook: "1", status: 204 });
  const [request] = receiver.received;
  const digest = createHmac("sha256", added.secret)
    .update(`${request?.headers["bartree-timestamp"]}.${request?.body}`)
    .digest("hex");
  expect(request?.headers["bartree-signature"]).toBe(`v1=${digest}`);
  receiver.answers(500);
  expect(await json(["hook", "test", "1"])).toMatchObject({ exitCode: 5, error: { code: "not-delivered" } });
  expect(await json(["hook", "list"])).toMatchObject({ hooks: [{ id: "1", origin: receiver.origin, source: "rivers" }] });
  expect(await json(["hook", "remove", "1"])).toMatchObject({ removed: "1" });
  expect(await json(["hook", "remove", "1"])).toMatchObject({ exitCode: 2, error: { code: "not-there" } });
  expect(await json(["hook", "add", "http://192.168.0.1/"])).toMatchObject({ exitCode: 2, error: { code: "address-refused" } });
});

describe("mail test", () => {
  it("sends a mail of no meaning", async () => {
    expect(await json(["mail", "test", "a@example.org"])).toEqual({ exitCode: 0, to: "a@example.org" });
    expect(smtp.mails).toMatchObject([{ to: ["a@example.org"], from: "bartree@example.org" }]);
    expect(readMail(smtp.mails[0]?.source ?? "").text.trim()).toBe("Messages of bartree reach this address.");
  });

  it.each([
    { to: "nobody", more: {}, exitCode: 2, code: "usage" },
    { to: "a@example.org", more: { BARTREE_SMTP_URL: "" }, exitCode: 2, code: "mail-not-set" },
    { to: "a@example.org", more: { BARTREE_MAIL_FROM: "" }, exitCode: 2, code: "setting-invalid" },
    { to: "a@example.org", more: { BARTREE_SMTP_TLS: "required" }, exitCode: 5, code: "not-delivered" },
    { to: "a@example.org", more: { BARTREE_SMTP_URL: "smtp://127.0.0.1:1" }, exitCode: 5, code: "not-delivered" },
  ])("to $to with $more: $code", async ({ to, more, exitCode, code }) => {
    expect(await json(["mail", "test", to], more)).toMatchObject({ exitCode, error: { code } });
  });
});
