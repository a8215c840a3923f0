/**
 * A month of a dozen invented institutions, harvested day by day by the real harvester; the clock is passed in. In the
 * end there is a source in every state.
 */
import type { Pool } from "pg";
import type { Clock } from "../../../src/fetch/clock.js";
import { openDoor } from "../../../src/fetch/door.js";
import { memoryTurns } from "../../../src/fetch/memory-turns.js";
import { harvestSource } from "../../../src/harvester/cycle.js";
import { fetchLabelled, keepSource, learnSource } from "../../../src/harvester/set-up/set-up.js";
import type { HarvestTools } from "../../../src/harvester/tools.js";
import { scheduleCheck, setSourceState, sourceOf } from "../../../src/store/source.js";
import { threads } from "../../harvester/threads.js";
import { settingsOf } from "../../harvester/tools.js";
import { type Plan, plansFor } from "./plans.js";
import { type StageSite, startSite } from "./site.js";

const DAY = 86_400_000;
const MINUTE = 60_000;

export interface Month {
  readonly origins: readonly string[];
  readonly ids: ReadonlyMap<string, string>; // of the sources, by their names
  close(): Promise<void>;
}

export async function playMonth(pool: Pool, days: number): Promise<Month> {
  const plans = plansFor(days);
  const sites = await Promise.all(plans.map(({ institution }) => startSite(institution)));
  const origins = sites.map(({ origin }) => origin);
  const end = Date.now();
  let now = end;
  const clock: Clock = {
    now: () => now,
    async wait(ms) {
      now += ms;
    },
  };
  const limits = { retries: 0 };
  const door = openDoor({ version: "0", loopback: origins, limits }, { turns: memoryTurns(clock), clock, random: () => 0.5 });
  const ids = new Map<string, string>();
  for (const [i, plan] of plans.entries()) {
    const setNow = (ago: number): void => {
      now = end - ago * DAY - plan.minutesAgo * MINUTE;
    };
    ids.set(plan.name, await lived({ pool, door, threads }, plan, sites[i] as StageSite, days, setNow));
  }
  await door.close();
  return {
    origins,
    ids,
    async close() {
      await Promise.all(sites.map((site) => site.close()));
    },
  };
}

async function lived(
  tools: HarvestTools,
  plan: Plan,
  site: StageSite,
  days: number,
  setNow: (ago: number) => void,
): Promise<string> {
  const { pool, door } = tools;
  const first = plan.sinceDays ?? days - 1;
  const last = plan.untilDays ?? 0;
  plan.begin?.(site);
  setNow(first);
  const id = await kept(tools, plan, site);
  for (let ago = first; ago >= last; ago--) {
    setNow(ago);
    plan.on?.[ago]?.(site);
    const source = await sourceOf(pool, id);
    if (source) await harvestSource(tools, source);
  }
  if (plan.state === "paused") {
    await setSourceState(pool, id, { state: "paused", reason: null }, new Date(door.clock.now()));
    await scheduleCheck(pool, id, null);
  }
  return id;
}

async function kept(tools: HarvestTools, { name, settings: more }: Plan, { source }: StageSite): Promise<string> {
  const time = new Date(tools.door.clock.now());
  const schedule = { cron: `${time.getUTCMinutes()} ${time.getUTCHours()} * * *`, zone: "UTC" };
  const settings = settingsOf(source, { schedule, order: Object.keys(source.labels), ...more?.(source) });
  if (!settings.key) throw new Error("no key");
  const setUp = await learnSource(tools, settings, await fetchLabelled(tools, settings, settings.key));
  if (!("version" in setUp)) throw new Error(`nothing learnt of ${name}: ${JSON.stringify(setUp.problems)}`);
  return (await keepSource(tools, name, setUp)).id;
}
