/** Processes that are killed in the middle of their work, and one way of counting what that cost. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { type EmbeddedOptions, openEmbedded } from "../src/store/embedded/embedded.js";
import { say, seed } from "./run.js";

/** What kills of one kind cost; only kills that met the work in its middle are tried ones. */
export class Toll {
  tried = 0;
  readonly lost: string[] = []; // acknowledged, and not there afterwards
  readonly twice: string[] = []; // there more than once
  readonly wrong: string[] = []; // there, but not as it should be

  readonly #what: string;

  constructor(what: string) {
    this.#what = what;
  }

  get isClean(): boolean {
    return this.lost.length + this.twice.length + this.wrong.length === 0;
  }

  expectClean(): void {
    const { lost, twice, wrong } = this;
    expect({ lost, twice, wrong }).toEqual({ lost: [], twice: [], wrong: [] });
  }

  /** The line that all of them print. */
  close(tried: number): void {
    say(
      `seed ${seed}, kills in ${this.#what}: tried ${this.tried}, lost ${this.lost.length}, twice ${this.twice.length}, wrong ${this.wrong.length}`,
    );
    this.expectClean();
    expect(this.tried).toBeGreaterThanOrEqual(tried);
  }
}

/** A script in a group of its own, with the environment it is given. */
export function spawnScript(script: string, args: readonly string[], environment: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [script, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    env: { ...process.env, ...environment },
  });
}

const BIN = resolve(import.meta.dirname, "../bin/bartree.js");

/** The command line as people run it. */
export const spawnCommand = (args: readonly string[], environment: Record<string, string>): ChildProcess =>
  spawnScript(BIN, args, environment);

export interface Ended {
  readonly exitCode: number | null; // null: killed
  readonly words: string; // of standard error
}

export async function endOf(child: ChildProcess): Promise<Ended> {
  let words = "";
  child.stdout?.resume();
  child.stderr?.on("data", (piece) => {
    words += piece;
  });
  if (isOver(child)) return { exitCode: child.exitCode, words };
  const [exitCode] = await once(child, "close");
  return { exitCode, words };
}

const isOver = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** The process alone, or all of its group; resolves when it is gone. */
export async function kill(child: ChildProcess, whom: "process" | "group" = "group"): Promise<void> {
  if (child.pid === undefined || isOver(child)) return;
  const exited = once(child, "exit");
  process.kill(whom === "group" ? -child.pid : child.pid, "SIGKILL");
  await exited;
}

/** The embedded server with all its processes; whoever uses it starts it again. */
export async function killServer(options: EmbeddedOptions): Promise<void> {
  const server = await openEmbedded(options);
  process.kill(server.pid, "SIGSTOP"); // else it has children that are not on the list: one may wait for ever for a lock of the dead
  while (!/^\d+ \(.*\) [TZX]/.test(readFileSync(`/proc/${server.pid}/stat`, "utf8"))) await sleep(1); // it may just be making one
  const family = [
    server.pid,
    ...readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, "utf8").trim().split(" ").map(Number),
  ];
  for (const pid of family) tryKill(pid);
  await server.close();
}

export function tryKill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has just ended by itself
  }
}
