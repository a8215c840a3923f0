import { beforeEach, expect, it } from "vitest";
import { ALARMS, type Alarm } from "../../src/api/alarm.js";
import { warningWords } from "../../src/api/warning-words.js";
import { pagesOfGroup, withheldGroups } from "../../src/store/page.js";
import { setSourceSettings } from "../../src/store/source.js";
import { acknowledgeWarning, warnings } from "../../src/store/warning.js";
import { own, reportsForEach, site } from "./reports.js";
import { wrongValues } from "./tools.js";

const DAY = 86_400_000;

let id: string;

reportsForEach(12);
beforeEach(async () => {
  id = await own.add("reports", site.settings());
});

/** A harvest a day; `before` changes the site first. */
async function days(count: number, before: (day: number) => void = () => {}): Promise<void> {
  for (let day = 0; day < count; day++) {
    before(day);
    await own.clock.wait(DAY);
    expect(await own.harvest(id)).toMatchObject({ ending: "done" });
  }
  expect(wrongValues(await own.records(id), site.truth())).toEqual([]);
}

const all = async () => (await warnings(own.pool, { isAll: true, limit: 100 })).filter(({ cause }) => isAlarm(cause));
const open = async () => (await all()).filter(({ closedAt }) => closedAt === null).map(({ cause }) => cause);
const messages = async () => (await all()).map((warning) => warningWords(warning, "reports").message).join("\n");
const isAlarm = (cause: string): cause is Alarm => (ALARMS as readonly string[]).includes(cause);

const switchOff = async (alarm: Alarm) => {
  const { settings } = await own.source(id);
  await setSourceSettings(own.pool, id, { ...settings, alarmsOff: [alarm] }, new Date());
};

it("silence: no new record for three times the longest pause, until one comes", async () => {
  site.pages = 6;
  site.listed = 6;
  const touch = (day: number) => site.editions.set(1, 1000 + day); // something changes every day
  await days(14, (day) => {
    touch(day);
    if (day % 2 === 1) site.listed = site.pages += 1;
  });
  expect(await open()).toEqual([]);
  await days(5, (day) => touch(100 + day));
  expect(await open()).toEqual([]);
  await days(3, (day) => touch(200 + day));
  expect(await open()).toEqual(["silence"]);
  expect(await messages()).toMatch(/no new record since \d{4}-\d\d-\d\d; before, no pause was longer than 2 days/);
  await days(1, () => {
    site.listed = site.pages += 1;
  });
  expect(await open()).toEqual([]);
  expect(await all()).toHaveLength(1);
});

it("unchanged: nothing of a source that used to change does; one warning, not silence too", async () => {
  site.pages = 4;
  await days(12, () => {
    site.pages += 1;
  });
  await days(2);
  expect(await open()).toEqual([]);
  await days(3); // three days to the second would be the limit itself
  expect(await open()).toEqual(["unchanged"]);
  expect(await all()).toHaveLength(1);
  await days(1, () => {
    site.pages += 1;
  });
  expect(await open()).toEqual([]);
});

it("unchanged: one page that used to change does not, while others do", async () => {
  await days(10, (day) => {
    for (const number of [1, 2, 3]) site.editions.set(number, 10 + day);
  });
  await days(5, (day) => {
    for (const number of [1, 3]) site.editions.set(number, 100 + day);
  });
  expect(await all()).toMatchObject([{ cause: "unchanged", closedAt: null, details: { pages: 1 } }]);
  expect(await messages()).toContain(`${site.origin}/2`);
  await days(1, () => site.editions.set(1, 7).set(2, 8).set(3, 9));
  expect(await open()).toEqual([]);
});

it("fewer-pages: the list names fewer than it used to, however long that lasts; a few removals are none", async () => {
  await days(4);
  await days(1, () => {
    site.pages = 10;
  });
  await days(3);
  expect(await all()).toEqual([]);
  await days(12, () => {
    site.listed = 4;
  });
  expect(await all()).toMatchObject([{ cause: "fewer-pages", closedAt: null, times: 12, details: { usual: 12, now: 4 } }]);
  await days(1, () => {
    site.listed = undefined;
  });
  expect(await open()).toEqual([]);
});

