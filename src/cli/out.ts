/**
 * What a command says: results on standard output, everything else on standard error.
 *
 * Page text is foreign, and a terminal must obey nothing in it: whatever is written for people, or to a terminal at all,
 * passes `visible` here; JSON says the same with escapes. Only the cells of CSV that goes into a file or a pipe are as they are.
 */
import { randomUUID } from "node:crypto";
import type { ErrorReport } from "../api/errors.js";
import { jsonLine, visible, visibleLine } from "../core/text/visible.js";
import { exitCodeOf } from "./exit-code.js";

export type Sink = { write(text: string): unknown; isTTY?: boolean };

export type OutSettings = { stdout: Sink; stderr: Sink; json: boolean; colours: boolean };

export class Out {
  readonly #settings: OutSettings;

  constructor(settings: OutSettings) {
    this.#settings = settings;
  }

  /** With `--json` the value itself, one line; otherwise what `forPeople` makes of it. */
  print<Value>(value: Value, forPeople: (value: Value, emphasise: Emphasise) => string): void {
    if (this.isJson) this.json(value);
    else this.#settings.stdout.write(`${this.#withEmphasis(forPeople(value, this.#emphasise))}\n`);
  }

  /** A line of JSON, whether or not `--json` was given. */
  json(value: unknown): void {
    this.#settings.stdout.write(jsonLine(value));
  }

  /** Lines of CSV or of JSON, as they are; on a terminal so that they can be looked at. */
  data(lines: string): void {
    const { stdout } = this.#settings;
    stdout.write(stdout.isTTY ? visible(lines.replaceAll("\r\n", "\n")) : lines);
  }

  /** Whether `--json` was given. */
  get isJson(): boolean {
    return this.#settings.json;
  }

  /** How far a long command is, on a terminal only; the line is written over by the next and wiped after the last. */
  progress(done: number, all: number, doing: string): void {
    const { stderr } = this.#settings;
    if (!stderr.isTTY || all < 2) return;
    stderr.write(done < all ? `\r${WIPE}${visibleLine(`${doing} ${done + 1} of ${all}`)}` : `\r${WIPE}`);
  }

  /** For people only. */
  note(text: string): void {
    if (!this.isJson) this.#settings.stderr.write(`${visible(text)}\n`);
  }

  /** Lines of a log: for machines as they are, for a person at a terminal only their sentence. */
  log(line: string): void {
    const { stderr } = this.#settings;
    stderr.write(stderr.isTTY ? `${visibleLine(JSON.parse(line).msg)}\n` : line);
  }

  /** Something to know about a result that is given all the same. */
  remark(report: ErrorReport): void {
    this.#report("note", report);
  }

  /** Tells what went wrong and returns the exit code that goes with it; `facts` stand beside the error in JSON. */
  fail(error: ErrorReport, facts: object = {}): number {
    if (this.isJson) this.json({ ...facts, error });
    else this.#report("bartree", error);
    return exitCodeOf(error.code);
  }

  /** Messages quote pages, files and calls: each is one line, whatever it quotes. */
  #report(beginning: string, { message, code, hint }: ErrorReport): void {
    this.note(`${beginning}: ${visibleLine(message)} [${code}]\nhint: ${visibleLine(hint)}`);
  }

  readonly #emphasise: Emphasise = (text) => (this.#settings.colours ? `${this.#mark}${text}${this.#mark}` : text);

  readonly #mark = randomUUID(); // before and after a text that is to stand out: no page can know it

  #withEmphasis(text: string): string {
    const pieces = text.split(this.#mark).map(visible);
    return pieces.map((piece, i) => (i % 2 === 1 ? `${BOLD}${piece}${PLAIN}` : piece)).join("");
  }
}

export type Emphasise = (text: string) => string;

const BOLD = "\u001b[1m";
const PLAIN = "\u001b[22m";
const WIPE = "\u001b[K";
