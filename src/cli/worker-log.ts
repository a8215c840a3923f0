/** What a worker does, as lines of the log: facts for machines, one sentence for people. */

import type { Logger } from "pino";
import { reasonText } from "../api/reasons.js";
import type { WorkerEvent } from "../harvester/queue/start-worker.js";
import type { UpkeepReport } from "../harvester/upkeep/upkeep.js";
import { makeLog } from "../server/log.js";
import { harvestLine } from "./harvest-words.js";
import type { Environment } from "./home.js";
import type { MessengerEvent } from "./messenger.js";
import type { Out } from "./out.js";
import { loadSettings } from "./settings.js";
import { countsLine } from "./source.js";

type Level = "debug" | "info" | "warn" | "error";
type Entry = readonly [level: Level, facts: object, sentence: string];

export const openLog = (environment: Environment, out: Out): Logger =>
  makeLog({ level: loadSettings(environment).settings.BARTREE_LOG_LEVEL, write: (line) => out.log(line) });

export function logEvent(log: Logger, event: WorkerEvent | MessengerEvent): void {
  const [level, facts, sentence] = entryOf(event);
  log[level]({ event: event.kind, ...facts }, sentence);
}

const PROGRESS_EVERY = 100; // pages

/** Of a fault that was not foreseen the warning says more: its words may quote the page. */
function entryOf(event: WorkerEvent | MessengerEvent): Entry {
  switch (event.kind) {
    case "started":
      return ["info", { concurrency: event.concurrency }, `Waiting for what is due, ${event.concurrency} at a time.`];
    case "taken":
      return ["info", { source: event.source }, `${event.source}: begins`];
    case "harvest":
      return harvestEntry(event);
    case "ended": {
      const { source, report } = event;
      const { ending, verdict, version, harvest } = report;
      const reason = report.reason && reasonText(report.reason);
      const { found, read, partly, withheld, unchanged, gone, skipped, failed } = harvest;
      const counts = { found, read, partly, withheld, unchanged, gone, skipped, failed };
      const why = reason === null ? "" : `; ${reason}`;
      return ["info", { source, ending, reason, verdict, version, ...counts }, `${source}: ${countsLine(harvest)}${why}`];
    }
    case "failed":
      return ["warn", { source: event.source }, `${event.source}: failed; \`bartree warnings --json\` says why.`];
    case "released": {
      const { jobs } = event;
      return ["warn", { jobs }, `${jobs} ${jobs === 1 ? "job" : "jobs"} of a worker that died are taken up again.`];
    }
    case "disk":
      return event.isLow
        ? ["warn", {}, "The disk of the database is nearly full; harvests wait until there is room."]
        : ["info", {}, "There is room on the disk again; harvests go on."];
    case "upkeep":
      return ["info", event.report, upkeepLine(event.report)];
    case "trouble":
      return ["error", { reason: event.reason }, event.reason];
    case "stopping":
      return ["info", {}, "Stopping; what was begun is given back."];
    case "sent":
    case "not-sent":
      return messageEntry(event);
  }
}

const upkeepLine = ({ droppedPages, unusedPages, foldedChecks, clearedJobs }: UpkeepReport): string =>
  `Daily upkeep: ${droppedPages} old pages dropped, ${unusedPages} unused ones removed, ${foldedChecks} checks folded, ${clearedJobs} jobs cleared.`;

function harvestEntry({ source, event }: Extract<WorkerEvent, { kind: "harvest" }>): Entry {
  if (event.kind !== "page") return ["info", { source, step: event.kind }, harvestLine(source, event)];
  const { done, found } = event;
  return [done % PROGRESS_EVERY === 0 ? "info" : "debug", { source, done, found }, `${source}: ${done} of ${found}`];
}

function messageEntry(event: Extract<MessengerEvent, { kind: "sent" | "not-sent" }>): Entry {
  const { message, channel, receiver } = event;
  const what = `A message (${message}) to ${channel === "mail" ? receiver : `webhook ${receiver}`}`;
  if (event.kind === "sent") return ["info", { message, channel, receiver }, `${what} was sent.`];
  return ["warn", { message, channel, receiver, reason: event.reason }, `${what} was not sent: ${event.reason}.`];
}
