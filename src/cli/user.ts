/** Accounts of people who use the web page. */
import { refuse } from "../api/errors.js";
import { UserName } from "../api/server/accounts.js";
import { Role } from "../api/server/common.js";
import { linkFor } from "../server/routes/accounts.js";
import {
  type AccountRow,
  accountNamed,
  accounts,
  addAccount,
  hasAccounts,
  type KeysFate,
  removeAccount,
  setRole,
} from "../store/account.js";
import type { AppContext } from "./app-context.js";
import type { Command, Tools } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import { table } from "./table.js";

const NAME = { value: "NAME", help: "the name of an account" };
const ROLE = { value: "ROLE", help: "reader (looks), editor (sets up sources) or admin (admits others)" };
const PORT = { value: "PORT", help: "where `bartree serve` listens, for the link; 7474 unless given" };

export const userAddCommand: Command<"name", "role" | "port"> = {
  summary: "Add an account; it prints a one-time link to sign in and set a password by.",
  example: "bartree user add sari --role editor",
  operands: { name: NAME },
  options: { role: ROLE, port: PORT },
  async run({ name, role = "reader", port }, tools) {
    const wanted = roleOf(role, tools);
    if (!UserName.safeParse(name).success) return tools.reject(`“${name}” is no name for an account.`);
    const context = await tools.open();
    if (wanted !== "admin" && !(await hasAccounts(context.pool))) return refuse("first-is-admin");
    const account = await addAccount(context.pool, { name, role: wanted, password: null }, nowOf(context));
    if (!account) return refuse("name-taken", name);
    return tellLink(context, tools, account, port);
  },
};

export const userLinkCommand: Command<"name", "port"> = {
  summary: "Make a one-time link for an account: the way back after a lost password.",
  example: "bartree user link sari",
  operands: { name: NAME },
  options: { port: PORT },
  async run({ name, port }, tools) {
    const context = await tools.open();
    return tellLink(context, tools, await needed(context, name), port);
  },
};

export const userListCommand: Command<never> = {
  summary: "List all accounts with their roles.",
  example: "bartree user list --json",
  operands: {},
  options: {},
  async run(_, { open, out }) {
    const all = (await accounts((await open()).pool)).map(shown);
    out.print({ users: all }, ({ users }) =>
      users.length === 0
        ? "There is no account. Add one: bartree user add NAME --role admin"
        : table([
            { head: "name", cells: users.map(({ name }) => name) },
            { head: "role", cells: users.map(({ role }) => role) },
            { head: "last sign-in", cells: users.map(({ signedInAt }) => signedInAt ?? "never") },
            { head: "API keys", cells: users.map(({ keys }) => String(keys)) },
          ]).join("\n"),
    );
    return EXIT_DONE;
  },
};

export const userRoleCommand: Command<"name" | "role"> = {
  summary: "Change the role of an account.",
  example: "bartree user role sari admin",
  operands: { name: NAME, role: ROLE },
  options: {},
  async run({ name, role }, tools) {
    const { pool, ...rest } = await tools.open();
    const account = await needed({ pool, ...rest }, name);
    const wanted = roleOf(role, tools);
    if (!(await setRole(pool, account.id, wanted))) return refuse("last-admin");
    tools.out.print({ name: account.name, role: wanted }, (told) => `${told.name} is ${told.role} now.`);
    return EXIT_DONE;
  },
};

export const KEYS = {
  value: "revoke|hand-over",
  help: "what becomes of its API keys: they end, or are this machine's from then on; needed where it has some",
};

export const userRemoveCommand: Command<"name", "keys"> = {
  summary: "Remove an account; its sessions end at once, its API keys end or become this machine's.",
  example: "bartree user remove sari --keys revoke",
  operands: { name: NAME },
  options: { keys: KEYS },
  async run({ name, keys }, tools) {
    const fate = keysFateOf(keys, tools);
    const context = await tools.open();
    const account = await needed(context, name);
    await removeAccount(context.pool, account.id, fate, nowOf(context));
    tools.out.print({ removed: account.name }, ({ removed }) => `The account ${removed} is removed.`);
    return EXIT_DONE;
  },
};

export function keysFateOf(written: string | undefined, { reject }: Pick<Tools, "reject">): KeysFate | undefined {
  if (written === undefined || written === "revoke") return written;
  return written === "hand-over" ? { handOverTo: null } : reject(`--keys is revoke or hand-over; “${written}” is neither.`);
}

export function roleOf(written: string, { reject }: Pick<Tools, "reject">): Role {
  return Role.safeParse(written).data ?? reject(`“${written}” is no role; there are reader, editor and admin.`);
}

async function needed({ pool }: Pick<AppContext, "pool">, name: string): Promise<AccountRow> {
  return (await accountNamed(pool, name)) ?? refuse("not-there", "account");
}

const nowOf = ({ door }: Pick<AppContext, "door">): Date => new Date(door.clock.now());

const shown = ({ name, role, signedInAt, keys }: AccountRow & { keys: number }) => ({
  name,
  role,
  signedInAt: signedInAt?.toISOString() ?? null,
  keys,
});

async function tellLink(context: AppContext, { out }: Tools, account: AccountRow, port = "7474"): Promise<number> {
  const at = {
    pool: context.pool,
    publicUrl: context.settings.BARTREE_PUBLIC_URL,
    listensOn: () => `http://127.0.0.1:${port}`,
  };
  const { link, validUntil } = await linkFor(at, account.id, nowOf(context));
  out.print({ name: account.name, role: account.role, link, validUntil }, (told) =>
    [`${told.name} (${told.role}) signs in by this link; it works once, for 15 minutes:`, "", `  ${told.link}`, ""].join("\n"),
  );
  return EXIT_DONE;
}
