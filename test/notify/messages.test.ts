import { createHmac } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Message } from "../../src/api/message.js";
import { because } from "../../src/api/reasons.js";
import { warningWords } from "../../src/api/warning-words.js";
import { openVault } from "../../src/cli/secret-file.js";
import { KEY_BYTES } from "../../src/fetch/vault.js";
import { sendMail } from "../../src/notify/mail.js";
import { testMessage } from "../../src/notify/message.js";
import { planMessages } from "../../src/notify/plan.js";
import type { NotifyTools } from "../../src/notify/tools.js";
import { setSourceState } from "../../src/store/source.js";
import { acknowledgeWarning, warnings } from "../../src/store/warning.js";
import { removeWebhook } from "../../src/store/webhook.js";
import { testFolder } from "../cli/folder.js";
import { hasOpenssl, selfSigned } from "../fetch/certificate.js";
import { DAY, MINUTE, testNotifier } from "./notifier.js";
import { readMail, startSmtpServer } from "./smtp-server.js";

let own: Awaited<ReturnType<typeof testNotifier>>;
beforeEach(async () => {
  own = await testNotifier();
});
afterEach(() => own.close());

const bodies = () => own.receiver.received.map(({ body }) => Message.parse(JSON.parse(body)));
const mails = () => own.smtp.mails.map(({ to, source }) => ({ to, ...readMail(source) }));

/** As docs/operate.md tells receivers to check, and by nothing else. */
function isSigned({ headers, body }: { headers: Readonly<Record<string, unknown>>; body: string }, secret: string): boolean {
  const expected = createHmac("sha256", secret).update(`${headers["bartree-timestamp"]}.${body}`).digest("hex");
  return headers["bartree-signature"] === `v1=${expected}`;
}

describe("a webhook", () => {
  it("is told once per cause, signed with the secret of its own", async () => {
    const { secret } = await own.hook();
    const id = await own.source("rivers");
    await own.warn(id, "unreachable");
    await own.round();
    await own.round();
    expect(own.receiver.received).toHaveLength(1);
    const [request] = own.receiver.received;
    if (!request) throw new Error("nothing came");
    expect(request.path).toBe("/in?token=t0p");
    expect(isSigned(request, secret)).toBe(true);
    expect(isSigned({ ...request, body: `${request.body} ` }, secret)).toBe(false);
    expect(isSigned({ ...request, headers: { ...request.headers, "bartree-timestamp": "1" } }, secret)).toBe(false);
    expect(isSigned(request, (await own.hook()).secret)).toBe(false);
    expect(Number(request.headers["bartree-timestamp"])).toBe(own.now().getTime() / 1000);
    const [message] = bodies();
    expect(message).toMatchObject({
      id: request.headers["bartree-id"],
      kind: "opened",
      warnings: [
        {
          source: { id, name: "rivers" },
          cause: "unreachable",
          hint: expect.stringMatching(/^Open the key page/),
          closedAt: null,
        },
      ],
    });
    expect(message?.warnings[0]?.link).toMatch(/^https:\/\/index\.example\.org\/warnings\/\d+$/);
  });

  it("of one source hears of that source alone", async () => {
    const [rivers, lakes] = [await own.source("rivers"), await own.source("lakes")];
    await own.hook(rivers);
    await own.warn(lakes, "unreachable");
    await own.warn(rivers, "limit");
    await own.round();
    expect(bodies().map(({ warnings: [told] }) => told?.cause)).toEqual(["limit"]);
  });

  it("is not followed to another address, private or not", async () => {
    await own.hook();
    await own.warn(await own.source("rivers"), "limit");
    for (const location of ["http://10.0.0.1/", "http://169.254.169.254/latest/meta-data", `${own.receiver.origin}/elsewhere`]) {
      own.receiver.answers(307, location);
      await own.round();
      own.pass(DAY / 2);
    }
    expect(new Set(own.receiver.received.map(({ path }) => path))).toEqual(new Set(["/in?token=t0p"]));
    expect(await own.deliveries()).toMatchObject([{ state: "waiting", reason: "the answer is 307, to another address" }]);
  });

  it.each(["http://10.0.0.1/hook", "http://localhost:1/", "https://user:secret@example.org/", "ftp://example.org/"])(
    "cannot be added for %s",
    async (address) => {
      const { newHook } = await import("../../src/notify/webhook.js");
      expect(() => newHook(own.door, address, null)).toThrow(
        expect.objectContaining({ report: expect.objectContaining({ code: "address-refused" }) }),
      );
    },
  );

  it("that was removed is told nothing more", async () => {
    const { id } = await own.hook();
    await own.warn(await own.source("rivers"), "limit");
    own.receiver.answers(500);
    await own.round();
    await removeWebhook(own.pool, id);
    own.pass(MINUTE);
    await own.round();
    expect(own.receiver.received).toHaveLength(1);
    expect(await own.deliveries()).toMatchObject([{ state: "dropped" }]);
  });
});

