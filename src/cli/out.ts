/** What a command says: results on standard output, everything else on standard error. */
import type { ErrorReport } from "../api/errors.js";
import { exitCodeOf } from "./exit-code.js";

type Sink = { write(text: string): unknown };

export type OutSettings = { stdout: Sink; stderr: Sink; json: boolean; colours: boolean; showsProgress?: boolean };

export class Out {
  readonly #settings: OutSettings;

  constructor(settings: OutSettings) {
    this.#settings = settings;
  }

  /** With `--json` the value itself, one line; otherwise what `forPeople` makes of it. */
  print<Value>(value: Value, forPeople: (value: Value, emphasise: Emphasise) => string): void {
    const { stdout, json } = this.#settings;
    stdout.write(json ? `${JSON.stringify(value)}\n` : `${printable(forPeople(value, this.#emphasise))}\n`);
  }

  /** For programs, as it is. */
  data(text: string): void {
    this.#settings.stdout.write(text);
  }

  /** Whether `--json` was given. */
  get isJson(): boolean {
    return this.#settings.json;
  }

  /** How far a long command is, on a terminal only; the line is written over by the next and wiped after the last. */
  progress(done: number, all: number, doing: string): void {
    const { stderr, showsProgress } = this.#settings;
    if (!showsProgress || all < 2) return;
    stderr.write(done < all ? `\r${WIPE}${printable(`${doing} ${done + 1} of ${all}`)}` : `\r${WIPE}`);
  }

  /** For people only. */
  note(text: string): void {
    if (!this.#settings.json) this.#settings.stderr.write(`${printable(text)}\n`);
  }

  /** Lines of a log: for machines as they are, for a person at a terminal only their sentence. */
  log(line: string): void {
    const { stderr, showsProgress } = this.#settings;
    stderr.write(showsProgress ? `${printable(JSON.parse(line).msg)}\n` : line);
  }

  /** Something to know about a result that is given all the same. */
  remark({ message, code, hint }: ErrorReport): void {
    this.note(`note: ${message} [${code}]\nhint: ${hint}`);
  }

  /** Tells what went wrong and returns the exit code that goes with it; `facts` stand beside the error in JSON. */
  fail(error: ErrorReport, facts: object = {}): number {
    const { stdout, json } = this.#settings;
    if (json) stdout.write(`${JSON.stringify({ ...facts, error })}\n`);
    else this.note(`bartree: ${error.message} [${error.code}]\nhint: ${error.hint}`);
    return exitCodeOf(error.code);
  }

  readonly #emphasise: Emphasise = (text) => (this.#settings.colours ? `${BOLD}${text}${PLAIN}` : text);
}

export type Emphasise = (text: string) => string;

const BOLD = "\u001b[1m";
const PLAIN = "\u001b[22m";
const WIPE = "\u001b[K";

/** Page text is foreign: a terminal must not obey control characters in it. Our own two sequences pass. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
  return text.replace(/\u001b\[(?:1|22)m|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, (found) =>
    found.length > 1 ? found : "\ufffd",
  );
}
