/** The part of a worker that tells people: beside the harvests, so that a message never waits for one. */
import { refuse } from "../api/errors.js";
import type { Settings } from "../api/settings.js";
import { type QueueEvent, startQueue, type Worker } from "../harvester/queue/queue.js";
import { thenAndNow } from "../harvester/show/then-and-now.js";
import type { MailServer } from "../notify/mail.js";
import { messageTasks, settleMessages } from "../notify/tasks.js";
import type { NotifyEvent, NotifyTools } from "../notify/tools.js";
import { isLoopback } from "../server/access.js";
import type { AppContext } from "./app-context.js";

const CONCURRENCY = 2; // of two receivers one may be slow

export type MessengerEvent = NotifyEvent | QueueEvent;

export function startMessenger(
  context: AppContext,
  { name, onEvent }: { name: string; onEvent: (event: MessengerEvent) => void },
): Promise<Worker> {
  const { pool, signal } = context;
  const tools = { ...notifyTools(context), onEvent };
  return startQueue({
    pool,
    ...(signal && { signal }),
    name: `${name}, messages`,
    concurrency: CONCURRENCY,
    onEvent,
    tasks: (over) => messageTasks({ ...tools, signal: over }),
    settle: () => settleMessages(tools),
  });
}

function notifyTools({ pool, door, threads, settings }: Pick<AppContext, "pool" | "door" | "threads" | "settings">): NotifyTools {
  const { BARTREE_DIGEST_HOUR: hour, BARTREE_DIGEST_ZONE: zone, BARTREE_MAIL_TO: mailTo } = settings;
  return {
    pool,
    door,
    thenAndNow: (warning) => thenAndNow({ pool, threads }, warning),
    mail: mailServer(settings),
    mailTo,
    digest: hour === null ? null : { cron: `0 ${hour} * * *`, zone },
    publicUrl: settings.BARTREE_PUBLIC_URL,
  };
}

export function mailServer(settings: Settings): MailServer | null {
  const { BARTREE_SMTP_URL: address, BARTREE_MAIL_FROM: from, BARTREE_SMTP_TLS: tls } = settings;
  if (address === null) return null;
  if (from === null)
    return refuse("setting-invalid", "BARTREE_MAIL_FROM", "it is not set, and BARTREE_SMTP_URL is", "a mail address");
  const url = new URL(address);
  const isOwn = url.hostname === "localhost" || isLoopback(url.hostname.replace(/^\[|\]$/g, ""));
  return { url, from, isTlsRequired: tls === null ? !isOwn : tls === "required" };
}
