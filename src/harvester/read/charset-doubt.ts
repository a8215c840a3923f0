/**
 * A page read in the wrong charset shows other letters than its site does, at the right places: every rule would agree on
 * a wrong value. Bytes beyond ASCII that are valid UTF-8 under another name are an exact sign of it.
 */
import { isAscii, isUtf8 } from "node:buffer";

export function isCharsetDoubtful(bytes: Uint8Array, charset: string): boolean {
  return !charset.startsWith("utf-") && !isAscii(bytes) && isUtf8(bytes);
}
