/**
 * By which way foreign bytes come in: each door sets its scene with the healthy site, lets the hostile input in, and tells
 * what came of it. A door's calls are noted with how long they took and how they ended.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { isLong } from "../run.js";
import { type FileInput, type PageInput, plainList, plainPage } from "./inputs.js";
import { addressOf, blockOf, REPORTS, redesignedBlockOf, rowOf } from "./records.js";
import type { Answer, Host, Stage } from "./stage.js";

/** The deadlines the server is started with: the usual ones in the long form. */
export const WORK_SECONDS = isLong ? 10 : 3;
export const LEARN_SECONDS = isLong ? 60 : 10;
/**
 * What a person asks for is several pieces of work, each with a deadline of its own; and the machine has other things to do,
 * the more so in the short form, which runs beside other tests.
 */
const CALL_MS = 30_000;
const LEARN_MS = CALL_MS + 120_000;

export interface Step {
  readonly what: string;
  readonly ms: number;
  readonly mostMs: number;
  readonly said: string; // ok, a code, or how a harvest ended
  readonly isTold: boolean; // a result, or a code that says what it is
}

export interface Scene {
  readonly stage: Stage;
  readonly host: Host;
  readonly steps: Step[];
  readonly signal?: AbortSignal; // the server is being stopped: nothing more is waited for
}

export interface Door<Input> {
  readonly name: string;
  readonly run: (scene: Scene, input: Input) => Promise<void>;
}

const [first, ...others] = REPORTS as [(typeof REPORTS)[number], ...(typeof REPORTS)[number][]];
const plainRows = REPORTS.map(rowOf).join("");
const ROWS_A_PAGE = 3;

/** The healthy site: a list of two pages, the reports, nothing else. */
export function putSite({ put }: Host): void {
  for (const report of REPORTS) put(addressOf(report), plainPage(blockOf(report)));
  const rows = REPORTS.map(rowOf);
  const page = (from: number, more: string): string => plainPage(plainList(rows.slice(from, from + ROWS_A_PAGE).join("")) + more);
  put("/p/", page(0, '<p><a rel="next" href="/p/second.html">Next page</a></p>'));
  put("/p/second.html", page(ROWS_A_PAGE, ""));
  for (const path of ["/robots.txt", "/sitemap.xml", "/sitemap.xml.gz", "/endless.xml", "/style.css", "/any.html"])
    put(path, undefined);
}

/** The hostile form of the list, with the rows of the healthy one. */
const listOf = ({ rows, html }: PageInput, more = ""): string => (rows ? rows(plainRows) : html(plainList(plainRows) + more));

/** One call, noted. */
async function step(scene: Scene, what: string, mostMs: number, asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked;
  const code: string | undefined = answer.body?.error?.code;
  const isOk = answer.status === 200;
  const said = isOk ? "ok" : answer.status === 0 ? "no answer" : (code ?? String(answer.status));
  scene.steps.push({ what, ms: answer.ms, mostMs, said, isTold: isOk || (code !== undefined && code !== "internal") });
  return answer;
}

const label = (name: string, text: string, kind = "one") => ({ name, kind, texts: [{ text, place: null }] });
const LABELS = [label("title", first.title), label("author", first.author)];

/** All that a person asks of a page that is being set up. */
async function askDraft(scene: Scene, draft: Answer): Promise<void> {
  if (draft.status !== 200) return;
  const { stage } = scene;
  const { id, pages } = draft.body;
  const { address } = pages[0].page;
  const path = `/api/drafts/${id}`;
  await step(scene, "locate", CALL_MS, stage.call("POST", `${path}/locate`, { text: first.title }));
  await step(scene, "inspect", CALL_MS, stage.call("GET", `${path}/inspect?${new URLSearchParams({ region: first.author })}`));
  const link = label("pdf", "PDF of report 1", "link");
  const links = await step(
    scene,
    "label a link",
    LEARN_MS,
    stage.call("PUT", `${path}/labels`, { revision: 0, pages: [{ address, labels: [link] }] }),
  );
  const several = label("author", first.author, "many");
  await step(
    scene,
    "label several",
    LEARN_MS,
    stage.call("PUT", `${path}/labels`, {
      revision: links.body?.revision ?? 0,
      pages: [{ address, labels: [label("title", first.title), several, label("pdf", `/files/${first.number}.pdf`, "link")] }],
    }),
  );
  await step(scene, "draft", LEARN_MS, stage.call("GET", path));
  await step(scene, "page", CALL_MS, stage.call("GET", `${path}/page`));
  await siblingsRead(scene, id);
  await step(scene, "draft", LEARN_MS, stage.call("GET", path));
  await stage.call("DELETE", path);
}

