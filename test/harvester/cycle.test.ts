import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type DemoSite, startDemo } from "../../src/demo/site.js";
import { harvestSnapshots, harvestSource } from "../../src/harvester/cycle.js";
import { redoHeal, undoHeal } from "../../src/harvester/heal/undo-heal.js";
import { harvestsOf, openHarvest, startHarvest } from "../../src/store/harvest.js";
import { foundPages, pagesToVisit, storeUnchanged, withheldGroups } from "../../src/store/page.js";
import { recordVersions } from "../../src/store/record.js";
import { scheduleCheck, setSourceSettings } from "../../src/store/source.js";
import { versionsOf } from "../../src/store/template.js";
import { warnings } from "../../src/store/warning.js";
import { falseProofs } from "../store/false-proofs.js";
import { type ReportSite, startReportSite } from "./report-site.js";
import { demoSource, settingsOf, testHarvester, wrongValues } from "./tools.js";

let site: DemoSite;
let own: Awaited<ReturnType<typeof testHarvester>>;

beforeAll(async () => {
  site = await startDemo();
  own = await testHarvester(site.origin);
});
afterAll(async () => {
  await own.close();
  await site.close();
});
beforeEach(() => {
  for (const { id } of site.sources) site.restore(id);
});

let count = 0;
const add = (id: string, changes: object = {}) => {
  count += 1;
  return own.add(`${id} ${count}`, settingsOf(demoSource(site, id), changes));
};

const openCauses = async (sourceId: string) =>
  (await warnings(own.pool, { isAll: false, limit: 100 })).filter((each) => each.sourceId === sourceId).map(({ cause }) => cause);

async function expectTrue(id: string, sourceId: string) {
  expect(wrongValues(await own.records(sourceId), site.truth(id, true))).toEqual([]);
  expect((await falseProofs(own.pool)).wrong).toEqual([]);
}

describe.each(["observatory", "library", "institute"])("%s", (id) => {
  it("is read, left alone while unchanged, and healed after a redesign, without one wrong value", async () => {
    const sourceId = await add(id);
    const pages = site.truth(id).size;
    const first = await own.harvest(sourceId);
    expect(first).toMatchObject({ ending: "done", verdict: "same", harvest: { found: pages } });
    expect(first.harvest.read + first.harvest.partly).toBe(pages);
    await expectTrue(id, sourceId);
    expect(await own.harvest(sourceId)).toMatchObject({ verdict: "same", harvest: { found: pages, unchanged: pages } });

    site.redesign(id);
    const healed = await own.harvest(sourceId);
    expect(healed).toMatchObject({ ending: "done", verdict: "broken", isHealed: true, version: 2, harvest: { found: pages } });
    expect(healed.harvest.read + healed.harvest.partly).toBe(pages);
    await expectTrue(id, sourceId);
    expect(await own.harvest(sourceId)).toMatchObject({ verdict: "same", isHealed: false, harvest: { unchanged: pages } });
  });
});

it("what a person sets while a harvest heals or takes another key stays", async () => {
  const sourceId = await add("observatory");
  await own.harvest(sourceId);
  const harvestWhileSetting = async (warnMail: string) => {
    let set: Promise<unknown> | undefined;
    const statement = "update source set settings = settings || jsonb_build_object('warnMail', $2::text) where id = $1";
    const onEvent: typeof own.tools.onEvent = ({ kind }) => {
      if (kind === "check") set ??= own.pool.query(statement, [sourceId, warnMail]);
    };
    const done = await harvestSource({ ...own.tools, onEvent }, await own.source(sourceId));
    await set;
    expect((await own.source(sourceId)).settings.warnMail).toBe(warnMail);
    return done;
  };
  site.remove("observatory");
  expect(await harvestWhileSetting("ann@example.org")).toMatchObject({ ending: "done", version: 1 });
  site.restore("observatory");
  site.redesign("observatory");
  expect(await harvestWhileSetting("sari@example.org")).toMatchObject({ isHealed: true, version: 2 });
});

