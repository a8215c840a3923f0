import { type AnyCommand, entriesOf, optionLine, usageLine } from "./command.js";

export function helpOfAll(commands: ReadonlyMap<string, AnyCommand>): string {
  const rows: Row[] = [...commands].map(([name, { summary }]) => [name, summary]);
  return [
    "bartree: read the records of HTML pages, exactly or not at all.",
    "",
    "Commands",
    ...aligned(rows),
    "",
    "Options",
    ...aligned([...COMMON, ["--version", "print the version"]]),
    "",
    "`bartree COMMAND --help` explains one command, with an example.",
  ].join("\n");
}

export function helpOf(name: string, command: AnyCommand): string {
  const operands: Row[] = entriesOf(command.operands).map(([, { value, help }]) => [value, help]);
  const options: Row[] = entriesOf(command.options).map(([option, help]) => [optionLine(option, help), help.help]);
  return [
    usageLine(name, command),
    "",
    command.summary,
    "",
    ...aligned([...operands, ...options, ...COMMON]),
    "",
    "Example",
    `  ${command.example}`,
  ].join("\n");
}

type Row = [term: string, meaning: string];

const COMMON: readonly Row[] = [
  ["--json", "print one JSON object on standard output, nothing else"],
  ["--help", "print this help"],
];

function aligned(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([term]) => term.length));
  return rows.map(([term, meaning]) => `  ${term.padEnd(width)}  ${meaning}`);
}
