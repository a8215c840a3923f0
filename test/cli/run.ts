import { main, type Streams } from "../../src/cli/main.js";

export type Ran = { exitCode: number; stdout: string; stderr: string };

/** The command line in this process, with streams of its own. */
export async function run(
  args: readonly string[],
  stdin = "",
  colours = false,
  environment: Readonly<Record<string, string>> = {},
  more: Partial<Pick<Streams, "ask">> = {},
): Promise<Ran> {
  const said = { stdout: "", stderr: "" };
  const exitCode = await main(args, {
    stdin: inPieces(stdin),
    stdout: { write: (text) => (said.stdout += text) },
    stderr: { write: (text) => (said.stderr += text) },
    colours,
    environment,
    ...more,
  });
  return { exitCode, ...said };
}

async function* inPieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}
