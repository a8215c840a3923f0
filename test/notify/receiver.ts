/** A program on loopback that is told by webhook. */
import { createServer, type IncomingHttpHeaders } from "node:http";

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export async function startReceiver() {
  const received: Received[] = [];
  const state = { status: 204, location: "", slowMs: 0 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString("utf8") });
      if (state.status === 0) return; // it never answers
      const answer = () => response.writeHead(state.status, state.location === "" ? {} : { location: state.location }).end();
      setTimeout(answer, state.slowMs);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    received,
    answers(status: number, location = "") {
      Object.assign(state, { status, location });
    },
    slow(slowMs: number) {
      state.slowMs = slowMs;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
