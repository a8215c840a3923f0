/** What the harvester works with; whoever starts it opens these and hands them down. */
import type { Pool } from "pg";
import type { Door } from "../fetch/door.js";
import type { HarvestCounts } from "../store/harvest.js";
import type { Threads } from "./threads/threads.js";

export interface HarvestTools {
  readonly pool: Pool;
  readonly door: Door;
  readonly threads: Threads; // for all work on the bytes of foreign pages
  readonly signal?: AbortSignal; // a harvest that is stopped ends its page and goes on another time
  readonly onEvent?: (event: HarvestEvent) => void;
}

/** How far a harvest is, for bars and lines; nothing depends on anybody listening. */
export type HarvestEvent =
  | { readonly kind: "check"; readonly address: string; readonly verdict: string }
  | { readonly kind: "heal"; readonly version: number; readonly unconfirmed: boolean }
  | { readonly kind: "earlier-version"; readonly version: number; readonly earlier: number; readonly instead: number }
  | { readonly kind: "new-key"; readonly address: string }
  | { readonly kind: "found"; readonly found: number }
  | {
      readonly kind: "page";
      readonly address: string;
      readonly outcome: keyof HarvestCounts;
      readonly done: number;
      readonly found: number;
    };

export const nowOf = ({ door }: Pick<HarvestTools, "door">): Date => new Date(door.clock.now());
