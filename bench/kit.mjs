/** The accuracy kit and its pages, kept in a folder beside the project; neither is part of it. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const KIT = fileURLToPath(new URL("../../shared/tools/accuracy.mjs", import.meta.url));
const DATA = fileURLToPath(new URL("../../shared/data", import.meta.url));

export const adapterPath = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Arguments for node that run the kit with that adapter; undefined, and a word why, without the folder. */
export function kitCall(adapter, options) {
  const missing = [KIT, DATA].find((path) => !existsSync(path));
  if (missing === undefined) return [KIT, "--adapter", adapter, "--data", DATA, ...options];
  console.error("bench: the accuracy kit is not here; it is expected in ../shared (tools/accuracy.mjs and data).");
  return undefined;
}
