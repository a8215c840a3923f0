import { afterAll, beforeAll, expect, it } from "vitest";
import type { DraftView } from "../../src/api/server/drafts.js";
import type { InspectionView } from "../../src/api/server/measures.js";
import type { AnswerOf } from "../../src/api/server/routes.js";
import { type ReportSite, startReportSite } from "../harvester/report-site.js";
import { type TestServer, testServer } from "./server.js";

let site: ReportSite;
let server: TestServer;
let key: string;
beforeAll(async () => {
  site = await startReportSite();
  server = await testServer({ alsoVisit: [site.origin] });
  key = await server.key("editor");
});
afterAll(async () => {
  await server.close();
  await site.close();
});

const call = async (method: string, path: string, body?: unknown) =>
  (await server.call(method, path, { key, ...(body !== undefined && { body }) })).body;

async function kept(): Promise<string> {
  const address = `${site.origin}/1`;
  const draft: DraftView = await call("POST", "/api/drafts", { address });
  const labels = Object.entries(site.truth().get(address) ?? {}).map(([name, texts]) => ({
    name,
    kind: "one",
    texts: texts.map((text) => ({ text })),
  }));
  await call("PUT", `/api/drafts/${draft.id}/labels`, { revision: draft.revision, pages: [{ address, labels }] });
  await expect.poll(async () => (await call("GET", `/api/drafts/${draft.id}`)).siblings.state, { timeout: 20_000 }).toBe("done");
  return (await call("POST", `/api/drafts/${draft.id}/keep`)).sourceId;
}

async function lastCheck(sourceId: string): Promise<AnswerOf<"check">> {
  const [row] = (await server.pool.query("select id from source_check where source_id = $1 order by id desc limit 1", [sourceId]))
    .rows;
  return call("GET", `/api/sources/${sourceId}/checks/${row.id}`);
}

/** What is drawn; where it stands may differ. */
const barsOf = (side: { inspection: InspectionView } | null) =>
  side?.inspection.kind === "found" ? { ...side.inspection, places: [] } : undefined;

it("a value that was edited is no difference of the pages: the bars are equal as the sets are", async () => {
  const sourceId = await kept();
  await server.harvest(sourceId);
  site.editions.set(1, 2); // another title on the key page
  await server.harvest(sourceId);
  const { change, was, now } = await lastCheck(sourceId);
  expect(change).toMatchObject({ verdict: "same", sets: { S1: true, S5: true }, reading: { title: "edited", author: "exact" } });
  expect(barsOf(was)).toBeDefined();
  expect(barsOf(now)).toEqual(barsOf(was));
});