const BEGIN_MS = 2000;

/** Until its other pages are looked for no more; a page that is looked at costs its own deadline, and so does learning. */
async function siblingsRead(scene: Scene, id: string): Promise<void> {
  const begun = performance.now();
  const mostMs = 4 * CALL_MS + LEARN_MS;
  let state = "";
  while (performance.now() - begun < 2 * mostMs) {
    const isSoon = performance.now() - begun < BEGIN_MS; // they may not even have been looked for yet
    scene.signal?.throwIfAborted();
    const { rows } = await scene.stage.database.pool.query(
      "select body->'siblings'->>'state' as state from draft where id = $1",
      [id],
    );
    state = rows[0]?.state ?? "gone";
    if (["done", "none", "gone"].includes(state) || (state === "waiting" && !isSoon)) break;
    await sleep(100);
  }
  const isDone = ["done", "none", "waiting"].includes(state);
  scene.steps.push({ what: "other pages", ms: performance.now() - begun, mostMs, said: state, isTold: isDone });
}

const startDraft = (scene: Scene, path = addressOf(first)): Promise<Answer> =>
  step(scene, "fetch", LEARN_MS, scene.stage.call("POST", "/api/drafts", { address: scene.host.origin + path }));

let named = 0;
/** Tells the host by its port. */
const newName = ({ origin }: Host): string => `${new URL(origin).port} ${++named}`;

/** A source of the healthy site, harvested once. */
export async function keptSource(scene: Scene): Promise<string> {
  const { stage, host } = scene;
  const { body: draft } = await stage.call("POST", "/api/drafts", { address: host.origin + addressOf(first) });
  const path = `/api/drafts/${draft.id}`;
  const { address } = draft.pages[0].page;
  const labelled = await stage.call("PUT", `${path}/labels`, { revision: 0, pages: [{ address, labels: LABELS }] });
  await stage.call("PATCH", `${path}/settings`, {
    revision: labelled.body.revision,
    name: newName(host),
    listAddress: `${host.origin}/p/`,
    next: { by: "rel" },
    schedule: null,
  });
  await siblingsRead({ ...scene, steps: [] }, draft.id);
  const { body: kept } = await stage.call("POST", `${path}/keep`, {});
  await harvestEnded(scene, kept.sourceId, "0", 60_000);
  return kept.sourceId;
}

interface Harvest {
  readonly id: string;
  readonly ending: string | null;
  readonly note: string | null;
}

/** The source's first harvest after that one that has ended, undefined if none does in time. */
async function harvestEnded(
  { stage, signal }: Pick<Scene, "stage" | "signal">,
  sourceId: string,
  after: string,
  ms: number,
): Promise<Harvest | undefined> {
  for (const until = Date.now() + ms; Date.now() < until; await sleep(50)) {
    signal?.throwIfAborted();
    const { rows } = await stage.database.pool.query(
      "select id, ending, note from harvest where source_id = $1 and id > $2 and finished_at is not null order by id limit 1",
      [sourceId, after],
    );
    if (rows[0]) return rows[0];
  }
  return undefined;
}

const HARVEST_MS = LEARN_MS + 8 * CALL_MS; // checks, a heal, lists and a dozen pages, each at its worst

