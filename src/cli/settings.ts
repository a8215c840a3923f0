/** The settings of this call: settings.json of the program's home, and the environment, which has the last word. */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { refuse } from "../api/errors.js";
import { parseSettingsFile, readSettings, type Settings } from "../api/settings.js";
import { isSystemError, reasonOf } from "./system-error.js";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ProgramSettings {
  readonly settings: Settings;
  readonly home: string;
}

export function loadSettings(environment: Environment): ProgramSettings {
  const home = homeOf(environment);
  return { settings: readSettings(fileSettings(join(home, "settings.json")), environment), home };
}

function homeOf({ BARTREE_HOME: own, XDG_DATA_HOME: shared, HOME: person }: Environment): string {
  if (own) return resolve(own);
  if (shared?.startsWith("/")) return join(shared, "bartree"); // a relative one is to be ignored, says its specification
  return join(person || homedir(), ".local/share/bartree");
}

function fileSettings(path: string): Record<string, string> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return {};
    return refuse("file-unreadable", path, reasonOf(error));
  }
  return parseSettingsFile(text, path);
}
