/** The command line: finds the command, hands it its tools, turns every outcome into an exit code. */

import { readFileSync } from "node:fs";
import { errorReport, ReportedError, refuse } from "../api/errors.js";
import { theirWords } from "../api/reasons.js";
import { diskTrouble } from "../store/system-error.js";
import { databaseTrouble } from "../store/trouble.js";
import { type AppContext, openContext } from "./app-context.js";
import { type Ask, terminalAsk } from "./ask.js";
import { backupCommand, restoreCommand } from "./backup.js";
import { checkCommand } from "./check.js";
import { type AnyCommand, parseCall, type Wish } from "./command.js";
import { compareCommand } from "./compare.js";
import { doctorCommand } from "./doctor.js";
import { EXIT_DONE } from "./exit-code.js";
import { extractCommand } from "./extract.js";
import { makeAddressFetcher } from "./fetch-address.js";
import { forgetCommand } from "./forget.js";
import { guardProcess } from "./guard.js";
import { harvestCommand } from "./harvest.js";
import { healCommand } from "./heal.js";
import { helpOf, helpOfAll } from "./help.js";
import type { Environment } from "./home.js";
import { hookAddCommand, hookListCommand, hookRemoveCommand, hookTestCommand } from "./hook.js";
import { inspectCommand } from "./inspect.js";
import { type Interruption, processInterruption } from "./interruption.js";
import { keyAddCommand, keyListCommand, keyRevokeCommand } from "./key.js";
import { learnCommand } from "./learn.js";
import { mailTestCommand } from "./mail-test.js";
import { Out, type OutSettings } from "./out.js";
import { processSinks, ReaderGone } from "./process-output.js";
import { makeReader } from "./read.js";
import { recordsCommand } from "./records.js";
import { serveCommand } from "./serve.js";
import { loadSettings } from "./settings.js";
import { showCommand } from "./show.js";
import {
  sourceListCommand,
  sourcePauseCommand,
  sourceRemoveCommand,
  sourceResumeCommand,
  sourceScheduleCommand,
  sourceShowCommand,
} from "./source.js";
import { sourceAddCommand, sourceRekeyCommand } from "./source-add.js";
import { sourceAlarmsCommand } from "./source-alarms.js";
import { sourceAnswerCommand } from "./source-answer.js";
import { sourceExportCommand, sourceImportCommand } from "./source-bulk.js";
import { sourceSecretsCommand } from "./source-secrets.js";
import type { Succession } from "./succession.js";
import { redoHealCommand, templateListCommand, templateUndoCommand, undoHealCommand } from "./template-versions.js";
import { userAddCommand, userLinkCommand, userListCommand, userRemoveCommand, userRoleCommand } from "./user.js";
import { verifyCommand } from "./verify.js";
import { warcCommand } from "./warc.js";
import { warningsAcknowledgeCommand, warningsCommand } from "./warnings.js";
import { workerCommand } from "./worker.js";

export const COMMANDS: ReadonlyMap<string, AnyCommand> = new Map<string, AnyCommand>([
  ["serve", serveCommand],
  ["inspect", inspectCommand],
  ["compare", compareCommand],
  ["learn", learnCommand],
  ["extract", extractCommand],
  ["check", checkCommand],
  ["heal", healCommand],
  ["show", showCommand],
  ["source add", sourceAddCommand],
  ["source list", sourceListCommand],
  ["source show", sourceShowCommand],
  ["source pause", sourcePauseCommand],
  ["source resume", sourceResumeCommand],
  ["source rekey", sourceRekeyCommand],
  ["source answer", sourceAnswerCommand],
  ["source schedule", sourceScheduleCommand],
  ["source alarms", sourceAlarmsCommand],
  ["source secrets", sourceSecretsCommand],
  ["source remove", sourceRemoveCommand],
  ["harvest", harvestCommand],
  ["worker", workerCommand],
  ["records", recordsCommand],
  ["warnings", warningsCommand],
  ["warnings acknowledge", warningsAcknowledgeCommand],
  ["hook add", hookAddCommand],
  ["hook list", hookListCommand],
  ["hook remove", hookRemoveCommand],
  ["hook test", hookTestCommand],
  ["mail test", mailTestCommand],
  ["template list", templateListCommand],
  ["template undo", templateUndoCommand],
  ["undo-heal", undoHealCommand],
  ["redo-heal", redoHealCommand],
  ["warc", warcCommand],
  ["user add", userAddCommand],
  ["user list", userListCommand],
  ["user role", userRoleCommand],
  ["user link", userLinkCommand],
  ["user remove", userRemoveCommand],
  ["key add", keyAddCommand],
  ["key list", keyListCommand],
  ["key revoke", keyRevokeCommand],
  ["source export", sourceExportCommand],
  ["source import", sourceImportCommand],
  ["forget", forgetCommand],
  ["backup", backupCommand],
  ["restore", restoreCommand],
  ["verify", verifyCommand],
  ["doctor", doctorCommand],
]);