it("an edit of the key is no alarm; the key and the record follow it, history stays", async () => {
  const sourceId = await add("institute");
  await own.harvest(sourceId);
  site.edit("institute", "report-88", { date: "1 April 2025" });
  expect(await own.harvest(sourceId)).toMatchObject({ verdict: "same", ending: "done", harvest: { read: 1, unchanged: 15 } });
  expect(await own.harvest(sourceId)).toMatchObject({ verdict: "same", harvest: { unchanged: 16 } });
  await expectTrue("institute", sourceId);
  const edited = (await own.records(sourceId)).find(({ values }) => values.date?.[0] === "1 April 2025");
  const history = await recordVersions(own.pool, edited?.id ?? "");
  expect(history.map(({ values }) => values.date)).toEqual([["22 April 2024"], ["1 April 2025"]]);
});

describe("a value of the key that grew", () => {
  const [KEY, OTHER] = ["report-88", "report-85"];
  const grown = (paper: string) => {
    const date = [...site.truth("institute")].find(([address]) => address.endsWith(`/${paper}`))?.[1].date?.[0];
    site.edit("institute", paper, { date: `${date}, revised 1 May 2025` });
  };

  it.each([
    { name: "the key's alone", papers: [KEY] },
    { name: "the key's and another record's", papers: [KEY, OTHER] },
  ])("$name: an edit, since the version in force reads the other known records as they were", async ({ papers }) => {
    const sourceId = await add("institute");
    await own.harvest(sourceId);
    for (const paper of papers) grown(paper);
    const before = site.requests();
    const [read, unchanged] = [papers.length, 16 - papers.length];
    expect(await own.harvest(sourceId)).toMatchObject({
      verdict: "same",
      isHealed: false,
      version: 1,
      harvest: { read, unchanged },
    });
    const asked = site.requests() - before;
    expect(await own.harvest(sourceId)).toMatchObject({ verdict: "same", harvest: { unchanged: 16 } });
    expect(site.requests() - before).toBe(2 * asked - 1); // no page is asked for twice, and one that nobody has only where something is new
    expect(await openCauses(sourceId)).toEqual([]);
    await expectTrue("institute", sourceId);
  });

  it("everybody's: the template gives too much, and is healed", async () => {
    const sourceId = await add("institute");
    await own.harvest(sourceId);
    for (const address of site.truth("institute").keys()) grown(address.split("/").at(-1) ?? "");
    expect(await own.harvest(sourceId)).toMatchObject({ verdict: "broken", isHealed: true, version: 2 });
  });
});

it("a removed key gives way to another record; with none left the source is deferred, with one warning, until it is back", async () => {
  const sourceId = await add("observatory");
  await own.harvest(sourceId);
  site.remove("observatory");
  expect(await own.harvest(sourceId)).toMatchObject({
    ending: "done",
    verdict: "same",
    version: 1,
    harvest: { gone: 1, unchanged: 19 },
  });
  const { settings } = await own.source(sourceId);
  expect(settings.key?.address).not.toBe(demoSource(site, "observatory").keyUrl);
  expect((await own.records(sourceId)).filter(({ state }) => state === "gone")).toHaveLength(1);

  site.remove("observatory", "all");
  const before = await own.records(sourceId);
  expect(await own.harvest(sourceId)).toMatchObject({ ending: "deferred", verdict: "key-missing" });
  expect(await own.harvest(sourceId)).toMatchObject({ ending: "deferred" });
  expect((await own.source(sourceId)).state).toBe("deferred");
  expect(await openCauses(sourceId)).toEqual(["key-missing"]);
  expect(await own.records(sourceId)).toEqual(before);

  site.restore("observatory");
  expect(await own.harvest(sourceId)).toMatchObject({ ending: "done", verdict: "same" });
  expect((await own.source(sourceId)).state).toBe("active");
  expect(await openCauses(sourceId)).toEqual([]);
  await expectTrue("observatory", sourceId);
});

