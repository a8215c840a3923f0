/** Rows that one has instead of labels, on a site on loopback: their pages are found by the list, and all are learnt from. */
import { expect, it } from "vitest";
import { SourceSettings } from "../../src/api/source.js";
import { pageBytes } from "../../src/harvester/read/page-bytes.js";
import { isPage, visitor } from "../../src/harvester/read/visit.js";
import { findKnownRows } from "../../src/harvester/set-up/known-rows.js";
import { startReportSite } from "./report-site.js";
import { testHarvester } from "./tools.js";

it("three rows are found, and the source they set up reads every page", async () => {
  const site = await startReportSite();
  const own = await testHarvester(site.origin);
  try {
    const truth = site.truth();
    const rows = [2, 5, 7].map((number) => ({ ...truth.get(`${site.origin}/${number}`) }));
    const foreign = { title: ["On none of these"], author: ["N. Obody"], number: ["R-99"] };
    const settings = SourceSettings.parse({ discovery: { lists: [`${site.origin}/`] }, delayMs: 0 });
    const { threads, door } = own.tools;
    const visit = visitor(door, settings);
    const { labelled } = await findKnownRows([...rows, foreign].map(withTexts), settings, {
      knownLinks: (asked) => threads.call("knownLinks", asked),
      knownLabels: (asked) => threads.call("knownLabels", asked),
      nextLinks: (asked) => threads.call("nextLinks", asked),
      page: async (address) => {
        const fetched = await visit(address);
        return isPage(fetched) ? pageBytes(fetched) : undefined;
      },
    });
    expect(new Map(labelled.map(({ address, labels }) => [address, labels]))).toEqual(
      new Map([2, 5, 7].map((number) => [`${site.origin}/${number}`, truth.get(`${site.origin}/${number}`)])),
    );
    const [key, ...further] = labelled;
    const id = await own.add("reports", SourceSettings.parse({ ...settings, key: { ...key, further } }));
    await own.harvest(id);
    const read = new Map((await own.records(id)).map(({ identity, values }) => [identity, values]));
    expect(read).toEqual(truth);
  } finally {
    await own.close();
    await site.close();
  }
});

const withTexts = (row: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(row).map(([name, texts]) => [name, [...texts]]));
