/** The secret of this machine, in a file of its own: what it closes, only it opens. */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import type { Vault } from "../fetch/vault.js";
import type { Seal } from "../store/backup/write-backup.js";
import { secretIn } from "./secret-file.js";

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

/** For a backup whose secrets anybody may read: those of the database are opened when it is written. */
export const PLAIN: Pick<Seal, "by" | "open"> = { by: "nobody", open: (text) => text };

export const plainSeal = (vault: Vault): Seal => ({
  ...PLAIN,
  close: (text) => JSON.stringify(JSON.parse(text, (_, value) => (typeof value === "string" ? vault.open(value) : value))),
});
