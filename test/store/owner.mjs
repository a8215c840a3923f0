/** Opens the embedded server of a home, as a process of its own that a test can kill or run as another user. */
import { writeSync } from "node:fs";
import pg from "pg";

const { openEmbedded } = await import("../../dist/store/embedded/embedded.js");
const say = (value) => writeSync(1, `${JSON.stringify(value)}\n`);
try {
  const server = await openEmbedded({ home: process.argv[2] ?? "", settings: ["fsync=off"] });
  const client = new pg.Client(server.connection);
  await client.connect();
  await client.query("create table kept as select 1 as n");
  await client.end();
  say({ pid: server.pid });
  process.stdin.resume().once("end", () => server.close());
} catch (error) {
  say({ error: error.report?.code ?? String(error) });
}
