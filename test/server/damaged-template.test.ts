/** A template that was damaged where it lies in the database: routes and harvests say so, and the rest of the server goes on. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { DraftView } from "../../src/api/server/drafts.js";
import { harvestJob } from "../../src/harvester/queue/harvest-job.js";
import { harvestsOf } from "../../src/store/harvest.js";
import { recordsSince } from "../../src/store/record.js";
import { warnings } from "../../src/store/warning.js";
import { damaged } from "../api/damage.js";
import { randomOf } from "../core/mutate.js";
import { type ReportSite, startReportSite } from "../harvester/report-site.js";
import { threads } from "../harvester/threads.js";
import { wrongValues } from "../harvester/tools.js";
import { isLong, say, seed } from "../run.js";
import { falseProofs } from "../store/false-proofs.js";
import { type TestServer, testServer } from "./server.js";

let site: ReportSite;
let server: TestServer;
let key: string;
beforeAll(async () => {
  site = await startReportSite();
  server = await testServer({ alsoVisit: [site.origin] });
  key = await server.key("admin");
});
afterAll(async () => {
  await server.close();
  await site.close();
});

const call = (method: string, path: string, body?: unknown) =>
  server.call(method, path, { key, ...(body !== undefined && { body }) });

async function kept(): Promise<string> {
  const address = `${site.origin}/1`;
  const draft: DraftView = (await call("POST", "/api/drafts", { address })).body;
  const labels = Object.entries(site.truth().get(address) ?? {}).map(([name, texts]) => ({
    name,
    kind: "one",
    texts: texts.map((text) => ({ text })),
  }));
  await call("PUT", `/api/drafts/${draft.id}/labels`, { revision: draft.revision, pages: [{ address, labels }] });
  const state = async () => (await call("GET", `/api/drafts/${draft.id}`)).body.siblings.state;
  await expect.poll(state, { timeout: 60_000 }).toBe("done");
  return (await call("POST", `/api/drafts/${draft.id}/keep`)).body.sourceId;
}

const shown = new Set<string>();
const lineOf = (address: string, name: string, texts: readonly string[] | undefined): string =>
  `${address} ${name}: ${texts?.join("; ")}`;

/** What the site displays now; a value that is withheld later stays what it was. */
function remember(): void {
  for (const [address, values] of site.truth())
    for (const [name, texts] of Object.entries(values)) shown.add(lineOf(address, name, texts));
}

const neverShown = (records: readonly { identity: string; values: Readonly<Record<string, readonly string[]>> }[]): string[] =>
  records
    .flatMap(({ identity, values }) => Object.entries(values).map(([name, texts]) => lineOf(identity, name, texts)))
    .filter((line) => !shown.has(line));

const COUNT = isLong ? 400 : 25;

it(`${COUNT} damaged rows: a code by every route, a warning by every harvest, never a wrong value`, async () => {
  const id = await kept();
  await server.harvest(id);
  remember();
  const { rows } = await server.pool.query("select role, body::text as body from template where source_id = $1", [id]);
  const whole: string = rows.find(({ role }) => role === "record").body;
  const put = (body: string) =>
    server.pool.query("update template set body = $2 where source_id = $1 and role = 'record'", [id, body]).then(
      () => true,
      () => false, // PostgreSQL keeps no text that is not JSON
    );
  const [check] = (await server.pool.query("select id from source_check where source_id = $1 limit 1", [id])).rows;
  const codes = new Map<string, number>();
  const endings = new Map<string, number>();
  let tried = 0;
  for (let number = 0; tried < COUNT; number++) {
    const { text } = damaged(whole, randomOf(seed + number));
    if (!(await put(text))) continue;
    tried += 1;
    site.edition += 1; // every page is to be read
    for (const path of ["", "/versions", "/versions/1", "/timeline", `/checks/${check.id}`, "/withheld"]) {
      const { status, body } = await call("GET", `/api/sources/${id}${path}`);
      if (status >= 500) expect.fail(`damage ${number}: ${path} answers ${status} ${JSON.stringify(body)}`);
      if (status >= 400) codes.set(body.error.code, (codes.get(body.error.code) ?? 0) + 1);
    }
    expect((await call("GET", "/api/sources")).status).toBe(200);
    await harvestJob({ pool: server.pool, door: server.door, threads }, { sourceId: id, due: server.now() });
    const [last] = await harvestsOf(server.pool, id, 1);
    endings.set(String(last?.ending), (endings.get(String(last?.ending)) ?? 0) + 1);
    if (last?.ending === "failed") {
      const open = await warnings(server.pool, { isAll: false, limit: 100 });
      expect(open.some(({ cause }) => cause === "failed")).toBe(true);
    }
    const records = await recordsSince(server.pool, { sourceId: id, since: new Date(0), afterId: "0", limit: 100 });
    remember();
    expect(neverShown(records)).toEqual([]);
    await server.pool.query("delete from template where source_id = $1 and version > 1", [id]); // healed versions
    await server.pool.query("update source set template_version = 1 where id = $1", [id]);
    await put(whole);
  }
  site.edition += 1;
  expect((await server.harvest(id)).ending).toBe("done"); // whole again, all is well
  const records = await recordsSince(server.pool, { sourceId: id, since: new Date(0), afterId: "0", limit: 100 });
  expect(wrongValues(records, site.truth())).toEqual([]);
  expect((await falseProofs(server.pool)).wrong).toEqual([]);
  say(
    `seed ${seed}, damaged rows: tried ${tried}, refused ${JSON.stringify(Object.fromEntries(codes))}, harvests ${JSON.stringify(Object.fromEntries(endings))}`,
  );
}, 1_800_000);
