/** Reading may not get worse: every cell of the corpus against what is pinned in today.json. */
import { describe, expect, it } from "vitest";
import { moved, pinOf, readFloors } from "./floors.js";
import { scoreSite } from "./score.js";
import { digestOf, loadSite, siteNames } from "./site.js";

const floors = readFloors();

it("every site is pinned, and no other", () => {
  expect(Object.keys(floors), "Run `npm run quality -- --pin`.").toEqual(siteNames());
});

describe("a site is read as well as before", () => {
  it.each(siteNames())("%s", (name) => {
    const site = loadSite(name);
    const before = floors[name];
    if (before?.digest !== digestOf(site)) throw new Error("The site has changed: run `npm run quality -- --pin`.");
    const { worse, better } = moved(before, pinOf(site, scoreSite(site)));
    expect(worse, `Got worse; \`npm run quality -- --site ${name}\` shows what is given now.`).toEqual([]);
    expect(better, "Got better, well done: run `npm run quality -- --pin`, so that it stays so.").toEqual([]);
  });
});
