import { refuse } from "../../api/errors.js";
import { schemaVersionOf } from "../../store/backup/tables.js";
import { countedRows, databaseFigures } from "../../store/figures.js";
import { MIGRATIONS } from "../../store/migrations/migrations.js";
import { lastVerified } from "../../store/verify.js";
import { countOpenWarnings } from "../../store/warning.js";
import { countWords } from "../../store/work-list.js";
import { workers } from "../../store/worker.js";
import { isLoopback } from "../access.js";
import type { Some } from "../handler.js";
import type { ServerTools } from "../tools.js";

type Names = "events" | "machine" | "healthz" | "readyz" | "metrics";

const UNSEEN_MS = 120_000; // a worker that was not seen for so long is taken for dead

export function machineRoutes(tools: ServerTools): Some<Names> {
  const { pool, events } = tools;
  const isSeen = async (now: Date): Promise<boolean> =>
    (await workers(pool).catch(() => [])).some(({ seenAt }) => now.getTime() - seenAt.getTime() < UNSEEN_MS);

  return {
    async events({ reply, caller }) {
      if (caller.kind === "nobody" || !(await events.hold(caller, reply.raw))) return refuse("not-signed-in");
      const headers = {
        ...reply.getHeaders(),
        "content-type": "text/event-stream",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
      };
      reply.hijack();
      reply.raw.writeHead(200, headers as Record<string, string>);
      if (!events.join(reply.raw)) reply.raw.end("retry: 30000\n\n");
      return reply;
    },

    async machine() {
      const { isEmbedded, settings, contact } = tools.machine;
      return {
        version: tools.version,
        node: process.version,
        database: { isEmbedded, ...(await databaseFigures(pool)) },
        listensOn: tools.listensOn(),
        publicUrl: tools.publicUrl,
        contact,
        verified: (await lastVerified(pool)).all,
        workers: (await workers(pool)).map(({ name, seenAt }) => ({ name, seenAt: seenAt.toISOString() })),
        settings,
      };
    },

    healthz: async () => ({ ok: true }),

    async readyz({ reply, now }) {
      const schemaVersion = await schemaVersionOf(pool).catch(() => undefined);
      const worker = schemaVersion === MIGRATIONS.length && (await isSeen(now)); // of another schema version we know nothing
      const ready = { database: schemaVersion !== undefined, migrations: schemaVersion === MIGRATIONS.length, worker };
      const ok = ready.database && ready.migrations && ready.worker;
      reply.status(ok ? 200 : 503);
      return { ok, ...ready };
    },

    async metrics({ caller, request, reply, now }) {
      if (caller.kind === "nobody" && !isLoopback(request.ip)) return refuse("not-signed-in");
      return reply.header("content-type", "text/plain; version=0.0.4; charset=utf-8").send(await metricsOf(tools, now));
    },
  };
}

/** In Prometheus' own text form. */
async function metricsOf({ pool, version }: ServerTools, now: Date): Promise<string> {
  const [figures, rows, words, warnings] = await Promise.all([
    databaseFigures(pool),
    countedRows(pool),
    countWords(pool, now),
    countOpenWarnings(pool),
  ]);
  const { rss, heapUsed } = process.memoryUsage();
  const metric = (name: string, help: string, values: readonly (readonly [labels: string, value: number])[]): string =>
    [
      `# HELP bartree_${name} ${help}`,
      `# TYPE bartree_${name} gauge`,
      ...values.map(([labels, value]) => `bartree_${name}${labels} ${value}`),
    ].join("\n");
  return `${[
    metric("info", "The version that runs.", [[`{version="${version}"}`, 1]]),
    metric(
      "sources",
      "Sources by state.",
      [...words].map(([word, count]) => [`{state="${word}"}`, count]),
    ),
    metric("warnings_open", "Warnings that are open.", [["", warnings]]),
    metric(
      "rows",
      "Rows of the large tables, as the database estimates them.",
      Object.entries(rows).map(([name, count]) => [`{table="${name}"}`, count]),
    ),
    metric("database_bytes", "Size of the database.", [["", figures.bytes]]),
    metric("connections", "Connections of this process to the database.", [
      [`{state="open"}`, pool.totalCount],
      [`{state="idle"}`, pool.idleCount],
      [`{state="waiting"}`, pool.waitingCount],
    ]),
    metric("memory_bytes", "Memory of this process.", [
      [`{kind="rss"}`, rss],
      [`{kind="heap"}`, heapUsed],
    ]),
    metric("up_seconds", "Since this process started.", [["", Math.round(process.uptime())]]),
  ].join("\n")}\n`;
}
