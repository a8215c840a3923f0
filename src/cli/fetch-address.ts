/** Pages given by their address: one door per command, opened with the first of them. */
import { ReportedError } from "../api/errors.js";
import { htmlOf } from "../fetch/charset.js";
import { systemClock } from "../fetch/clock.js";
import { type Door, openDoor } from "../fetch/door.js";
import { fetchPage } from "../fetch/fetch-page.js";
import { memoryTurns } from "../fetch/memory-turns.js";
import { reportOf } from "../fetch/report.js";
import { doorSettings } from "./door-settings.js";
import type { Environment } from "./home.js";
import { loadSettings } from "./settings.js";

export type AddressFetcher = { html(address: string): Promise<string>; close(): Promise<void> };

const RETRIES = 1; // a person waits

export function makeAddressFetcher(environment: Environment, version: string): AddressFetcher {
  let door: Door | undefined;
  return {
    async html(address) {
      door ??= openSystemDoor(environment, version);
      const fetched = await fetchPage(door, address, { retries: RETRIES });
      if (fetched.kind === "ok") return htmlOf(fetched);
      if (fetched.kind === "not-modified") throw new Error("an answer to a question that was not asked");
      throw new ReportedError(reportOf(fetched));
    },
    close: async () => door?.close(),
  };
}

function openSystemDoor(environment: Environment, version: string): Door {
  return openDoor(doorSettings(loadSettings(environment), version), {
    turns: memoryTurns(systemClock),
    clock: systemClock,
    random: Math.random,
  });
}
