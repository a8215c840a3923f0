/** API keys, for programs. */
import { refuse } from "../api/errors.js";
import { KeyName } from "../api/server/accounts.js";
import { makeKey } from "../server/routes/keys.js";
import { type ApiKeyRow, apiKeys, revokeApiKey } from "../store/api-key.js";
import type { Command, Tools } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import { table } from "./table.js";
import { roleOf } from "./user.js";

const DAY_MS = 86_400_000;

export const keyAddCommand: Command<"name", "role" | "expires"> = {
  summary: "Add an API key with a role of its own; its secret is shown this once.",
  example: 'bartree key add "nightly export" --role reader --expires 90',
  operands: { name: { value: "NAME", help: "what it is for" } },
  options: {
    role: { value: "ROLE", help: "reader, editor or admin; reader unless given" },
    expires: {
      value: "WHEN",
      help: "when it ends: after so many days, or with a day such as 2027-01-31 (UTC); never unless given",
    },
  },
  async run({ name, role = "reader", expires }, tools) {
    const { data } = KeyName.safeParse(name);
    if (data === undefined) return tools.reject(`“${name}” is no name for a key.`);
    const wanted = roleOf(role, tools);
    const { pool, door } = await tools.open();
    const now = new Date(door.clock.now());
    const expiresAt = expires === undefined ? null : endOf(expires, now, tools);
    const { key, secret } = await makeKey(pool, { name: data, role: wanted, expiresAt, accountId: null, createdBy: null }, now);
    tools.out.print({ id: key.id, name: key.name, role: key.role, expiresAt, secret }, (told) =>
      [
        `The key “${told.name}” (${told.role}), number ${told.id}${expiresAt ? `, until ${minuteOf(expiresAt)}` : ""}. Its secret, shown this once:`,
        "",
        `  ${told.secret}`,
        "",
        "Send it as: Authorization: Bearer SECRET",
      ].join("\n"),
    );
    return EXIT_DONE;
  },
};

/** A day is meant to its end. */
function endOf(written: string, now: Date, { reject }: Pick<Tools, "reject">): Date {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(written);
  const end = isDay
    ? new Date(Date.parse(written) + DAY_MS)
    : new Date(/^[1-9]\d{0,4}$/.test(written) ? now.getTime() + Number(written) * DAY_MS : Number.NaN);
  if (Number.isNaN(end.getTime())) return reject("--expires takes a number of days, or a day such as 2027-01-31.");
  return end > now ? end : reject("--expires takes a day that is not over.");
}

const minuteOf = (time: Date): string => time.toISOString().slice(0, 16).replace("T", " ");

export const keyListCommand: Command<never> = {
  summary: "List all API keys that are not revoked: whose they are, when they were last used, when they end.",
  example: "bartree key list --json",
  operands: {},
  options: {},
  async run(_, { open, out }) {
    const { pool, door } = await open();
    const rows = await apiKeys(pool);
    const now = new Date(door.clock.now());
    out.print({ keys: rows.map(shown) }, () =>
      rows.length === 0
        ? "There is no API key. Add one: bartree key add NAME"
        : table([
            { head: "number", cells: rows.map(({ id }) => id) },
            { head: "name", cells: rows.map(({ name }) => name) },
            { head: "role", cells: rows.map(roleWords) },
            { head: "begins with", cells: rows.map(({ beginning }) => `${beginning}…`) },
            { head: "of", cells: rows.map(ownerWords) },
            { head: "made", cells: rows.map(({ createdAt }) => minuteOf(createdAt)) },
            { head: "last used", cells: rows.map(({ usedAt }) => (usedAt ? minuteOf(usedAt) : "never")) },
            { head: "ends", cells: rows.map(({ expiresAt }) => endWords(expiresAt, now)) },
          ]).join("\n"),
    );
    return EXIT_DONE;
  },
};

const shown = ({ accountId: _, ...key }: ApiKeyRow) => key;

const roleWords = ({ role, effectiveRole }: ApiKeyRow): string =>
  role === effectiveRole ? role : `${effectiveRole} (made as ${role})`;

function ownerWords({ owner, createdBy }: ApiKeyRow): string {
  const name = owner ?? "this machine";
  return createdBy === null || createdBy === owner ? name : `${name} (made by ${createdBy})`;
}

function endWords(end: Date | null, now: Date): string {
  if (!end) return "never";
  return end <= now ? `${minuteOf(end)} (over)` : minuteOf(end);
}

export const keyRevokeCommand: Command<"id"> = {
  summary: "Revoke an API key, at once and for good.",
  example: "bartree key revoke 3",
  operands: { id: { value: "NUMBER", help: "the key's number, as `bartree key list` shows it" } },
  options: {},
  async run({ id }, { open, out, reject }) {
    if (!/^[1-9]\d{0,17}$/.test(id)) return reject("NUMBER is a number of `bartree key list`.");
    const { pool, door } = await open();
    if (!(await revokeApiKey(pool, id, new Date(door.clock.now())))) return refuse("not-there", "API key");
    out.print({ revoked: id }, ({ revoked }) => `The key ${revoked} is revoked.`);
    return EXIT_DONE;
  },
};
