import { errorReport, ReportedError, refuse } from "../../api/errors.js";
import type { Me, OneTimeLink, UserView } from "../../api/server/accounts.js";
import {
  type AccountRow,
  accountNamed,
  accountOf,
  accounts,
  addAccount,
  countSignInTry,
  forgetSignInTries,
  hasAccounts,
  noteSignIn,
  removeAccount,
  setPassword,
  setRole,
  type TryLimits,
} from "../../store/account.js";
import { type ApiKeyRow, addApiKey, apiKeys, revokeApiKey } from "../../store/api-key.js";
import { addLink, addSession, endSession, spendLink } from "../../store/session.js";
import { countOpenWarnings } from "../../store/warning.js";
import { countSources } from "../../store/work-list.js";
import { type Caller, COOKIE, DAY_MS, SESSION_DAYS } from "../access.js";
import type { Asked, Some } from "../handler.js";
import { hashOf, hashPassword, isPassword, newToken } from "../secrets.js";
import type { ServerTools } from "../tools.js";

type Names =
  | "me"
  | "welcome"
  | "signIn"
  | "signOut"
  | "setPassword"
  | "users"
  | "addUser"
  | "changeUser"
  | "linkUser"
  | "removeUser"
  | "keys"
  | "addKey"
  | "revokeKey";

const TRIES: TryLimits = { ms: 15 * 60_000, here: 10, everywhere: 100 };
const LINK_MS = 15 * 60_000;
export const KEY_PREFIX = "bartree_";

