/** The region of a source's key page as it was displayed when all was well, and what is displayed now. */
import type { Pool } from "pg";
import { inspect, parsePage } from "../core/index.js";
import { inspectAround } from "../core/inspect.js";
import { isHiddenText, type Page, textOf } from "../core/page/page.js";
import { valueText } from "../core/text/value-text.js";
import { decodePage } from "../fetch/charset.js";
import { snapshotOf } from "../store/snapshot.js";
import { templatesOf } from "../store/template.js";
import { checkBefore, checkOf } from "../store/timeline.js";
import type { NamedWarning } from "../store/warning.js";

export interface ThenAndNow {
  readonly was: string | null;
  readonly now: string | null;
}

const NEITHER: ThenAndNow = { was: null, now: null };
const MOST = 600; // characters

/** Only causes that a check has met have a then and a now. */
const OF_A_CHECK = new Set(["key-missing", "not-healed", "unrecognised", "unconfirmed"]);

export async function thenAndNow(pool: Pool, { sourceId, checkId, cause }: NamedWarning): Promise<ThenAndNow> {
  if (sourceId === null || checkId === null || !OF_A_CHECK.has(cause)) return NEITHER;
  const check = await checkOf(pool, sourceId, checkId);
  if (!check || check.templateVersion === null) return NEITHER;
  const record = (await templatesOf(pool, sourceId, check.templateVersion)).find(({ role }) => role === "record");
  if (record?.stored.kind !== "page") return NEITHER;
  const { key } = record.stored.template;
  const before = await checkBefore(pool, sourceId, check);
  const old = await pageOf(pool, before?.snapshotId ?? null);
  const current = await pageOf(pool, check.snapshotId);
  return {
    was: (old && regionOf(old, key)) ?? clipped(Object.values(key.record).flat().join(" · ")),
    now: current === undefined ? null : (regionOf(current, key) ?? clipped(displayedOf(current))),
  };
}

async function pageOf(pool: Pool, snapshotId: string | null): Promise<Page | undefined> {
  const snapshot = snapshotId === null ? undefined : await snapshotOf(pool, snapshotId);
  return snapshot && parsePage(decodePage(snapshot.bytes, snapshot.charset).html);
}

interface Key {
  readonly region: string | null;
  readonly record: Readonly<Record<string, readonly string[]>>;
}

function regionOf(page: Page, { region, record }: Key): string | undefined {
  const { places } = region === null ? inspectAround(page, Object.values(record).flat()) : inspect(page, region);
  const [place] = places;
  return places.length === 1 && place ? clipped(valueText(page, [{ start: place[0], end: place[1] }])) : undefined;
}

/** As much of it as is told. */
function displayedOf(page: Page): string {
  let shown = "";
  for (let text = 0; text < page.textCount && shown.length <= MOST; text++)
    if (!isHiddenText(page, text)) shown += ` ${textOf(page, text).replace(/\s+/g, " ").trim()}`;
  return shown;
}

function clipped(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MOST ? `${line.slice(0, MOST)}…` : line;
}
