/**
 * What was removed on request and must not be harvested again: salted hashes, so that the list itself tells nothing to
 * whoever cannot guess the identity, and nothing across installations.
 */
import { createHash, randomBytes } from "node:crypto";
import type { Db } from "./db.js";
import { settleSetting } from "./setting.js";

export async function forgetIdentity(db: Db, sourceId: string, identity: string, now: Date): Promise<void> {
  const hash = hashOf(await saltOf(db), sourceId, identity);
  await db.query("insert into forgotten (hash, forgotten_at) values ($1, $2) on conflict (hash) do nothing", [hash, now]);
}

/** Those of the identities that were forgotten. */
export async function forgottenAmong(db: Db, sourceId: string, identities: readonly string[]): Promise<Set<string>> {
  const salt = await saltOf(db);
  const byHash = new Map(identities.map((identity) => [hashOf(salt, sourceId, identity).toString("hex"), identity]));
  const { rows } = await db.query<{ hash: Buffer }>("select hash from forgotten where hash = any($1::bytea[])", [
    [...byHash.keys()].map((hex) => Buffer.from(hex, "hex")),
  ]);
  return new Set(rows.flatMap(({ hash }) => byHash.get(hash.toString("hex")) ?? []));
}

async function saltOf(db: Db): Promise<string> {
  return String(await settleSetting(db, "forgotten-salt", randomBytes(32).toString("hex")));
}

/** An address is the same page whichever source names it, also one that is added again; other identities are a source's own. */
function hashOf(salt: string, sourceId: string, identity: string): Buffer {
  const whose = /^https?:/.test(identity) ? "" : sourceId;
  return createHash("sha256").update(`${salt}\n${whose}\n${identity}`).digest();
}
