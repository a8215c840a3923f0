import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALARMS } from "../../src/api/alarm.js";
import { SourceSettings } from "../../src/api/source.js";
import { addSource } from "../../src/store/source.js";
import { openWarning, warnings } from "../../src/store/warning.js";
import { startReceiver } from "../notify/receiver.js";
import { type TestServer, testServer } from "./server.js";

let server: TestServer;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let editor: string;
let admin: string;
let id: string;

beforeAll(async () => {
  receiver = await startReceiver();
  server = await testServer({ alsoVisit: [receiver.origin] });
  editor = await server.key("editor");
  admin = await server.key("admin");
  id =
    (await addSource(server.pool, "rivers", SourceSettings.parse({ headers: { "x-token": "s3cret" } }), server.now()))?.id ?? "";
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

const warn = (cause: string) => openWarning(server.pool, { sourceId: id, cause, details: {} }, server.now());
const open = async () => (await warnings(server.pool, { isAll: false, limit: 99 })).map(({ cause }) => cause);

it.each(ALARMS)("the alarm %s is switched off and on for one source, and closed when it is switched off", async (alarm) => {
  await warn(alarm);
  const off = await server.call("PATCH", `/api/sources/${id}`, { key: editor, body: { alarmsOff: [alarm] } });
  expect([off.status, off.body.settings.alarmsOff]).toEqual([200, [alarm]]);
  expect(await open()).toEqual([]);
  const on = await server.call("PATCH", `/api/sources/${id}`, { key: editor, body: { alarmsOff: [] } });
  expect(on.body.settings.alarmsOff).toEqual([]);
});

it("whom to warn of a source is set, shown and judged", async () => {
  const set = await server.call("PATCH", `/api/sources/${id}`, { key: editor, body: { warnMail: "a@example.org" } });
  expect(set.body.settings.warnMail).toBe("a@example.org");
  for (const body of [{ warnMail: "nobody" }, { warnMail: "a@example.org\r\nBcc: b@example.org" }, { alarmsOff: ["noise"] }])
    expect((await server.call("PATCH", `/api/sources/${id}`, { key: editor, body })).body.error.code).toBe("request-invalid");
  expect((await server.call("GET", `/api/sources/${id}`, { key: editor })).text).not.toContain("s3cret");
});

it("a warning is acknowledged once and stays open", async () => {
  const { id: warning } = await warn("limit");
  const first = await server.call("POST", `/api/warnings/${warning}/acknowledge`, { key: editor });
  expect(first.body).toMatchObject({ acknowledgedAt: expect.any(String), closedAt: null });
  server.pass(1000);
  const second = await server.call("POST", `/api/warnings/${warning}/acknowledge`, { key: editor });
  expect(second.body.acknowledgedAt).toBe(first.body.acknowledgedAt);
});

describe("webhooks", () => {
  it("are added with a secret that is shown once, tried, listed without it, and removed", async () => {
    const address = `${receiver.origin}/in/t0ken`;
    const added = await server.call("POST", "/api/hooks", { key: admin, body: { address, sourceId: id } });
    expect(added.body).toMatchObject({ id: "1", origin: receiver.origin, secret: expect.stringMatching(/^hook_/) });
    expect((await server.call("POST", "/api/hooks/1/test", { key: admin })).body).toEqual({ status: 204 });
    const [request] = receiver.received;
    const { "bartree-timestamp": timestamp, "bartree-signature": signature } = request?.headers ?? {};
    const digest = createHmac("sha256", added.body.secret).update(`${timestamp}.${request?.body}`).digest("hex");
    expect(signature).toBe(`v1=${digest}`);
    const listed = await server.call("GET", "/api/hooks", { key: admin });
    expect(listed.body.hooks).toMatchObject([{ id: "1", origin: receiver.origin, source: { name: "rivers" } }]);
    expect(listed.text).not.toMatch(/t0ken|hook_/);
    receiver.answers(500);
    const failed = await server.call("POST", "/api/hooks/1/test", { key: admin });
    expect([failed.status, failed.body.error.code]).toEqual([502, "not-delivered"]);
    expect((await server.call("DELETE", "/api/hooks/1", { key: admin })).status).toBe(200);
    expect((await server.call("POST", "/api/hooks/1/test", { key: admin })).status).toBe(404);
  });

  it.each(["http://10.0.0.1/", "http://169.254.169.254/", "no address"])("to %s are refused", async (address) => {
    const { status, body } = await server.call("POST", "/api/hooks", { key: admin, body: { address } });
    expect([status, body.error.code]).toEqual([422, "address-refused"]);
  });
});

it("the log of the server holds no words of an error that was not foreseen", async () => {
  await server.pool.query("alter table warning rename column details to aside");
  const { status } = await server.call("GET", "/api/warnings", { key: editor, headers: { "x-planted": "pl4nted" } });
  await server.pool.query("alter table warning rename column aside to details");
  expect(status).toBe(500);
  const line = server.logged.findLast((each) => each.includes("a defect of ours")) ?? "";
  expect(JSON.parse(line)).toMatchObject({ level: "error", err: { type: "error", code: "42703", at: expect.any(Array) } });
  expect(line).not.toMatch(/column|pl4nted/);
});
