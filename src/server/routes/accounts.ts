import { refuse } from "../../api/errors.js";
import type { KeysWish, Me, OneTimeLink, UserView } from "../../api/server/accounts.js";
import {
  type AccountRow,
  accountOf,
  accounts,
  addAccount,
  hasAccounts,
  type KeysFate,
  noteSignIn,
  removeAccount,
  setPassword,
  setRole,
} from "../../store/account.js";
import { countKeysOf } from "../../store/api-key.js";
import { addLink, addSession, endSession, spendLink } from "../../store/session.js";
import { countOpenWarnings } from "../../store/warning.js";
import { countSources } from "../../store/work-list.js";
import { type Caller, COOKIE, DAY_MS, SESSION_DAYS } from "../access.js";
import { refuseCommonPassword } from "../common-password.js";
import type { Asked, Some } from "../handler.js";
import { makePasswordCheck } from "../password-check.js";
import { hashOf, newToken } from "../secrets.js";
import type { TokenWatch } from "../token-watch.js";
import type { ServerTools } from "../tools.js";
import { actingAccount } from "./keys.js";

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
  | "removeUser";

const LINK_MS = 15 * 60_000;
const AHEAD_MS = 60_000; // the clock of the machine that made it may be

export function accountRoutes(tools: ServerTools, watch: TokenWatch): Some<Names> {
  const { pool } = tools;
  const passwords = makePasswordCheck(pool, tools.passwordCost);

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
      expiresAt,
      isByLink,
      hasPassword: account?.password != null,
    };
    return me({ kind: "person", ...person, session });
  }

  return {
    me: ({ caller }) => me(caller),

    async welcome(asked) {
      const { network } = asked.request;
      const hash = hashOf(asked.body.token);
      watch.refuseGuess(network, hash, asked.now);
      const link = await spendLink(pool, hash, { now: asked.now, latest: new Date(asked.now.getTime() + LINK_MS + AHEAD_MS) });
      if (!link) watch.noteWrong(network, hash, asked.now);
      const account = link?.accountId ? await accountOf(pool, link.accountId) : null;
      return link && account !== undefined ? begin(asked, account, true) : refuse("link-spent");
    },

    async signIn(asked) {
      const { name, password } = asked.body;
      return begin(asked, await passwords.signIn({ name, network: asked.request.network }, password, asked.now), false);
    },

    async signOut({ caller, reply }) {
      if (caller.kind === "person") await endSession(pool, caller.session.hash);
      reply.clearCookie(COOKIE, { path: "/" });
      return { done: true };
    },

    async setPassword({ caller, body, now, request }) {
      if (caller.kind !== "person" || caller.id === null) return refuse("not-there", "account of yours");
      const { session } = caller;
      const isFreshLink = session.isByLink && now.getTime() - session.madeAt.getTime() < LINK_MS;
      const account = (await accountOf(pool, caller.id)) ?? refuse("not-there", "account");
      await refuseCommonPassword(body.password, account.name);
      if (account.password !== null && !isFreshLink)
        await passwords.signIn({ name: account.name, network: request.network }, body.current ?? "", now);
      await setPassword(pool, caller.id, await passwords.hash(body.password), session.hash);
      return { done: true };
    },

    users: async () => ({ users: (await accounts(pool)).map(presentUser) }),

    async addUser(asked) {
      const { body, caller, now } = asked;
      const isFirst = !(await hasAccounts(pool));
      if (isFirst && body.role !== "admin") return refuse("first-is-admin");
      if (body.password !== undefined) await refuseCommonPassword(body.password, body.name);
      const password = body.password === undefined ? null : await passwords.hash(body.password);
      const account = await addAccount(pool, { name: body.name, role: body.role, password }, now);
      if (!account) return refuse("name-taken", body.name);
      const isOwner = caller.kind === "person" && caller.id === null;
      if (isFirst && isOwner) await begin(asked, account, true); // the owner goes on under the new name
      const link = password === null && !(isFirst && isOwner) ? await linkFor(tools, account.id, now) : null;
      return { user: presentUser({ ...account, keys: 0 }), link };
    },

    async changeUser({ params, body }) {
      if (!(await accountOf(pool, params.id))) return refuse("not-there", "account");
      if (!(await setRole(pool, params.id, body.role))) return refuse("last-admin");
      const account = (await accountOf(pool, params.id)) ?? refuse("not-there", "account");
      return presentUser({ ...account, keys: await countKeysOf(pool, params.id) });
    },

    async linkUser({ params, now }) {
      if (!(await accountOf(pool, params.id))) return refuse("not-there", "account");
      return linkFor(tools, params.id, now);
    },

    async removeUser({ params, query, caller, now }) {
      if (!(await accountOf(pool, params.id))) return refuse("not-there", "account");
      await removeAccount(pool, params.id, fateOf(query.keys, { from: params.id, to: actingAccount(caller) }), now);
      return { done: true };
    },
  };
}

function fateOf(wish: KeysWish | undefined, { from, to }: { from: string; to: string | null }): KeysFate | undefined {
  if (wish !== "hand-over") return wish;
  return from === to ? refuse("request-invalid", "query.keys: who is removed cannot take the keys over") : { handOverTo: to };
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

const presentUser = ({ id, name, role, password, createdAt, signedInAt, keys }: AccountRow & { keys: number }): UserView => ({
  id,
  name,
  role,
  hasPassword: password !== null,
  createdAt: createdAt.toISOString(),
  signedInAt: signedInAt?.toISOString() ?? null,
  keys,
});
