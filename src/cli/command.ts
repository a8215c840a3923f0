/** What a command is, and how its arguments become named values. */
import { parseArgs } from "node:util";
import { refuse } from "../api/errors.js";
import type { AppContext, AppContextOptions } from "./app-context.js";
import type { Ask } from "./ask.js";
import type { Environment } from "./home.js";
import type { Out } from "./out.js";
import type { Reader } from "./read.js";
import type { Succession } from "./succession.js";

/** Without `value` an option is a switch; with `several` it may be given again, or be followed by several values. */
type OptionHelp = { value?: string; help: string; required?: true; several?: true; short?: string };
type OperandHelp = { value: string; help: string; several?: true; optional?: true };

type Described = {
  summary: string;
  example: string;
  operands: Partial<Record<string, OperandHelp>>;
  options: Partial<Record<string, OptionHelp>>;
  isStaying?: true; // until it is stopped: it is guarded, and started again when it dies
};

type Values = Record<string, string | readonly string[] | boolean | undefined>;

/** A command as `main` knows it. `--json` and `--help` belong to all commands and are seen to there. */
export type AnyCommand = Described & { run(call: Values, tools: Tools): Promise<number> };

/**
 * `run` gets every operand and option by its name: `Always` are single operands and required options, `Sometimes` the
 * other options with a value, `Several` operands and options that may stand for several values, `Switches` the rest.
 */
export type Command<
  Always extends string,
  Sometimes extends string = never,
  Several extends string = never,
  Switches extends string = never,
> = Described & {
  run(
    call: Record<Always, string> &
      Partial<Record<Sometimes, string>> &
      Record<Several, readonly string[]> &
      Record<Switches, boolean>,
    tools: Tools,
  ): Promise<number>;
};

export const PAGE = { value: "PAGE", help: "an HTML file, - for standard input, or an http(s) address" };
export const TEMPLATE = { value: "TEMPLATE", help: "a template that learn or heal has written" };
export const REGION = {
  value: "TEXT",
  help: "the text as copied from the page, found once on it; @FILE reads it from a file",
};
export const OUTPUT: OptionHelp = { value: "TEMPLATE", help: "the file to write", required: true, short: "o" };

/** One option of the call with its value, "" for a switch. */
export type Given = { option: string; value: string };

export type Tools = {
  read: Reader;
  out: Out;
  given: readonly Given[]; // in the order of the call
  reject: (problem: string) => never; // with the code `usage`
  ask: Ask | undefined; // a person at a terminal; undefined where there is none
  environment: Environment;
  open: (wish?: Wish) => Promise<AppContext>; // the database and the door; closed when the command ends
  succession: Succession | undefined; // of one that may be started again
};

/** What a command may need of the context beyond the settings. */
export type Wish = Partial<Pick<AppContextOptions, "alsoVisit" | "isAsItIs" | "onNote">>;

export type Call = { json: boolean; help: boolean; values: Values; given: readonly Given[]; reject: Tools["reject"] };

/** One line such as `bartree compare OLD NEW --region TEXT`. */
export function usageLine(name: string, command: Described): string {
  const operands = entriesOf(command.operands).map(([, { value, several, optional }]) => {
    const written = several ? `${value}…` : value;
    return optional ? `[${written}]` : written;
  });
  const options = entriesOf(command.options).map(([option, help]) =>
    help.required ? optionLine(option, help) : `[${optionLine(option, help)}]`,
  );
  return ["bartree", name, ...operands, ...options, "[--json]"].join(" ");
}

/** Such as `--region TEXT`, `-o TEMPLATE` or `--sibling PAGE…`. */
export function optionLine(option: string, { value, several, short }: OptionHelp): string {
  const name = short === undefined ? `--${option}` : `-${short}`;
  return value === undefined ? name : `${name} ${value}${several ? "…" : ""}`;
}

export function entriesOf<Help>(table: Partial<Record<string, Help>>): [string, Help][] {
  return Object.entries(table).filter((entry): entry is [string, Help] => entry[1] !== undefined);
}

/** Refuses, with the code `usage`, whatever the command does not know and whatever it lacks. */
export function parseCall(name: string, command: Described, args: readonly string[]): Call {
  const reject = (problem: string): never => refuse("usage", problem, usageLine(name, command));
  const known = new Map(entriesOf(command.options));
  const wanted = entriesOf(command.operands);
  const call = { json: false, help: false };
  const given: Given[] = [];
  const operands: string[] = [];
  for (const token of tokensOf(known, args)) {
    if (token.kind === "positional") {
      const last = given.at(-1);
      if (operands.length >= wanted.length && last && known.get(last.option)?.several && isAfter(args, token.index)) {
        given.push({ option: last.option, value: token.value });
      } else operands.push(token.value);
    }
    if (token.kind !== "option") continue;
    const { name: option, rawName, value, inlineValue } = token;
    const help = known.get(option);
    const isSwitch = option === "json" || option === "help" || (help !== undefined && help.value === undefined);
    if (isSwitch && value !== undefined) reject(`${rawName} takes no value.`);
    else if (option === "json" || option === "help") call[option] = true;
    else if (!help) reject(`There is no option “${rawName}”.`);
    else if (!isSwitch && (value === undefined || (!inlineValue && value.startsWith("--")))) reject(`${rawName} needs a value.`);
    else if (!help.several && given.some((each) => each.option === option)) reject(`${rawName} is given twice.`);
    else given.push({ option, value: value ?? "" });
  }
  if (call.help) return { ...call, values: {}, given, reject };
  const values = { ...nameOperands(wanted, operands, reject), ...nameOptions(known, given, reject) };
  return { ...call, values, given, reject };
}

/** Whether the word directly follows an option's value, so that it may be another one: `--sibling a.html b.html`. */
function isAfter(args: readonly string[], index: number): boolean {
  return index > 0 && args[index - 1] !== "--";
}

function nameOperands(wanted: readonly [string, OperandHelp][], operands: readonly string[], reject: Tools["reject"]): Values {
  const values: Values = {};
  for (const [index, [operand, { value, several, optional }]] of wanted.entries()) {
    if (operands[index] === undefined && !optional) reject(`${value} is missing.`);
    values[operand] = several ? operands.slice(index) : operands[index];
  }
  const surplus = operands[wanted.length];
  if (surplus !== undefined && !wanted.at(-1)?.[1].several) reject(`“${surplus}” is one argument too many.`);
  return values;
}

function nameOptions(known: ReadonlyMap<string, OptionHelp>, given: readonly Given[], reject: Tools["reject"]): Values {
  const values: Values = {};
  for (const [option, help] of known) {
    const own = given.filter((each) => each.option === option).map(({ value }) => value);
    if (help.required && !own.length) reject(`${optionLine(option, help).split(" ")[0]} is missing.`);
    if (help.value === undefined) values[option] = own.length > 0;
    else if (help.several) values[option] = own;
    else if (own[0] !== undefined) values[option] = own[0];
  }
  return values;
}

/** Not strict: its own messages speak to programmers, and it would refuse a pasted text that begins with a dash. */
function tokensOf(known: ReadonlyMap<string, OptionHelp>, args: readonly string[]) {
  const own = [...known].map(([option, { value, short }]) => [
    option,
    { type: value === undefined ? ("boolean" as const) : ("string" as const), ...(short !== undefined && { short }) },
  ]);
  const switches = { json: { type: "boolean" as const }, help: { type: "boolean" as const, short: "h" } };
  const config = { ...Object.fromEntries(own), ...switches };
  return parseArgs({ args: [...args], options: config, strict: false, allowPositionals: true, tokens: true }).tokens;
}