it("fewer-pages: a person who acknowledges it says that this is usual now", async () => {
  await days(4);
  await days(2, () => {
    site.listed = 4;
  });
  const [raised] = await all();
  await own.clock.wait(1000);
  await acknowledgeWarning(own.pool, raised?.id ?? "", new Date(own.clock.now()));
  await days(6);
  expect(await all()).toMatchObject([{ cause: "fewer-pages", closedAt: expect.any(Date) }]);
});

it("more-withheld: more pages cannot be read than before, until they can", async () => {
  await days(4);
  await days(2, () => {
    site.mixed = [6, 7, 8, 9, 10, 11];
  });
  expect(await all()).toMatchObject([{ cause: "more-withheld", closedAt: null, times: 2, details: { usual: 0, now: 6 } }]);
  await days(1, () => {
    site.mixed = [];
  });
  expect(await open()).toEqual([]);
});

it("more-withheld: pages withheld alike are told of as such, once; what is more after that is told too", async () => {
  await days(4);
  await days(2, () => {
    site.odd = [7, 8, 9, 10];
  });
  const told = await warnings(own.pool, { isAll: true, limit: 100 });
  expect(told.map(({ cause, closedAt }) => [cause, closedAt]).toSorted()).toEqual([
    ["pages-unlike", null], // a third of what the list leads to
    ["variants", null],
  ]);
  await days(3);
  await days(1, () => {
    site.mixed = [2, 3, 4, 5, 6, 11];
  });
  expect(await open()).toEqual(["more-withheld"]);
});

it("variants: over when the pages are left out by a pattern, and again when they are not", async () => {
  site.odd = [9, 10, 11, 12];
  const harvestDropping = async (drop: string[]) => {
    const { settings } = await own.source(id);
    await setSourceSettings(own.pool, id, { discovery: { ...settings.discovery, drop } }, new Date());
    await days(1);
    const { rows } = await own.pool.query("select summary->'withheld' as withheld from source where id = $1", [id]);
    const [group] = await withheldGroups(own.pool, id);
    const pages = await pagesOfGroup(own.pool, id, group?.group ?? "", 10);
    const causes = (await warnings(own.pool, { isAll: false, limit: 100 })).map(({ cause }) => cause).toSorted();
    return { causes, withheld: rows[0].withheld, pages: pages.length };
  };
  expect(await harvestDropping([])).toEqual({ causes: ["pages-unlike", "variants"], withheld: 4, pages: 4 });
  expect(await harvestDropping(["*/9", "*/10", "*/11"])).toEqual({ causes: [], withheld: 1, pages: 1 });
  expect(await harvestDropping([])).toEqual({ causes: ["pages-unlike", "variants"], withheld: 4, pages: 4 });
});

it("untaken: the list shows entries that were not taken for records, until they are gone", async () => {
  await days(4);
  await days(2, () => {
    site.strayEntries = 5;
  });
  expect(await all()).toMatchObject([{ cause: "untaken", closedAt: null, times: 2, details: { usual: 0, now: 5 } }]);
  await days(1, () => {
    site.strayEntries = 0;
  });
  expect(await open()).toEqual([]);
});

it.each([
  { alarm: "fewer-pages", make: () => (site.listed = 4) },
  { alarm: "more-withheld", make: () => (site.mixed = [6, 7, 8, 9, 10, 11]) },
  { alarm: "untaken", make: () => (site.strayEntries = 5) },
] as const)("$alarm is not raised where it is switched off", async ({ alarm, make }) => {
  await days(4);
  await switchOff(alarm);
  await days(2, make);
  expect(await all()).toEqual([]);
});

it("silence and unchanged are not raised where they are switched off", async () => {
  const { settings } = await own.source(id);
  await setSourceSettings(own.pool, id, { ...settings, alarmsOff: ["silence", "unchanged"] }, new Date());
  await days(10, () => {
    site.pages += 1;
  });
  await days(8);
  expect(await all()).toEqual([]);
});

it("a list that does not answer raises its own warning and no alarm", async () => {
  await days(4);
  site.isListDown = true;
  await days(2);
  expect(await all()).toEqual([]);
});
