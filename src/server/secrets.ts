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

/** Of scrypt. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

const COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 }; // 32 MB and about a tenth of a second; OWASP's second row
const LENGTH = 32;

export async function hashPassword(password: string, cost = COST): Promise<string> {
  const salt = randomBytes(16);
  return written(cost, salt, await derived(password, salt, cost));
}

const written = ({ N, r, p }: PasswordCost, salt: Buffer, hash: Buffer): string =>
  ["scrypt", N, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");

/** Without a stored password it takes as long and says no, so that nobody learns which names exist. */
export async function isPassword(password: string, stored: string | null, cost = COST): Promise<boolean> {
  const [, N, r, p, salt = "", hash = ""] = (stored ?? nobody(cost)).split("$");
  const wanted = Buffer.from(hash, "base64url");
  const given = await derived(password, Buffer.from(salt, "base64url"), { N: Number(N), r: Number(r), p: Number(p) });
  return timingSafeEqual(given, wanted) && stored !== null;
}

const nobody = (cost: PasswordCost): string => written(cost, Buffer.alloc(16), Buffer.alloc(LENGTH));

function derived(password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> {
  return new Promise((done, fail) => {
    const options = { ...cost, maxmem: 256 * cost.N * cost.r };
    scrypt(password.normalize("NFKC"), salt, LENGTH, options, (error, key) => (error ? fail(error) : done(key)));
  });
}
