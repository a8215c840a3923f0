import type { Reason } from "../api/reasons.js";

/** Whether a source is paused for its headers and cookies alone, which did not come with it: given again, it goes on. */
export const isAwaitingSecrets = (reason: Reason | null): boolean =>
  (reason?.code === "secrets-not-restored" || reason?.code === "secrets-not-exported") && reason.facts.at(-1) === false;
