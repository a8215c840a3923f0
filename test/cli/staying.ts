/** A `bartree serve` or `worker` in processes of its own, as a person, npm or a supervisor starts it. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { afterAll, expect } from "vitest";
import { tryKill } from "../kills.js";

export const BIN = resolve(import.meta.dirname, "../../bin/bartree.js");
const STAND = pathToFileURL(resolve(import.meta.dirname, "stand.mjs")).href;

/** Generous: the machine may be busy with other tests. */
export const PATIENCE = { timeout: 120_000, interval: 50 };

export interface LogLine {
  readonly event?: string;
  readonly pid: number;
  readonly msg: string;
  readonly [fact: string]: unknown;
}

export interface Staying {
  readonly process: ChildProcess;
  readonly pid: number; // of the process that was started
  readonly said: { stdout: string; readonly lines: LogLine[] };
  /** The lines that say this, so far. */
  events(event: string): LogLine[];
  /** The process that does the work: whoever spoke last of those that are not the parent. */
  worker(): number;
  /** Its loop stands for so many seconds, or the threads that work on pages; 0: it crashes. */
  stand(folder: string, seconds: number, who?: "" | ".threads"): void;
  readonly ended: Promise<Ended>;
  /** Sends the signal; gives how it ended and after how many ms. */
  stop(signal?: NodeJS.Signals): Promise<Ended & { readonly ms: number }>;
}

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
}

interface Call {
  readonly command?: readonly string[]; // [node, bin] unless given
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder?: string; // where `stand` puts its files
  readonly isDetached?: boolean;
}

const started = new Set<ChildProcess>();
afterAll(() => {
  for (const { pid = 0 } of started) for (const each of [...familyOf(pid), pid]) tryKill(each); // those that a failed test left
});

export function startStaying({
  command = [process.execPath, BIN],
  args,
  environment,
  folder,
  isDetached = false,
}: Call): Staying {
  const [program = "", ...first] = command;
  const hook = folder === undefined ? {} : { NODE_OPTIONS: `--import=${STAND}`, BARTREE_TEST_STAND: join(folder, "stand") };
  const child = spawn(program, [...first, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...hook, ...environment },
    cwd: resolve(import.meta.dirname, "../.."), // where npm finds what to start
    stdio: ["ignore", "pipe", "pipe"],
    detached: isDetached,
  });
  started.add(child);
  const said: Staying["said"] = { stdout: "", lines: [] };
  child.stdout?.on("data", (text) => (said.stdout += text));
  if (child.stderr) createInterface({ input: child.stderr }).on("line", (line) => said.lines.push(lineOf(line)));
  const ended = once(child, "exit").then(([code, signal]) => {
    started.delete(child);
    return { code, signal };
  });
  const staying: Staying = {
    process: child,
    pid: child.pid ?? 0,
    said,
    events: (event) => said.lines.filter((line) => line.event === event),
    worker: () => said.lines.findLast(({ event, pid }) => pid > 0 && !PARENTAL.has(event ?? ""))?.pid ?? 0,
    stand(into, seconds, who = "") {
      const file = join(into, `stand.${staying.worker()}${who}`);
      writeFileSync(`${file}.new`, String(seconds));
      renameSync(`${file}.new`, file);
    },
    ended,
    async stop(signal = "SIGTERM") {
      const from = performance.now();
      child.kill(signal);
      return { ...(await ended), ms: performance.now() - from };
    },
  };
  return staying;
}

const PARENTAL = new Set(["started-again", "given-up"]);

const lineOf = (line: string): LogLine => {
  try {
    return JSON.parse(line);
  } catch {
    return { pid: 0, msg: line };
  }
};

/** What `serve --json` says first; npm may have said something before it. */
export async function welcomed(staying: Staying): Promise<{ address: string; link: string | null }> {
  const welcome = (): string | undefined => /^\{.*\}$/m.exec(staying.said.stdout)?.[0];
  await expect.poll(welcome, { ...PATIENCE, message: "it serves" }).toBeDefined();
  return JSON.parse(welcome() ?? "");
}

/** 0 where nobody answers. */
export async function health(address: string, path = "/healthz"): Promise<number> {
  try {
    return (await fetch(`${address}${path}`, { signal: AbortSignal.timeout(5000) })).status;
  } catch {
    return 0;
  }
}

/** Where nothing is to happen, there is nothing else to wait for. */
export async function passed(seconds: number): Promise<void> {
  const until = performance.now() + 1000 * seconds;
  await expect.poll(() => performance.now() > until, PATIENCE).toBe(true);
}

/** All that descend from it: of `npm start` the server is a grandchild, which a killed npm does not end. */
const familyOf = (pid: number): number[] => pidsBelow(pid).flatMap((each) => [...familyOf(each), each]);

export function pidsBelow(pid: number): number[] {
  try {
    return execFileSync("pgrep", ["-P", String(pid)], { encoding: "utf8" })
      .trim()
      .split("\n")
      .map(Number);
  } catch {
    return []; // it has none
  }
}
