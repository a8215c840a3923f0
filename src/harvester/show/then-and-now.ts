/** The region of a source's key page as it was displayed when all was well, and what is displayed now. */
import type { Pool } from "pg";
import { snapshotOf } from "../../store/snapshot.js";
import { templatesOf } from "../../store/template.js";
import { checkBefore, checkOf } from "../../store/timeline.js";
import type { NamedWarning } from "../../store/warning.js";
import { type PageBytes, pageBytes } from "../read/page-bytes.js";
import { unlessTooMuch } from "../threads/too-much.js";
import type { HarvestTools } from "../tools.js";
import { clipped } from "./region-text.js";

const NEITHER = { was: null, now: null };

/** Only causes that a check has met have a then and a now. */
const OF_A_CHECK = new Set(["key-missing", "not-healed", "unrecognised", "unconfirmed"]);

export async function thenAndNow(
  { pool, threads }: Pick<HarvestTools, "pool" | "threads">,
  { sourceId, checkId, cause }: NamedWarning,
): Promise<{ readonly was: string | null; readonly now: string | null }> {
  if (sourceId === null || checkId === null || !OF_A_CHECK.has(cause)) return NEITHER;
  const check = await checkOf(pool, sourceId, checkId);
  if (!check || check.templateVersion === null) return NEITHER;
  const record = (await templatesOf(pool, sourceId, check.templateVersion)).find((each) => each.role === "record");
  if (record?.stored.kind !== "page") return NEITHER;
  const { key } = record.stored.template;
  const before = await checkBefore(pool, sourceId, check);
  const shown = async (snapshotId: string | null) => {
    const page = await pageOf(pool, snapshotId);
    return page && unlessTooMuch(threads.call("regionText", { page, region: key.region, record: key.record }));
  };
  const [old, current] = [await shown(before?.snapshotId ?? null), await shown(check.snapshotId)];
  return {
    was: old?.region ?? clipped(Object.values(key.record).flat().join(" · ")),
    now: current ? (current.region ?? current.displayed) : null,
  };
}

async function pageOf(pool: Pool, snapshotId: string | null): Promise<PageBytes | undefined> {
  const snapshot = snapshotId === null ? undefined : await snapshotOf(pool, snapshotId);
  return snapshot && pageBytes({ ...snapshot, address: "" });
}
