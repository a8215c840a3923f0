/** A site of reports and a harvester with a database of its own, for every test of a file. */
import { afterEach, beforeEach } from "vitest";
import { type ReportSite, startReportSite } from "./report-site.js";
import { testHarvester } from "./tools.js";

export let site: ReportSite;
export let own: Awaited<ReturnType<typeof testHarvester>>;

export function reportsForEach(pages: number): void {
  beforeEach(async () => {
    site = await startReportSite({ pages });
    own = await testHarvester(site.origin);
  });
  afterEach(async () => {
    await own.close();
    await site.close();
  });
}
