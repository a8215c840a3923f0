/** Which links of a list page are followed once the page shows others beside them (method §8). */
import { expect, it } from "vitest";
import { own, reportsForEach, site } from "./reports.js";

reportsForEach(30);

const box = (numbers: readonly number[]) =>
  `<ol class="read">${numbers.map((n) => `<li><a href="/${n}">No. ${n}</a></li>`).join("")}</ol>`;
const main = (numbers: readonly number[]) =>
  `<ul class="latest">${numbers.map((n) => `<li><a href="/${n}">Report ${n}</a> <em>new</em></li>`).join("")}</ul>`;
const show = (...parts: readonly string[]) => site.answers.set("/", `<body><h1>Reports</h1>${parts.join("<hr>")}</body>`);

const currentOnes = async (id: string) =>
  (await own.records(id))
    .filter(({ state }) => state === "current")
    .map(({ identity }) => Number(identity.split("/").at(-1)))
    .sort((a, b) => a - b);

const BOX = [2, 3, 4];

it.each([
  { shown: "more new ones than known", latest: [14, 13, 12, 11, 6, 5] },
  { shown: "only new ones", latest: [16, 15, 14, 13, 12, 11] },
  { shown: "fewer known ones than the box", latest: [6, 5] },
])("a box of known links does not take the place of the list that shows $shown", async ({ latest }) => {
  for (const order of [(list: string) => [list, box(BOX)], (list: string) => [box(BOX), list]]) {
    show(...order(main([1, 2, 3, 4, 5, 6])));
    const id = await own.add(`reports ${order}`, site.settings());
    await own.harvest(id);
    for (const now of [latest, [22, 21, ...latest]]) {
      show(...order(main(now)));
      expect(await own.harvest(id)).toMatchObject({ ending: "done", harvest: { failed: 0, withheld: 0 } });
      expect(await currentOnes(id)).toEqual([...new Set([1, 2, 3, 4, 5, 6, ...now])].sort((a, b) => a - b));
    }
  }
});

const cards = (numbers: readonly number[]) =>
  numbers.map((n) => `<div class="card"><h2><a href="/${n}">Report ${n}</a></h2></div>`).join("");
const menu = (links: readonly string[]) =>
  `<ul class="latest">${links.map((link) => `<li><a href="${link}">${link}</a> <em>here</em></li>`).join("")}</ul>`;

it.each([
  { reads: "nothing", list: "" },
  { reads: "a menu", list: menu(["/about/us", "/about/people", "/about/visits"]) },
])("a redesigned list is learnt again where the old template reads $reads", async ({ list }) => {
  show(main([1, 2, 3, 4, 5, 6]));
  const id = await own.add("reports", site.settings());
  await own.harvest(id);
  show(list, cards([8, 7, 6, 5, 4, 3]));
  expect(await own.harvest(id)).toMatchObject({ harvest: { found: 8, read: 2, unchanged: 6 } });
});

it("a menu whose addresses are built as those of records gives way once they are found to be none", async () => {
  show(main([1, 2, 3, 4, 5, 6]));
  const id = await own.add("reports", site.settings());
  await own.harvest(id);
  const other = ["/about", "/people", "/visits"];
  for (const path of other) site.answers.set(path, `<body><h1>${path}</h1><form><input></form></body>`);
  show(menu(other), cards([8, 7, 6, 5, 4, 3]));
  await own.harvest(id);
  await own.harvest(id);
  expect(await currentOnes(id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});