describe("the key and more records are gone than a check looks at", () => {
  const taken = Array.from({ length: 75 }, (_, i) => i + 1).sort((a, b) => (String(a) < String(b) ? -1 : 1)); // as identities are
  let reports: ReportSite;
  let ownReports: typeof own;
  let id: string;
  beforeEach(async () => {
    reports = await startReportSite({ pages: 75 });
    ownReports = await testHarvester(reports.origin);
    id = await ownReports.add("reports", reports.settings());
    await ownReports.harvest(id);
    reports.removed = taken.slice(0, 55);
  });
  afterEach(async () => {
    await ownReports.close();
    await reports.close();
  });

  it("one that its list shows still becomes the key", async () => {
    expect(await ownReports.harvest(id)).toMatchObject({
      ending: "done",
      verdict: "same",
      version: 1,
      harvest: { gone: 55, unchanged: 20 },
    });
    expect(await ownReports.harvest(id)).toMatchObject({ verdict: "same", harvest: { gone: 0, unchanged: 75 } });
  });

  it("also behind new ones", async () => {
    reports.pages = 80;
    reports.isNewestFirst = true;
    expect(await ownReports.harvest(id)).toMatchObject({ ending: "done", harvest: { gone: 55, read: 5, unchanged: 20 } });
  });

  it("one that has moved on to another design heals the source", async () => {
    reports.design = 1;
    expect(await ownReports.harvest(id)).toMatchObject({ ending: "done", isHealed: true, harvest: { gone: 55, read: 20 } });
    expect(wrongValues(await ownReports.records(id), reports.truth())).toEqual([]);
  });

  it("with none left the source is deferred", async () => {
    reports.removed = taken;
    expect(await ownReports.harvest(id)).toMatchObject({ ending: "deferred", verdict: "key-missing" });
  });
});

describe("trouble is said as what it is, and writes nothing", () => {
  it.each([
    { id: "institute", trouble: "500", cause: "unreachable", make: () => site.fail("institute") },
    { id: "library", trouble: "utf-8 said to be windows-1252", cause: "unrecognised", make: () => site.breakCharset("library") },
  ])("$id: $trouble", async ({ id, cause, make }) => {
    const sourceId = await add(id);
    await own.harvest(sourceId);
    const before = await own.records(sourceId);
    make();
    expect(await own.harvest(sourceId)).toMatchObject({
      ending: "unreachable",
      verdict: cause,
      isHealed: false,
      harvest: { found: 0 },
    });
    expect(await openCauses(sourceId)).toContain(cause);
    expect(await own.records(sourceId)).toEqual(before);
    site.restore(id);
    expect(await own.harvest(sourceId)).toMatchObject({ ending: "done", verdict: "same" });
    expect(await openCauses(sourceId)).not.toContain(cause);
  });

  it("a page that fails in mid-harvest fails alone, and is read next time", async () => {
    const sourceId = await add("institute");
    const tools = { ...own.tools, onEvent: (event: { kind: string }) => event.kind === "found" && site.fail("institute") };
    const report = await harvestSource(tools, await own.source(sourceId));
    expect(report).toMatchObject({ ending: "done", harvest: { found: 16, read: 1, failed: 15 } }); // the key page was there already
    site.fail("institute", false);
    expect(await own.harvest(sourceId)).toMatchObject({ harvest: { read: 15, unchanged: 1 } });
    await expectTrue("institute", sourceId);
  });
});

it.each([
  { change: "the same bytes", make: () => site.breakCharset("observatory") },
  {
    change: "a redesign at the same time",
    make: () => {
      site.redesign("observatory");
      site.breakCharset("observatory");
    },
  },
])("windows-1252 said to be utf-8, where the key has no letter to tell: $change", async ({ make }) => {
  const sourceId = await add("observatory");
  await own.harvest(sourceId);
  make();
  const { harvest } = await own.harvest(sourceId);
  expect(harvest.found === 0 || harvest.unchanged === 20 || harvest.partly > 5).toBe(true);
  await expectTrue("observatory", sourceId);
});

