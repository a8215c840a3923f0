/**
 * Group T: whatever a site sends, by whatever door, the server answers everybody else at once, the input ends with a result
 * or with a code that says what it is, its page fails alone, and the server can be stopped at any moment.
 *
 * BARTREE_TEST_ONLY takes words of the lines that are printed: only those ways in are tried. The long form can be stopped and
 * go on: resume.ts.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { randomFrom } from "../core/record-pages.js";
import { startSmtpServer } from "../notify/smtp-server.js";
import { resumed } from "../resume.js";
import { isLong, say, seed } from "../run.js";
import { CASES, type Case, INPUTS, inRounds, someCases } from "./cases.js";
import { harvest, keptSource, LEARN_SECONDS, putSite, type Scene, type Step, WORK_SECONDS } from "./doors.js";
import { PAGES, plainPage } from "./inputs.js";
import { addressOf, blockOf, REPORTS, redesignedBlockOf } from "./records.js";
import { type Host, openStage, type Stage } from "./stage.js";

const LANES = 4;
const only = process.env.BARTREE_TEST_ONLY ?? "";
const cases = (isLong || only !== "" ? inRounds(CASES) : someCases()).filter(({ input, door }) =>
  `${door}: ${input}`.includes(only),
);
const ROBOTS_HOSTS = 2 * cases.filter(({ door }) => door === "robots.txt").length;
const STOPS = isLong ? 30 : 3;
const TOLD = isLong ? 12 : 2; // warnings

const WORST_MS = 250;
const MEDIAN_MS = 20;
const FAILS_AT = isLong ? 5 : 20; // times the budget; other tests run beside the short form
const MACHINE = 4; // a server, a database and their threads wait for the machine more often than an idle server does
const STOP_MS = 10_000;

let stage: Stage;
let mails: Awaited<ReturnType<typeof startSmtpServer>>;
let robotsHosts = 0;
const random = randomFrom(seed);

beforeAll(async () => {
  mails = await startSmtpServer();
  const settings = {
    BARTREE_WORK_SECONDS: String(WORK_SECONDS),
    BARTREE_LEARN_SECONDS: String(LEARN_SECONDS),
    BARTREE_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    BARTREE_MAIL_FROM: "index@example.org",
    BARTREE_MAIL_TO: "people@example.org",
  };
  stage = await openStage({ hosts: LANES + 1 + TOLD + ROBOTS_HOSTS, settings });
}, 120_000);
afterAll(async () => {
  await stage?.close();
  await mails?.close();
});

const hostAt = (number: number): Host => stage.hosts[number] ?? fail("too few hosts");
const fail = (reason: string): never => {
  throw new Error(reason);
};
const healthyHost = (): Host => hostAt(LANES);
const hostToTell = (number: number): Host => hostAt(LANES + 1 + number);
/** A host is asked for its robots.txt once an hour. */
const newRobotsHost = (): Host => hostAt(LANES + 1 + TOLD + robotsHosts++);

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** One case on its lane's host, and its line. */
async function run(of: Case, lane: number, signal?: AbortSignal): Promise<readonly Step[]> {
  const host = of.door === "robots.txt" ? newRobotsHost() : hostAt(lane);
  putSite(host);
  const scene: Scene = { stage, host, steps: [], ...(signal && { signal }) };
  const from = Date.now();
  try {
    await of.run(scene);
  } catch (error) {
    scene.steps.push({ what: "the test itself", ms: 0, mostMs: 1, said: String(error), isTold: false });
  }
  if (!signal) say(lineOf(of, scene.steps, from));
  return scene.steps;
}

function lineOf({ door, input }: Case, steps: readonly Step[], from: number): string {
  const [healthz, records] = ["healthz", "records"].map((name) => Math.round(stage.waits(name, from, Date.now()).worst));
  const told = steps.map(
    ({ isTold, ms, mostMs, what, said }) =>
      `${isTold ? "" : "UNTOLD "}${ms > mostMs ? "LATE " : ""}${what} ${seconds(ms)} ${said}`,
  );
  return `${door}: ${input} | ${seconds(Date.now() - from)} s | healthz ${healthz} records ${records} ms | ${told.join("; ")}`;
}

/** So many at a time; gives how many were tried and what went wrong. */
async function runAll(lanes: number, name: string): Promise<{ tried: number; wrong: string[] }> {
  const { from, isTimeUp, note } = resumed(`group T, ${name}`);
  const wrong: string[] = [];
  const running = new Set<number>();
  let next = from;
  const runLane = async (lane: number): Promise<void> => {
    while (next < cases.length && !isTimeUp()) {
      const number = next++;
      running.add(number);
      const of = cases[number] ?? fail("no case");
      const bad = (await run(of, lane)).filter(({ isTold, ms, mostMs }) => !isTold || ms > mostMs * lanes);
      for (const { what, ms, said } of bad) wrong.push(`${of.door}: ${of.input}: ${what} after ${seconds(ms)} s: ${said}`);
      running.delete(number);
      note(Math.min(next, ...running));
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)));
  if (from > 0 || next < cases.length) say(`ways in ${from} to ${next} of ${cases.length}`);
  return { tried: next - from, wrong };
}

