/** Where everything of ours lies; known before any other setting, and without reading one. */
import { homedir } from "node:os";
import { join, resolve } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

export function homeOf({ BARTREE_HOME: own, XDG_DATA_HOME: shared, HOME: person }: Environment): string {
  if (own) return resolve(own);
  if (shared?.startsWith("/")) return join(shared, "bartree"); // a relative one is to be ignored, says its specification
  return join(person || homedir(), ".local/share/bartree");
}

export const settingsFileOf = (home: string): string => join(home, "settings.json");
