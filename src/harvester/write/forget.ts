/** Removal for good: of a record with every page that showed it, of a source, of a person. Nothing is changed by a dry run. */
import { refuse } from "../../api/errors.js";
import { locate, parsePage } from "../../core/index.js";
import { htmlOf } from "../../fetch/charset.js";
import { accountNamed, type KeysFate, removeAccount } from "../../store/account.js";
import { countKeysOf } from "../../store/api-key.js";
import {
  countOfSource,
  type Forgotten,
  forgetName,
  forgetReceiver,
  forgetRecord,
  isKey,
  isReceiver,
  ownSnapshots,
  ownTexts,
  type RecordToForget,
  readingsOf,
  recordToForget,
  removeDraftsOf,
  type SameRecord,
  sameElsewhere,
  snapshotsAround,
  storedOfSource,
} from "../../store/forget.js";
import { forgetIdentity } from "../../store/forgotten.js";
import { snapshotOf } from "../../store/snapshot.js";
import { removeSource, type SourceRow, sourceOf } from "../../store/source.js";
import { transaction } from "../../store/transaction.js";
import { removeUnusedOf } from "../../store/upkeep.js";
import { type PageBytes, pageBytes } from "../read/page-bytes.js";
import { unlessTooMuch } from "../threads/too-much.js";
import { type HarvestTools, nowOf } from "../tools.js";
import { withSourceLock } from "./source-lock.js";

export interface ForgetReport extends Forgotten {
  readonly since: Date; // backups made since then hold it
  readonly elsewhere: readonly SameRecord[]; // in other sources; each is forgotten on its own
}

export interface ForgetWish {
  readonly isDry: boolean;
  readonly onPage?: (looked: number) => void; // at stored pages, one after the other
}

export async function forgetOneRecord(tools: HarvestTools, id: string, wish: ForgetWish): Promise<ForgetReport> {
  const { pool } = tools;
  const record = (await recordToForget(pool, id)) ?? refuse("not-there", "record");
  const source = (await sourceOf(pool, record.sourceId)) ?? refuse("not-there", "source of this record");
  return withSourceLock(tools, source, async () => {
    const readings = await readingsOf(pool, id);
    const own = await ownTexts(pool, record, readings);
    if (await isKey(pool, record, own)) return refuse("record-is-key", source.name);
    const telling = readings
      .map((values) => Object.values(values).flat())
      .filter((texts) => texts.some((text) => own.includes(text)));
    const snapshots = [...new Set([...(await ownSnapshots(pool, record)), ...(await showing(tools, record, telling, wish))])];
    const around = await snapshotsAround(pool, record.sourceId, record.address);
    const forgotten = await forget(tools, record, { snapshots, own, isDry: wish.isDry });
    if (!wish.isDry) await removeUnusedOf(pool, around);
    return { ...forgotten, since: record.createdAt, elsewhere: await sameElsewhere(pool, record) };
  });
}

/** A dry run does it and takes it back, so that it tells what it would be. */
async function forget(
  tools: HarvestTools,
  record: RecordToForget,
  { isDry, ...what }: { snapshots: readonly string[]; own: readonly string[]; isDry: boolean },
): Promise<Forgotten> {
  let forgotten: Forgotten | undefined;
  const now = nowOf(tools);
  const done = transaction(tools.pool, async (client) => {
    forgotten = await forgetRecord(client, record, what, now);
    if (isDry) throw TAKEN_BACK;
    await forgetIdentity(client, record.sourceId, record.identity, now);
  });
  await done.catch((error: unknown) => {
    if (error !== TAKEN_BACK) throw error;
  });
  if (!forgotten) throw new Error("nothing was counted");
  return forgotten;
}

const TAKEN_BACK = new Error("a dry run");

/**
 * Stored pages of the source that display all values of one of its readings, whatever they were stored for. A reading
 * without a text of its own, such as a year alone, is not among them: any page may display that.
 */
async function showing(
  { pool, threads }: HarvestTools,
  { sourceId }: RecordToForget,
  readings: readonly (readonly string[])[],
  { onPage }: ForgetWish,
): Promise<string[]> {
  if (readings.length === 0) return [];
  const found: string[] = [];
  for (const [index, id] of (await storedOfSource(pool, sourceId)).entries()) {
    const snapshot = await snapshotOf(pool, id);
    const page = snapshot && pageBytes({ ...snapshot, address: "" });
    const isShown = page && ((await unlessTooMuch(threads.call("shows", { page, readings }))) ?? true); // it is not kept in doubt
    if (isShown) found.push(id);
    onPage?.(index + 1);
  }
  return found;
}

/** Whether the page displays all texts of one of the readings, in a thread. */
export function shows({ page: stored, readings }: { page: PageBytes; readings: readonly (readonly string[])[] }): boolean {
  const page = parsePage(htmlOf(stored));
  const isDisplayed = (text: string): boolean => {
    const located = locate(page, text);
    return located.ok || located.code === "ambiguous" || located.code === "empty";
  };
  return readings.some((texts) => texts.every(isDisplayed));
}

/** With all that it gave; pages that another source shares stay that one's. */
export async function forgetSource(tools: HarvestTools, source: SourceRow, { isDry }: ForgetWish): Promise<ForgetReport> {
  const { pool } = tools;
  return withSourceLock(tools, source, async ({ id, createdAt }) => {
    const forgotten = await countOfSource(pool, id);
    const around = await snapshotsAround(pool, id);
    if (!isDry) {
      await transaction(pool, async (client) => {
        await removeDraftsOf(client, id);
        await removeSource(client, id);
      });
      await removeUnusedOf(pool, around);
    }
    return { ...forgotten, since: createdAt, elsewhere: [] };
  });
}

/** The account with its sessions and links, and the name where it stands beside keys, drafts and messages. */
export async function forgetUser(
  tools: HarvestTools,
  name: string,
  { isDry, keys }: ForgetWish & { readonly keys?: KeysFate | undefined },
): Promise<{ since: Date; keys: number }> {
  const { pool } = tools;
  const account = await accountNamed(pool, name);
  if (!account && !(await isReceiver(pool, name))) return refuse("not-there", "account");
  const count = account ? await countKeysOf(pool, account.id) : 0;
  if (!isDry) {
    if (account) await removeAccount(pool, account.id, keys, nowOf(tools));
    await transaction(pool, async (client) => {
      await forgetName(client, name);
      await forgetReceiver(client, name);
    });
  }
  return { since: account?.createdAt ?? new Date(0), keys: count }; // of an address nobody knows since when it is told
}