const LAKES = warningWords({ cause: "limit", details: {} }, "lakes").message;
const RIVERS = warningWords({ cause: "unreachable", details: {} }, "rivers").message;

describe("a mail", () => {
  it("goes to whom the source names and to whom the settings name, each address once", async () => {
    const tools = { ...own.tools, mailTo: ["ops@example.org", "Both@example.org"] };
    await own.warn(await own.source("rivers", { warnMail: "both@example.org" }), "unreachable");
    await own.warn(await own.source("lakes", { warnMail: "lakes@example.org" }), "limit");
    await own.round(tools);
    await own.round(tools);
    const told = mails().map(({ to, headers }) => `${to.join()} ${headers.get("subject")?.join()}`);
    expect(told.sort()).toEqual([
      `both@example.org bartree: ${LAKES}`,
      `both@example.org bartree: ${RIVERS}`,
      `lakes@example.org bartree: ${LAKES}`,
      `ops@example.org bartree: ${LAKES}`,
      `ops@example.org bartree: ${RIVERS}`,
    ]);
    expect(mails()[0]?.headers.get("from")).toEqual(["bartree@index.example.org"]);
    expect(mails()[0]?.headers.get("auto-submitted")).toEqual(["auto-generated"]);
  });

  it("keeps to one header of one line whatever a source is called, and escapes what it quotes", async () => {
    const id = await own.source("rivers", { warnMail: "rivers@example.org" });
    const name = "rivers\r\nBcc: victim@example.org\r\n\r\n<script>alert(1)</script>";
    await own.pool.query("update source set name = $2 where id = $1", [id, name]);
    const quoted = `<img src=x onerror=alert(1)> & "quotes" 'too'`;
    await own.warn(id, "undelivered-mail", { receivers: [{ receiver: `a\u2028Bcc: victim@example.org`, reason: quoted }] });
    await own.round();
    const [mail] = own.smtp.mails;
    expect(mail?.to).toEqual(["rivers@example.org"]);
    const { headers, text, html } = readMail(mail?.source ?? "");
    expect([...headers.keys()].filter((header) => /bcc|script/.test(header))).toEqual([]);
    expect(headers.get("subject")).toHaveLength(1);
    expect(headers.get("subject")?.[0]).toContain("Bcc: victim@example.org"); // as words of the line
    expect(own.smtp.commands.filter((line) => line.startsWith("RCPT"))).toEqual(["RCPT TO:<rivers@example.org>"]);
    expect(text).toContain(quoted);
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quotes&quot; &#39;too&#39;");
    expect(html).not.toMatch(/<script|<img/);
  });

  it("says the region then and now and what to do", async () => {
    await own.warn(await own.source("rivers", { warnMail: "a@example.org" }), "limit");
    await own.round();
    expect(mails()[0]?.text).toMatch(/What to do: Raise maxPages [\s\S]*https:\/\/index\.example\.org\/warnings\/\d+/);
  });

  it("is signed in for, and refused in the open where TLS is required", async () => {
    const server = await startSmtpServer({ password: "top secret" });
    const to = (password: string) => ({
      url: new URL(`smtp://ann:${encodeURIComponent(password)}@127.0.0.1:${server.port}`),
      from: "bartree@example.org",
      isTlsRequired: false,
    });
    const message = testMessage("5f9fbe64-4bb7-4b1b-8e33-1d30dd6ea8a0", own.now());
    expect(await sendMail(to("top secret"), "b@example.org", message)).toMatchObject({ ok: true });
    expect(server.mails).toMatchObject([{ user: "ann", to: ["b@example.org"] }]);
    expect(await sendMail(to("wrong"), "b@example.org", message)).toEqual({
      ok: false,
      reason: because("mail-server-status", 535),
    });
    server.commands.length = 0;
    const refused = await sendMail({ ...to("top secret"), isTlsRequired: true }, "b@example.org", message);
    expect(refused).toEqual({ ok: false, reason: because("mail-server-status", 502) });
    expect(server.commands.filter((line) => /^(?:AUTH|MAIL)/.test(line))).toEqual([]); // no password in the open
    expect(server.mails).toHaveLength(1);
    await server.close();
  });

  it.runIf(hasOpenssl)("goes over TLS, to a server whose certificate is trusted", async () => {
    const tls = selfSigned("localhost");
    const server = await startSmtpServer({ tls });
    const to = { url: new URL(`smtp://localhost:${server.port}`), from: "bartree@example.org", isTlsRequired: true };
    const message = testMessage("5f9fbe64-4bb7-4b1b-8e33-1d30dd6ea8a0", own.now());
    expect(await sendMail(to, "b@example.org", message)).toMatchObject({ ok: false });
    expect(server.mails).toEqual([]);
    expect(await sendMail({ ...to, authority: tls.certificate }, "b@example.org", message)).toMatchObject({ ok: true });
    expect(server.mails).toMatchObject([{ isOverTls: true }]);
    await server.close();
  });
});

