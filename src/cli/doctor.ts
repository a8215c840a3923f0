import { ReportedError } from "../api/errors.js";
import { isLow } from "../harvester/upkeep/disk-watch.js";
import { databaseFigures } from "../store/figures.js";
import { sourceOf } from "../store/source.js";
import { growthSince } from "../store/upkeep.js";
import { lastVerified, type VerifiedRun } from "../store/verify.js";
import type { AppContext } from "./app-context.js";
import { chromiumPath, isProgram } from "./chromium.js";
import type { Command, Tools } from "./command.js";
import { EXIT_DONE, EXIT_UNREACHABLE } from "./exit-code.js";
import { keptIn } from "./kept-backups.js";
import { mailServer } from "./messenger.js";
import { loadSettings, type ProgramSettings } from "./settings.js";
import { table } from "./table.js";

type Finding = { what: string; ok: boolean; says: string };

export const doctorCommand: Command<never> = {
  summary: "Look whether machine, settings, database and browser are as bartree needs them.",
  example: "bartree doctor --json",
  operands: {},
  options: {},
  async run(_, tools) {
    const findings = [machine(), ...settings(tools), ...(await database(tools))];
    const ok = findings.every((finding) => finding.ok);
    tools.out.print({ ok, findings }, ({ findings: all }) =>
      table([
        { head: "", cells: all.map((finding) => (finding.ok ? "good" : "BAD")) },
        { head: "", cells: all.map(({ what }) => what) },
        { head: "", cells: all.map(({ says }) => says) },
      ])
        .slice(1)
        .join("\n"),
    );
    return ok ? EXIT_DONE : EXIT_UNREACHABLE;
  },
};

const LEAST_NODE = [20, 19] as const;

function machine(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const ok = major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1]);
  return { what: "machine", ok, says: `Node ${process.versions.node}, ${process.platform} ${process.arch}` };
}

/** The settings, and what hangs on them alone. */
function settings({ environment }: Tools): Finding[] {
  try {
    const program = loadSettings(environment);
    return [
      { what: "settings", ok: true, says: `what is kept lies in ${program.home}` },
      ...proxy(program),
      mail(program),
      browser(program),
    ];
  } catch (error) {
    return [{ what: "settings", ok: false, says: sentenceOf(error) }];
  }
}

function proxy({ settings: { BARTREE_HTTP_PROXY: address } }: ProgramSettings): Finding[] {
  if (address === null) return [];
  return [
    { what: "proxy", ok: true, says: `${new URL(address).host} resolves the names of sites; bartree cannot see where they lead` },
  ];
}

function mail({ settings: own }: ProgramSettings): Finding {
  const server = mailServer(own);
  if (!server) return { what: "mail", ok: true, says: "no mail server is set; whom a source names to be warned hears nothing" };
  return { what: "mail", ok: true, says: `${server.url.host} sends what comes from ${server.from}` };
}

/** None is needed unless a source asks for rendering. */
function browser({ settings }: ProgramSettings): Finding {
  const path = chromiumPath(settings);
  if (path === undefined) return { what: "browser", ok: true, says: "there is none; only sources that are rendered need one" };
  return {
    what: "browser",
    ok: isProgram(path),
    says: isProgram(path) ? path : `CHROMIUM_PATH names ${path}, which is no program`,
  };
}

async function database({ open }: Tools): Promise<Finding[]> {
  try {
    const context = await open();
    const { version, bytes, schemaVersion } = await databaseFigures(context.pool);
    const says = `PostgreSQL ${version}${context.isEmbedded ? ", the embedded one" : ""}, schema version ${schemaVersion}`;
    return [{ what: "database", ok: true, says }, await size(context, bytes), await values(context), ...backups(context)];
  } catch (error) {
    return [{ what: "database", ok: false, says: sentenceOf(error) }];
  }
}

const DAY_MS = 86_400_000;

/** How large it is, how it grew in the last month, and how long the disk will do at that pace. */
async function size({ pool, door, readDisk }: AppContext, bytes: number): Promise<Finding> {
  const now = door.clock.now();
  const growth = await growthSince(pool, new Date(now - 30 * DAY_MS), new Date(now));
  const disk = await readDisk();
  const grows =
    growth === null ? "its growth is known after a day of work" : `${growth < 0 ? "−" : "+"}${sized(Math.abs(growth))} a day`;
  const free = disk === null ? "the disk of its server is not ours to see" : `${sized(disk.free)} of ${sized(disk.size)} free`;
  const left = disk && growth !== null && growth > 0 ? [`enough for ${daysLeft(disk.free / growth)}`] : [];
  const low = isLow(disk) ? ["harvests wait until there is room"] : [];
  return { what: "size", ok: !isLow(disk), says: [sized(bytes), grows, free, ...left, ...low].join(", ") };
}

const daysLeft = (days: number): string => (days > 36_500 ? "more than a century" : `${Math.floor(days)} days`);

const UNITS = ["bytes", "kB", "MB", "GB", "TB", "PB"];

/** Such as 3.5 MB. */
function sized(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const value = bytes / 1000 ** step;
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[step]}`;
}

/** When values were last held against their stored pages, and what came of it. */
async function values({ pool }: AppContext): Promise<Finding> {
  const { all, one } = await lastVerified(pool);
  const source = one && one.sourceId !== null && (!all || one.at > all.at) ? await sourceOf(pool, one.sourceId) : undefined;
  const runs = [
    ...(all ? [`all verified ${toldOf(all)}`] : ["never all verified; `bartree verify` holds them against their stored pages"]),
    ...(one && source ? [`those of “${source.name}” ${toldOf(one)}`] : []),
  ];
  const ok = [all, source ? one : null].every((run) => !run || run.false + run.unchecked === 0);
  return { what: "values", ok, says: runs.join("; ") };
}

const toldOf = ({ at, values: count, false: wrong, unchecked }: VerifiedRun): string =>
  `${at.slice(0, 16).replace("T", " ")} UTC: ${wrong} of ${count} false${unchecked > 0 ? `, ${unchecked} not checked` : ""}`;

function backups({ home }: AppContext): Finding[] {
  const kept = keptIn(home);
  return kept.length === 0 ? [] : [{ what: "backups", ok: true, says: `before changes of the database: ${kept.join(", ")}` }];
}

const sentenceOf = (error: unknown): string =>
  error instanceof ReportedError ? `${error.report.message} ${error.report.hint}` : String(error);
