/** API keys: who may ask for what, whose they are, and until when. */
import { refuse } from "../../api/errors.js";
import type { KeyView } from "../../api/server/accounts.js";
import type { Role } from "../../api/server/common.js";
import { type ApiKeyRow, addApiKey, apiKeys, revokeApiKey } from "../../store/api-key.js";
import type { Db } from "../../store/db.js";
import type { Caller } from "../access.js";
import type { Some } from "../handler.js";
import { newToken } from "../secrets.js";
import type { ServerTools } from "../tools.js";

const PREFIX = "bartree_";

export function keyRoutes({ pool }: ServerTools): Some<"keys" | "addKey" | "revokeKey"> {
  return {
    keys: async () => ({ keys: (await apiKeys(pool)).map(presentKey) }),

    async addKey({ body, caller, now }) {
      const expiresAt = body.expiresAt ? new Date(body.expiresAt) : null;
      if (expiresAt && expiresAt <= now) return refuse("request-invalid", "body.expiresAt: it is over already");
      const { key, secret } = await makeKey(
        pool,
        { ...body, expiresAt, accountId: actingAccount(caller), createdBy: makerOf(caller) },
        now,
      );
      return { key: presentKey(key), secret };
    },

    async revokeKey({ params, now }) {
      return (await revokeApiKey(pool, params.id, now)) ? { done: true } : refuse("not-there", "API key");
    },
  };
}

export interface KeyWish {
  readonly name: string;
  readonly role: Role;
  readonly expiresAt: Date | null;
  readonly accountId: string | null; // whose it is; null: this machine's
  readonly createdBy: string | null;
}

/** The secret is shown now and never again. */
export async function makeKey(db: Db, wish: KeyWish, now: Date): Promise<{ key: ApiKeyRow; secret: string }> {
  const { token, hash } = newToken(PREFIX);
  const key = await addApiKey(db, { ...wish, hash, beginning: token.slice(0, PREFIX.length + 4) }, now);
  return { key, secret: token };
}

/** In whose name the caller acts; null: this machine's, while there is no account. */
export function actingAccount(caller: Caller): string | null {
  if (caller.kind === "nobody") return null;
  return caller.kind === "key" ? caller.accountId : caller.id;
}

function makerOf(caller: Caller): string | null {
  if (caller.kind === "key") return `key “${caller.name}”`;
  return caller.kind === "person" && caller.id !== null ? caller.name : null;
}

const presentKey = ({ accountId: _, createdAt, usedAt, expiresAt, ...key }: ApiKeyRow): KeyView => ({
  ...key,
  createdAt: createdAt.toISOString(),
  usedAt: usedAt?.toISOString() ?? null,
  expiresAt: expiresAt?.toISOString() ?? null,
});
