import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { randomFrom } from "../core/record-pages.js";
import { isLong, say, seed } from "../run.js";
import { testNotifier } from "./notifier.js";

const KILLS = isLong ? 40 : 8;
const HOOKS = isLong ? 15 : 4;
const CAUSES = 9; // more at once would be one message
const PACE = { beatMs: 100, deadMs: 500, pollMs: 30 };

it("a worker that is killed while it tells loses no message, and whatever it sends again has the same id", async () => {
  const own = await testNotifier();
  const random = randomFrom(seed);
  const source = await own.source("rivers");
  for (let hook = 0; hook < HOOKS; hook++) await own.hook(null, `/${hook}`);
  for (let cause = 0; cause < CAUSES; cause++) await own.warn(source, `cause ${cause}`);
  own.receiver.slow(40);
  const call = JSON.stringify({ databaseUrl: own.url, loopback: [own.receiver.origin], key: "07".repeat(32), pace: PACE });
  const start = () => spawn(process.execPath, [resolve(import.meta.dirname, "messenger-child.mjs"), call], { stdio: "inherit" });
  const told = () => new Set(own.receiver.received.map(({ headers }) => headers["bartree-id"])).size;
  let kills = 0;
  let child = start();
  while (kills < KILLS && told() < HOOKS * CAUSES) {
    const before = own.receiver.received.length;
    const deadline = Date.now() + 20_000;
    while (own.receiver.received.length === before && Date.now() < deadline) await sleep(5);
    await sleep(random() * 40); // in the middle of the next ones
    child.kill("SIGKILL");
    kills += 1;
    child = start();
  }
  await expect.poll(told, { timeout: 60_000 }).toBe(HOOKS * CAUSES);
  const waiting = async () => (await own.deliveries()).filter(({ state }) => state !== "sent").length;
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
  child.kill("SIGKILL");
  expect(await own.deliveries()).toHaveLength(HOOKS * CAUSES);
  const again = own.receiver.received.length - told();
  expect(again).toBeLessThanOrEqual(2 * kills); // at most what was under way
  say(`seed ${seed}: killed ${kills} times; ${HOOKS * CAUSES} messages, 0 lost, ${again} sent again with the same id`);
  await own.close();
}, 300_000);
