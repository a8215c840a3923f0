/**
 * Sockets, opened through the gate.
 *
 * undici asks for a connection by name; the gate resolves that name once, checks every answer, and the socket is opened to
 * the checked address itself. The name lives on in the Host header and in TLS, where the certificate is checked against it.
 */

import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { buildConnector } from "undici";
import { because, theirWords } from "../api/reasons.js";
import type { Connect, Door, Target } from "./door.js";
import { Fault } from "./fault.js";
import { nameOf } from "./gate.js";
import { resolverFault } from "./resolve.js";

/** How long one of several addresses may take before the next is tried. */
const ATTEMPT_MS = 2500;

export type Way = Pick<Door, "gate" | "connect" | "proxy">;

export function gatedConnector(way: Way, timeoutMs: number): buildConnector.connector {
  return ({ protocol, host, hostname, port }, callback) => {
    const url = new URL(`${protocol}//${host ?? `${hostname}:${port}`}`);
    openThroughGate(way, url, timeoutMs).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

/** `secure` false for an https address: a bare tunnel, for a browser that speaks TLS itself. */
export async function openThroughGate(
  { gate, connect, proxy }: Way,
  url: URL,
  timeoutMs: number,
  secure = url.protocol === "https:",
): Promise<Socket> {
  const admitted = await gate.admit(url).catch((error) => {
    throw resolverFault(nameOf(url), error);
  });
  if (!admitted.ok) throw new Fault("address-refused", admitted.reason);
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  const common = { port, secure, name: nameOf(url) };
  if (proxy && !gate.isLoopbackOrigin(url)) {
    const target = { ...common, address: common.name, timeoutMs };
    return url.protocol === "https:" ? proxy.tunnel(target) : proxy.connect(timeoutMs);
  }
  const addresses = admitted.addresses.slice(0, Math.max(1, Math.floor(timeoutMs / ATTEMPT_MS)));
  const last = addresses.length - 1;
  for (const address of addresses.slice(0, last)) {
    try {
      return await connect({ ...common, address, timeoutMs: ATTEMPT_MS });
    } catch (error) {
      if (error instanceof Fault && error.code === "certificate-invalid") throw error;
    }
  }
  return connect({ ...common, address: addresses[last] ?? common.name, timeoutMs: timeoutMs - last * ATTEMPT_MS });
}

/** `trusted`: certificates to trust instead of the system's. */
export function socketConnector(trusted?: string): Connect {
  return ({ address, port, secure, name, timeoutMs, over }) =>
    new Promise((resolve, reject) => {
      const socket = secure ? openTls({ address, port, name, over }, trusted) : connectTcp({ host: address, port });
      const timer = setTimeout(() => {
        socket.destroy(new Fault("fetch-timeout", because("no-connection-in-time", timeoutMs / 1000), { mayPass: true }));
      }, timeoutMs);
      const fail = (error: Error) => {
        clearTimeout(timer);
        reject(connectionFault(error));
      };
      socket.setKeepAlive(true, 60_000).setNoDelay(true).once("error", fail);
      socket.once(secure ? "secureConnect" : "connect", () => {
        clearTimeout(timer);
        socket.off("error", fail);
        resolve(socket);
      });
    });
}

/** SNI carries names, never numbers. */
function openTls(
  { address, port, name, over }: Pick<Target, "address" | "port" | "name"> & { over: Socket | undefined },
  trusted: string | undefined,
): Socket {
  return connectTls({
    host: address,
    port,
    ...(over && { socket: over }),
    ALPNProtocols: ["http/1.1"],
    ...(isIP(name) === 0 && { servername: name }),
    ...(trusted !== undefined && { ca: trusted }),
  });
}

function connectionFault(error: Error): Fault {
  if (error instanceof Fault) return error;
  const code = "code" in error ? String(error.code) : error.message;
  if (isCertificateError(code)) return new Fault("certificate-invalid", theirWords(error.message));
  return new Fault("fetch-failed", because("no-connection", code), { mayPass: true });
}

/** Node's own code for a wrong name, and OpenSSL's codes of verification. */
function isCertificateError(code: string): boolean {
  return /^ERR_TLS_CERT|CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/.test(code);
}
