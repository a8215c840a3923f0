/** What of a source leaves the server. Values of its headers and cookies never do. */
import { saidReason } from "../../api/reasons.js";
import type { HarvestView, SourceHead } from "../../api/server/sources.js";
import type { SourceSettings } from "../../api/source.js";
import { warningWords } from "../../api/warning-words.js";
import type { HarvestRow } from "../../store/harvest.js";
import type { ListedSource } from "../../store/work-list.js";

const isoOf = (time: Date | string | null): string | null => (time === null ? null : new Date(time).toISOString());

export function presentHead(source: ListedSource): SourceHead {
  const { id, name, site, word, records, withheld, warnings, warning, stateReason } = source;
  return {
    id,
    name,
    site,
    state: word,
    warning: warning && { ...warning, ...warningWords(warning, name) },
    stateReason: stateReason && saidReason(stateReason),
    records,
    withheld,
    warnings,
    checkedAt: isoOf(source.checkedAt),
    nextAt: word === "paused" ? null : isoOf(source.nextCheckAt), // it keeps its time for when it goes on
    newestAt: isoOf(source.newestAt),
    rhythmDays: source.rhythmDays,
    checks: [...source.checks] as SourceHead["checks"], // the database writes no other words
    isRunning: source.isRunning,
  };
}

export function presentHarvest(harvest: HarvestRow, toVisit = 0): HarvestView {
  const { sourceId: _, startedAt, finishedAt, note, ...rest } = harvest;
  return { ...rest, note: note && saidReason(note), startedAt: startedAt.toISOString(), finishedAt: isoOf(finishedAt), toVisit };
}

export function presentSettings(settings: SourceSettings) {
  const { key, discovery, schedule, alarmsOff, warnMail, delayMs, render, volatile, headers, cookies, secretsFor } = settings;
  return {
    keyAddress: key?.address ?? null,
    lists: discovery.lists,
    sitemaps: discovery.sitemaps,
    addresses: discovery.addresses.length,
    next: discovery.next,
    depth: discovery.depth,
    keep: discovery.keep,
    drop: discovery.drop,
    dropParameters: discovery.dropParameters,
    maxPages: discovery.maxPages,
    schedule,
    alarmsOff,
    warnMail,
    delayMs,
    render,
    volatile,
    headers: Object.keys(headers),
    cookies: Object.keys(cookies),
    secretsFor,
  };
}
