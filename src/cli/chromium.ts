import { accessSync, constants } from "node:fs";
import type { Settings } from "../api/settings.js";

const USUAL = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/usr/bin/google-chrome-stable"];

/** The browser that renders pages: the one that is set, there or not, else the first that the system has. */
export function chromiumPath({ CHROMIUM_PATH }: Settings): string | undefined {
  return CHROMIUM_PATH ?? USUAL.find(isProgram);
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
