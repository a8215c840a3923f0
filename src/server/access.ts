/**
 * Who asks, and whether they may: by a session's cookie or an API key, by the route's role, and only under our own name.
 *
 * A browser sends the cookie with requests that another site's page makes. So a change with a cookie needs a header that
 * such a page cannot send without our leave, and comes from our own origin; the cookie itself is for same-site requests.
 * A name that somebody else points at this machine would be the browser's “own origin”: only our names are answered.
 */
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import type { Pool } from "pg";
import { refuse } from "../api/errors.js";
import type { Role } from "../api/server/common.js";
import { REQUEST_HEADER, type Route } from "../api/server/routes.js";
import { apiKeyOf, isApiKeyInForce } from "../store/api-key.js";
import { type SessionRow, sessionOf } from "../store/session.js";
import { hashOf } from "./secrets.js";
import type { TokenWatch } from "./token-watch.js";

export type Caller = { readonly kind: "nobody" } | KnownCaller;

export type KnownCaller =
  | {
      readonly kind: "key";
      readonly id: string;
      readonly name: string;
      readonly role: Role;
      readonly accountId: string | null; // whose key it is; null: this machine's
      readonly expiresAt: Date | null;
    }
  | {
      readonly kind: "person";
      readonly id: string | null;
      readonly name: string;
      readonly role: Role;
      readonly session: SessionRow;
    };

/** What a request comes in by. */
export interface GivenToken {
  readonly kind: "key" | "session";
  readonly hash: Buffer;
}

export const COOKIE = "bartree_session";
export const SESSION_DAYS = 30;
export const IDLE_DAYS = 7;
export const DAY_MS = 86_400_000;
const OWNER = "owner";
const NOBODY = { kind: "nobody" } as const;

const RANK: Record<Role, number> = { reader: 1, editor: 2, admin: 3 };

/** Nothing but a well-formed key or cookie is one. */
export function tokenOf({ headers, cookies }: FastifyRequest): GivenToken | null {
  const [, key] = /^Bearer (\S{1,200})$/i.exec(headers.authorization ?? "") ?? [];
  if (key !== undefined) return { kind: "key", hash: hashOf(key) };
  const token = cookies[COOKIE];
  return token === undefined || token.length > 200 ? null : { kind: "session", hash: hashOf(token) };
}

/** A cookie that is no session's is nobody's; a key that is none is refused. */
export async function callerOf(pool: Pool, watch: TokenWatch, request: FastifyRequest): Promise<Caller> {
  const { token, network, now } = request;
  if (token === null) return NOBODY;
  const isWrong = watch.isWrong(network, token.hash, now);
  const caller = isWrong ? undefined : await (token.kind === "key" ? keyCaller : sessionCaller)(pool, token.hash, now);
  if (caller) watch.noteProved(token.hash);
  else watch.noteWrong(network, token.hash, now);
  return caller ?? (token.kind === "key" ? refuse("not-signed-in") : NOBODY);
}

async function keyCaller(pool: Pool, hash: Buffer, now: Date): Promise<KnownCaller | undefined> {
  const key = await apiKeyOf(pool, hash, now);
  if (!key) return undefined;
  const { id, name, effectiveRole: role, accountId, expiresAt } = key;
  return expiresAt && expiresAt <= now
    ? refuse("key-expired", expiresAt.toISOString().slice(0, 10))
    : { kind: "key", id, name, role, accountId, expiresAt };
}

async function sessionCaller(pool: Pool, hash: Buffer, now: Date): Promise<KnownCaller | undefined> {
  const session = await sessionOf(pool, hash, { now, idleSince: new Date(now.getTime() - IDLE_DAYS * DAY_MS) });
  return (
    session && { kind: "person", id: session.accountId, name: session.name ?? OWNER, role: session.role ?? "admin", session }
  );
}

/** Whether a caller who was let in before still would be. */
export async function isStillIn(pool: Pool, caller: KnownCaller, now: Date): Promise<boolean> {
  if (caller.kind === "key") return isApiKeyInForce(pool, caller.id, now);
  return (await sessionCaller(pool, caller.session.hash, now)) !== undefined;
}

export function permit(caller: Caller, { role }: Pick<Route, "role">): void {
  if (role === "anyone") return;
  if (caller.kind === "nobody") refuse("not-signed-in");
  else if (RANK[caller.role] < RANK[role]) refuse("not-allowed", role);
}

export function refuseForeign(request: FastifyRequest, caller: Caller, publicUrl: string | null): void {
  if (request.method === "GET" || request.method === "HEAD" || caller.kind === "key") return;
  const { origin, host } = request.headers;
  const site = request.headers["sec-fetch-site"];
  const isOwnHeader = request.headers[REQUEST_HEADER] !== undefined;
  const isOwnOrigin = origin === undefined || isOwn(origin, host ?? "", publicUrl);
  const isOwnSite = site === undefined || site === "same-origin" || site === "none";
  if (!isOwnHeader || !isOwnOrigin || !isOwnSite) refuse("request-foreign");
}

function isOwn(origin: string, host: string, publicUrl: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.host === host.toLowerCase() || (publicUrl !== null && url.origin === new URL(publicUrl).origin);
}

/** Numbers cannot be pointed elsewhere by a foreign name server; of names only our own are answered. */
export function refuseStrangeHost(host: string | undefined, publicUrl: string | null): void {
  const name = hostNameOf(host ?? "");
  if (name === "localhost" || isIP(name) !== 0) return;
  if (publicUrl !== null && name === new URL(publicUrl).hostname.toLowerCase()) return;
  refuse("host-unknown", (host ?? "").slice(0, 100));
}

function hostNameOf(host: string): string {
  const [, six, name = ""] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]/@]+))(?::\d{1,5})?$/i.exec(host) ?? [];
  return (six ?? name).toLowerCase().replace(/\.$/, "");
}

export const isLoopback = (address: string): boolean => address === "::1" || address.replace(/^::ffff:/, "").startsWith("127.");
