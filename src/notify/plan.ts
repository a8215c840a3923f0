/**
 * Who is to be told what, now. Looks at the warnings as they are, so nothing is told that is over before anybody heard of
 * it, and whoever is added later hears of all that is still open.
 */
import type { PoolClient } from "pg";
import { nextTime } from "../api/schedule.js";
import type { WarningMet } from "../api/warning-words.js";
import {
  addDelivery,
  type DeliveryKind,
  type DueTelling,
  dueClosings,
  dueTellings,
  lockTellings,
  type MailReceivers,
  noteTold,
  type Receiver,
  removeOldDeliveries,
  stuckReceivers,
} from "../store/delivery.js";
import { setSetting, settingOf } from "../store/setting.js";
import { transaction } from "../store/transaction.js";
import { closeWarning, openWarning, openWarningOf } from "../store/warning.js";
import { webhooks } from "../store/webhook.js";
import { type NotifyTools, nowOf } from "./tools.js";

const MOST_AT_ONCE = 1000;
const MOST_ALONE = 10; // so many new warnings are a message each; of more, one message tells all
const KEPT_MS = 90 * 86_400_000;

export async function planMessages(tools: NotifyTools): Promise<void> {
  const now = nowOf(tools);
  await transaction(tools.pool, async (client) => {
    await lockTellings(client);
    const receivers = { mailTo: tools.mailTo, hasMail: tools.mail !== null };
    await warnOfStuck(client, receivers, now);
    const due = await dueTellings(client, receivers, { now, limit: MOST_AT_ONCE });
    for (const each of byReceiver(due)) {
      await tell(client, each, (isAgain) => (isAgain ? "repeated" : "opened"), now);
      await noteTold(client, each.to, idsOf(each.tellings), now);
    }
    for (const each of byReceiver(await dueClosings(client, MOST_AT_ONCE))) await tell(client, each, () => "closed", now);
    await planDigest(client, tools, now);
    await removeOldDeliveries(client, new Date(now.getTime() - KEPT_MS));
  });
}

interface OfReceiver {
  readonly to: Receiver;
  readonly tellings: readonly DueTelling[];
}

function byReceiver(due: readonly DueTelling[]): OfReceiver[] {
  const groups = new Map<string, { to: Receiver; tellings: DueTelling[] }>();
  for (const telling of due) {
    const name = `${telling.channel} ${telling.receiver}`;
    const group = groups.get(name) ?? { to: telling, tellings: [] };
    group.tellings.push(telling);
    groups.set(name, group);
  }
  return [...groups.values()];
}

const idsOf = (tellings: readonly DueTelling[]): string[] => tellings.map(({ warningId }) => warningId);

/** One message per cause; when a whole network is down, one for all of them. */
async function tell(
  client: PoolClient,
  { to: { channel, receiver }, tellings }: OfReceiver,
  kindOf: (isAgain: boolean) => DeliveryKind,
  now: Date,
): Promise<void> {
  const groups = tellings.length > MOST_ALONE ? [tellings] : tellings.map((telling) => [telling]);
  for (const group of groups) {
    const kind = kindOf(group.every(({ times }) => times > 0));
    await addDelivery(client, { kind, channel, receiver, warningIds: idsOf(group) }, now);
  }
}

const FEWEST_TRIES = 5; // some quarter of an hour

/** Nobody would hear of a way to people that is blocked, so that is a warning itself: on the page, and by the other way. */
async function warnOfStuck(client: PoolClient, mail: MailReceivers, now: Date): Promise<void> {
  const stuck = await stuckReceivers(client, mail, FEWEST_TRIES);
  for (const channel of ["mail", "webhook"] as const) {
    const receivers = stuck.filter((each) => each.channel === channel);
    const [first] = receivers;
    const cause = `undelivered-${channel}` as const;
    if (!first) await closeWarning(client, null, cause, now);
    else if (!(await openWarningOf(client, null, cause))) {
      const met = { cause, details: { receivers } } satisfies WarningMet;
      await openWarning(client, { sourceId: null, ...met }, now);
    }
  }
}

/** From the last digest until now; the first one begins when digests are switched on. */
async function planDigest(client: PoolClient, { digest, mail, mailTo }: NotifyTools, now: Date): Promise<void> {
  if (!digest) return;
  const last = await settingOf(client, "digest");
  const since = typeof last === "string" ? new Date(last) : null;
  const isBegun = since !== null && since <= now; // not by a clock that was set back since: then they begin anew
  if (isBegun && nextTime(digest, since) > now) return;
  await setSetting(client, "digest", now.toISOString());
  if (!isBegun) return;
  const hooks = (await webhooks(client)).filter(({ sourceId }) => sourceId === null);
  const receivers: Receiver[] = [
    ...(mail ? mailTo : []).map((receiver) => ({ channel: "mail" as const, receiver })),
    ...hooks.map(({ id }) => ({ channel: "webhook" as const, receiver: id })),
  ];
  for (const { channel, receiver } of receivers)
    await addDelivery(client, { kind: "digest", channel, receiver, since, warningIds: [] }, now);
}
