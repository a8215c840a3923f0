import { readFetchSettings } from "../api/fetch-settings.js";
import type { DoorSettings } from "../fetch/door.js";
import type { Environment } from "./fetch-address.js";

/** What the environment says about the door, for every command that opens one. */
export function doorSettings(environment: Environment, version: string): DoorSettings {
  const settings = readFetchSettings(environment);
  const { CHROMIUM_PATH: path, BARTREE_RENDER_AS_ROOT: asRoot } = settings;
  return {
    version,
    contact: settings.BARTREE_CONTACT,
    ports: settings.BARTREE_PORTS,
    loopback: settings.BARTREE_LOOPBACK,
    ...(path !== undefined && { browser: { path, isRoot: process.getuid?.() === 0, acceptsRoot: asRoot === "yes" } }),
  };
}