export function accountRoutes(tools: ServerTools): Some<Names> {
  const { pool } = tools;

  async function me(caller: Caller): Promise<Me> {
    const isIn = caller.kind !== "nobody";
    const hasPassword = caller.kind === "person" && caller.session.hasPassword;
    return {
      user: isIn ? { id: caller.id, name: caller.name, role: caller.role, hasPassword } : null,
      hasAccounts: await hasAccounts(pool),
      listensOn: tools.listensOn(),
      publicUrl: tools.publicUrl,
      version: tools.version,
      openWarnings: isIn ? await countOpenWarnings(pool) : 0,
      sources: isIn ? await countSources(pool) : 0,
      hasDemo: tools.demo !== null,
    };
  }

  /** A new session; the one before it, if any, ends: nobody can have planted it. */
  async function begin(
    { request, reply, caller, now }: Pick<Asked<"me">, "request" | "reply" | "caller" | "now">,
    account: AccountRow | null,
    isByLink: boolean,
  ): Promise<Me> {
    if (caller.kind === "person") await endSession(pool, caller.session.hash);
    const { token, hash } = newToken();
    const expiresAt = new Date(now.getTime() + SESSION_DAYS * DAY_MS);
    await addSession(pool, { hash, accountId: account?.id ?? null, isByLink, expiresAt }, now);
    if (account) await noteSignIn(pool, account.id, now);
    const isSecure = tools.publicUrl?.startsWith("https:") === true || request.protocol === "https";
    reply.setCookie(COOKIE, token, {
      path: "/",
      httpOnly: true,
      sameSite: "strict",
      secure: isSecure,
      maxAge: SESSION_DAYS * 86_400,
    });
    const person = { id: account?.id ?? null, name: account?.name ?? "owner", role: account?.role ?? ("admin" as const) };
    const session = {
      hash,
      accountId: person.id,
      name: person.name,
      role: person.role,
      madeAt: now,
      isByLink,
      hasPassword: account?.password != null,
    };
    return me({ kind: "person", ...person, session });
  }

  return {
    me: ({ caller }) => me(caller),

    async welcome(asked) {
      const link = (await spendLink(pool, hashOf(asked.body.token), asked.now)) ?? refuse("link-spent");
      const account = link.accountId === null ? null : ((await accountOf(pool, link.accountId)) ?? refuse("link-spent"));
      return begin(asked, account, true);
    },

    async signIn(asked) {
      const { name, password } = asked.body;
      const tried = { name, ip: asked.request.ip };
      const next = await countSignInTry(pool, tried, TRIES, asked.now);
      if (next) {
        const waitMs = next.getTime() - asked.now.getTime();
        asked.reply.header("retry-after", Math.ceil(waitMs / 1000));
        throw new ReportedError(errorReport("sign-in-limited", Math.max(1, Math.ceil(waitMs / 60_000))));
      }
      const account = await accountNamed(pool, name);
      const isRight = await isPassword(password, account?.password ?? null);
      if (!account || !isRight) return refuse("sign-in-failed");
      await forgetSignInTries(pool, tried);
      return begin(asked, account, false);
    },

    async signOut({ caller, reply }) {
      if (caller.kind === "person") await endSession(pool, caller.session.hash);
      reply.clearCookie(COOKIE, { path: "/" });
      return { done: true };
    },

    async setPassword({ caller, body, now }) {
      if (caller.kind !== "person" || caller.id === null) return refuse("not-there", "account of yours");
      const { session } = caller;
      const isFreshLink = session.isByLink && now.getTime() - session.madeAt.getTime() < LINK_MS;
      const account = (await accountOf(pool, caller.id)) ?? refuse("not-there", "account");
      if (account.password !== null && !isFreshLink && !(await isPassword(body.current ?? "", account.password)))
        return refuse("sign-in-failed");
      await setPassword(pool, caller.id, await hashPassword(body.password), session.hash);
      return { done: true };
    },

    users: async () => ({ users: (await accounts(pool)).map(presentUser) }),

    async addUser(asked) {
      const { body, caller, now } = asked;
      const isFirst = !(await hasAccounts(pool));
      if (isFirst && body.role !== "admin") return refuse("first-is-admin");
      const password = body.password === undefined ? null : await hashPassword(body.password);
      const account = await addAccount(pool, { name: body.name, role: body.role, password }, now);
      if (!account) return refuse("name-taken", body.name);
      const isOwner = caller.kind === "person" && caller.id === null;
      if (isFirst && isOwner) await begin(asked, account, true); // the owner goes on under the new name
      const link = password === null && !(isFirst && isOwner) ? await linkFor(tools, account.id, now) : null;
      return { user: presentUser(account), link };
    },

    async changeUser({ params, body }) {
      if (!(await accountOf(pool, params.id))) return refuse("not-there", "account");
      if (!(await setRole(pool, params.id, body.role))) return refuse("last-admin");
      return presentUser((await accountOf(pool, params.id)) ?? refuse("not-there", "account"));
    },

    async linkUser({ params, now }) {
      if (!(await accountOf(pool, params.id))) return refuse("not-there", "account");
      return linkFor(tools, params.id, now);
    },

    async removeUser({ params }) {
      if (!(await accountOf(pool, params.id))) return refuse("not-there", "account");
      if (!(await removeAccount(pool, params.id))) return refuse("last-admin");
      return { done: true };
    },

    keys: async () => ({ keys: (await apiKeys(pool)).map(presentKey) }),

    async addKey({ body, caller, now }) {
      const { token, hash } = newToken(KEY_PREFIX);
      const createdBy = caller.kind === "nobody" ? null : caller.name;
      const beginning = token.slice(0, KEY_PREFIX.length + 4);
      const key = await addApiKey(pool, { ...body, hash, beginning, createdBy }, now);
      return { key: presentKey(key), secret: token };
    },

    async revokeKey({ params, now }) {
      return (await revokeApiKey(pool, params.id, now)) ? { done: true } : refuse("not-there", "API key");
    },
  };
}

/** A one-time link; null stands for the owner of this machine, while there is no account. */
export async function linkFor(
  { pool, publicUrl, listensOn }: Pick<ServerTools, "pool" | "publicUrl" | "listensOn">,
  accountId: string | null,
  now: Date,
): Promise<OneTimeLink> {
  const { token, hash } = newToken();
  const validUntil = new Date(now.getTime() + LINK_MS);
  await addLink(pool, { hash, accountId, expiresAt: validUntil }, now);
  return { link: `${publicUrl ?? listensOn()}/welcome?token=${token}`, validUntil: validUntil.toISOString() };
}

const presentUser = ({ id, name, role, password, createdAt, signedInAt }: AccountRow): UserView => ({
  id,
  name,
  role,
  hasPassword: password !== null,
  createdAt: createdAt.toISOString(),
  signedInAt: signedInAt?.toISOString() ?? null,
});

const presentKey = ({ createdAt, usedAt, ...key }: ApiKeyRow) => ({
  ...key,
  createdAt: createdAt.toISOString(),
  usedAt: usedAt?.toISOString() ?? null,
});
