/** The settings of this call: settings.json of the program's home, and the environment, which has the last word. */
import { readFileSync } from "node:fs";
import { refuse } from "../api/errors.js";
import { parseSettingsFile, readSettings, type Settings } from "../api/settings.js";
import { isSystemError, systemWords } from "../store/system-error.js";
import { type Environment, homeOf, settingsFileOf } from "./home.js";

export interface ProgramSettings {
  readonly settings: Settings;
  readonly home: string;
}

export function loadSettings(environment: Environment): ProgramSettings {
  const home = homeOf(environment);
  return { settings: readSettings(fileSettings(settingsFileOf(home)), environment), home };
}

function fileSettings(path: string): Record<string, string> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return {};
    return refuse("file-unreadable", path, systemWords(error));
  }
  return parseSettingsFile(text, path);
}
