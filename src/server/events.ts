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
import { AccessEnd, makeStreams, type Streams } from "./streams.js";

const PROGRESS_MS = 1000;
const ALIVE_MS = 20_000; // proxies close what is silent
const MOST_LISTENERS = 500;
const MOST_WAITING = 1_000_000; // bytes that a slow listener may leave untaken

export interface Events extends Pick<Streams, "hold"> {
  /** False if too many listen already. Whoever joins is held before. */
  join(response: ServerResponse): boolean;
  tell(event: ServerEvent): void;
  close(): Promise<void>;
}

export async function openEvents(pool: Pool, now: () => Date): Promise<Events> {
  const streams = makeStreams(pool, now);
  const listeners = new Set<ServerResponse>();
  const told = new Map<string, string>(); // the last progress of each running harvest

  function send(text: string): void {
    streams.endExpired();
    for (const response of listeners) {
      if (response.destroyed) listeners.delete(response);
      else if (response.writableLength > MOST_WAITING) response.destroy();
      else response.write(text);
    }
  }
  const tell = (event: ServerEvent): void => send(`data: ${JSON.stringify(event)}\n\n`);

  async function pass(word: string): Promise<void> {
    const event = JSON.parse(word) as { kind: string };
    const { data: ended } = AccessEnd.safeParse(event);
    if (ended) return streams.end(ended); // before whatever was told after it
    if (listeners.size === 0) return;
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
    () => quietly(streams.lookAgain().then(() => tell({ kind: "hello" }))),
  );
  const everySecond = (): void => {
    streams.endExpired();
    quietly(tellProgress());
  };
  const timers = [setInterval(everySecond, PROGRESS_MS), setInterval(() => send(": still here\n\n"), ALIVE_MS)];
  for (const timer of timers) timer.unref();

  return {
    hold: streams.hold,
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
