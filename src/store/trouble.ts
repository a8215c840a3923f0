import { type ErrorReport, errorReport } from "../api/errors.js";
import { theirWords } from "../api/reasons.js";

/** What a person is told of an error of the driver, the network or the server itself; undefined for a defect of ours. */
export function databaseTrouble(error: unknown): ErrorReport | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (code.startsWith("53")) return errorReport("database-full", theirWords(error.message)); // insufficient resources: disk, memory, connections
  if (
    /^(?:08|57P|28|3D)/.test(code) ||
    isOfNetwork(code) ||
    isOfSocket(error) ||
    /Connection terminated|not queryable|timeout/i.test(error.message)
  )
    return errorReport("database-unreachable", theirWords(error.message || code));
  return undefined;
}

/** The database will never hold what it was given: it has no letter for it, a rule forbids it, or it is too large. */
export const isUnstorable = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && typeof error.code === "string" && /^(?:22|23|54)[0-9A-Z]{3}$/.test(error.code);

/** Of a socket: names such as ECONNRESET. Those of files are told where files are written. */
const isOfNetwork = (code: string): boolean => /^(?:ECONN|EPIPE|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET)/.test(code);

/** The server's own socket is not there: it was stopped, or is being started. */
const isOfSocket = (error: Error): boolean => "syscall" in error && error.syscall === "connect";
