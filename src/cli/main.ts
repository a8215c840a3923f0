/** The command line: finds the command, hands it its tools, turns every outcome into an exit code. */
import { readFileSync } from "node:fs";
import { errorReport, ReportedError, refuse } from "../api/errors.js";
import { checkCommand } from "./check.js";
import { type AnyCommand, parseCall } from "./command.js";
import { compareCommand } from "./compare.js";
import { EXIT_DONE } from "./exit-code.js";
import { extractCommand } from "./extract.js";
import { type Environment, makeAddressFetcher } from "./fetch-address.js";
import { healCommand } from "./heal.js";
import { helpOf, helpOfAll } from "./help.js";
import { inspectCommand } from "./inspect.js";
import { learnCommand } from "./learn.js";
import { Out, type OutSettings } from "./out.js";
import { makeReader } from "./read.js";
import { showCommand } from "./show.js";

export const COMMANDS: ReadonlyMap<string, AnyCommand> = new Map<string, AnyCommand>([
  ["inspect", inspectCommand],
  ["compare", compareCommand],
  ["learn", learnCommand],
  ["extract", extractCommand],
  ["check", checkCommand],
  ["heal", healCommand],
  ["show", showCommand],
]);

/** What the process gives to a command line; tests hand in their own. */
export type Streams = Omit<OutSettings, "json"> & { stdin: AsyncIterable<Uint8Array>; environment?: Environment };

export async function main(args: readonly string[], streams: Streams = processStreams()): Promise<number> {
  const out = new Out({ ...streams, json: asksForJson(args) });
  try {
    return await dispatch(args, streams, out);
  } catch (error) {
    if (error instanceof ReportedError) return out.fail(error.report);
    if (error instanceof Error && error.stack !== undefined) out.note(error.stack); // for the report we ask for
    return out.fail(errorReport("internal", String(error)));
  }
}

async function dispatch([name, ...rest]: readonly string[], streams: Streams, out: Out): Promise<number> {
  if (name === undefined || name === "--help" || name === "-h") return tell(streams, helpOfAll(COMMANDS));
  if (name === "--version") return tell(streams, packageVersion());
  if (name.startsWith("-")) return refuse("usage", `“${name}” stands where the command should stand.`, "bartree COMMAND …");
  const command = COMMANDS.get(name) ?? refuse("unknown-command", name);
  const call = parseCall(name, command, rest);
  if (call.help) return tell(streams, helpOf(name, command));
  const { values, given, reject } = call;
  const fetcher = makeAddressFetcher(streams.environment ?? {}, packageVersion());
  try {
    return await command.run(values, { read: makeReader(streams.stdin, fetcher), out, given, reject });
  } finally {
    await fetcher.close();
  }
}

function tell({ stdout }: Streams, text: string): number {
  stdout.write(`${text}\n`);
  return EXIT_DONE;
}

/** Read before the call is understood, since a call that is not understood must be answered in JSON too. */
function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end === -1 ? args.length : end).includes("--json");
}

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return version;
}

function processStreams(): Streams {
  const { stdin, stdout, stderr, env } = process;
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT_DONE); // the reader has seen enough, as in `bartree … | head`
    throw error;
  });
  return {
    stdin,
    stdout,
    stderr,
    environment: env,
    colours: stdout.isTTY === true && !env.NO_COLOR,
    showsProgress: stderr.isTTY === true,
  };
}