describe("a warning", () => {
  it("is told again after 1, 2, 4, 8, 16 and then every 30 days, until a person acknowledges it", async () => {
    await own.hook();
    const id = await own.warn(await own.source("rivers"), "limit");
    const at: number[] = [];
    for (let quarter = 0; quarter < 4 * 100; quarter++) {
      const before = own.receiver.received.length;
      await own.round();
      if (own.receiver.received.length > before) at.push(quarter / 4);
      own.pass(DAY / 4);
    }
    expect(at).toEqual([0, 1, 3, 7, 15, 31, 61, 91]);
    expect(bodies().map(({ kind }) => kind)).toEqual(["opened", ...Array(7).fill("repeated")]);
    expect(new Set(bodies().map((message) => message.id)).size).toBe(8);
    await acknowledgeWarning(own.pool, id, own.now());
    own.pass(60 * DAY);
    await own.round();
    expect(own.receiver.received).toHaveLength(8);
  }, 120_000);

  it("whose cause is gone is told to be over, once, to those who heard of it, acknowledged or not", async () => {
    const { id: hook } = await own.hook();
    const id = await own.source("rivers");
    const warning = await own.warn(id, "limit");
    await own.round();
    await acknowledgeWarning(own.pool, warning, own.now());
    await own.round();
    const tools = { ...own.tools, mailTo: ["late@example.org"] };
    await own.over(id, "limit");
    for (let round = 0; round < 3; round++) await own.round(tools);
    expect(bodies()).toMatchObject([{ kind: "opened" }, { kind: "closed", warnings: [{ closedAt: expect.any(String) }] }]);
    expect(mails()).toEqual([]);
    expect(hook).toBe("1");
  });

  it("that came and went between two looks, or is of a paused source, is told to nobody", async () => {
    await own.hook();
    const [rivers, lakes] = [await own.source("rivers"), await own.source("lakes")];
    await own.warn(rivers, "unreachable");
    await own.over(rivers, "unreachable");
    await setSourceState(own.pool, lakes, { state: "paused", reason: null }, own.now());
    await own.warn(lakes, "unreachable");
    await own.round();
    await own.round();
    expect(own.receiver.received).toEqual([]);
  });

  it("that is open when somebody is named is told then", async () => {
    await own.warn(await own.source("rivers"), "limit");
    await own.round();
    await own.hook();
    await own.round();
    expect(bodies()).toMatchObject([{ kind: "opened" }]);
  });

  it("among many at once is told in one message", async () => {
    await own.hook();
    for (let number = 1; number <= 60; number++) await own.warn(await own.source(`source ${number}`), "unreachable");
    await own.round();
    await own.round();
    const [message, ...rest] = bodies();
    expect(rest).toEqual([]);
    expect([message?.warnings.length, message?.more]).toEqual([50, 10]);
    await own.pool.query("update warning set closed_at = $1", [own.now()]);
    await own.round();
    expect(bodies().slice(1)).toMatchObject([{ kind: "closed", more: 10 }]);
  });
});

