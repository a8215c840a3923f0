/** A process whose workers cannot start says why and ends; nothing that had begun keeps it alive. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { workers } from "../../src/store/worker.js";
import { testDatabase } from "../store/database.js";

const bin = resolve(import.meta.dirname, "../../bin/bartree.js");
const PATIENCE_MS = 30_000; // a process that is ended by it has no exit code
const TIME = { timeout: 2 * PATIENCE_MS };
const SMTP = { BARTREE_SMTP_URL: "smtp://127.0.0.1:1" };

type Ended = { exitCode: unknown; code: string };

function ended(args: readonly string[], environment: Record<string, string>): Promise<Ended> {
  const env = { PATH: process.env.PATH, BARTREE_HOME: "/nonexistent", ...environment };
  return new Promise((done) => {
    execFile(process.execPath, [bin, ...args, "--json"], { env, timeout: PATIENCE_MS }, (error, stdout) => {
      const report = stdout.split("\n").find((line) => line.includes('"error"'));
      done({ exitCode: error?.code, code: report === undefined ? "none" : JSON.parse(report).error.code });
    });
  });
}

describe.each([{ call: ["worker"] }, { call: ["serve", "--port", "0"] }])("$call", ({ call }) => {
  it("with a mail server and no sender is refused", TIME, async () => {
    const { url, pool } = await testDatabase();
    expect(await ended(call, { DATABASE_URL: url, ...SMTP })).toEqual({ exitCode: 2, code: "setting-invalid" });
    expect(await workers(pool)).toEqual([]);
  });

  it.each(["put_source_job", "put_delivery_job"])("without %s in the database ends", TIME, async (name) => {
    const { url, pool } = await testDatabase();
    await pool.query(`alter function ${name} rename to lost_job`);
    expect(await ended(call, { DATABASE_URL: url })).toEqual({ exitCode: 70, code: "internal" });
    expect(await workers(pool)).toEqual([]);
  });
});

it("a server whose port is taken ends too", TIME, async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const { url } = await testDatabase();
  expect(await ended(["serve", "--port", String(port)], { DATABASE_URL: url })).toEqual({ exitCode: 2, code: "port-taken" });
  other.close();
});
