import { existsSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { type ForgetReport, type ForgetWish, forgetOneRecord, forgetSource, forgetUser } from "../harvester/write/forget.js";
import type { KeysFate } from "../store/account.js";
import { backupsSince } from "../store/backup/note.js";
import type { AppContext } from "./app-context.js";
import type { Command, Tools } from "./command.js";
import { EXIT_DONE } from "./exit-code.js";
import { carriedFrom, keptIn } from "./kept-backups.js";
import { KEYS, keysFateOf } from "./user.js";

export const forgetCommand: Command<never, "source" | "record" | "user" | "keys", never, "yes"> = {
  summary: "Remove for good: a record with every stored page that showed it, a source, or a person. Without --yes it only tells.",
  example: "bartree forget --record 4711 --yes",
  operands: {},
  options: {
    source: { value: "SOURCE", help: "a source with all that it gave" },
    record: { value: "ID", help: "a record, its history and every stored page that showed it; it is not harvested again" },
    user: { value: "NAME", help: "an account, and its name wherever it stands; or a mail address that warnings were sent to" },
    keys: KEYS,
    yes: { help: "do it; without, nothing is changed and what would go is told" },
  },
  async run({ yes, keys: writtenKeys, ...what }, tools) {
    const wanted = Object.entries(what).filter(([, value]) => value !== undefined);
    if (wanted.length !== 1) tools.reject("One of --source, --record and --user says what to forget.");
    if (what.record !== undefined && !/^\d{1,18}$/.test(what.record))
      tools.reject(`--record takes a number; “${what.record}” is none.`);
    if (writtenKeys !== undefined && what.user === undefined) tools.reject("--keys belongs to --user.");
    const keys = keysFateOf(writtenKeys, tools);
    const context = await tools.open();
    const report = await forget(context, what, {
      isDry: !yes,
      keys,
      onPage: (looked) => tools.out.progress(looked, looked + 2, "page"),
    });
    tools.out.progress(2, 2, "");
    tell(tools, yes, report, await holding(context, report.since));
    return EXIT_DONE;
  },
};

type What = { source?: string; record?: string; user?: string };
type Report = Partial<ForgetReport> & { since: Date; keys?: number };
type Wish = ForgetWish & { readonly keys: KeysFate | undefined };

async function forget(context: AppContext, { source, record, user }: What, wish: Wish): Promise<Report> {
  if (source !== undefined) return forgetSource(context, await context.source(source), wish);
  if (record !== undefined) return forgetOneRecord(context, record, wish);
  return forgetUser(context, user ?? "", wish);
}

type Backup = { file: string; machine: string; madeAt: Date };

/** What still holds it: backups and older databases that this machine finds, and backups that another one wrote. */
async function holding({ pool, home, dataFolder }: AppContext, since: Date): Promise<Backup[]> {
  const machine = hostname();
  const noted = (await backupsSince(pool, since)).filter((backup) => backup.machine !== machine || existsSync(backup.file));
  const left = [...keptIn(home), ...(dataFolder === null ? [] : carriedFrom(dataFolder))];
  const own = left.map((file) => ({ file, machine, madeAt: statSync(file).mtime }));
  return [...noted, ...own.filter(({ madeAt }) => madeAt >= since)];
}

function tell({ out }: Tools, isDone: boolean, report: Report, backups: readonly Backup[]): void {
  const { since: _, elsewhere = [], keys = 0, ...counts } = report;
  out.print({ forgotten: isDone, ...counts, keys, elsewhere, backups }, () => {
    const parts = Object.entries(counts).filter(([, count]) => Number(count) > 0);
    const what =
      parts.map(([nouns, count]) => `${count} ${count === 1 ? nouns.slice(0, -1) : nouns}`).join(", ") || "the account";
    return [
      isDone ? `Removed for good: ${what}.` : `This would be removed for good: ${what}. Nothing was removed; --yes does it.`,
      ...(keys > 0 && !isDone ? [`It has API keys (${keys}); --keys says what becomes of them.`] : []),
      ...elsewhere.map(({ id, source }) => `Source ${source} has it too: bartree forget --record ${id}`),
      ...(backups.length > 0 ? ["Backups that still hold it:"] : ["No backup that bartree knows of holds it."]),
      ...backups.map(({ file, machine, madeAt }) => `  ${file} (${machine}, ${madeAt.toISOString().slice(0, 16)})`),
    ].join("\n");
  });
}
