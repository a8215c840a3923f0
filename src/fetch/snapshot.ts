import { createHash } from "node:crypto";

/** The name of a snapshot: sha256 of its raw bytes, in hexadecimals. */
export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
