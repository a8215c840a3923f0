/** Units spread over worker threads; each result is handed on as soon as it is there. */
import { Worker } from "node:worker_threads";

const SCRIPT = new URL("worker.mjs", import.meta.url);

export async function runUnits(units, { workers, onDone }) {
  const waiting = units.values();
  await Promise.all(Array.from({ length: Math.min(workers, units.length) }, () => workThrough(waiting, onDone)));
}

async function workThrough(waiting, onDone) {
  const worker = new Worker(SCRIPT);
  try {
    for (const unit of waiting) {
      const began = performance.now();
      const rows = await answer(worker, unit);
      onDone({ done: unit.id, ms: Math.round(performance.now() - began), rows });
    }
  } finally {
    await worker.terminate();
  }
}

function answer(worker, unit) {
  return new Promise((resolve, reject) => {
    const failed = (error) => reject(new Error(`unit “${unit.id}”: ${error.message}`, { cause: error }));
    worker.once("error", failed);
    worker.once("message", (rows) => {
      worker.off("error", failed);
      resolve(rows);
    });
    worker.postMessage(unit);
  });
}