it("set up with two siblings: provisional until five pages are in, then learnt and read again", async () => {
  const few = [...site.truth("institute").keys()].slice(3).map((address) => address.split("/").at(-1) ?? "");
  site.remove("institute", few);
  const sourceId = await add("institute").catch(async () => {
    site.restore("institute"); // a list of three links may be too short to learn from
    const [key, ...others] = site.truth("institute").keys();
    return add("institute", { discovery: { addresses: [key, ...others.slice(0, 2)] } });
  });
  expect(await versionsOf(own.pool, sourceId)).toMatchObject([{ standing: "provisional", isInForce: true }]);
  await own.harvest(sourceId);
  expect((await own.records(sourceId)).map(({ isProvisional }) => isProvisional)).toEqual([true, true, true]);

  site.restore("institute");
  const source = await own.source(sourceId);
  const addresses = [...site.truth("institute").keys()];
  const discovery = { ...source.settings.discovery, lists: [], addresses };
  await setSourceSettings(own.pool, sourceId, { ...source.settings, discovery }, new Date());
  const report = await own.harvest(sourceId);
  expect(report).toMatchObject({ isHealed: false, version: 2, harvest: { found: 16 } });
  expect(await versionsOf(own.pool, sourceId)).toMatchObject([
    { standing: "provisional" },
    { origin: "relearnt", isInForce: true },
  ]);
  const records = await own.records(sourceId);
  expect(records).toHaveLength(16);
  expect(records.filter(({ isProvisional }) => isProvisional)).toEqual([]);
  await expectTrue("institute", sourceId);
});

it("set up without siblings: learnt again in its first harvest, also where some of the first pages fail", async () => {
  const reports = await startReportSite({ pages: 12 });
  const other = await testHarvester(reports.origin);
  const addresses = [...reports.truth().keys()];
  const id = await other.add("reports", reports.settings({ discovery: { addresses: addresses.slice(0, 1) } }));
  const { settings } = await other.source(id);
  await setSourceSettings(other.pool, id, { ...settings, discovery: { ...settings.discovery, addresses } }, new Date());
  for (const path of ["/2", "/10", "/11"]) reports.answers.set(path, 403);
  expect(await other.harvest(id)).toMatchObject({ ending: "done", version: 2, harvest: { found: 12, read: 9, failed: 3 } });
  expect(await versionsOf(other.pool, id)).toMatchObject([{ standing: "provisional" }, { origin: "relearnt", isInForce: true }]);
  const records = await other.records(id);
  expect(records.filter(({ isProvisional }) => isProvisional)).toEqual([]);
  expect(wrongValues(records, reports.truth())).toEqual([]);
  await other.close();
  await reports.close();
});

describe("a source that never has five pages", () => {
  const few = async (pages: number) => {
    const [key, ...others] = site.truth("institute").keys();
    const addresses = [key, ...others.slice(0, pages)];
    return { id: await add("institute", { discovery: { addresses } }), addresses };
  };
  const standings = async (id: string) => (await versionsOf(own.pool, id)).map(({ origin, standing }) => `${origin} ${standing}`);

  it("is provisional for three harvests; with two siblings it then stays as it was learnt", async () => {
    const { id } = await few(2);
    for (const round of [1, 2]) {
      expect(await own.harvest(id), String(round)).toMatchObject({ ending: "done", harvest: { found: 3 } });
      expect(await standings(id)).toEqual(["labels provisional"]);
    }
    await own.harvest(id);
    expect(await standings(id)).toEqual(["labels confirmed"]);
    expect((await own.records(id)).map(({ isProvisional }) => isProvisional)).toEqual([false, false, false]);
    await expectTrue("institute", id);
  });

  it("links that its patterns leave out do not keep it open", async () => {
    const [key, ...others] = site.truth("institute").keys();
    const addresses = [key, ...others.slice(0, 3)];
    const id = await add("institute", { discovery: { addresses, drop: [others[2]] } });
    for (const round of [1, 2, 3])
      expect(await own.harvest(id), String(round)).toMatchObject({ harvest: { found: 4, skipped: 1 } });
    expect(await standings(id)).toEqual(["labels confirmed"]);
  });

  it("a harvest that failed does not count, and a page that failed leaves it open", async () => {
    const { id, addresses } = await few(2);
    await own.harvest(id);
    site.fail("institute");
    expect(await own.harvest(id)).toMatchObject({ ending: "unreachable" });
    site.fail("institute", false);
    await own.harvest(id);
    await own.harvest(id);
    expect(await standings(id)).toEqual(["labels provisional"]);
    await own.harvest(id);
    expect(await standings(id)).toEqual(["labels confirmed"]);

    const source = await own.source(id);
    const discovery = { ...source.settings.discovery, addresses: [...site.truth("institute").keys()] };
    await setSourceSettings(own.pool, id, { ...source.settings, discovery }, new Date());
    expect(await own.harvest(id)).toMatchObject({ harvest: { found: 16 } });
    expect(await standings(id)).toEqual(["labels confirmed", "relearnt confirmed"]); // it has grown
    expect(addresses).toHaveLength(3);
    await expectTrue("institute", id);
  });
});

