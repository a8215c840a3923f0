import { ReportedError } from "../api/errors.js";
import { serverVersion } from "../store/server-version.js";
import { chromiumPath, isProgram } from "./chromium.js";
import type { Command, Tools } from "./command.js";
import { EXIT_DONE, EXIT_UNREACHABLE } from "./exit-code.js";
import { loadSettings, type ProgramSettings } from "./settings.js";
import { table } from "./table.js";

type Finding = { what: string; ok: boolean; says: string };

export const doctorCommand: Command<never> = {
  summary: "Look whether machine, settings, database and browser are as bartree needs them.",
  example: "bartree doctor --json",
  operands: {},
  options: {},
  async run(_, tools) {
    const findings = [machine(), ...settings(tools), await database(tools)];
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
    return [{ what: "settings", ok: true, says: `what is kept lies in ${program.home}` }, ...proxy(program), browser(program)];
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

async function database({ open }: Tools): Promise<Finding> {
  try {
    const { pool, isEmbedded } = await open();
    return {
      what: "database",
      ok: true,
      says: `PostgreSQL ${await serverVersion(pool)}${isEmbedded ? ", the embedded one" : ""}`,
    };
  } catch (error) {
    return { what: "database", ok: false, says: sentenceOf(error) };
  }
}

const sentenceOf = (error: unknown): string =>
  error instanceof ReportedError ? `${error.report.message} ${error.report.hint}` : String(error);
