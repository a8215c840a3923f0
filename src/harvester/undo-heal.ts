import { type SourceRow, setSourceSettings, setSourceState, sourceOf } from "../store/source.js";
import { versionsOf } from "../store/template.js";
import { transaction } from "../store/transaction.js";
import { type Undone, undoVersion } from "../store/undo.js";
import { alone } from "./alone.js";
import { knownOf, ownerOf } from "./known.js";
import { loadTemplates, pageTemplateOf } from "./templates.js";
import { type HarvestTools, nowOf } from "./tools.js";

export type HealUndone = (Extract<Undone, { ok: true }> & { readonly undone: number }) | { readonly ok: false };

/**
 * Takes back the healed version in force and all that it wrote. The source is paused: its next harvest would meet the
 * same pages and heal them the same way.
 */
export function undoHeal(tools: HarvestTools, source: SourceRow): Promise<HealUndone> {
  return alone(tools, source, (now) => undoNow(tools, now));
}

async function undoNow(tools: HarvestTools, source: SourceRow): Promise<HealUndone> {
  const { pool } = tools;
  const version = (await versionsOf(pool, source.id)).find(({ isInForce }) => isInForce);
  if (version?.origin !== "heal") return { ok: false };
  const now = nowOf(tools);
  const undone = await transaction(pool, async (client) => {
    const done = await undoVersion(client, source.id, version.version, now);
    const reason = `Version ${version.version}, which was healed, was undone.`;
    if (done.ok) await setSourceState(client, source.id, { state: "paused", reason }, now);
    return done;
  });
  if (!undone.ok) return { ok: false };
  await restoreKey(tools, source);
  return { ...undone, undone: version.version };
}

/** The template before had its own key; its page is found by what is known of it. */
async function restoreKey(tools: HarvestTools, { id }: SourceRow): Promise<void> {
  const source = await sourceOf(tools.pool, id);
  if (!source?.settings.key) return;
  const { key } = pageTemplateOf(await loadTemplates(tools.pool, source));
  const owner = ownerOf(key.record, await knownOf(tools.pool, id));
  if (!owner?.address) return;
  const settings = { ...source.settings, key: { ...source.settings.key, address: owner.address } };
  await setSourceSettings(tools.pool, id, settings, nowOf(tools));
}
