/** A site that goes to and fro between two designs: what was learnt of each reads it again, and nothing is healed twice. */
import { expect, it } from "vitest";
import { versionsOf } from "../../src/store/template.js";
import { startReportSite } from "./report-site.js";
import { testHarvester } from "./tools.js";

it("each of two designs is learnt once, and five switches later every value is right", async () => {
  const site = await startReportSite();
  const own = await testHarvester(site.origin);
  try {
    const id = await own.add("reports", site.settings());
    await own.harvest(id);
    const heals: boolean[] = [];
    for (let turn = 0; turn < 5; turn++) {
      site.design = 1 - site.design;
      if (turn > 0) site.editions.set(3 + turn, 2); // another title meanwhile: an edit speaks against no version
      const known = site.truth();
      const report = await own.harvest(id);
      heals.push(report.isHealed);
      expect(report).toMatchObject({ ending: "done", verdict: "broken" });
      for (const { identity, state, values } of await own.records(id)) {
        expect(state).toBe("current");
        expect(values).toEqual(known.get(identity));
      }
    }
    expect(heals).toEqual([true, false, false, false, false]);
    const versions = await versionsOf(own.pool, id);
    expect(versions.filter(({ origin }) => origin === "heal")).toHaveLength(1);
    expect(versions.filter(({ origin }) => origin === "again")).toHaveLength(4);
    expect(own.events.filter(({ kind }) => kind === "earlier-version")).toHaveLength(4);
  } finally {
    await own.close();
    await site.close();
  }
});
