/** Tokens are long and random, so a plain hash hides them; passwords are neither, so they get a slow one. */
import { createHash, randomBytes, scrypt, timingSafeEqual } from "node:crypto";

export interface Token {
  readonly token: string;
  readonly hash: Buffer;
}

export function newToken(prefix = ""): Token {
  const token = `${prefix}${randomBytes(32).toString("base64url")}`;
  return { token, hash: hashOf(token) };
}

export function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

const COST = { N: 2 ** 15, r: 8, p: 3 }; // 32 MB and about a tenth of a second; OWASP's second row
const LENGTH = 32;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derived(password, salt, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/** Without a stored password it takes as long and says no, so that nobody learns which names exist. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, N, r, p, salt = "", hash = ""] = (stored ?? NOBODY).split("$");
  const wanted = Buffer.from(hash, "base64url");
  const given = await derived(password, Buffer.from(salt, "base64url"), { N: Number(N), r: Number(r), p: Number(p) });
  return timingSafeEqual(given, wanted) && stored !== null;
}

const NOBODY = `scrypt$${COST.N}$${COST.r}$${COST.p}$${Buffer.alloc(16).toString("base64url")}$${Buffer.alloc(LENGTH).toString("base64url")}`;

function derived(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return new Promise((done, fail) => {
    const options = { ...cost, maxmem: 256 * cost.N * cost.r };
    scrypt(password.normalize("NFKC"), salt, LENGTH, options, (error, key) => (error ? fail(error) : done(key)));
  });
}
