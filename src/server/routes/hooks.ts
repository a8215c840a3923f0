import { randomUUID } from "node:crypto";
import { refuse } from "../../api/errors.js";
import { testMessage } from "../../notify/message.js";
import { newHook, sendToHook } from "../../notify/webhook.js";
import { addWebhook, removeWebhook, webhookOf, webhooks } from "../../store/webhook.js";
import type { Some } from "../handler.js";
import { neededSource } from "../needed-source.js";
import type { ServerTools } from "../tools.js";

export function hookRoutes(tools: ServerTools): Some<"hooks" | "addHook" | "removeHook" | "testHook"> {
  const { pool, door } = tools;
  return {
    hooks: async () => ({
      hooks: (await webhooks(pool)).map(({ id, origin, sourceId, sourceName, createdAt }) => ({
        id,
        origin,
        source: sourceId === null ? null : { id: sourceId, name: sourceName ?? "" },
        createdAt: createdAt.toISOString(),
      })),
    }),

    async addHook({ body, now }) {
      if (body.sourceId !== null) await neededSource(tools, body.sourceId);
      const { hook, secret } = newHook(door, body.address, body.sourceId);
      return { id: await addWebhook(pool, hook, now), origin: hook.origin, secret };
    },

    async removeHook({ params }) {
      if (!(await removeWebhook(pool, params.id))) return refuse("not-there", "webhook");
      return { done: true };
    },

    async testHook({ params, now }) {
      const hook = (await webhookOf(pool, params.id)) ?? refuse("not-there", "webhook");
      const sent = await sendToHook(door, hook, testMessage(randomUUID(), now));
      return sent.ok ? { status: sent.status } : refuse("not-delivered", sent.reason);
    },
  };
}
