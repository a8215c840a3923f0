/** The secret of this machine, in a file of its own: what it closes, only it opens. */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { refuse } from "../api/errors.js";
import type { Seal } from "../store/backup/write-backup.js";
import { isSystemError, reasonOf } from "./system-error.js";

const CIPHER = "aes-256-gcm";
const BYTES = 32;

/** Made when it is first needed. */
export function sealOf(home: string): Seal {
  const secret = secretIn(home);
  const key = Buffer.from(hkdfSync("sha256", secret, "", "bartree backup", BYTES));
  return {
    by: createHash("sha256").update("bartree seal").update(secret).digest("hex").slice(0, 16),
    close(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv(CIPHER, key, nonce);
      const closed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), closed]).toString("base64");
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, "base64");
      const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, 12));
      cipher.setAuthTag(bytes.subarray(12, 28));
      return cipher.update(bytes.subarray(28), undefined, "utf8") + cipher.final("utf8");
    },
  };
}

function secretIn(home: string): Buffer {
  const path = join(home, "secret");
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    try {
      writeFileSync(path, `${randomBytes(BYTES).toString("hex")}\n`, { mode: 0o600, flag: "wx" });
    } catch (error) {
      if (!isSystemError(error) || error.code !== "EEXIST") throw error;
    }
    const secret = Buffer.from(readFileSync(path, "utf8").trim(), "hex");
    return secret.length === BYTES ? secret : refuse("file-unreadable", path, "it is no secret of bartree");
  } catch (error) {
    if (isSystemError(error)) return refuse("file-unwritable", path, reasonOf(error));
    throw error;
  }
}