describe("a receiver that is down", () => {
  it("is tried again later each time, with the same id, and hears it once when it is up", async () => {
    await own.hook();
    await own.warn(await own.source("rivers"), "limit");
    own.receiver.answers(503);
    const waits: number[] = [];
    for (let time = 0; time < 5; time++) {
      await own.round();
      const [{ next_at: next }] = await own.deliveries();
      waits.push((next - own.now().getTime()) / MINUTE);
      own.pass(next - own.now().getTime());
    }
    expect(waits).toEqual([1, 2, 4, 8, 16]);
    own.receiver.answers(200);
    await own.round();
    own.pass(MINUTE);
    await own.round();
    expect(own.receiver.received).toHaveLength(6);
    expect(new Set(own.receiver.received.map(({ headers }) => headers["bartree-id"])).size).toBe(1);
    expect((await own.deliveries()).map(({ state, tries }) => [state, tries])).toEqual([["sent", 6]]);
  });

  it("or does not answer in time holds nobody else up", async () => {
    await own.hook();
    own.receiver.answers(0);
    const id = await own.source("rivers", { warnMail: "a@example.org" });
    await own.warn(id, "limit");
    await own.round();
    expect(await own.deliveries()).toMatchObject(
      [
        { channel: "webhook", state: "waiting", reason: "no answer within 0.3 s" },
        { channel: "mail", state: "sent" },
      ].sort((a, b) => (a.channel < b.channel ? 1 : -1)),
    );
  });

  it("for a quarter of an hour is a warning itself, told by the other way, and closed when it is up", async () => {
    await own.hook();
    const tools = { ...own.tools, mailTo: ["ops@example.org"] };
    const open = async () => (await warnings(own.pool, { isAll: false, limit: 9 })).map(({ cause }) => cause);
    await own.warn(await own.source("rivers"), "limit");
    own.receiver.answers(500);
    for (let minute = 0; minute < 40; minute++) {
      await own.round(tools);
      own.pass(MINUTE);
    }
    expect(await open()).toEqual(["undelivered-webhook", "limit"]);
    expect(mails().map(({ headers }) => headers.get("subject")?.[0])).toEqual([
      `bartree: ${warningWords({ cause: "limit", details: {} }, "rivers").message}`,
      "bartree: Messages to webhook 1 cannot be delivered: the status is 500.",
    ]);
    own.receiver.answers(204);
    for (let minute = 0; minute < 40; minute++) {
      await own.round(tools);
      own.pass(MINUTE);
    }
    expect(await open()).toEqual(["limit"]);
    expect(mails().at(-1)?.headers.get("subject")).toEqual([
      "bartree, over: Messages to webhook 1 cannot be delivered: the status is 500.",
    ]);
  });

  it("for three days is given up; the next telling tries anew", async () => {
    await own.hook();
    await own.warn(await own.source("rivers"), "limit");
    own.receiver.answers(500);
    for (let hour = 0; hour < 80; hour++) {
      await own.round();
      own.pass(60 * MINUTE);
    }
    expect((await own.deliveries()).map(({ kind, state }) => `${kind} ${state}`)).toEqual(["opened failed", "repeated waiting"]);
  });

  it.each([
    { name: "a message was delivered", mend: async () => own.receiver.answers(204) },
    { name: "it is told nothing any more", mend: async (hook: string) => void (await removeWebhook(own.pool, hook)) },
  ])("for many days is one warning, until $name", async ({ mend }) => {
    const hook = await own.hook();
    await own.warn(await own.source("rivers"), "limit");
    own.receiver.answers(500);
    const told = async () =>
      (await warnings(own.pool, { isAll: true, limit: 9 })).filter(({ cause }) => cause === "undelivered-webhook");
    for (let hour = 0; hour < 24 * 8; hour++) {
      await own.round();
      own.pass(60 * MINUTE);
    }
    expect(await own.deliveries()).toContainEqual(expect.objectContaining({ state: "failed" }));
    expect(await told()).toMatchObject([{ closedAt: null }]);
    await mend(hook.id);
    for (let hour = 0; hour < 24 * 16; hour++) {
      await own.round();
      own.pass(60 * MINUTE);
    }
    expect(await told()).toMatchObject([{ closedAt: expect.any(Date) }]);
  });

  it("when the cause goes hears that it is over, and not what is no longer so", async () => {
    await own.hook();
    const id = await own.source("rivers");
    await own.warn(id, "limit");
    own.receiver.answers(500);
    await own.round();
    await own.over(id, "limit");
    own.receiver.answers(200);
    own.pass(MINUTE);
    await own.round();
    expect(bodies().map(({ kind }) => kind)).toEqual(["opened", "closed"]); // the first was answered with 500
    expect((await own.deliveries()).map(({ kind, state }) => `${kind} ${state}`)).toEqual(["opened dropped", "closed sent"]);
  });

  it("a mail server that takes nothing is tried again, and the mail keeps its id", async () => {
    await own.warn(await own.source("rivers", { warnMail: "a@example.org" }), "limit");
    own.smtp.answers("451 later");
    await own.round();
    expect(await own.deliveries()).toMatchObject([{ state: "waiting", reason: "the mail server answers 451" }]);
    own.smtp.answers("250 taken");
    own.pass(MINUTE);
    await own.round();
    const [{ id }] = (await own.pool.query("select id from delivery")).rows;
    expect(mails()).toHaveLength(1);
    expect(mails()[0]?.headers.get("message-id")).toEqual([`<${id}@index.example.org>`]);
    expect(mails()[0]?.headers.get("bartree-id")).toEqual([id]);
  });
});

