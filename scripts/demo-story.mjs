/** The steps of the demo. Every one runs the command line as a person would, and says whether all went as told. */
import { join } from "node:path";
import { main } from "../dist/cli/main.js";
import { writeFigures } from "../dist/cli/write-figures.js";
import { inspect, parsePage } from "../dist/core/index.js";
import { startDemo } from "../dist/demo/site.js";
import { decodePage } from "../dist/fetch/charset.js";
import { openStore } from "../dist/store/connect.js";
import { drawBundledPages } from "./demo-pages.mjs";
import { compareWithTruth } from "./demo-truth.mjs";

export async function tellStory({ home, folder, isJson, say }) {
  const begin = performance.now();
  const seconds = () => Number(((performance.now() - begin) / 1000).toFixed(1));
  const site = await startDemo();
  const environment = { BARTREE_HOME: home, BARTREE_LOOPBACK_ORIGINS: site.origin, HOME: home };
  const store = await openStore({ databaseUrl: null, home, now: new Date() }); // held, so that each command finds it running
  const steps = [];
  const step = (name, isAsTold, facts, line) => {
    steps.push({ step: name, isAsTold, seconds: seconds(), ...facts });
    say(isJson ? JSON.stringify(steps.at(-1)) : `${isAsTold ? "✓" : "✗ NOT AS TOLD:"} ${line}`);
  };
  const run = (...words) => runCommand(words, { environment, say: isJson ? undefined : say });
  try {
    await drawBundledPages(folder);
    await addSources(site, run, step);
    await drawKeys(site, folder, "before");
    await harvestAll(
      run,
      step,
      "harvest",
      ({ verdict, ending, version }) => verdict === "same" && ending === "done" && version === 1,
    );
    for (const { id } of site.sources) site.redesign(id);
    if (!isJson) say("\n  … all three sites are redesigned: other tags, other nesting, other classes, another order …");
    await drawKeys(site, folder, "after");
    await harvestAll(
      run,
      step,
      "heal",
      ({ verdict, ending, isHealed, version }) => verdict === "broken" && isHealed && version === 2 && ending === "done",
    );
    await harvestAll(
      run,
      step,
      "harvest again",
      ({ verdict, ending, harvest }) => verdict === "same" && ending === "done" && harvest.unchanged === harvest.found,
    );
    await loseKey(site, run, step, isJson ? undefined : say);
    await loseAll(site, run, step, isJson ? undefined : say);
    await verifyAll(store.pool, site, run, step);
    if (!isJson) await showRecords(run, say);
  } finally {
    await store.close();
    await site.close();
  }
  const isAsTold = steps.every((each) => each.isAsTold);
  if (isJson) say(JSON.stringify({ isAsTold, steps: steps.length, seconds: seconds(), pictures: folder }));
  else
    say(
      `\nThe pictures (tree.svg, bars.svg, pattern.svg) are in ${folder}\n${isAsTold ? "All went as told" : "NOT all went as told"}, in ${seconds()} s.`,
    );
  return isAsTold;
}

async function verifyAll(pool, site, run, step) {
  const { exitCode, objects } = await run("verify");
  const { verified } = objects.pop();
  const truth = await compareWithTruth(pool, site);
  const isTrue = exitCode === 0 && objects.length === 0 && truth.wrong.length === 0 && verified.values > 200;
  const proved =
    objects.length === 0
      ? "each is the very characters of its stored page"
      : `${objects.length} are not the characters of their stored page`;
  step(
    "verify",
    isTrue,
    { ...truth, verified, unproved: objects },
    `${truth.records} records, ${verified.values} values: ${truth.wrong.length} wrong, ${proved}; ${truth.withheld} withheld, 0 guessed`,
  );
}

/** The call as a person would write it, then what it printed as JSON. */
async function runCommand(words, { environment, say, isPlain = false }) {
  const said = { stdout: "", stderr: "" };
  say?.(`\n$ bartree ${words.map((word) => (/[^\w:/.=?&{}-]/.test(word) ? `"${word}"` : word)).join(" ")}`);
  const exitCode = await main(isPlain ? words : [...words, "--json"], {
    stdin: (async function* () {})(),
    stdout: { write: (text) => (said.stdout += text) },
    stderr: { write: (text) => (said.stderr += text) },
    environment,
    colours: false,
  });
  const objects = isPlain
    ? []
    : said.stdout
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
  return { exitCode, objects, ...said };
}

