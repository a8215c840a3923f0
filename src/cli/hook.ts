/** Webhooks: where programs hear of warnings. */
import { randomUUID } from "node:crypto";
import { refuse } from "../api/errors.js";
import { testMessage } from "../notify/message.js";
import { newHook, sendToHook } from "../notify/webhook.js";
import { addWebhook, removeWebhook, type WebhookRow, webhookOf, webhooks } from "../store/webhook.js";
import type { Command, Tools } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import { table } from "./table.js";

const NUMBER = { value: "NUMBER", help: "its number, as `bartree hook list` shows it" };

export const hookAddCommand: Command<"address", "source"> = {
  summary: "Tell a program of warnings, by signed requests to an address; the secret of the signature is shown this once.",
  example: "bartree hook add https://chat.example.org/hooks/bartree --source rivers",
  operands: { address: { value: "ADDRESS", help: "where the requests go; only its beginning is shown later" } },
  options: { source: { value: "SOURCE", help: "only warnings of this source; of all of them unless given" } },
  async run({ address, source }, { open, out }) {
    const { pool, door, source: find } = await open();
    const sourceId = source === undefined ? null : (await find(source)).id;
    const { hook, secret } = newHook(door, address, sourceId);
    const id = await addWebhook(pool, hook, new Date(door.clock.now()));
    out.print({ id, origin: hook.origin, source: source ?? null, secret }, (told) =>
      [
        `Webhook ${told.id} to ${told.origin}, for ${told.source ?? "all sources"}. The secret of its signature, shown this once:`,
        "",
        `  ${told.secret}`,
        "",
        `Try it: bartree hook test ${told.id}`,
      ].join("\n"),
    );
    return EXIT_DONE;
  },
};

export const hookListCommand: Command<never> = {
  summary: "List all webhooks.",
  example: "bartree hook list --json",
  operands: {},
  options: {},
  async run(_, { open, out }) {
    const all = (await webhooks((await open()).pool)).map(({ id, origin, sourceName, createdAt }) => ({
      id,
      origin,
      source: sourceName,
      createdAt: createdAt.toISOString(),
    }));
    out.print({ hooks: all }, ({ hooks }) =>
      hooks.length === 0
        ? "There is no webhook. Add one: bartree hook add ADDRESS"
        : table([
            { head: "number", cells: hooks.map(({ id }) => id) },
            { head: "to", cells: hooks.map(({ origin }) => origin) },
            { head: "source", cells: hooks.map(({ source }) => source ?? "all") },
            { head: "since", cells: hooks.map(({ createdAt }) => createdAt.slice(0, 10)) },
          ]).join("\n"),
    );
    return EXIT_DONE;
  },
};

export const hookRemoveCommand: Command<"id"> = {
  summary: "Remove a webhook.",
  example: "bartree hook remove 2",
  operands: { id: NUMBER },
  options: {},
  async run({ id }, tools) {
    const hook = await hookOf(id, tools);
    await removeWebhook((await tools.open()).pool, hook.id);
    tools.out.print({ removed: hook.id }, ({ removed }) => `Webhook ${removed} is removed.`);
    return EXIT_DONE;
  },
};

export const hookTestCommand: Command<"id"> = {
  summary: "Send a message of no meaning to a webhook, to see whether it arrives.",
  example: "bartree hook test 2",
  operands: { id: NUMBER },
  options: {},
  async run({ id }, tools) {
    const hook = await hookOf(id, tools);
    const { door, signal } = await tools.open();
    const sent = await sendToHook(door, hook, testMessage(randomUUID(), new Date(door.clock.now())), signal);
    if (!sent.ok) return refuse("not-delivered", sent.reason);
    tools.out.print({ hook: hook.id, status: sent.status }, ({ status }) => `It was taken with status ${status}.`);
    return EXIT_DONE;
  },
};

async function hookOf(id: string, { open, reject }: Tools): Promise<WebhookRow> {
  if (!/^[1-9]\d{0,17}$/.test(id)) return reject("NUMBER is a number of `bartree hook list`.");
  return (await webhookOf((await open()).pool, id)) ?? refuse("not-there", "webhook");
}
