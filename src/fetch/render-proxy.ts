/**
 * The proxy that a rendering browser must use: the same gate for whatever a page's scripts ask for.
 *
 * It listens on loopback while one page is rendered. Plain requests are read and sent on, GET and HEAD only; https goes
 * through tunnels, opened to checked addresses. What the gate refuses gets 403.
 */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { theirWords } from "../api/reasons.js";
import { openThroughGate } from "./connect.js";
import type { Door } from "./door.js";
import { Fault } from "./fault.js";
import { askedOf } from "./proxy.js";

export type RenderProxy = {
  address: string;
  /** What the page itself was answered with; undefined for https, which passes unread. */
  statusOf(url: URL): number | undefined;
  close(): Promise<void>;
};

const REQUESTS_PER_PAGE = 500;
const BYTES_PER_PAGE = 50_000_000; // to the browser, all requests together
const COUNT_EVERY_MS = 200;
const HOP_HEADERS = new Set([
  "connection",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "host",
  "content-length",
]);
const isOfTheHop = (name: string): boolean => HOP_HEADERS.has(name.toLowerCase()) || /^proxy-/i.test(name);

export async function startRenderProxy(door: Door): Promise<RenderProxy> {
  const statuses = new Map<string, number>();
  const sockets = new Set<Socket>();
  let requests = 0;
  let bytesBefore = 0; // of connections that are closed
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  const counting = setInterval(() => {
    const bytes = [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, bytesBefore);
    if (bytes > BYTES_PER_PAGE) end();
  }, COUNT_EVERY_MS);
  const isTooMany = (): boolean => {
    requests += 1;
    return requests > REQUESTS_PER_PAGE;
  };
  const server = createServer((request, response) => {
    const refused = isTooMany() || (request.method !== "GET" && request.method !== "HEAD");
    const work = refused
      ? Promise.reject(new Fault("address-refused", theirWords("not for a page")))
      : passOn(door, request, response, statuses);
    work.catch(() => (response.headersSent ? response.destroy() : response.writeHead(403).end()));
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket
      .on("error", () => {})
      .on("close", () => {
        sockets.delete(socket);
        bytesBefore += socket.bytesWritten;
      });
  });
  server.on("connect", (request: IncomingMessage, socket: Socket) => {
    const opening = isTooMany()
      ? Promise.reject(new Fault("address-refused", theirWords("too many")))
      : tunnel(door, request, socket);
    opening.then(
      () => {},
      () => socket.end("HTTP/1.1 403 Forbidden\r\n\r\n"),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    statusOf: (url) => statuses.get(url.href),
    close() {
      clearInterval(counting);
      end();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function passOn(
  door: Door,
  request: IncomingMessage,
  response: ServerResponse,
  statuses: Map<string, number>,
): Promise<void> {
  const judged = door.gate.judge(request.url ?? "");
  if (!judged.ok || judged.url.protocol !== "http:") throw new Fault("address-refused", theirWords("not for a page"));
  const { url } = judged;
  const stop = new AbortController();
  response.on("close", () => stop.abort());
  const answer = await door.agent.request({
    signal: stop.signal,
    ...askedOf(door, url, passing(request.headers)),
    method: request.method === "HEAD" ? "HEAD" : "GET",
  });
  statuses.set(url.href, answer.statusCode);
  response.writeHead(answer.statusCode, passing(answer.headers));
  await pipeline(answer.body, response);
}

function passing(headers: IncomingMessage["headers"]): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined && !isOfTheHop(name)) kept[name] = value;
  return kept;
}

async function tunnel(door: Door, { url: target = "" }: IncomingMessage, near: Socket): Promise<Socket> {
  if (!URL.canParse(`https://${target}/`)) throw new Fault("address-refused", theirWords("no host and port"));
  const far = await openThroughGate(door, new URL(`https://${target}/`), door.limits.connectMs, false);
  far.on("error", () => near.destroy()).on("close", () => near.destroy());
  near.on("close", () => far.destroy());
  near.write("HTTP/1.1 200 Connection Established\r\n\r\n");
  near.pipe(far).pipe(near);
  return far;
}