/** The harvest before may have ended a moment ago and still be tidying up. */
async function queued({ stage, signal }: Scene, sourceId: string, body: object): Promise<void> {
  for (const until = Date.now() + CALL_MS; Date.now() < until; await sleep(100)) {
    signal?.throwIfAborted();
    const { body: answer } = await stage.call("POST", `/api/sources/${sourceId}/run`, body);
    if (answer?.isQueued === true) return;
  }
}

/** Harvests now; tells how it ended and what became of its pages. */
export async function harvest(scene: Scene, sourceId: string, body: { isFromSnapshots?: boolean } = {}): Promise<void> {
  const { stage } = scene;
  const { rows: before } = await stage.database.pool.query(
    "select coalesce(max(id), 0) as id from harvest where source_id = $1",
    [sourceId],
  );
  const begun = performance.now();
  await queued(scene, sourceId, body);
  const ended = await harvestEnded(scene, sourceId, before[0].id, 2 * HARVEST_MS);
  const { rows: pages } = await stage.database.pool.query(
    "select outcome, count(*)::int as count, max(reason) as reason from page where source_id = $1 and harvest_id = $2 group by outcome order by outcome",
    [sourceId, ended?.id ?? "0"],
  );
  const { rows: warnings } = await stage.database.pool.query(
    "select cause from warning where source_id = $1 and closed_at is null",
    [sourceId],
  );
  const outcomes = pages.map(({ outcome, count, reason }) => `${count} ${outcome}${outcome === "failed" ? ` (${reason})` : ""}`);
  const words = [
    ended ? `${ended.ending}${ended.note ? ` (${ended.note})` : ""}` : "never ended",
    ...outcomes,
    ...warnings.map(({ cause }) => `warned: ${cause}`),
  ];
  const isTold = ended !== undefined && pages.every(({ outcome, reason }) => outcome !== "failed" || (reason ?? "") !== "");
  scene.steps.push({
    what: "harvest",
    ms: performance.now() - begun,
    mostMs: HARVEST_MS,
    said: words.join(", "),
    isTold,
  });
}

/** What the last check is shown as. */
async function lookAtCheck(scene: Scene, sourceId: string): Promise<void> {
  const { rows } = await scene.stage.database.pool.query("select max(id) as id from source_check where source_id = $1", [
    sourceId,
  ]);
  if (rows[0]?.id)
    await step(scene, "check shown", CALL_MS, scene.stage.call("GET", `/api/sources/${sourceId}/checks/${rows[0].id}`));
}

/** What the newest record of the source is proved by. */
async function lookAtProof(scene: Scene, sourceId: string): Promise<void> {
  const { rows } = await scene.stage.database.pool.query("select id from record where source_id = $1 order by id desc limit 2", [
    sourceId,
  ]);
  for (const { id } of rows)
    await step(scene, "proof", CALL_MS, scene.stage.call("GET", `/api/records/${id}/proof?attribute=title`));
}

