/** A harvester on a database of its own, with the real door and a clock that does not make anybody wait. */
import { SourceSettings } from "../../src/api/source.js";
import type { DemoSite, DemoSource } from "../../src/demo/site.js";
import type { Clock } from "../../src/fetch/clock.js";
import { type DoorSettings, type DoorTools, openDoor } from "../../src/fetch/door.js";
import { memoryTurns } from "../../src/fetch/memory-turns.js";
import { harvestSource } from "../../src/harvester/cycle.js";
import { fetchLabelled, keepSource, learnListSource, learnSource } from "../../src/harvester/set-up/set-up.js";
import type { HarvestEvent, HarvestTools } from "../../src/harvester/tools.js";
import { recordsSince } from "../../src/store/record.js";
import { sourceOf } from "../../src/store/source.js";
import { testDatabase } from "../store/database.js";
import { threads } from "./threads.js";

export type Texts = Readonly<Record<string, readonly string[]>>;

export function testHarvester(...origins: string[]) {
  return harvesterWith({ loopback: origins });
}

export async function harvesterWith(settings: Partial<DoorSettings>, more: Pick<DoorTools, "connect"> = {}) {
  const { pool, url, drop } = await testDatabase();
  let ahead = 0;
  const clock: Clock = {
    now: () => Date.now() + ahead,
    async wait(ms) {
      ahead += ms;
    },
  };
  const events: HarvestEvent[] = [];
  const door = openDoor({ version: "0", ...settings }, { turns: memoryTurns(clock), clock, random: () => 0.5, ...more });
  const tools: HarvestTools = { pool, door, threads, onEvent: (event) => events.push(event) };
  return {
    tools,
    pool,
    url,
    events,
    clock,
    async add(name: string, settings: SourceSettings): Promise<string> {
      const { key } = settings;
      if (!key) throw new Error("no key");
      const setUp = await learnSource(tools, settings, await fetchLabelled(tools, settings, key));
      if (!("version" in setUp)) throw new Error(`nothing learnt: ${JSON.stringify(setUp.problems)}`);
      const { settings: kept, version } = setUp; // without the pages of the set-up: the first harvest asks for all
      return (await keepSource(tools, name, { settings: kept, version })).id;
    },
    async addList(name: string, settings: SourceSettings): Promise<string> {
      const { learned } = await learnListSource(tools, settings);
      if (!learned.ok) throw new Error(`nothing learnt: ${learned.code}`);
      const stored = { kind: "list" as const, template: learned.template, delimiters: [] };
      const templates = [{ role: "record" as const, variant: 1, stored }];
      return (await keepSource(tools, name, { settings, version: { origin: "labels", standing: "confirmed", templates } })).id;
    },
    async source(id: string) {
      const source = await sourceOf(pool, id);
      if (!source) throw new Error("no such source");
      return source;
    },
    async harvest(id: string, signal?: AbortSignal) {
      return harvestSource({ ...tools, ...(signal && { signal }) }, await this.source(id));
    },
    records: (id: string) => recordsSince(pool, { sourceId: id, since: new Date(0), afterId: "0", limit: 1000 }),
    async close() {
      await door.close();
      await drop();
    },
  };
}

export function settingsOf(source: DemoSource, changes: object = {}): SourceSettings {
  const { keyUrl, labels, further, listUrl, nextText, numbered } = source;
  return SourceSettings.parse({
    key: { address: keyUrl, labels, further: further.map(({ url, ...rest }) => ({ address: url, ...rest })) },
    discovery: {
      lists: [listUrl],
      next: nextText ? { by: "text", text: nextText } : numbered ? { by: "number", pattern: numbered } : null,
    },
    delayMs: 0,
    ...changes,
  });
}

export function demoSource(site: DemoSite, id: string): DemoSource {
  const found = site.sources.find((source) => source.id === id);
  if (!found) throw new Error(`no institution ${id}`);
  return found;
}

/** Current values that are not the site's own. */
export function wrongValues(
  records: readonly { identity: string; state: string; values: Texts }[],
  truth: ReadonlyMap<string, Texts>,
): string[] {
  return records
    .filter(({ state }) => state === "current")
    .flatMap(({ identity, values }) =>
      Object.entries(values)
        .filter(([name, texts]) => JSON.stringify(texts) !== JSON.stringify(truth.get(identity)?.[name]))
        .map(([name, texts]) => `${identity} ${name}: ${texts.join("; ")}`),
    );
}
