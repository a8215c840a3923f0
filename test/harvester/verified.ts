import type { Pool } from "pg";
import { type FalseValueOfRecord, type VerifyTools, verifyStore } from "../../src/harvester/verify/verify-store.js";
import { threads } from "./threads.js";

/** What `bartree verify` finds in a store. */
export async function verified(
  pool: Pool,
  sourceId: string | null = null,
  verify: VerifyTools["verify"] = (page) => threads.call("verify", page),
) {
  const told: FalseValueOfRecord[] = [];
  const progress: [number, number][] = [];
  const counts = await verifyStore(
    { pool, verify, onFalse: (value) => told.push(value), onProgress: (...step) => progress.push(step) },
    sourceId,
  );
  return { counts, told, progress };
}
