/**
 * The stage of group T: a real server in a process of its own, a hostile site, somebody who asks every 50 ms, and a server
 * with nothing to do beside it, each in a process of its own, so that what is measured is the server's doing.
 */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type TestDatabase, testDatabase } from "../store/database.js";

const bin = resolve(import.meta.dirname, "../../bin/bartree.js");
const child = (name: string): string => resolve(import.meta.dirname, name);

export interface Answer {
  readonly status: number; // 0: there was none
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at answers as a foreign program would
  readonly body: any;
  readonly ms: number;
}

export interface Host {
  readonly origin: string;
  /** The site answers so from now on; undefined: it does not have it. */
  put(path: string, body: string | Buffer | undefined): void;
}

interface Sample {
  readonly id: number;
  readonly name: string;
  readonly at: number;
  readonly ms?: number; // none yet: it is still waited for
}

export interface Waits {
  readonly count: number;
  readonly median: number;
  readonly worst: number;
}

export interface Stage {
  readonly database: TestDatabase;
  readonly hosts: readonly Host[];
  call(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Answer>;
  upload(address: string, bytes: Buffer): Promise<Answer>;
  /** How long answers took that were asked for between two times, by what was asked; those still open count as they stand. */
  waits(name: string, from: number, to: number): Waits;
  restart(): Promise<void>;
  /** SIGTERM: how many milliseconds until the server has ended. */
  end(): Promise<number>;
  close(): Promise<void>;
}

const PROBES = 16; // keys to ask with: each may ask 300 times a minute
const CALLS = 8;

export async function openStage({
  hosts: count,
  settings = {},
}: {
  hosts: number;
  settings?: Readonly<Record<string, string>>;
}): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "bartree-time-"));
  const site = fork(child("site-child.mjs"), [JSON.stringify({ folder, hosts: count })]);
  const [{ ports }] = (await once(site, "message")) as [{ ports: number[] }];
  const idle = fork(child("idle-child.mjs"));
  const [{ port: idlePort }] = (await once(idle, "message")) as [{ port: number }];
  const prober = fork(child("prober-child.mjs"));
  const samples: Sample[] = [];
  prober.on("message", (sample: Sample) => {
    samples[sample.id] = sample;
  });
  const database = await testDatabase({ isEmpty: true, connections: 4 });
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);
  const hosts = origins.map((origin, i): Host => {
    const place = (path: string): string => join(folder, String(i), path.endsWith("/") ? `${path}index.html` : path);
    return {
      origin,
      put(path, body) {
        mkdirSync(dirname(place(path)), { recursive: true });
        if (body === undefined) rmSync(place(path), { force: true });
        else writeFileSync(place(path), body);
      },
    };
  });
  const environment = {
    ...ownEnvironment(),
    BARTREE_HOME: join(folder, "home"),
    DATABASE_URL: database.url,
    BARTREE_LOOPBACK_ORIGINS: origins.join(","),
    BARTREE_DELAY_MS: "0",
    BARTREE_LOG_LEVEL: "warn",
    ...settings,
  };
  let server = await serve(environment);
  const keys = await addKeys(server, PROBES + CALLS);
  let turn = 0;

  function probe(): void {
    const asked = keys.slice(0, PROBES);
    prober.send({
      targets: [
        { name: "healthz", url: `${server.address}/healthz`, keys: asked.slice(0, PROBES / 2) },
        { name: "records", url: `${server.address}/api/records?q=water`, keys: asked.slice(PROBES / 2) },
        { name: "idle", url: `http://127.0.0.1:${idlePort}/`, keys: [] },
      ],
    });
  }
  probe();

  return {
    database,
    hosts,
    call(method, path, body, signal) {
      const key = keys[PROBES + (turn++ % CALLS)] ?? "";
      return ask(server.address, method, path, {
        headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { "content-type": "application/json" }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      });
    },
    upload(address, bytes) {
      const key = keys[PROBES + (turn++ % CALLS)] ?? "";
      return ask(server.address, "POST", `/api/drafts/upload?${new URLSearchParams({ address })}`, {
        headers: { authorization: `Bearer ${key}`, "content-type": "text/html; charset=utf-8" },
        body: new Uint8Array(bytes),
      });
    },
    waits(name, from, to) {
      const taken = samples
        .filter((sample) => sample.name === name && sample.at >= from && sample.at <= to)
        .map(({ at, ms = Date.now() - at }) => ms)
        .sort((a, b) => a - b);
      return { count: taken.length, median: taken[taken.length >> 1] ?? 0, worst: taken.at(-1) ?? 0 };
    },
    async restart() {
      server = await serve(environment);
      probe();
    },
    async end() {
      prober.send({ targets: [] });
      return stop(server.process);
    },
    async close() {
      prober.disconnect();
      await stop(server.process);
      for (const each of [site, idle]) each.kill("SIGKILL");
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Without what is set for the tests or for another bartree. */
const ownEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("BARTREE_")));

interface Server {
  readonly process: ChildProcess;
  readonly address: string;
  readonly link: string;
}

const START_MS = 120_000;

async function serve(env: NodeJS.ProcessEnv): Promise<Server> {
  const serving = spawn(process.execPath, [bin, "serve", "--port", "0", "--json"], {
    env,
    stdio: ["ignore", "pipe", process.env.BARTREE_TEST_NOISY ? "inherit" : "ignore"],
  });
  let said = "";
  const told = new Promise<{ address: string; link: string }>((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`the server did not start: ${said}`)), START_MS);
    serving.once("exit", () => fail(new Error(`the server has ended: ${said}`)));
    serving.stdout.on("data", (text) => {
      said += text;
      if (!said.trimEnd().endsWith("}")) return;
      clearTimeout(timer);
      done(JSON.parse(said));
    });
  });
  return { process: serving, ...(await told) };
}

const KILL_AFTER_MS = 30_000; // it has failed by then

async function stop(serving: ChildProcess): Promise<number> {
  if (serving.exitCode !== null || serving.signalCode !== null) return 0;
  const begun = performance.now();
  const ended = once(serving, "exit");
  serving.kill("SIGTERM");
  const timer = setTimeout(() => serving.kill("SIGKILL"), KILL_AFTER_MS);
  await ended;
  clearTimeout(timer);
  return performance.now() - begun;
}

/** By the link that the server prints, as a person would. */
async function addKeys({ address, link }: Server, count: number): Promise<string[]> {
  const own = { "content-type": "application/json", "x-bartree-request": "page" };
  const token = new URL(link).searchParams.get("token");
  const welcome = await fetch(`${address}/api/welcome`, { method: "POST", headers: own, body: JSON.stringify({ token }) });
  const cookie = welcome.headers.get("set-cookie")?.split(";")[0] ?? "";
  const keys: string[] = [];
  for (let number = 1; number <= count; number++) {
    const body = JSON.stringify({ name: `key ${number}`, role: "admin" });
    const added = await fetch(`${address}/api/keys`, { method: "POST", headers: { ...own, cookie }, body });
    keys.push((await added.json()).secret);
  }
  return keys;
}

async function ask(address: string, method: string, path: string, init: RequestInit): Promise<Answer> {
  const begun = performance.now();
  try {
    const response = await fetch(`${address}${path}`, { method, ...init });
    const text = await response.text();
    return { status: response.status, body: jsonOf(text), ms: performance.now() - begun };
  } catch {
    return { status: 0, body: undefined, ms: performance.now() - begun };
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a style sheet
  }
}