/** What the process gives to a command line; tests hand in their own. */
export type Streams = Omit<OutSettings, "json"> & {
  stdin: AsyncIterable<Uint8Array>;
  environment?: Environment;
  interruption?: Interruption;
  guard?: (environment: Environment) => void; // of a command that stays
  succession?: Succession;
  ask?: Ask | undefined;
};

export async function main(args: readonly string[], streams: Streams = processStreams()): Promise<number> {
  const out = new Out({ ...streams, json: asksForJson(args) });
  try {
    const exitCode = await dispatch(args, streams, out);
    return streams.interruption?.exitCode() ?? exitCode;
  } catch (error) {
    const stopped = streams.interruption?.exitCode();
    if (stopped !== undefined) return stopped;
    if (error instanceof ReaderGone) return EXIT_DONE;
    const report = error instanceof ReportedError ? error.report : (diskTrouble(error) ?? databaseTrouble(error));
    if (report) return out.fail(report);
    if (error instanceof Error && error.stack !== undefined) out.note(error.stack); // for the report we ask for
    return out.fail(errorReport("internal", theirWords(String(error))));
  }
}

async function dispatch(args: readonly string[], streams: Streams, out: Out): Promise<number> {
  const [name = "serve", ...rest] = isServeAlone(args) ? ["serve", ...args] : args;
  if (name === "--help" || name === "-h") return tell(out, helpOfAll(COMMANDS));
  if (name === "--version") return tell(out, packageVersion());
  if (name.startsWith("-")) return refuse("usage", `“${name}” stands where the command should stand.`, "bartree COMMAND …");
  const isPair = COMMANDS.has(`${name} ${rest[0]}`);
  const words = isPair ? `${name} ${rest.shift()}` : name;
  if (!COMMANDS.has(words) && (rest[0] === "--help" || rest[0] === "-h") && subcommandsOf(words).size > 0)
    return tell(out, helpOfAll(subcommandsOf(words)));
  const command =
    COMMANDS.get(words) ??
    refuse("unknown-command", [name, ...rest.slice(0, 1).filter((word) => !word.startsWith("-"))].join(" "));
  const call = parseCall(words, command, rest);
  if (call.help) return tell(out, helpOf(words, command));
  const { values, given, reject } = call;
  const environment = streams.environment ?? {};
  if (command.isStaying) streams.guard?.(environment);
  const fetcher = makeAddressFetcher(environment, packageVersion());
  let context: Promise<AppContext> | undefined;
  const open = async (wish: Wish = {}): Promise<AppContext> => {
    const signal = streams.interruption?.watch();
    context ??= openContext({ environment, version: packageVersion(), signal, onNote: (note) => out.note(note), ...wish });
    const opened = await context;
    signal?.throwIfAborted(); // asked to end while it was opened, which may take a while
    return opened;
  };
  try {
    const read = makeReader(streams.stdin, fetcher);
    const { ask, succession } = streams;
    return await command.run(values, { read, out, given, reject, ask, environment, open, succession });
  } finally {
    await fetcher.close();
    await context?.then(
      (opened) => opened.close(),
      () => {}, // what kept it from opening has been told
    );
  }
}

/** Without a command it serves: `bartree --port 8080`. */
function isServeAlone([first = "", ...rest]: readonly string[]): boolean {
  const isOfServe = Object.keys(serveCommand.options).some((option) => first.split("=")[0] === `--${option}`);
  return isOfServe && !rest.some((word) => COMMANDS.has(word) || subcommandsOf(word).size > 0);
}

const subcommandsOf = (word: string): ReadonlyMap<string, AnyCommand> =>
  new Map([...COMMANDS].filter(([name]) => name.startsWith(`${word} `)));

function tell(out: Out, text: string): number {
  out.data(`${text}\n`);
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

export function processStreams(): Streams {
  const { stdin, env } = process;
  const interruption = processInterruption();
  const sinks = processSinks();
  return {
    stdin,
    ...sinks,
    environment: env,
    interruption,
    guard: (environment) => guardProcess(loadSettings(environment).settings, interruption),
    ask: terminalAsk(process),
    colours: sinks.stdout.isTTY === true && !env.NO_COLOR,
  };
}
