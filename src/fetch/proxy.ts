/**
 * A proxy between us and the web, where the settings name one. It resolves names, so the gate judges only how an address
 * is written; https passes through a tunnel, and certificates are checked as ever.
 */

import { request as requestHttp } from "node:http";
import { isIP, type Socket } from "node:net";
import { because, type Reason } from "../api/reasons.js";
import type { Connect, Door, Target } from "./door.js";
import { Fault } from "./fault.js";
import { nameOf } from "./gate.js";

export type WebProxy = {
  readonly authorization: Readonly<Record<string, string>>; // headers for the proxy alone
  /** A socket to the proxy itself, for requests that name their whole address. */
  connect(timeoutMs: number): Promise<Socket>;
  /** A socket whose other end is the target. */
  tunnel(target: Target): Promise<Socket>;
};

export function makeProxy(url: URL, connectTo: Connect): WebProxy {
  const authorization = authorizationOf(url);
  const [address, port] = [nameOf(url), Number(url.port || 80)];
  const connect = (timeoutMs: number): Promise<Socket> =>
    connectTo({ address, port, secure: false, name: address, timeoutMs }).catch((error) => {
      throw error instanceof Fault ? new Fault(error.code, because("proxy", error.reason), { mayPass: true }) : error;
    });
  return {
    authorization,
    connect,
    async tunnel(target) {
      const over = await askForTunnel(await connect(target.timeoutMs), target, authorization);
      return target.secure ? connectTo({ ...target, over }) : over;
    },
  };
}

function authorizationOf({ username, password }: URL): Record<string, string> {
  if (username === "") return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}

function askForTunnel(socket: Socket, { name, port, timeoutMs }: Target, headers: WebProxy["authorization"]): Promise<Socket> {
  const host = `${isIP(name) === 6 ? `[${name}]` : name}:${port}`;
  return new Promise((resolve, reject) => {
    const fail = (reason: Reason): void => {
      socket.destroy();
      reject(new Fault("fetch-failed", reason, { mayPass: true }));
    };
    requestHttp({
      method: "CONNECT",
      path: host,
      headers: { host, ...headers },
      createConnection: () => socket,
      signal: AbortSignal.timeout(timeoutMs),
    })
      .once("connect", ({ statusCode = 0 }, tunnel: Socket) =>
        statusCode === 200 ? resolve(tunnel) : fail(because("proxy-status", statusCode)),
      )
      .once("response", ({ statusCode = 0 }) => fail(because("proxy-status", statusCode)))
      .once("error", () => fail(because("proxy-broken-off")))
      .end();
  });
}

type Asked = { origin: string; path: string; headers: Record<string, string | string[]> };

/** The request as it is written: to a proxy, one that is not in a tunnel names the whole address. */
export function askedOf({ proxy, gate }: Pick<Door, "proxy" | "gate">, url: URL, headers: Asked["headers"]): Asked {
  const { origin } = url;
  if (!proxy || url.protocol === "https:" || gate.isLoopbackOrigin(url))
    return { origin, path: `${url.pathname}${url.search}`, headers };
  return { origin, path: url.href, headers: { ...headers, ...proxy.authorization } };
}
