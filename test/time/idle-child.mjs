/** A server that has nothing to do: what it makes one wait is the machine's doing. */
import { createServer } from "node:http";

const server = createServer((_, response) => response.end("idle")).listen(0, "127.0.0.1", () => {
  process.send?.({ port: server.address().port });
});
process.on("disconnect", () => process.exit(0));