/**
 * Says how long others waited meanwhile, and holds it to five times the budget; what the machine makes anybody wait, who has
 * nothing to do with us, comes on top.
 */
function judgeWaits(what: string, from: number): void {
  const of = (name: string) => stage.waits(name, from, Date.now());
  const words = ({ median, worst }: ReturnType<typeof of>) => `median ${median.toFixed(1)} worst ${worst.toFixed(0)} ms`;
  const [healthz, records, idle] = [of("healthz"), of("records"), of("idle")];
  say(
    `${what}: /healthz ${words(healthz)}, records ${words(records)} of ${records.count} asked; an idle server beside it ${words(idle)}`,
  );
  for (const { median, worst } of [healthz, records]) {
    expect(median - MACHINE * idle.median).toBeLessThan(MEDIAN_MS * FAILS_AT);
    expect(worst - MACHINE * idle.worst).toBeLessThan(WORST_MS * FAILS_AT);
  }
}

/** Harvests a healthy source again and again, its pages new each time, until it is told to stop; gives how each ended. */
function harvestBeside(): { stop(): Promise<{ ms: number; said: string }[]> } {
  const ended: { ms: number; said: string }[] = [];
  let isOver = false;
  const host = healthyHost();
  const work = (async () => {
    putSite(host);
    const scene: Scene = { stage, host, steps: [] };
    const sourceId = await keptSource(scene);
    let year = 2000;
    do {
      for (const report of REPORTS) host.put(addressOf(report), plainPage(blockOf({ ...report, year: String(year) })));
      await harvest(scene, sourceId);
      const last = scene.steps.at(-1);
      if (last) ended.push(last);
      year += 1;
      await sleep(1000);
    } while (!isOver);
  })();
  return {
    async stop() {
      isOver = true;
      await work;
      return ended;
    },
  };
}

it("answers at once while nothing else is asked of it", async () => {
  const from = Date.now();
  await sleep(isLong ? 10_000 : 2000);
  judgeWaits("idle", from);
});

/** Only its key page is left, and that in another look: what a source is healed to by it waits for a person, who is told. */
it(`${TOLD} sources are warned of for such pages`, { timeout: 900_000 }, async () => {
  const [key, ...others] = REPORTS as [(typeof REPORTS)[number], ...(typeof REPORTS)[number][]];
  for (let number = 0; number < TOLD; number++) {
    const host = hostToTell(number);
    putSite(host);
    const scene: Scene = { stage, host, steps: [] };
    const sourceId = await keptSource(scene);
    const input = PAGES[Math.floor((number * PAGES.length) / TOLD)] ?? fail("no input");
    for (const report of others) host.put(addressOf(report), undefined);
    host.put(addressOf(key), input.html(redesignedBlockOf(key)));
    await harvest(scene, sourceId);
    const said = scene.steps.map((step) => step.said).join("; ");
    say(`warned: ${input.name}: ${said}`);
    expect(said).toContain("warned: ");
  }
});

it.each([...(isLong ? [["one at a time", 1] as const] : []), ["four at a time", LANES] as const])(
  `${cases.length} ways in for ${INPUTS} inputs, %s: each ends, and nobody else waits`,
  async (words, lanes) => {
    const from = Date.now();
    const beside = harvestBeside();
    const { tried, wrong } = await runAll(lanes, words);
    const harvests = await beside.stop();
    say(`tried ${tried} ${words} in ${seconds(Date.now() - from)} s, ${wrong.length} wrong`);
    say(
      `meanwhile ${harvests.length} harvests of a healthy source, the slowest ${seconds(Math.max(0, ...harvests.map(({ ms }) => ms)))} s`,
    );
    expect(wrong).toEqual([]);
    expect(harvests.filter(({ said }) => !said.startsWith(`done, ${REPORTS.length} read`))).toEqual([]);
    expect(harvests.length).toBeGreaterThan(0);
    judgeWaits(words, from);
  },
  isLong ? 6 * 3_600_000 : 1_800_000,
);

it("these are told by mail, with what was shown then and is now", { timeout: 400_000 }, async () => {
  const isTold = (number: number): boolean =>
    mails.mails.some(({ source }) => source.includes(new URL(hostToTell(number).origin).port));
  const all = Array.from({ length: TOLD }, (_, number) => number);
  await expect.poll(() => all.filter(isTold), { timeout: 300_000, interval: 500 }).toEqual(all);
});

it(`${STOPS} times in the middle of it, SIGTERM ends the server within ${STOP_MS / 1000} s`, { timeout: 1_800_000 }, async () => {
  const heavy = CASES.filter(({ door }) => door !== "robots.txt");
  const took: number[] = [];
  for (let time = 0; time < STOPS; time++) {
    const ending = new AbortController();
    const running = Array.from({ length: LANES }, (_, lane) => {
      const of = heavy[Math.floor(random() * heavy.length)] ?? fail("no case");
      return run(of, lane, ending.signal);
    });
    await sleep(500 + random() * (isLong ? 5000 : 2000));
    const ms = await stage.end();
    took.push(ms);
    ending.abort();
    await Promise.all(running);
    await stage.restart();
  }
  say(`seed ${seed}: stopped ${STOPS} times, the slowest after ${seconds(Math.max(...took))} s`);
  expect(took.filter((ms) => ms > STOP_MS)).toEqual([]);
});
