/** Sources in and out, many at once: one line of JSON each. */
import { createReadStream } from "node:fs";
import { type errorReport, ReportedError, refuse } from "../api/errors.js";
import { exportedSource, importSource } from "../harvester/set-up/import-source.js";
import { sources } from "../store/source.js";
import { isSystemError, systemWords } from "../store/system-error.js";
import { databaseTrouble } from "../store/trouble.js";
import type { AppContext } from "./app-context.js";
import type { Command } from "./command.js";
import { EXIT_DONE, exitCodeOf } from "./exit-code.js";
import { writeWhole } from "./write-file.js";

const BATCH = 100;

export const sourceExportCommand: Command<"file", never, never, "with-secrets"> = {
  summary: "Write all sources with their settings and templates to a file, one line of JSON each; records are not in it.",
  example: "bartree source export sources.jsonl",
  operands: { file: { value: "FILE", help: "the file to write, open to its owner only" } },
  options: { "with-secrets": { help: "also the values of headers and cookies" } },
  async run({ file, "with-secrets": hasSecrets }, { open, out }) {
    const counts = { sources: 0, leftOut: 0 };
    await writeWhole(file, exported(await open(), hasSecrets, counts), { mode: 0o600 });
    out.print({ file, ...counts }, ({ sources: all, leftOut }) =>
      [
        `${file} holds ${all} ${all === 1 ? "source" : "sources"}.`,
        ...(leftOut > 0 ? [`Headers or cookies of ${leftOut} of them were left out; --with-secrets writes them.`] : []),
      ].join("\n"),
    );
    return EXIT_DONE;
  },
};

async function* exported(
  context: AppContext,
  hasSecrets: boolean,
  counts: { sources: number; leftOut: number },
): AsyncGenerator<Uint8Array> {
  for (let after = ""; ; ) {
    const batch = await sources(context.pool, after, BATCH);
    for (const source of batch) {
      const line = await exportedSource(context, source, hasSecrets);
      counts.sources += 1;
      if (line.leftOut.length > 0) counts.leftOut += 1;
      yield Buffer.from(`${JSON.stringify(line)}\n`);
    }
    const last = batch.at(-1);
    if (!last) return;
    after = last.name;
  }
}

export const sourceImportCommand: Command<"file", never, never, "dry-run"> = {
  summary: "Add sources from a file, one line of JSON each; a bad line keeps no other from being added.",
  example: "bartree source import sources.jsonl --dry-run",
  operands: {
    file: {
      value: "FILE",
      help: 'lines of `source export`, or your own such as {"name": "rivers", "settings": {"key": …, "discovery": …}}',
    },
  },
  options: { "dry-run": { help: "only look at every line; nothing is added and no site is visited" } },
  async run({ file, "dry-run": isDry }, { open, out }) {
    const context = await open();
    const counts = { added: 0, same: 0, refused: 0 };
    let worst = EXIT_DONE;
    for await (const { number, text } of linesOf(file)) {
      context.signal?.throwIfAborted();
      if (text?.trim() === "") continue;
      const { result, ...told } = await imported(context, text, isDry);
      counts[result] += 1;
      out.print({ line: number, result, ...told }, () => lineWords(number, result, told, isDry));
      if (told.error) worst ||= exitCodeOf(told.error.code);
    }
    out.note(`${counts.added} ${isDry ? "would be added" : "added"}, ${counts.same} there already, ${counts.refused} refused.`);
    return worst;
  },
};

type Told = { name?: string; error?: ReturnType<typeof errorReport> };

async function imported(
  context: AppContext,
  text: string | undefined,
  isDry: boolean,
): Promise<Told & { result: "added" | "same" | "refused" }> {
  try {
    return await importSource(context, text ?? refuse("source-invalid", `the line has more than ${MOST / 1_000_000} MB`), isDry);
  } catch (error) {
    if (!(error instanceof ReportedError) || databaseTrouble(error)) throw error;
    return { result: "refused", error: error.report };
  }
}

function lineWords(number: number, result: "added" | "same" | "refused", { name, error }: Told, isDry: boolean): string {
  if (error) return `line ${number}: refused: ${error.message} [${error.code}]`;
  return `line ${number}: “${name}” ${result === "same" ? "is there already" : isDry ? "would be added" : "is added"}`;
}

const MOST = 20_000_000; // bytes of a line; templates of the longest lists are far below

/** Line by line; of one that is too long nothing is kept. */
export async function* linesOf(file: string): AsyncGenerator<{ number: number; text: string | undefined }> {
  let [held, size, number]: [Buffer[], number, number] = [[], 0, 1];
  const line = (): { number: number; text: string | undefined } => {
    const text = size > MOST ? undefined : Buffer.concat(held).toString("utf8");
    [held, size] = [[], 0];
    return { number: number++, text };
  };
  const hold = (piece: Buffer): void => {
    size += piece.length;
    if (size <= MOST) held.push(piece);
    else held = [];
  };
  for await (const piece of opened(file)) {
    let from = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      hold(piece.subarray(from, end));
      yield line();
      from = end + 1;
    }
    hold(piece.subarray(from));
  }
  if (size > 0) yield line();
}

async function* opened(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code === "ENOENT") refuse("file-not-found", file);
    refuse("file-unreadable", file, systemWords(error));
  }
}