const pageDoors: Door<PageInput>[] = [
  {
    name: "draft",
    async run(scene, input) {
      scene.host.put(addressOf(first), input.html(blockOf(first)));
      await askDraft(scene, await startDraft(scene));
    },
  },
  {
    name: "upload",
    async run(scene, input) {
      const { stage, host } = scene;
      const bytes = Buffer.from(input.html(blockOf(first)));
      await askDraft(scene, await step(scene, "upload", LEARN_MS, stage.upload(host.origin + addressOf(first), bytes)));
    },
  },
  {
    name: "other pages of a draft",
    async run(scene, input) {
      for (const report of others) scene.host.put(addressOf(report), input.html(blockOf(report)));
      const draft = await startDraft(scene);
      const path = `/api/drafts/${draft.body.id}`;
      const pages = [{ address: draft.body.pages[0].page.address, labels: LABELS }];
      await step(scene, "label", LEARN_MS, scene.stage.call("PUT", `${path}/labels`, { revision: 0, pages }));
      await siblingsRead(scene, draft.body.id);
      await step(scene, "draft", LEARN_MS, scene.stage.call("GET", path));
      await scene.stage.call("DELETE", path);
    },
  },
  {
    name: "list of a draft",
    async run(scene, input) {
      scene.host.put("/p/", listOf(input));
      const draft = await startDraft(scene);
      const path = `/api/drafts/${draft.body.id}`;
      const settings = { revision: 0, listAddress: `${scene.host.origin}/p/` };
      await step(scene, "name the list", LEARN_MS, scene.stage.call("PATCH", `${path}/settings`, settings));
      await siblingsRead(scene, draft.body.id);
      await step(scene, "draft", LEARN_MS, scene.stage.call("GET", path));
      await scene.stage.call("DELETE", path);
    },
  },
  {
    name: "list that holds its records",
    async run(scene, input) {
      scene.host.put("/p/", listOf(input));
      const draft = await startDraft(scene, "/p/");
      if (draft.status !== 200) return;
      const path = `/api/drafts/${draft.body.id}`;
      const records = REPORTS.slice(0, 2).map(({ title, author }) => ({ title, author }));
      const labels = scene.stage.call("PUT", `${path}/list-labels`, { revision: 0, records });
      const { body: labelled } = await step(scene, "label two", LEARN_MS, labels);
      await step(scene, "draft", LEARN_MS, scene.stage.call("GET", path));
      const settings = { revision: labelled.revision ?? 1, name: newName(scene.host), schedule: null };
      await step(scene, "name it", LEARN_MS, scene.stage.call("PATCH", `${path}/settings`, settings));
      const { body: kept } = await step(scene, "keep", LEARN_MS, scene.stage.call("POST", `${path}/keep`, {}));
      if (kept.sourceId !== undefined) await scene.stage.call("DELETE", `/api/sources/${kept.sourceId}`);
    },
  },
  {
    name: "harvest of such a list",
    async run(scene, input) {
      const { stage, host } = scene;
      host.put("/p/", plainPage(plainList(plainRows)));
      const { body: draft } = await stage.call("POST", "/api/drafts", { address: `${host.origin}/p/` });
      const path = `/api/drafts/${draft.id}`;
      const records = REPORTS.slice(0, 2).map(({ title, author }) => ({ title, author }));
      const { body: labelled } = await stage.call("PUT", `${path}/list-labels`, { revision: 0, records });
      await stage.call("PATCH", `${path}/settings`, { revision: labelled.revision, name: newName(host), schedule: null });
      const { body: kept } = await stage.call("POST", `${path}/keep`, {});
      await harvestEnded(scene, kept.sourceId, "0", 60_000);
      host.put("/p/", listOf(input));
      await harvest(scene, kept.sourceId);
      await stage.call("DELETE", `/api/sources/${kept.sourceId}`);
    },
  },
  fromSource("key page", async (scene, input, sourceId) => {
    scene.host.put(addressOf(first), input.html(blockOf(first)));
    await harvest(scene, sourceId);
    await lookAtCheck(scene, sourceId);
  }),
  fromSource("redesign", async (scene, input, sourceId) => {
    for (const report of REPORTS) scene.host.put(addressOf(report), input.html(redesignedBlockOf(report)));
    await harvest(scene, sourceId);
    await lookAtCheck(scene, sourceId);
    await lookAtProof(scene, sourceId);
  }),
  fromSource("record pages", async (scene, input, sourceId) => {
    const hostile = others.slice(0, 3);
    for (const report of hostile) scene.host.put(addressOf(report), input.html(blockOf(report)));
    await harvest(scene, sourceId);
    await lookAtProof(scene, sourceId);
    await pagesStand(scene, sourceId, others.slice(3));
  }),
  fromSource("stored pages", async (scene, input, sourceId) => {
    for (const report of others.slice(0, 2)) scene.host.put(addressOf(report), input.html(blockOf(report)));
    await harvest(scene, sourceId);
    await harvest(scene, sourceId, { isFromSnapshots: true });
  }),
  fromSource("list page", async (scene, input, sourceId) => {
    scene.host.put("/p/", listOf(input));
    await harvest(scene, sourceId);
    const rekey = await step(
      scene,
      "new key",
      CALL_MS,
      scene.stage.call("POST", `/api/sources/${sourceId}/drafts`, { mode: "rekey" }),
    );
    if (rekey.status === 200) await scene.stage.call("DELETE", `/api/drafts/${rekey.body.id}`);
  }),
  fromSource("next page of a list", async (scene, input, sourceId) => {
    scene.host.put("/p/second.html", listOf(input));
    await harvest(scene, sourceId);
  }),
  fromSource("page that nobody has", async (scene, input, sourceId) => {
    scene.host.put("/any.html", input.html(blockOf(first)));
    for (const report of REPORTS)
      scene.host.put(addressOf(report), plainPage(blockOf({ ...report, year: "2001", title: `${report.title} II` })));
    await harvest(scene, sourceId);
  }),
];

