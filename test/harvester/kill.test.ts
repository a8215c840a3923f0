/**
 * Group F: workers are killed at random moments of their harvests, or the database server under them, and with every fifth
 * kill all that runs. What was acknowledged must be there, once, and every harvest must come to its end.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { it } from "vitest";
import { versionsOf } from "../../src/store/template.js";
import { randomFrom } from "../core/record-pages.js";
import { Toll } from "../kills.js";
import { isLong, say, seed } from "../run.js";
import { type Child, KilledWorkers, type Round, type Stage } from "./killed-workers.js";

const KILLS_A_ROUND = 3; // a harvest that more workers than that die with is put off for minutes
const SOURCES = 3;
const PAGES = 12;

const random = randomFrom(seed);

/** One of the workers that are at something of the kind, by chance; undefined when nothing is left to harvest. */
async function victimOf(own: KilledWorkers, round: Round, isMeant: (child: Child) => boolean): Promise<Child | undefined> {
  for (;;) {
    const busy = [...own.children].filter(isMeant);
    const victim = busy[Math.floor(random() * busy.length)];
    if (victim || (await own.isDone(round))) return victim;
    await sleep(5);
  }
}

const isBusy = ({ stages }: Child): boolean => stages.size > 0;

it(
  "kills in harvests lose no acknowledged row, leave none twice, and every harvest is completed",
  async () => {
    const KILLS = isLong ? 100 : 12; // in mid-harvest; others do not count
    const own = await KilledWorkers.open({ sources: SOURCES, pages: PAGES });
    const toll = new Toll("harvests");
    try {
      let [kills, rounds, acknowledged] = [0, 0, 0];
      while (toll.tried < KILLS) {
        rounds += 1;
        if (rounds > 1) for (const site of own.sites) site.edition += 1; // every page changes
        const round = await own.newRound();
        for (let time = 0; time < KILLS_A_ROUND && toll.tried < KILLS; time++) {
          own.startAll();
          const victim = await victimOf(own, round, isBusy);
          if (!victim) break; // all is done already
          const pages = random() * PAGES * SOURCES * 0.4;
          while (victim.stored.length < pages && isBusy(victim)) await sleep(2);
          await sleep(random() * 20);
          const stored = [...own.children].flatMap((child) => child.stored);
          toll.tried += isBusy(victim) ? 1 : 0;
          await own.strike(victim, kills++);
          acknowledged += stored.length;
          await own.countLost(stored, toll);
          toll.expectClean();
        }
        await own.finish(round);
        await own.countRound(rounds, rounds, toll);
      }
      await own.countProofs(toll);
      say(`killed ${kills} times in ${rounds} rounds; ${acknowledged} acknowledged pages looked for`);
      toll.close(KILLS);
    } finally {
      await own.close();
    }
  },
  isLong ? 1_800_000 : 240_000,
);

/** From the moment a source is taken to its first page that is read by the healed template. */
const BEFORE_READING: readonly Stage[] = ["taken", "checked", "healed"];
const isHealing = ({ stages }: Child): boolean => [...stages.values()].some((stage) => BEFORE_READING.includes(stage));

const HEAL_MS = 1500; // about what one takes here, with the latency of its pages

it(
  "kills in heals leave the old version or the new one, never two, and every source is healed and harvested",
  async () => {
    const KILLS = isLong ? 50 : 6;
    const own = await KilledWorkers.open({ sources: SOURCES, pages: PAGES });
    const toll = new Toll("heals");
    const struckAt: Record<Stage, number> = { taken: 0, checked: 0, healed: 0, reading: 0 };
    try {
      own.startAll();
      await own.finish(await own.newRound()); // before any redesign
      for (let [redesigns, kills] = [1, 0]; toll.tried < KILLS; redesigns++) {
        for (const site of own.sites) {
          site.design += 1; // one that it never had: an earlier template would read that again
          site.pages += 1; // shown in the new design only
        }
        const round = await own.newRound();
        for (let time = 0; time < KILLS_A_ROUND && toll.tried < KILLS; time++) {
          own.startAll();
          const victim = await victimOf(own, round, isHealing);
          if (!victim) break;
          const until = performance.now() + random() * HEAL_MS;
          while (performance.now() < until && isHealing(victim)) await sleep(1);
          const stored = [...own.children].flatMap((child) => child.stored);
          const stages = [...victim.stages.values()];
          await own.strike(victim, kills++);
          if (stages.some((stage) => BEFORE_READING.includes(stage))) toll.tried += 1;
          for (const stage of new Set(stages)) struckAt[stage] += 1;
          await own.countLost(stored, toll);
          toll.expectClean();
        }
        await own.finish(round);
        await own.countRound(redesigns + 1, 1, toll);
        for (const id of own.sourceIds) {
          const origins = (await versionsOf(own.store.pool, id)).map(({ origin }) => origin);
          const heals = origins.filter((origin) => origin === "heal").length;
          const surplus = heals - redesigns;
          if (surplus !== 0) toll[surplus > 0 ? "twice" : "lost"].push(`${heals} healed versions after ${redesigns} redesigns`);
        }
        toll.expectClean();
      }
      await own.countProofs(toll);
      say(`struck while a source was ${JSON.stringify(struckAt)}`);
      toll.close(KILLS);
    } finally {
      await own.close();
    }
  },
  isLong ? 1_800_000 : 240_000,
);
