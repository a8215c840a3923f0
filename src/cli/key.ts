/** API keys, for programs. */
import { refuse } from "../api/errors.js";
import { KeyName } from "../api/server/accounts.js";
import { KEY_PREFIX } from "../server/routes/accounts.js";
import { newToken } from "../server/secrets.js";
import { addApiKey, apiKeys, revokeApiKey } from "../store/api-key.js";
import type { Command } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import { table } from "./table.js";
import { roleOf } from "./user.js";

export const keyAddCommand: Command<"name", "role"> = {
  summary: "Add an API key with a role of its own; its secret is shown this once.",
  example: 'bartree key add "nightly export" --role reader',
  operands: { name: { value: "NAME", help: "what it is for" } },
  options: { role: { value: "ROLE", help: "reader, editor or admin; reader unless given" } },
  async run({ name, role = "reader" }, tools) {
    const { data } = KeyName.safeParse(name);
    if (data === undefined) return tools.reject(`“${name}” is no name for a key.`);
    const wanted = roleOf(role, tools);
    const { pool, door } = await tools.open();
    const { token, hash } = newToken(KEY_PREFIX);
    const beginning = token.slice(0, KEY_PREFIX.length + 4);
    const key = await addApiKey(pool, { name: data, role: wanted, beginning, hash, createdBy: null }, new Date(door.clock.now()));
    tools.out.print({ id: key.id, name: key.name, role: key.role, secret: token }, (told) =>
      [
        `The key “${told.name}” (${told.role}), number ${told.id}. Its secret, shown this once:`,
        "",
        `  ${told.secret}`,
        "",
        "Send it as: Authorization: Bearer SECRET",
      ].join("\n"),
    );
    return EXIT_DONE;
  },
};

export const keyListCommand: Command<never> = {
  summary: "List all API keys that are not revoked.",
  example: "bartree key list --json",
  operands: {},
  options: {},
  async run(_, { open, out }) {
    const all = (await apiKeys((await open()).pool)).map(({ id, name, role, beginning, usedAt }) => ({
      id,
      name,
      role,
      beginning,
      usedAt: usedAt?.toISOString() ?? null,
    }));
    out.print({ keys: all }, ({ keys }) =>
      keys.length === 0
        ? "There is no API key. Add one: bartree key add NAME"
        : table([
            { head: "number", cells: keys.map(({ id }) => id) },
            { head: "name", cells: keys.map(({ name }) => name) },
            { head: "role", cells: keys.map(({ role }) => role) },
            { head: "begins with", cells: keys.map(({ beginning }) => `${beginning}…`) },
            { head: "last used", cells: keys.map(({ usedAt }) => usedAt ?? "never") },
          ]).join("\n"),
    );
    return EXIT_DONE;
  },
};

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
