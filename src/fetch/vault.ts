/**
 * Secrets as they lie in the database: sealed when a person gives them, opened only in the moment they are sent.
 *
 * AES-256-GCM under the key of one file on this machine, so that whoever reads the database alone reads none of them.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { refuse } from "../api/errors.js";

export interface Vault {
  /** A text that is sealed already stays as it is. */
  seal(text: string): string;
  /** Refuses with `secret-lost` what another key has sealed. A text that was never sealed is itself. */
  open(text: string): string;
}

const MARK = "sealed:1:";
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const KEY_BYTES = 32;

const isSealed = (text: string): boolean => text.startsWith(MARK);

/** The key is asked for when it is first needed: most commands need none. `isNew` says whether one may be made. */
export function makeVault(keyOf: (wish: { isNew: boolean }) => Uint8Array): Vault {
  return {
    seal(text) {
      if (isSealed(text)) return text;
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, keyOf({ isNew: true }), nonce);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return MARK + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    open: (text) => (isSealed(text) ? opened(Buffer.from(text.slice(MARK.length), "base64url"), keyOf({ isNew: false })) : text),
  };
}

function opened(bytes: Buffer, key: Uint8Array): string {
  const bodyAt = NONCE_BYTES + TAG_BYTES;
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, bodyAt));
    return decipher.update(bytes.subarray(bodyAt), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return refuse("secret-lost");
  }
}

/** Of a door that keeps nothing: what is given is sent, what was sealed elsewhere is lost. */
export const NO_VAULT: Vault = { seal: (text) => text, open: (text) => (isSealed(text) ? refuse("secret-lost") : text) };