describe("a delivery that cannot even be tried", () => {
  const folder = testFolder();
  const open = async () => (await warnings(own.pool, { isAll: false, limit: 9 })).map(({ cause }) => cause);
  const halfAnHour = async (tools: NotifyTools) => {
    for (let minute = 0; minute < 30; minute++) {
      await own.round(tools);
      own.pass(MINUTE);
    }
  };

  it("for a password that says nothing is a failed one, and a warning", async () => {
    await own.warn(await own.source("rivers", { warnMail: "a@example.org" }), "limit");
    const url = new URL(`smtp://ann:p%ss@127.0.0.1:${own.smtp.port}`);
    await halfAnHour({ ...own.tools, mail: { url, from: "bartree@example.org", isTlsRequired: false } });
    expect(await own.deliveries()).toMatchObject([{ state: "waiting", reason: "it could not be made or sent (URIError)" }]);
    expect(await open()).toEqual(["undelivered-mail", "limit"]);
  });

  it("for a secret file that others may read is a failed one, and a warning", async () => {
    await own.hook();
    await own.warn(await own.source("rivers"), "limit");
    writeFileSync(join(folder.path, "secret"), "07".repeat(KEY_BYTES), { mode: 0o644 });
    await halfAnHour({ ...own.tools, door: { ...own.door, vault: openVault(folder.path) } });
    const reason = expect.stringMatching(/^The secret file .* cannot be used: .*[^.]$/);
    expect(await own.deliveries()).toMatchObject([{ state: "waiting", reason }]);
    expect(await open()).toEqual(["undelivered-webhook", "limit"]);
  });

  it("by a worker without a mail server waits for one that has it", async () => {
    await own.warn(await own.source("rivers", { warnMail: "a@example.org" }), "limit");
    await planMessages(own.tools);
    await halfAnHour({ ...own.tools, mail: null });
    expect(await own.deliveries()).toMatchObject([{ state: "waiting", reason: "this worker has no mail server" }]);
    expect(await open()).toEqual(["undelivered-mail", "limit"]);
    own.pass(60 * MINUTE);
    await own.round();
    await own.round();
    expect(mails()).toHaveLength(1);
    expect(await open()).toEqual(["limit"]);
  });

  it("since its worker ends is thrown, and no failed one", async () => {
    await own.hook();
    await own.warn(await own.source("rivers"), "limit");
    own.receiver.answers(0);
    const life = new AbortController();
    const ending = expect(own.round({ ...own.tools, signal: life.signal })).rejects.toThrow("over");
    await expect.poll(() => own.receiver.received.length, { interval: 5 }).toBe(1);
    life.abort(new Error("over"));
    await ending;
    expect(await own.deliveries()).toMatchObject([{ state: "waiting", reason: null }]);
  });
});

