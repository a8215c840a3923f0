/** Time, as passed to the door. `wait` rejects with the signal's reason when that is aborted. */
export type Clock = { now(): number; wait(ms: number, signal?: AbortSignal): Promise<void> };
