import type { DoorSettings } from "../fetch/door.js";
import { chromiumPath } from "./chromium.js";
import type { ProgramSettings } from "./settings.js";

/** What the settings say about the door, for every command that opens one. */
export function doorSettings({ settings }: ProgramSettings, version: string): DoorSettings {
  const path = chromiumPath(settings);
  const browser = { isRoot: process.getuid?.() === 0, acceptsRoot: settings.BARTREE_RENDER_AS_ROOT };
  return {
    version,
    contact: settings.BARTREE_CONTACT ?? undefined,
    ports: settings.BARTREE_PORTS,
    loopback: settings.BARTREE_LOOPBACK_ORIGINS,
    delayMs: settings.BARTREE_DELAY_MS,
    limits: {
      bodyBytes: settings.BARTREE_MAX_PAGE_BYTES,
      connectMs: settings.BARTREE_CONNECT_TIMEOUT_MS,
      firstByteMs: settings.BARTREE_FIRST_BYTE_TIMEOUT_MS,
      wholeMs: settings.BARTREE_RESPONSE_TIMEOUT_MS,
      redirects: settings.BARTREE_MAX_REDIRECTS,
      retries: settings.BARTREE_RETRIES,
    },
    ...(settings.BARTREE_HTTP_PROXY !== null && { proxy: new URL(settings.BARTREE_HTTP_PROXY) }),
    ...(path !== undefined && { browser: { path, ...browser } }),
  };
}
