/** A draft whose keeping was undone has its source still, out of sight: that one comes back, with all it has read. */
import { refuse } from "../../api/errors.js";
import type { SourceSettings } from "../../api/source.js";
import { sourceBeforeUndo } from "../../store/draft.js";
import { hiddenSource, renameSource, type SourceRow, sourceNamed, sourceOf, unhideSource } from "../../store/source.js";
import { transaction } from "../../store/transaction.js";
import { keepSource, rekeySource, type SetUp } from "../set-up/set-up.js";
import { type HarvestTools, nowOf } from "../tools.js";
import type { Draft } from "./pages.js";

type Kept = Pick<SetUp, "settings" | "version">;

/** Gives the source's id. */
export async function keepOrBringBack(tools: HarvestTools, draft: Draft, name: string, setUp: Kept): Promise<string> {
  const former = await sourceBeforeUndo(tools.pool, draft.id);
  const source = former === undefined ? undefined : await sourceOf(tools.pool, former);
  if (!source) return (await keepSource(tools, name, setUp)).id;
  const hidden = await hiddenSource(tools.pool, source.id);
  const isAsItWas = hidden !== undefined && draft.updatedAt <= hidden.removedAt;
  if (await isTaken(tools, source, name)) return refuse("source-exists", name); // before a version is made
  if (!isAsItWas) await rekeySource(tools, source, { ...setUp, settings: withDraft(source.settings, setUp.settings) });
  await bringBack(tools, source, name);
  return source.id;
}

async function isTaken({ pool }: HarvestTools, { id }: SourceRow, name: string): Promise<boolean> {
  const other = await sourceNamed(pool, name);
  return other !== undefined && other.id !== id;
}

/** What the draft does not say stays as it was set for the source. */
function withDraft(before: SourceSettings, { key, discovery, schedule, order, warnMail }: SourceSettings): SourceSettings {
  const { lists, addresses, next } = discovery;
  return { ...before, key, schedule, order, warnMail, discovery: { ...before.discovery, lists, addresses, next } };
}

function bringBack(tools: HarvestTools, { id }: SourceRow, name: string): Promise<void> {
  const now = nowOf(tools);
  return transaction(tools.pool, async (client) => {
    if (!(await renameSource(client, id, name, now))) refuse("source-exists", name);
    if ((await hiddenSource(client, id)) && !(await unhideSource(client, id, now))) refuse("source-exists", name);
  });
}
