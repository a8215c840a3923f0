/** A TCP proxy of ours before a database's socket: slow or cut when a test says so. */

import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";

export interface TcpProxy {
  readonly port: number;
  calls(): number; // connections so far, refused ones too
  delay(ms: number): void; // every piece that comes from the server
  cut(): void; // all connections
  refuse(isRefusing: boolean): void;
  close(): Promise<void>;
}

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const pairs = new Set<Socket>();
  let [delayMs, isRefusing, calls] = [0, false, 0];
  const server = createServer((near) => {
    calls++;
    if (isRefusing) return near.destroy();
    const far = connect(`${target.host}/.s.PGSQL.${target.port}`);
    for (const socket of [near, far]) {
      pairs.add(socket);
      socket
        .on("error", () => {})
        .on("close", () => {
          pairs.delete(socket);
          (socket === near ? far : near).destroy();
        });
    }
    near.pipe(far);
    far.on("data", (piece) =>
      delayMs === 0 ? near.write(piece) : setTimeout(() => near.writable && near.write(piece), delayMs),
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const cut = () => {
    for (const socket of pairs) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    calls: () => calls,
    delay(ms) {
      delayMs = ms;
    },
    cut,
    refuse(refusing) {
      isRefusing = refusing;
    },
    close() {
      cut();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