/** The pages of these reports were read in the last harvest, whatever befell the others. */
async function pagesStand(
  { stage, host, steps }: Scene,
  sourceId: string,
  reports: readonly (typeof REPORTS)[number][],
): Promise<void> {
  const { rows } = await stage.database.pool.query("select address, outcome from page where source_id = $1", [sourceId]);
  const outcomes = reports.map(
    (report) => rows.find(({ address }) => address === host.origin + addressOf(report))?.outcome ?? "missing",
  );
  const isRead = outcomes.every((outcome) => outcome === "read" || outcome === "unchanged");
  steps.push({ what: "healthy pages beside it", ms: 0, mostMs: 1, said: outcomes.join(" "), isTold: isRead });
}

function fromSource(name: string, run: (scene: Scene, input: PageInput, sourceId: string) => Promise<void>): Door<PageInput> {
  return {
    name,
    async run(scene, input) {
      const sourceId = await keptSource(scene);
      await run(scene, input, sourceId);
      await scene.stage.call("DELETE", `/api/sources/${sourceId}`);
    },
  };
}

export const PAGE_DOORS: readonly Door<PageInput>[] = pageDoors;

/** A host is asked for its robots.txt once an hour: each of these needs one of its own. */
export const ROBOTS_DOORS: readonly Door<FileInput>[] = [
  {
    name: "robots.txt",
    async run(scene, { body }) {
      scene.host.put("/robots.txt", body(scene.host.origin));
      const draft = await startDraft(scene);
      if (draft.status === 200) await scene.stage.call("DELETE", `/api/drafts/${draft.body.id}`);
    },
  },
];

export const STYLE_DOORS: readonly Door<FileInput>[] = [
  {
    name: "style sheet",
    async run(scene, { body }) {
      scene.host.put("/style.css", body(scene.host.origin));
      const { body: draft } = await scene.stage.call("POST", "/api/drafts", { address: scene.host.origin + addressOf(first) });
      await step(scene, "asset", CALL_MS, scene.stage.call("GET", `/api/drafts/${draft.id}/asset?address=/style.css`));
      await scene.stage.call("DELETE", `/api/drafts/${draft.id}`);
    },
  },
];

/** Only the command line and imports name sitemaps today, so the setting is written into the store. */
export const SITEMAP_DOORS: readonly Door<FileInput>[] = [
  {
    name: "sitemap",
    async run(scene, { body, path = "/sitemap.xml" }) {
      const { stage, host } = scene;
      const sourceId = await keptSource(scene);
      host.put(path, body(host.origin));
      const begin = path === "/endless.xml" ? "/endless-1.xml" : path;
      await stage.database.pool.query(
        "update source set settings = jsonb_set(settings, '{discovery,sitemaps}', $2::jsonb) where id = $1",
        [sourceId, JSON.stringify([host.origin + begin])],
      );
      await stage.call("PATCH", `/api/sources/${sourceId}`, { maxPages: 20 });
      await harvest(scene, sourceId);
      await stage.call("DELETE", `/api/sources/${sourceId}`);
    },
  },
];
