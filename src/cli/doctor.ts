import { existsSync } from "node:fs";
import { ReportedError } from "../api/errors.js";
import { serverVersion } from "../store/server-version.js";
import type { Command, Tools } from "./command.js";
import { EXIT_DONE, EXIT_UNREACHABLE } from "./exit-code.js";
import { loadSettings } from "./settings.js";
import { table } from "./table.js";

type Finding = { what: string; ok: boolean; says: string };

export const doctorCommand: Command<never> = {
  summary: "Look whether machine, settings, database and browser are as bartree needs them.",
  example: "bartree doctor --json",
  operands: {},
  options: {},
  async run(_, tools) {
    const findings = [machine(), settings(tools), await database(tools), browser(tools)];
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

function settings({ environment }: Tools): Finding {
  try {
    return { what: "settings", ok: true, says: `what is kept lies in ${loadSettings(environment).home}` };
  } catch (error) {
    return { what: "settings", ok: false, says: sentenceOf(error) };
  }
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

/** None is needed unless a source asks for rendering. */
function browser({ environment }: Tools): Finding {
  const path = environment.CHROMIUM_PATH;
  if (!path) return { what: "browser", ok: true, says: "none is set; only sources that are rendered need one" };
  return { what: "browser", ok: existsSync(path), says: existsSync(path) ? path : `there is no ${path}` };
}

const sentenceOf = (error: unknown): string =>
  error instanceof ReportedError ? `${error.report.message} ${error.report.hint}` : String(error);
