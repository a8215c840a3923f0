/** What bin/bartree.js runs: `serve` and `worker` under a parent that starts them again, everything else right here. */
import { readFileSync } from "node:fs";
import { type Environment, homeOf, settingsFileOf } from "./home.js";
import { supervise } from "./supervise.js";

const RESTARTS = 3;

export async function start(args: readonly string[], environment: Environment = process.env): Promise<number> {
  const restarts = mayStay(args) && !isDebugged() ? Number(early("BARTREE_RESTARTS", environment) ?? RESTARTS) : 0;
  if (restarts > 0) return supervise(args, { restarts, isSilent: early("BARTREE_LOG_LEVEL", environment) === "silent" });
  const { main } = await import("./main.js");
  return main(args);
}

/** Judged by the first word, since nothing is loaded yet that knows all commands. */
export function mayStay([first = "serve"]: readonly string[]): boolean {
  return first === "serve" || first === "worker" || /^--(?:port|host|no-worker)\b/.test(first);
}

/** A debugger is meant for the process itself. */
const isDebugged = (): boolean => process.getBuiltinModule("node:inspector")?.url() !== undefined;

/** A setting before all of them are read and judged; whoever does that says what is wrong with it. */
function early(name: string, environment: Environment): string | undefined {
  if (environment[name]) return environment[name];
  try {
    const value = JSON.parse(readFileSync(settingsFileOf(homeOf(environment)), "utf8"))[name];
    return value === undefined || value === "" ? undefined : String(value);
  } catch {
    return undefined;
  }
}
