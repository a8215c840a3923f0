/** The thread that watches the event loop of the first one: it says where the loop stands, and ends the process. */
import { workerData } from "node:worker_threads";
import { writeLogLine } from "./process-output.js";
import { DEBUGGED, TICK_MS } from "./watchdog.js";

export interface Watch {
  readonly beats: Int32Array;
  readonly seconds: number;
  readonly isSilent: boolean;
}

const { beats, seconds, isSilent } = workerData as Watch;
const PLACE_MS = 2000; // for the loop to say where it stands
const MOST_FRAMES = 10;

let last = DEBUGGED;
let ticks = 0; // since the last beat
const timer = setInterval(() => {
  const beat = Atomics.load(beats, 0);
  ticks = beat === last && beat !== DEBUGGED ? ticks + 1 : 0;
  last = beat;
  if (ticks * TICK_MS < seconds * 1000) return;
  clearInterval(timer);
  void end();
}, TICK_MS);

/** SIGKILL, since every other signal may be waiting for the loop; whoever started the process sees it, and starts it again. */
async function end(): Promise<void> {
  const at = isSilent ? [] : await standingAt();
  const msg = `Nothing has moved in this process for ${seconds} seconds; it is ended.`;
  if (!isSilent) writeLogLine({ event: "standing", seconds, at, msg });
  process.kill(process.pid, "SIGKILL");
}

/** The innermost functions of the first thread, which its debugger interrupts wherever it is; names and places, no values. */
function standingAt(): Promise<string[]> {
  const inspector = process.getBuiltinModule("node:inspector");
  return new Promise((done) => {
    if (!inspector) return done([]);
    setTimeout(() => done([]), PLACE_MS);
    const files = new Map<string, string>();
    const session = new inspector.Session();
    session.on("Debugger.scriptParsed", ({ params }) => files.set(params.scriptId, params.url));
    session.on("Debugger.paused", ({ params }) =>
      done(
        params.callFrames.slice(0, MOST_FRAMES).map(({ functionName, location }) => {
          return `${functionName || "(no name)"} (${files.get(location.scriptId)}:${location.lineNumber + 1})`;
        }),
      ),
    );
    session.connectToMainThread();
    session.post("Debugger.enable");
    session.post("Debugger.pause");
  });
}
