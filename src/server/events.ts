/**
 * Server-sent events: what the database says has changed, handed to every page that listens.
 *
 * They tell ids, never contents; whoever may read the thing asks for it. Progress of running harvests is looked up once
 * a second, and only while somebody listens.
 */
import type { ServerResponse } from "node:http";
import type { Pool } from "pg";
import { ServerEvent } from "../api/server/events.js";
import { harvestProgress } from "../store/harvest.js";
import { type Listening, listen } from "../store/listen.js";
import { countOpenWarnings } from "../store/warning.js";

const PROGRESS_MS = 1000;
const ALIVE_MS = 20_000; // proxies close what is silent
const MOST_LISTENERS = 500;
const MOST_WAITING = 1_000_000; // bytes that a slow listener may leave untaken

export interface Events {
  /** False if too many listen already. */
  join(response: ServerResponse): boolean;
  tell(event: ServerEvent): void;
  close(): Promise<void>;
}

export async function openEvents(pool: Pool): Promise<Events> {
  const listeners = new Set<ServerResponse>();
  const told = new Map<string, string>(); // the last progress of each running harvest

  function send(text: string): void {
    for (const response of listeners) {
      if (response.writableLength > MOST_WAITING) response.destroy();
      else response.write(text);
    }
  }
  const tell = (event: ServerEvent): void => send(`data: ${JSON.stringify(event)}\n\n`);

  async function pass(word: string): Promise<void> {
    if (listeners.size === 0) return;
    const event = JSON.parse(word) as { kind: string };
    const full = event.kind === "warning" ? { ...event, openWarnings: await countOpenWarnings(pool) } : event;
    const { data } = ServerEvent.safeParse(full);
    if (data) tell(data);
  }

  async function tellProgress(): Promise<void> {
    if (listeners.size === 0) return;
    const running = await harvestProgress(pool);
    for (const progress of running) {
      const text = JSON.stringify(progress);
      if (told.get(progress.harvestId) === text) continue;
      told.set(progress.harvestId, text);
      tell({ kind: "progress", ...progress });
    }
    const open = new Set(running.map(({ harvestId }) => harvestId));
    for (const id of told.keys()) if (!open.has(id)) told.delete(id);
  }

  const quietly = (work: Promise<void>): void => {
    work.catch(() => {}); // the database is away; the page hears of it from its own calls
  };
  const listening: Listening = await listen(
    pool,
    (word) => quietly(pass(word)),
    () => tell({ kind: "hello" }),
  );
  const timers = [setInterval(() => quietly(tellProgress()), PROGRESS_MS), setInterval(() => send(": still here\n\n"), ALIVE_MS)];
  for (const timer of timers) timer.unref();

  return {
    join(response) {
      if (listeners.size >= MOST_LISTENERS) return false;
      listeners.add(response);
      response.once("close", () => listeners.delete(response));
      response.write(`retry: 1000\ndata: ${JSON.stringify({ kind: "hello" } satisfies ServerEvent)}\n\n`);
      return true;
    },
    tell,
    async close() {
      for (const timer of timers) clearInterval(timer);
      for (const response of listeners) response.end();
      await listening.stop();
    },
  };
}
