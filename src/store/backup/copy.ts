/**
 * COPY as streams: pg speaks the protocol and leaves the query to whoever submits one of their own. Both ways keep to the
 * pace of the slower side, so no table needs to fit into memory.
 */
import { once } from "node:events";
import { Readable } from "node:stream";
import type { ClientBase, Connection } from "pg";

/** What pg's connection can do beyond its published types. */
type Wire = Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void; sendCopyFail(reason: string): void };

const PIECE = 65_536; // rows come one by one; larger pieces are cheaper to pack

/** The rows that a `copy … to stdout` gives. Whoever stops reading before the end loses the connection. */
export function copyOut(client: ClientBase, statement: string): Readable {
  let wire: Connection | undefined;
  let [gathered, size]: [Buffer[], number] = [[], 0];
  let isOver = false;
  const rows = new Readable({
    read: () => void wire?.stream.resume(),
    destroy(error, done) {
      if (!isOver) wire?.stream.destroy();
      done(error);
    },
  });
  const hand = (): boolean => {
    const piece = Buffer.concat(gathered, size);
    [gathered, size] = [[], 0];
    return piece.length === 0 || rows.push(piece);
  };
  const end = (error?: Error): void => {
    if (isOver) return;
    isOver = true;
    if (error) rows.destroy(error);
    else {
      hand();
      rows.push(null);
    }
  };
  const query = {
    submit(connection: Connection): void {
      wire = connection;
      connection.query(statement);
    },
    handleCopyData({ chunk }: { chunk: Buffer }): void {
      gathered.push(Buffer.from(chunk)); // the parser uses its bytes again
      size += chunk.length;
      if (size >= PIECE && !hand()) wire?.stream.pause();
    },
    handleError: end,
    handleCommandComplete(): void {},
    handleReadyForQuery: () => end(),
  };
  client.query(query);
  return rows;
}

/** Runs a `copy … from stdin` with these bytes; gives how many rows it took. */
export function copyIn(client: ClientBase, statement: string, bytes: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((done, fail) => {
    let isOver = false;
    let rows = 0;
    let own: Error | undefined; // what went wrong on our side, which the server only repeats
    const query = {
      submit: (connection: Connection): void => connection.query(statement),
      handleCopyInResponse(wire: Wire): void {
        send(wire, bytes, () => isOver).catch((error: Error) => {
          own = error;
          if (!isOver) wire.sendCopyFail("what was to be copied could not be read");
        });
      },
      handleError(error: Error): void {
        isOver = true;
        fail(own ?? error);
      },
      handleCommandComplete({ text }: { text: string }): void {
        rows = Number(/^COPY (\d+)$/.exec(text)?.[1]);
      },
      handleReadyForQuery(): void {
        isOver = true;
        done(rows);
      },
    };
    client.query(query);
  });
}

async function send(wire: Wire, bytes: AsyncIterable<Buffer>, isOver: () => boolean): Promise<void> {
  for await (const piece of bytes) {
    if (isOver()) return; // the server has refused a row, and said so
    wire.sendCopyFromChunk(piece);
    if (wire.stream.writableNeedDrain) await once(wire.stream, "drain");
  }
  if (!isOver()) wire.endCopyFrom();
}
