/** What `supervise.ts` starts: the command line, in a process that stops when its parent is gone. */
import { once } from "node:events";

const stop = (): void => void process.kill(process.pid, "SIGTERM");
process.once("disconnect", stop);
if (!process.connected) stop(); // it was faster than this line
const [{ told }] = await once(process, "message");
process.channel?.unref();
const { main, processStreams } = await import("./main.js");
process.exitCode = await main(process.argv.slice(2), {
  ...processStreams(),
  succession: { before: told, tell: (serving) => process.send?.(serving) },
});