it("what is learnt again brings back no page that is gone", async () => {
  const reports = await startReportSite({ pages: 3 });
  const ownReports = await testHarvester(reports.origin);
  try {
    const id = await ownReports.add("reports", reports.settings());
    await ownReports.harvest(id);
    reports.pages = 5;
    reports.removed = [3];
    expect(await ownReports.harvest(id)).toMatchObject({ version: 1, harvest: { gone: 1 } });
    expect(await ownReports.harvest(id)).toMatchObject({ version: 2, harvest: { found: 5, read: 4, unchanged: 1 } });
    const states = new Map((await ownReports.records(id)).map(({ identity, state }) => [identity, state]));
    expect(states.get(`${reports.origin}/3`)).toBe("gone");
  } finally {
    await ownReports.close();
    await reports.close();
  }
});

describe("healed from the only known record", () => {
  const alone = async () => {
    const [key = "", ...others] = site.truth("institute").keys();
    const id = await add("institute");
    const source = await own.source(id);
    const discovery = { ...source.settings.discovery, lists: [], addresses: [key] };
    await setSourceSettings(own.pool, id, { ...source.settings, discovery }, new Date());
    await own.harvest(id);
    site.redesign("institute");
    return { id, key, others };
  };
  const lengthen = async (id: string, addresses: readonly string[]) => {
    const source = await own.source(id);
    const discovery = { ...source.settings.discovery, addresses: [...addresses] };
    await setSourceSettings(own.pool, id, { ...source.settings, discovery }, new Date());
  };

  it("it is unconfirmed: what it reads is kept apart, a person is told, and nothing is overwritten", async () => {
    const { id, key, others } = await alone();
    const before = await own.records(id);
    site.edit("institute", key.split("/").at(-1) ?? "", {});
    await lengthen(id, [key, ...others.slice(0, 3)]);
    expect(await own.harvest(id)).toMatchObject({ ending: "done", isHealed: true, version: 2 });
    expect((await versionsOf(own.pool, id)).at(-1)).toMatchObject({ origin: "heal", standing: "unconfirmed", isInForce: true });
    expect(await own.records(id)).toEqual(before);
    expect(await openCauses(id)).toEqual(["unconfirmed"]);
    expect(await undoHeal(own.tools, await own.source(id))).toMatchObject({ ok: true, undone: 2 });
    expect(await openCauses(id)).toEqual([]); // it would advise what was just done
    expect(await redoHeal(own.tools, await own.source(id))).toMatchObject({ ok: true, redone: 2 });
    await own.harvest(id);
    expect(await openCauses(id)).toEqual(["unconfirmed"]);
  });

  /** Two are known; when the site is redesigned only the key is to be seen, and a new page. */
  const secondHidden = async () => {
    const { id, key, others } = await alone();
    const [second = "", third = ""] = others;
    site.redesign("institute", "old");
    await lengthen(id, [key, second]);
    await own.harvest(id);
    site.redesign("institute");
    const paper = second.split("/").at(-1) ?? "";
    site.remove("institute", [paper]);
    await lengthen(id, [key, third]);
    expect(await own.harvest(id)).toMatchObject({ isHealed: true });
    expect((await versionsOf(own.pool, id)).at(-1)).toMatchObject({ standing: "unconfirmed" });
    const current = (await own.records(id)).filter(({ state }) => state === "current");
    expect(current.map(({ identity }) => identity)).toEqual([key]);
    site.restore("institute");
    site.redesign("institute");
    await lengthen(id, [key, second, third]);
    return { id, paper };
  };

  it("a second known record that is read alike confirms it later: what was kept apart counts", async () => {
    const { id } = await secondHidden();
    await own.harvest(id);
    expect((await versionsOf(own.pool, id)).at(-1)).toMatchObject({ standing: "confirmed" });
    expect((await own.records(id)).map(({ state }) => state)).toEqual(["current", "current", "current"]);
    expect(await openCauses(id)).toEqual([]);
    await expectTrue("institute", id);
  });

  it("a known record that is read otherwise confirms nothing: all stays apart", async () => {
    const { id, paper } = await secondHidden();
    const other = {
      title: "Another Title altogether",
      authors: ["N. Body"],
      date: "9 May 1999",
      mark: "none",
      abstract: "Other words.",
    };
    site.edit("institute", paper, other);
    const before = (await own.records(id)).filter(({ state }) => state === "current");
    await own.harvest(id);
    expect((await versionsOf(own.pool, id)).at(-1)).toMatchObject({ standing: "unconfirmed" });
    expect((await own.records(id)).filter(({ state }) => state === "current")).toEqual(before);
    expect(await openCauses(id)).toEqual(["unconfirmed"]);
  });
});

