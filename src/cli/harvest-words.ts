import type { HarvestEvent } from "../harvester/tools.js";

/** How far a harvest is, in one line; single pages are shown otherwise. */
export function harvestLine(source: string, event: Exclude<HarvestEvent, { kind: "page" }>): string {
  switch (event.kind) {
    case "check":
      return `${source}: ${event.verdict}`;
    case "heal":
      return `${source}: healed, version ${event.version}${event.unconfirmed ? ", unconfirmed" : ""}`;
    case "earlier-version":
      return `${source}: version ${event.earlier} reads it again, now as version ${event.version}`;
    case "new-key":
      return `${source}: another record is the key now, ${event.address}`;
    case "found":
      return `${source}: ${event.found} pages`;
  }
}
