/** What the thread of a bare loop does: it packs the pages it is sent, one after the other. */
import { parentPort } from "node:worker_threads";
import { packSnapshot } from "../dist/store/snapshot.js";

parentPort.on("message", (bytes) => {
  const { digest, size, packed } = packSnapshot(bytes);
  const own = new Uint8Array(packed); // a Buffer may be a part of some larger memory
  parentPort.postMessage({ digest: new Uint8Array(digest), size, packed: own }, [own.buffer]);
});