it("undo-heal takes back the version and what it wrote, and pauses the source", async () => {
  const sourceId = await add("institute");
  await own.harvest(sourceId);
  const before = new Map((await own.records(sourceId)).map(({ identity, values }) => [identity, values]));
  site.edit("institute", "report-85", { date: "2 May 2025" });
  site.redesign("institute");
  expect(await own.harvest(sourceId)).toMatchObject({ isHealed: true });
  expect((await own.records(sourceId)).some(({ values }) => values.date?.[0] === "2 May 2025")).toBe(true);
  expect(await undoHeal(own.tools, await own.source(sourceId))).toMatchObject({ ok: true, undone: 2, inForce: 1, records: 1 });
  expect(new Map((await own.records(sourceId)).map(({ identity, values }) => [identity, values]))).toEqual(before);
  expect((await own.source(sourceId)).state).toBe("paused");
  expect(await undoHeal(own.tools, await own.source(sourceId))).toEqual({ ok: false });
});

it("undo-heal and redo find the page of the key again, however many records stand before it", async () => {
  const reports = await startReportSite({ pages: 61 });
  const ownReports = await testHarvester(reports.origin);
  try {
    reports.listed = 60;
    const address = `${reports.origin}/9`; // the last of all
    const id = await ownReports.add("reports", reports.settings({ key: { address, labels: reports.truth().get(address) } }));
    await ownReports.harvest(id);
    reports.design = 1;
    const other = await (await fetch(`${reports.origin}/61`)).text();
    reports.answers.set("/9", other.replace("R-61", "R-9")); // nearly all of it was edited too
    expect(await ownReports.harvest(id)).toMatchObject({ isHealed: true });
    const keyAddress = async () => (await ownReports.source(id)).settings.key?.address;
    const moved = await keyAddress();
    expect(moved).not.toBe(address);
    await undoHeal(ownReports.tools, await ownReports.source(id));
    expect(await keyAddress()).toBe(address);
    await redoHeal(ownReports.tools, await ownReports.source(id));
    expect(await keyAddress()).toBe(moved);
  } finally {
    await ownReports.close();
    await reports.close();
  }
});

it("pages withheld alike are grouped, so that one label settles them", async () => {
  const source = demoSource(site, "library");
  const sourceId = await own.add("library alone", settingsOf({ ...source, further: [] }));
  await own.harvest(sourceId);
  const groups = await withheldGroups(own.pool, sourceId);
  expect(groups[0]?.pages).toBeGreaterThanOrEqual(3);
  expect(await openCauses(sourceId)).toEqual(["pages-unlike", "variants"]); // the other layout's, and what they lack
  await expectTrue("library", sourceId);
});

it("stored pages are read again without a request", async () => {
  const sourceId = await add("observatory");
  await own.harvest(sourceId);
  const [requests, before] = [site.requests(), await own.records(sourceId)];
  const report = await harvestSnapshots(own.tools, await own.source(sourceId));
  expect(report).toMatchObject({ ending: "done", harvest: { isFromSnapshots: true, found: 20, read: 20 } });
  expect(site.requests()).toBe(requests);
  expect(await own.records(sourceId)).toEqual(before);
});

