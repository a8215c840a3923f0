/** All that tells people, on a database of its own, with a clock that the test moves and receivers on loopback. */

import { SourceSettings } from "../../src/api/source.js";
import type { Clock } from "../../src/fetch/clock.js";
import { openDoor } from "../../src/fetch/door.js";
import { memoryTurns } from "../../src/fetch/memory-turns.js";
import { KEY_BYTES, makeVault } from "../../src/fetch/vault.js";
import { thenAndNow } from "../../src/harvester/show/then-and-now.js";
import { deliver } from "../../src/notify/deliver.js";
import { planMessages } from "../../src/notify/plan.js";
import type { NotifyEvent, NotifyTools } from "../../src/notify/tools.js";
import { newHook } from "../../src/notify/webhook.js";
import { addSource } from "../../src/store/source.js";
import { closeWarning, openWarning } from "../../src/store/warning.js";
import { addWebhook } from "../../src/store/webhook.js";
import { threads } from "../harvester/threads.js";
import { testDatabase } from "../store/database.js";
import { startReceiver } from "./receiver.js";
import { startSmtpServer } from "./smtp-server.js";

export const DAY = 86_400_000;
export const MINUTE = 60_000;
const START = Date.parse("2026-03-01T08:00:00Z");

export async function testNotifier(changes: Partial<NotifyTools> = {}) {
  const { pool, drop, url } = await testDatabase();
  const [receiver, smtp] = await Promise.all([startReceiver(), startSmtpServer()]);
  let now = START;
  const clock: Clock = {
    now: () => now,
    async wait(ms) {
      now += ms;
    },
  };
  const key = new Uint8Array(KEY_BYTES).fill(7);
  const door = openDoor(
    { version: "0", loopback: [receiver.origin], limits: { firstByteMs: 300 } },
    { turns: memoryTurns(clock), clock, random: () => 0.5, vault: makeVault(() => key), resolve: async () => [] },
  );
  const events: NotifyEvent[] = [];
  const tools: NotifyTools = {
    pool,
    door,
    thenAndNow: (warning) => thenAndNow({ pool, threads }, warning),
    mail: { url: new URL(`smtp://127.0.0.1:${smtp.port}`), from: "bartree@index.example.org", isTlsRequired: false },
    mailTo: [],
    digest: null,
    publicUrl: "https://index.example.org",
    onEvent: (event) => events.push(event),
    ...changes,
  };
  return {
    pool,
    url,
    tools,
    door,
    receiver,
    smtp,
    events,
    now: () => new Date(now),
    pass(ms: number) {
      now += ms;
    },
    /** What a worker does: one look at what is to be told, then whatever is due. */
    async round(own: NotifyTools = tools): Promise<void> {
      await planMessages(own);
      await this.due(own);
    },
    async due(own: NotifyTools = tools): Promise<void> {
      const { rows } = await pool.query(
        "select id from delivery where state = 'waiting' and next_at <= $1 order by made_at, id",
        [new Date(now)],
      );
      for (const { id } of rows) await deliver(own, id);
    },
    deliveries: async () =>
      (
        await pool.query(
          "select kind, channel, receiver, state, tries, reason, next_at from delivery order by made_at, kind, receiver",
        )
      ).rows,
    async source(name: string, settings: object = {}): Promise<string> {
      return (await addSource(pool, name, SourceSettings.parse(settings), new Date(now)))?.id ?? "";
    },
    async hook(sourceId: string | null = null, path = "/in?token=t0p"): Promise<{ id: string; secret: string }> {
      const { hook, secret } = newHook(door, receiver.origin + path, sourceId);
      return { id: await addWebhook(pool, hook, new Date(now)), secret };
    },
    async warn(sourceId: string | null, cause: string, details: object = {}): Promise<string> {
      const warning = { sourceId, cause, details };
      return (await openWarning(pool, warning, new Date(now))).id;
    },
    over: (sourceId: string | null, cause: string) => closeWarning(pool, sourceId, cause, new Date(now)),
    async close() {
      await door.close();
      await receiver.close();
      await smtp.close();
      await drop();
    },
  };
}
