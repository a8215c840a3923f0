/** The one secret of an installation: a file that only its owner may read, made when something is first to be sealed. */

import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { refuse } from "../api/errors.js";
import { because, theirWords } from "../api/reasons.js";
import { KEY_BYTES, makeVault, type Vault } from "../fetch/vault.js";
import { isSystemError, refuseWriting, systemWords } from "../store/system-error.js";

/** Reads no file before something is sealed or opened. */
export function openVault(home: string): Vault {
  let key: Buffer | undefined;
  return makeVault(({ isNew }) => {
    key ??= isNew ? secretIn(home) : (secretOf(join(home, "secret")) ?? refuse("secret-lost"));
    return key;
  });
}

/** Made where there is none. */
export function secretIn(home: string): Buffer {
  const path = join(home, "secret");
  return secretOf(path) ?? newSecret(home, path);
}

function secretOf(path: string): Buffer | undefined {
  try {
    if ((statSync(path).mode & 0o077) !== 0) return refuse("secret-file", path, because("file-open-to-others"));
    const text = readFileSync(path, "utf8").trim();
    const isSecret = text.length === 2 * KEY_BYTES && /^[\da-f]+$/i.test(text);
    return isSecret ? Buffer.from(text, "hex") : refuse("secret-file", path, because("file-not-hexadecimal", KEY_BYTES));
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return error.code === "ENOENT" || error.code === "ENOTDIR"
      ? undefined
      : refuse("secret-file", path, theirWords(systemWords(error)));
  }
}

/** Written beside its place and linked there: of two that make one at once, the first stays and both use it. */
function newSecret(home: string, path: string): Buffer {
  const draft = `${path}.${process.pid}`;
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    try {
      writeFileSync(draft, `${randomBytes(KEY_BYTES).toString("hex")}\n`, { mode: 0o600, flush: true });
      linkUnlessThere(draft, path);
    } finally {
      rmSync(draft, { force: true });
    }
  } catch (error) {
    return refuseWriting("secret-file", path, error);
  }
  return secretOf(path) ?? refuse("secret-file", path, because("file-vanished"));
}

function linkUnlessThere(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!isSystemError(error) || error.code !== "EEXIST") throw error;
  }
}
