import { createInterface } from "node:readline";
import { visibleLine } from "../core/text/visible.js";

export type Ask = (question: string) => Promise<string>;

/** The answer of a person at the terminal, "" where they leave; undefined where there is no terminal. */
export function terminalAsk({ stdin, stderr }: Pick<NodeJS.Process, "stdin" | "stderr">): Ask | undefined {
  if (!stdin.isTTY || !stderr.isTTY) return undefined;
  return (question) =>
    new Promise((answer) => {
      const lines = createInterface({ input: stdin, output: stderr });
      lines.once("close", () => answer(""));
      lines.question(visibleLine(question), (line) => {
        answer(line);
        lines.close();
      });
    });
}
