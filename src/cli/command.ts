/** What a command is, and how its arguments become named values. */
import { parseArgs } from "node:util";
import { refuse } from "../api/errors.js";
import type { Out } from "./out.js";
import type { Reader } from "./read.js";

type OptionHelp = { value: string; help: string; required?: true };

/**
 * `Always` names the operands and the required options, `Sometimes` the other options: `run` gets each by its name.
 * Every option takes a value; `--json` and `--help` belong to all commands and are seen to by `main`.
 */
export type Command<Always extends string = string, Sometimes extends string = string> = {
  summary: string;
  example: string;
  operands: Partial<Record<Always, OptionHelp>>;
  options: Partial<Record<Always | Sometimes, OptionHelp>>;
  run(call: Record<Always, string> & Partial<Record<Sometimes, string>>, tools: Tools): Promise<number>;
};

export const PAGE: OptionHelp = { value: "PAGE", help: "an HTML file, or - for standard input" };
export const REGION: OptionHelp = {
  value: "TEXT",
  help: "the text as copied from the page, found once on it; @FILE reads it from a file",
  required: true,
};

export type Tools = { read: Reader; out: Out };

export type Call = { json: boolean; help: boolean; values: Record<string, string> };

/** One line such as `bartree compare OLD NEW --region TEXT`. */
export function usageLine(name: string, command: Command): string {
  const operands = entriesOf(command.operands).map(([, { value }]) => value);
  const options = entriesOf(command.options).map(([option, { value, required }]) =>
    required ? `--${option} ${value}` : `[--${option} ${value}]`,
  );
  return ["bartree", name, ...operands, ...options, "[--json]"].join(" ");
}

export function entriesOf(table: Partial<Record<string, OptionHelp>>): [string, OptionHelp][] {
  return Object.entries(table).filter((entry): entry is [string, OptionHelp] => entry[1] !== undefined);
}

/** Refuses, with the code `usage`, whatever the command does not know and whatever it lacks. */
export function parseCall(name: string, command: Command, args: readonly string[]): Call {
  const reject = (problem: string): never => refuse("usage", problem, usageLine(name, command));
  const known = new Map(entriesOf(command.options));
  const call: Call = { json: false, help: false, values: {} };
  const operands: string[] = [];
  for (const token of tokensOf(known.keys(), args)) {
    if (token.kind === "positional") operands.push(token.value);
    if (token.kind !== "option") continue;
    const { name: option, rawName, value, inlineValue } = token;
    if (option === "json" || option === "help") {
      if (value !== undefined) reject(`${rawName} takes no value.`);
      call[option] = true;
    } else if (!known.has(option)) reject(`There is no option “${rawName}”.`);
    else if (value === undefined || (!inlineValue && value.startsWith("--"))) reject(`${rawName} needs a value.`);
    else if (option in call.values) reject(`${rawName} is given twice.`);
    else call.values[option] = value;
  }
  if (call.help) return call;
  nameOperands(command, operands, call, reject);
  for (const [option, { required }] of known) if (required && !(option in call.values)) reject(`--${option} is missing.`);
  return call;
}

function nameOperands(command: Command, operands: readonly string[], call: Call, reject: (problem: string) => never): void {
  const wanted = entriesOf(command.operands);
  const surplus = operands[wanted.length];
  if (surplus !== undefined) reject(`“${surplus}” is one argument too many.`);
  for (const [index, [operand, { value }]] of wanted.entries()) {
    call.values[operand] = operands[index] ?? reject(`${value} is missing.`);
  }
}

/** Not strict: its own messages speak to programmers, and it would refuse a pasted text that begins with a dash. */
function tokensOf(options: Iterable<string>, args: readonly string[]) {
  const withValue = [...options].map((option) => [option, { type: "string" as const }]);
  const switches = { json: { type: "boolean" as const }, help: { type: "boolean" as const, short: "h" } };
  const config = { ...Object.fromEntries(withValue), ...switches };
  return parseArgs({ args: [...args], options: config, strict: false, allowPositionals: true, tokens: true }).tokens;
}
