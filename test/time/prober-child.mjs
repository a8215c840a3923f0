/**
 * Asks a server for two things every 50 ms, whatever became of those asked before, and tells how long each took. Beside it
 * it asks a bare server that has nothing else to do, so that one sees what the machine alone makes anybody wait.
 */
import { Agent, request } from "node:http";

const EVERY_MS = 50;
const agents = {};
let targets = []; // { name, url, keys }
let turn = 0;
let asking = 0;

process.on("message", (message) => {
  targets = message.targets;
});
process.on("disconnect", () => process.exit(0));

setInterval(() => {
  turn += 1;
  for (const target of targets) ask(target);
}, EVERY_MS);

function ask({ name, url, keys }) {
  agents[name] ??= new Agent({ keepAlive: true });
  const at = Date.now();
  const begun = performance.now();
  const key = keys[turn % keys.length];
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const id = asking++;
  process.send?.({ id, name, at });
  const tell = (status) => process.send?.({ id, name, at, ms: performance.now() - begun, status });
  const asked = request(url, { agent: agents[name], headers }, (response) => {
    response.resume();
    response.once("end", () => tell(response.statusCode));
    response.once("error", () => tell(0));
  });
  asked.once("error", () => tell(0));
  asked.end();
}
