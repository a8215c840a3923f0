/** Harvests that go through and bring nothing: a person is told, until one brings something. */
import { expect, it } from "vitest";
import { setSourceSettings } from "../../src/store/source.js";
import { warnings } from "../../src/store/warning.js";
import { own, reportsForEach, site } from "./reports.js";

const DAY = 86_400_000;
const PAGES = 7;
const OTHERS = [2, 3, 4, 5, 6, 7];

reportsForEach(PAGES);

async function harvest(id: string) {
  await own.clock.wait(2 * DAY); // robots.txt is asked for anew
  return own.harvest(id);
}

const told = async () => (await warnings(own.pool, { isAll: true, limit: 100 })).filter(({ cause }) => cause === "nothing-read");

const answerOthers = (answer: number) => {
  for (const number of OTHERS) site.answers.set(`/${number}`, answer);
};

const NONE = { failed: 0, skipped: 0, withheld: 0, gone: 0, reason: null };

it.each([
  {
    trouble: "every page but the key is refused",
    make: () => answerOthers(403),
    details: { ...NONE, failed: 6, reason: "status-unexpected: the status is 403" },
  },
  {
    trouble: "robots.txt bars every page but the key",
    make: () => site.answers.set("/robots.txt", "User-agent: *\nAllow: /1$\nAllow: /$\nDisallow: /\n"),
    details: { ...NONE, skipped: 6, reason: "the site's robots.txt does not want it visited" },
  },
  {
    trouble: "every page but the key is gone and still named",
    make: () => answerOthers(404),
    details: { ...NONE, gone: 6 },
  },
])("$trouble: one warning, over with the next harvest that reads them", async ({ make, details }) => {
  const id = await own.add("reports", site.settings());
  await harvest(id);
  expect(await told()).toEqual([]);
  make();
  for (const _ of [1, 2]) expect(await harvest(id)).toMatchObject({ ending: "done" });
  expect(await told()).toMatchObject([{ times: 2, closedAt: null, details }]);
  site.answers.clear();
  await harvest(id);
  expect(await told()).toMatchObject([{ times: 2, closedAt: expect.any(Date) }]);
});

it("so is a keep pattern that fits no page, until it does", async () => {
  const id = await own.add("reports", site.settings({ discovery: { lists: [`${site.origin}/`], keep: [`${site.origin}/`] } }));
  await harvest(id);
  expect(await told()).toMatchObject([{ closedAt: null, details: { ...NONE, skipped: 6, reason: "it fits no keep pattern" } }]);
  const { settings } = await own.source(id);
  await setSourceSettings(own.pool, id, { discovery: { ...settings.discovery, keep: [`${site.origin}/*`] } }, new Date());
  await harvest(id);
  expect(await told()).toMatchObject([{ closedAt: expect.any(Date) }]);
});

it("so is an empty sitemap", async () => {
  site.answers.set("/map", '<?xml version="1.0"?><urlset></urlset>');
  const id = await own.add("reports", site.settings({ discovery: { sitemaps: [`${site.origin}/map`] } }));
  expect(await harvest(id)).toMatchObject({ ending: "done", harvest: { found: 0 } });
  expect(await told()).toMatchObject([{ closedAt: null, details: NONE }]);
  site.answers.set("/map", `<?xml version="1.0"?><urlset><url><loc>${site.origin}/1</loc></url></urlset>`);
  await harvest(id);
  expect(await told()).toMatchObject([{ closedAt: expect.any(Date) }]);
});

it.each([
  { what: "a source that is its key page alone", discovery: () => ({ addresses: [`${site.origin}/1`] }), make: () => {} },
  {
    what: "a source whose other pages are gone and named no more",
    discovery: () => ({ lists: [`${site.origin}/`] }),
    make: () => {
      site.pages = 1;
    },
  },
  {
    what: "one page that can be read",
    discovery: () => ({ lists: [`${site.origin}/`] }),
    make: () => {
      answerOthers(403);
      site.answers.delete("/5");
    },
  },
])("not so $what", async ({ discovery, make }) => {
  const id = await own.add("reports", site.settings({ discovery: discovery() }));
  await harvest(id);
  make();
  expect(await harvest(id)).toMatchObject({ ending: "done" });
  expect(await told()).toEqual([]);
});

it("a list that does not answer says why there is no record: one warning is enough", async () => {
  const id = await own.add("reports", site.settings());
  site.isListDown = true;
  expect(await harvest(id)).toMatchObject({ ending: "done", harvest: { found: 0 } });
  expect((await warnings(own.pool, { isAll: false, limit: 100 })).map(({ cause }) => cause)).toEqual(["list-unread"]);
});