async function addSources(site, run, step) {
  for (const { id, name, keyUrl, labels, further, listUrl, nextText, numbered } of site.sources) {
    const pasted = (values) =>
      Object.entries(values).flatMap(([attribute, texts]) => texts.flatMap((text) => ["--label", `${attribute}=${text}`]));
    const also = further.flatMap((page) => [
      "--also",
      page.url,
      ...pasted(page.labels),
      ...page.absent.flatMap((attribute) => ["--absent", attribute]),
    ]);
    const next = nextText ? ["--next", nextText] : numbered ? ["--next-number", numbered] : [];
    const {
      exitCode,
      objects: [added],
    } = await run("source", "add", id, keyUrl, ...pasted(labels), ...also, "--list-url", listUrl, ...next, "--delay", "0");
    const isAsTold = exitCode === 0 && added.standing === "confirmed";
    step(
      `add ${id}`,
      isAsTold,
      { exitCode, attributes: added.attributes, siblings: added.siblings?.length },
      `${name}: ${added.attributes?.join(", ")}, learnt from one page with a look at ${added.siblings?.length} others`,
    );
  }
}

const SUM = ["read", "partly", "withheld", "unchanged", "gone", "skipped", "failed"];

async function harvestAll(run, step, name, isRight) {
  const { exitCode, objects } = await run("harvest");
  for (const report of objects) tellHarvest(step, name, report, exitCode === 0 && objects.length === 3 && isRight(report));
}

function tellHarvest(step, name, report, isRight) {
  const { source, verdict, ending, isHealed, version, harvest } = report;
  const outcomes = SUM.filter((outcome) => harvest[outcome] > 0).map((outcome) => `${harvest[outcome]} ${outcome}`);
  const isSum = harvest.found === SUM.reduce((sum, outcome) => sum + harvest[outcome], 0);
  const healed = isHealed ? `, healed from known records and verified (version ${version})` : "";
  step(
    `${name} ${source}`,
    isRight && isSum,
    { verdict, ending, isHealed, version, ...Object.fromEntries(["found", ...SUM].map((each) => [each, harvest[each]])) },
    `${source}: ${verdict}${healed}; ${ending}, found ${harvest.found}${outcomes.length ? ` = ${outcomes.join(" + ")}` : ""}`,
  );
}

const LOSER = "institute";

async function keyOf(run) {
  const {
    objects: [shown],
  } = await run("source", "show", LOSER);
  return shown.settings.key.address;
}

async function loseKey(site, run, step, say) {
  const before = await keyOf(run);
  site.remove(LOSER);
  say?.(`\n  … the key article of the ${LOSER} is taken off its site …`);
  const {
    objects: [report],
  } = await run("harvest", LOSER);
  tellHarvest(step, "key removed", report, report.verdict === "same" && report.ending === "done" && report.harvest.gone === 1);
  const after = await keyOf(run);
  step("another key", after !== before, { before, after }, `another known record is the key now: ${after}`);
}

async function loseAll(site, run, step, say) {
  site.remove(LOSER, "all");
  say?.(`\n  … all articles of the ${LOSER} are taken off its site …`);
  const {
    exitCode,
    objects: [report],
  } = await run("harvest", LOSER);
  tellHarvest(step, "all keys gone", report, exitCode === 4 && report.verdict === "key-missing" && report.ending === "deferred");
  await run("harvest", LOSER);
  const {
    objects: [{ warnings }],
  } = await run("warnings");
  const own = warnings.filter(({ cause }) => cause === "key-missing");
  step(
    "one warning",
    own.length === 1,
    { warnings: own.map(({ cause, message, times }) => ({ cause, message, times })) },
    own.map(({ message }) => message).join(" "),
  );
}

async function drawKeys(site, folder, when) {
  for (const { id, keyUrl, labels } of site.sources) {
    const answer = await fetch(keyUrl);
    const { html } = decodePage(new Uint8Array(await answer.arrayBuffer()));
    const page = parsePage(html);
    const inspected = [labels.title?.[0], ...Object.values(labels).flat()]
      .map((text) => inspect(page, text))
      .find(({ kind }) => kind === "found");
    if (inspected) await writeFigures(inspected, join(folder, `${id}-${when}`));
  }
}

async function showRecords(run, say) {
  const { objects } = await run("records");
  const lines = objects.map(({ values, state }) => [
    values.title?.[0] ?? "",
    values.authors?.join("; ") ?? "",
    (values.received ?? values.year ?? values.date)?.[0] ?? "",
    state,
  ]);
  const widths = [46, 44, 18, 8];
  const cut = (text, width) => ([...text].length > width ? `${[...text].slice(0, width - 1).join("")}…` : text.padEnd(width));
  for (const line of [["title", "authors", "date", "state"], ...lines])
    say(
      line
        .map((text, i) => cut(text, widths[i]))
        .join("  ")
        .trimEnd(),
    );
}
