/** What befalls a bartree that serves (group F): its database server killed, its port taken. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { isAlive, notedServer } from "../../src/store/embedded/pid-file.js";
import { testDatabase } from "../store/database.js";
import { testFolder } from "./folder.js";
import { run } from "./run.js";

const folder = testFolder();
chmodSync(folder.path, 0o755);
const home = join(folder.path, "home");
const bin = resolve(import.meta.dirname, "../../bin/bartree.js");

it("whose server was killed starts it again and goes on; both end when it is stopped", {
  timeout: 180_000,
}, async () => {
  const serving = spawn(process.execPath, [bin, "serve", "--port", "0", "--json"], {
    env: { PATH: process.env.PATH, BARTREE_HOME: home },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = await once(createInterface({ input: serving.stdout }), "line");
  const { address } = JSON.parse(line);
  const readiness = async () => (await fetch(`${address}/readyz`)).status;
  const server = () => notedServer(join(home, "postgres/data"))?.server.pid ?? 0;
  expect(await readiness()).toBe(200);

  const killed = server();
  process.kill(killed, "SIGKILL");
  const isReadyAgain = async () => server() !== killed && (await readiness()) === 200;
  await expect.poll(isReadyAgain, { timeout: 90_000, interval: 500 }).toBe(true);

  const last = server();
  serving.kill("SIGTERM");
  expect(await once(serving, "exit")).toEqual([143, null]);
  expect(isAlive(last)).toBe(false);
});

it("is refused a port that another has, and leaves nothing open", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const { url: DATABASE_URL } = await testDatabase({ isEmpty: true });
  const environment = { DATABASE_URL, BARTREE_HOME: "/nonexistent" };
  const { exitCode, stdout } = await run(["--port", String(port), "--json"], "", false, environment); // without a command: serve
  expect([exitCode, JSON.parse(stdout).error.code]).toEqual([2, "port-taken"]);
  other.close();
});

it("ends the events of a key at once that another process has revoked", { timeout: 120_000 }, async () => {
  const { url: DATABASE_URL, drop } = await testDatabase({ isEmpty: true });
  const env = { PATH: process.env.PATH, DATABASE_URL, BARTREE_HOME: home };
  const bartree = (...words: string[]) =>
    spawn(process.execPath, [bin, ...words, "--json"], { env, stdio: ["ignore", "pipe", "ignore"] });
  const said = async (process: ReturnType<typeof bartree>) =>
    JSON.parse((await once(createInterface({ input: process.stdout }), "line"))[0]);
  const serving = bartree("serve", "--port", "0", "--no-worker");
  const { address } = await said(serving);
  const { id, secret } = await said(bartree("key", "add", "listener"));
  const answer = await fetch(`${address}/api/events`, { headers: { authorization: `Bearer ${secret}` } });
  const heard = answer.body?.getReader();
  expect(new TextDecoder().decode((await heard?.read())?.value)).toContain("hello");
  expect((await said(bartree("key", "revoke", id))).revoked).toBe(id);
  await expect(heard?.read()).rejects.toThrow(); // cut off
  serving.kill("SIGTERM");
  await once(serving, "exit");
  await drop();
});
