/** What a worker does for messages: looks every minute what is to be told, and delivers. */
import type { TaskList } from "graphile-worker";
import { DELIVER, PLAN_MESSAGES, schedulePlanning, settleDeliveries } from "../store/job.js";
import { deliver, MOST_WAIT_MS } from "./deliver.js";
import { planMessages } from "./plan.js";
import { type NotifyTools, nowOf } from "./tools.js";

const MINUTE_MS = 60_000;

export const messageTasks = (tools: NotifyTools, everyMs = MINUTE_MS): TaskList => ({
  async [PLAN_MESSAGES]() {
    await planMessages(tools);
    await schedulePlanning(tools.pool, everyMs);
  },
  [DELIVER]: (payload) => deliver(tools, deliveryIdOf(payload)),
});

/** Begins the round of looks, or calls for the next one now. */
export async function settleMessages(tools: Pick<NotifyTools, "pool" | "door">): Promise<void> {
  const now = nowOf(tools);
  await schedulePlanning(tools.pool, 0);
  await settleDeliveries(tools.pool, { now, latest: new Date(now.getTime() + MOST_WAIT_MS) });
}

function deliveryIdOf(payload: unknown): string {
  if (typeof payload === "object" && payload !== null && "deliveryId" in payload) return String(payload.deliveryId);
  throw new Error("a job without a delivery");
}
