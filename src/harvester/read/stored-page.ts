import type { Db } from "../../store/db.js";
import { snapshotOf } from "../../store/snapshot.js";
import type { ReadablePage } from "./read-page.js";

/** A page as it was when its snapshot was taken. */
export async function storedPage(
  db: Db,
  { address, snapshotId }: { address: string; snapshotId: string | null },
): Promise<ReadablePage | undefined> {
  const snapshot = snapshotId === null ? undefined : await snapshotOf(db, snapshotId);
  if (!snapshot || snapshot.droppedAt) return undefined;
  const { bytes, digest, charset, mediaType, isRendered } = snapshot;
  return { address, bytes, digest: digest.toString("hex"), charset, mediaType, rendered: isRendered };
}
