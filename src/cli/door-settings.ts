import type { DoorSettings } from "../fetch/door.js";
import type { Environment, ProgramSettings } from "./settings.js";

/** What the settings say about the door, for every command that opens one. */
export function doorSettings({ settings }: ProgramSettings, environment: Environment, version: string): DoorSettings {
  const path = settings.BARTREE_CHROMIUM_PATH ?? (environment.CHROMIUM_PATH || undefined);
  const browser = { isRoot: process.getuid?.() === 0, acceptsRoot: settings.BARTREE_RENDER_AS_ROOT };
  return {
    version,
    contact: settings.BARTREE_CONTACT ?? undefined,
    ports: settings.BARTREE_PORTS,
    loopback: settings.BARTREE_LOOPBACK_ORIGINS,
    limits: {
      bodyBytes: settings.BARTREE_MAX_PAGE_BYTES,
      connectMs: settings.BARTREE_CONNECT_TIMEOUT_MS,
      firstByteMs: settings.BARTREE_FIRST_BYTE_TIMEOUT_MS,
      wholeMs: settings.BARTREE_RESPONSE_TIMEOUT_MS,
      redirects: settings.BARTREE_MAX_REDIRECTS,
    },
    ...(path !== undefined && { browser: { path, ...browser } }),
  };
}
