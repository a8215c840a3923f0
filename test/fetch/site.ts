/** A web server on loopback for one test, and a door that may visit it. Nothing here reaches beyond 127.0.0.1. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { htmlOf } from "../../src/fetch/charset.js";
import { systemClock } from "../../src/fetch/clock.js";
import { socketConnector } from "../../src/fetch/connect.js";
import { type Connect, type Door, type DoorSettings, type DoorTools, openDoor, type Resolve } from "../../src/fetch/door.js";
import type { Fetched } from "../../src/fetch/fetch-page.js";
import { memoryTurns } from "../../src/fetch/memory-turns.js";

export type Site = { origin: string; port: number; close(): Promise<void> };

/** `pages` answers all but robots.txt, which is not there unless `robots` says otherwise. */
export function startSite(
  pages: RequestListener,
  robots: RequestListener = (_request, response) => answer(response, 404),
): Promise<Site> {
  return listen(createServer((request, response) => (request.url === "/robots.txt" ? robots : pages)(request, response)));
}

/** A server that answers with these very bytes, in these pieces; robots.txt is not there. */
export function startRawSite(pages: (socket: Socket, request: string) => void): Promise<Site> {
  return listen(
    createTcpServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", (data) => {
        const request = data.toString("latin1");
        if (request.startsWith("GET /robots.txt")) socket.end("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
        else pages(socket, request);
      });
    }),
  );
}

export async function listen(server: Server): Promise<Site> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export function answer(
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
  body: string | Uint8Array = "",
): void {
  response.writeHead(status, headers);
  response.end(body);
}

export function html(body = "<!doctype html><p>On Bars"): RequestListener {
  return (_request: IncomingMessage, response) => answer(response, 200, { "content-type": "text/html" }, body);
}

/** Waits are noted and pass at once; robots.txt ages by them too. */
export function hastyClock(): { now(): number; wait(ms: number): Promise<void>; waits: number[] } {
  const waits: number[] = [];
  let now = 1_700_000_000_000;
  return {
    waits,
    now: () => now,
    async wait(ms) {
      waits.push(ms);
      now += ms;
    },
  };
}

/** The outcome, with its text where it is a page. */
export const withText = (outcome: Fetched) => (outcome.kind === "ok" ? { ...outcome, html: htmlOf(outcome) } : outcome);

export function doorTo(sites: readonly Site[], settings: Partial<DoorSettings> = {}, tools: Partial<DoorTools> = {}): Door {
  const clock = tools.clock ?? systemClock;
  return openDoor(
    { version: "1.2.3", loopback: sites.map(({ origin }) => origin), ...settings },
    { turns: memoryTurns(clock), clock, random: () => 0.5, resolve: knowsNobody, connect: loopbackOnly, ...tools },
  );
}

/** Whatever the gate may let through by mistake, no test sends a packet beyond this machine. */
const loopbackOnly: Connect = async (target) => {
  if (!/^127\.\d+\.\d+\.\d+$|^::1$/.test(target.address)) throw new Error(`a test was about to visit ${target.address}`);
  return socketConnector()(target);
};

const knowsNobody: Resolve = async (name) => {
  throw Object.assign(new Error(`a test was about to resolve ${name}`), { code: "ENOTFOUND" });
};
