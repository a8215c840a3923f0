/** The settings of this call: settings.json of the program's home, and the environment, which has the last word. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { refuse } from "../api/errors.js";
import { readSettings, type Settings } from "../api/settings.js";
import { isSystemError } from "./system-error.js";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ProgramSettings {
  readonly settings: Settings;
  readonly home: string;
}

export function loadSettings(environment: Environment): ProgramSettings {
  const shared = environment.XDG_DATA_HOME?.startsWith("/")
    ? environment.XDG_DATA_HOME
    : `${environment.HOME ?? ""}/.local/share`;
  const home = environment.BARTREE_HOME || join(shared, "bartree");
  return { settings: readSettings(settingsFile(join(home, "settings.json")), environment), home };
}

const SettingsFile = z.record(z.string(), z.union([z.string(), z.number().transform(String)]));

function settingsFile(path: string): Record<string, string> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (isSystemError(error) && (error.code === "ENOENT" || error.code === "EACCES")) return {};
    throw error;
  }
  try {
    return SettingsFile.parse(JSON.parse(text));
  } catch {
    return refuse("setting-invalid", path, "it is not an object of settings and their values");
  }
}
