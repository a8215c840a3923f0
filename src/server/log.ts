/**
 * The log: one JSON object a line. It carries no secrets and no page text: facts are named one by one, and of an error
 * only what cannot hold a piece of a page.
 */
import { type Logger, pino } from "pino";
import { ReportedError } from "../api/errors.js";
import { visibleJson } from "../core/text/visible.js";
import { databaseTrouble } from "../store/trouble.js";

export interface LogOptions {
  readonly level: string;
  readonly write: (line: string) => void;
}

const HIDDEN = ["req.headers.authorization", "req.headers.cookie"];

export function makeLog({ level, write }: LogOptions): Logger {
  return pino(
    {
      level,
      redact: HIDDEN,
      serializers: { err: faultFacts },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line) => write(visibleJson(line)) },
  );
}

/** The message of an error may quote what was being read; that of a database that is away does not. */
function faultFacts(error: unknown): object {
  if (error instanceof ReportedError) return { code: error.report.code };
  if (!(error instanceof Error)) return { type: typeof error };
  const at = error.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  return { type: error.name, ...code, message: databaseTrouble(error)?.message, at: at?.map((line) => line.trim()) };
}