describe("the digest", () => {
  it("comes once a day at its hour in its zone, also over a change of clocks, and after days without a worker", async () => {
    const tools = { ...own.tools, mailTo: ["ops@example.org"], digest: { cron: "0 6 * * *", zone: "Europe/Berlin" } };
    const { id: _ } = await own.hook(await own.source("rivers")); // of one source: no digest
    const at: string[] = [];
    const until = Date.parse("2026-04-02T00:00:00Z");
    own.pass(Date.parse("2026-03-27T12:00:00Z") - own.now().getTime());
    while (own.now().getTime() < until) {
      const before = own.smtp.mails.length;
      const isAway = own.now().toISOString() > "2026-03-30T12" && own.now().toISOString() < "2026-03-31T12";
      if (!isAway) await own.round(tools);
      if (own.smtp.mails.length > before) at.push(own.now().toISOString());
      own.pass(30 * MINUTE);
    }
    expect(at).toEqual([
      "2026-03-28T05:00:00.000Z",
      "2026-03-29T04:00:00.000Z",
      "2026-03-30T04:00:00.000Z",
      "2026-03-31T12:00:00.000Z",
      "2026-04-01T04:00:00.000Z",
    ]);
    expect(own.receiver.received).toEqual([]);
  });

  it("tells what happened since the last one and what is open", async () => {
    const tools = { ...own.tools, digest: { cron: "0 6 * * *", zone: "UTC" } };
    await own.hook();
    await own.round(tools);
    const id = await own.source("rivers");
    own.pass(DAY / 2);
    const warning = await own.warn(id, "limit");
    await own.warn(id, "unreachable");
    await own.over(id, "unreachable");
    await acknowledgeWarning(own.pool, warning, own.now());
    own.pass(DAY / 2);
    await own.round(tools);
    expect(bodies()).toMatchObject([
      {
        kind: "digest",
        warnings: [{ id: warning, cause: "limit" }],
        digest: { since: "2026-03-01T08:00:00.000Z", opened: 2, closed: 1, open: 1, added: 0 },
      },
    ]);
  });
});

it("two workers that look at the same time tell once", async () => {
  await own.hook();
  for (let number = 0; number < 5; number++) await own.warn(await own.source(`source ${number}`), "limit");
  await Promise.all([planMessages(own.tools), planMessages(own.tools), planMessages(own.tools)]);
  await own.due();
  expect(own.receiver.received).toHaveLength(5);
});