describe("a reading of stored pages that was interrupted", () => {
  /** As a killed process leaves it: all pages on its way, the first one read. */
  async function killedReading(sourceId: string): Promise<string> {
    const id = await startHarvest(own.pool, { sourceId, isFromSnapshots: true }, new Date());
    await own.pool.query("update page set harvest_id = $2, outcome = null where source_id = $1", [sourceId, id]);
    const first = await pagesToVisit(own.pool, id, 1);
    await storeUnchanged(
      own.pool,
      first.map((page) => page.id),
      new Date(),
    );
    return id;
  }

  it("ends as stopped, and the time of the next harvest stays", async () => {
    const sourceId = await add("institute");
    await own.harvest(sourceId);
    const due = new Date("2031-01-01T00:00:00Z");
    await scheduleCheck(own.pool, sourceId, due);
    const stop = new AbortController();
    const onEvent = (event: { kind: string }) => event.kind === "page" && stop.abort();
    const report = await harvestSnapshots({ ...own.tools, signal: stop.signal, onEvent }, await own.source(sourceId));
    expect(report).toMatchObject({ ending: "stopped", harvest: { isFromSnapshots: true, ending: "stopped" } });
    expect(await openHarvest(own.pool, sourceId)).toBeUndefined();
    expect((await own.source(sourceId)).nextCheckAt).toEqual(due);
  });

  it("is not gone on with by a harvest, which asks for every page", async () => {
    const sourceId = await add("institute");
    await own.harvest(sourceId);
    const id = await killedReading(sourceId);
    const { harvest } = await own.harvest(sourceId);
    expect(harvest).toMatchObject({ isFromSnapshots: false, ending: "done", found: 16, unchanged: 16 });
    expect((await harvestsOf(own.pool, sourceId, 9)).find((each) => each.id === id)).toMatchObject({ ending: "stopped" });
  });

  it("is begun again by the next reading", async () => {
    const sourceId = await add("institute");
    await own.harvest(sourceId);
    const id = await killedReading(sourceId);
    const { harvest } = await harvestSnapshots(own.tools, await own.source(sourceId));
    expect(harvest).toMatchObject({ isFromSnapshots: true, ending: "done", found: 16, read: 16 });
    expect((await harvestsOf(own.pool, sourceId, 9)).find((each) => each.id === id)).toMatchObject({ ending: "stopped" });
  });

  it("leaves a stopped harvest to go on, and to be stopped again", async () => {
    const sourceId = await add("institute");
    const open = await startHarvest(own.pool, { sourceId, isFromSnapshots: false }, new Date());
    await killedReading(sourceId);
    expect(await own.harvest(sourceId, AbortSignal.abort())).toMatchObject({ ending: "stopped", harvest: { id: open } });
    expect(await own.harvest(sourceId)).toMatchObject({ ending: "done", harvest: { id: open, found: 16 } });
  });
});

it("a harvest that was killed goes on under its own number, one that was stopped says so", async () => {
  const sourceId = await add("institute");
  const id = await startHarvest(own.pool, { sourceId, isFromSnapshots: false }, new Date());
  const [address = ""] = site.truth("institute").keys();
  await foundPages(own.pool, { sourceId, harvestId: id }, [{ address, role: "final", rank: 0 }], new Date());
  expect((await own.harvest(sourceId)).harvest).toMatchObject({ id, found: 16, read: 16 });

  site.redesign("institute");
  const stop = new AbortController();
  const tools = {
    ...own.tools,
    signal: stop.signal,
    onEvent: (event: { kind: string }) => event.kind === "page" && stop.abort(),
  };
  const stopped = await harvestSource(tools, await own.source(sourceId));
  expect(stopped.ending).toBe("stopped");
  expect(stopped.harvest.read).toBeGreaterThan(0);
  expect(await own.harvest(sourceId)).toMatchObject({ ending: "done", verdict: "same" });
  await expectTrue("institute", sourceId);
  for (const { found, ...counts } of await harvestsOf(own.pool, sourceId, 10)) {
    const { read, partly, withheld, unchanged, gone, skipped, failed } = counts;
    expect(found).toBe(read + partly + withheld + unchanged + gone + skipped + failed);
  }
});
