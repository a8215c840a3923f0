import { because } from "../../api/reasons.js";
import { addressWith } from "../../store/record.js";
import { type SourceRow, setSourceSettings, setSourceState, sourceOf } from "../../store/source.js";
import { versionsOf } from "../../store/template.js";
import { transaction } from "../../store/transaction.js";
import { type Redone, redoVersion, type Undone, undoVersion } from "../../store/undo.js";
import { closeWarning } from "../../store/warning.js";
import { loadTemplates, pageTemplateOf } from "../templates.js";
import { type HarvestTools, nowOf } from "../tools.js";
import { withSourceLock } from "../write/source-lock.js";

export type HealUndone = (Extract<Undone, { ok: true }> & { readonly undone: number }) | { readonly ok: false };

/**
 * Takes back the healed version in force and all that it wrote. The source is paused: its next harvest would meet the
 * same pages and heal them the same way.
 */
export function undoHeal(tools: HarvestTools, source: SourceRow): Promise<HealUndone> {
  return withSourceLock(tools, source, (now) => undoNow(tools, now));
}

async function undoNow(tools: HarvestTools, source: SourceRow): Promise<HealUndone> {
  const { pool } = tools;
  const version = (await versionsOf(pool, source.id)).find(({ isInForce }) => isInForce);
  if (version?.origin !== "heal") return { ok: false };
  const now = nowOf(tools);
  const undone = await transaction(pool, async (client) => {
    const done = await undoVersion(client, source.id, version.version, now);
    const reason = because("heal-undone", version.version);
    if (!done.ok) return done;
    await setSourceState(client, source.id, { state: "paused", reason }, now);
    await closeWarning(client, source.id, "unconfirmed", now); // it advises what was just done
    return done;
  });
  if (!undone.ok) return { ok: false };
  await restoreKey(tools, source);
  return { ...undone, undone: version.version };
}

export type HealRedone = (Extract<Redone, { ok: true }> & { readonly redone: number }) | { readonly ok: false };

/** The heal that was undone last, if nothing was learnt since. The source goes on where it was. */
export function redoHeal(tools: HarvestTools, source: SourceRow): Promise<HealRedone> {
  return withSourceLock(tools, source, (now) => redoNow(tools, now));
}

async function redoNow(tools: HarvestTools, source: SourceRow): Promise<HealRedone> {
  const { pool } = tools;
  const newest = (await versionsOf(pool, source.id)).at(-1);
  if (newest?.origin !== "heal") return { ok: false };
  const now = nowOf(tools);
  const redone = await transaction(pool, async (client) => {
    const done = await redoVersion(client, source.id, newest.version, now);
    if (done.ok) await setSourceState(client, source.id, { state: "active", reason: null }, now);
    return done;
  });
  if (!redone.ok) return { ok: false };
  await restoreKey(tools, source);
  return { ...redone, redone: newest.version };
}

/** The template in force has its own key; its page is found by what is known of it. */
async function restoreKey(tools: HarvestTools, { id }: SourceRow): Promise<void> {
  const source = await sourceOf(tools.pool, id);
  if (!source?.settings.key) return;
  const { key } = pageTemplateOf(await loadTemplates(tools.pool, source));
  const address = await addressWith(tools.pool, id, key.record);
  if (address === undefined) return;
  await setSourceSettings(tools.pool, id, { key: { ...source.settings.key, address } }, nowOf(tools));
}
