/** Why a source is paused whose headers and cookies did not come with it; given again, it goes on by itself. */

const AWAITED = "; give them again";

/** One that was paused anyway stays so. */
export const awaitsSecrets = (what: string, isPaused: boolean): string =>
  `${what}${AWAITED}${isPaused ? ", then resume it" : ""}`;

export const isAwaitingSecrets = (reason: string | null): boolean => reason?.endsWith(AWAITED) ?? false;
