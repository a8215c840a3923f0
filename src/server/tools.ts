/** What the server works with; `cli` opens these and hands them down. */
import type { DemoAct, DemoView } from "../api/server/demo.js";
import type { MachineView } from "../api/server/machine.js";
import type { HarvestTools } from "../harvester/tools.js";
import type { Events } from "./events.js";
import type { PasswordCost } from "./secrets.js";

export interface Demo {
  view(): DemoView;
  start(): Promise<DemoView>;
  act(site: string, act: DemoAct["act"]): boolean; // false: there is no such site
}

/** Starts a harvest now, or says that one runs already. */
export type Run = (
  sourceId: string,
  wish: { readonly isFromSnapshots: boolean },
) => Promise<{ isQueued: boolean; isRunning: boolean }>;

export interface ServerTools extends HarvestTools {
  readonly version: string;
  readonly publicUrl: string | null;
  readonly listensOn: () => string;
  readonly run: Run;
  readonly demo: Demo | null;
  readonly events: Events;
  readonly passwordCost?: PasswordCost; // what hashing one costs, unless it is the usual
  readonly onTrouble?: (error: unknown) => void; // of work that nobody waits for
  readonly machine: Pick<MachineView, "settings" | "contact"> & { readonly isEmbedded: boolean };
}
