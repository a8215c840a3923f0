import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { DraftView } from "../../src/api/server/drafts.js";
import { draftRoutes } from "../../src/server/routes/drafts.js";
import { takeDraft } from "../../src/store/lock.js";
import { type TestServer, testServer } from "./server.js";

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await testServer();
  key = await server.key("editor");
  await server.call("POST", "/api/demo", { key });
});
afterAll(async () => {
  expect(server.troubles).toEqual([]);
  await server.close();
});

const site = (id: string) => {
  const found = server.demo.view().sites.find((each) => each.id === id);
  if (!found) throw new Error("no such site");
  return found;
};
const call = async (method: string, path: string, body?: unknown) => {
  const answer = await server.call(method, path, { key, ...(body !== undefined && { body }) });
  if (answer.status >= 400) throw new Error(`${path}: ${answer.text}`);
  return answer.body;
};
const begin = (id: string): Promise<DraftView> => call("POST", "/api/drafts", { address: site(id).pageAddress });

type Labels = Record<string, string | string[]>;
const inputOf = (labels: Labels) =>
  Object.entries(labels).map(([name, texts]) => ({
    name,
    kind: Array.isArray(texts) ? "many" : "one",
    texts: [texts].flat().map((text) => ({ text })),
  }));
const label = (draft: DraftView, labels: Labels, further: object[] = []): Promise<DraftView> =>
  call("PUT", `/api/drafts/${draft.id}/labels`, {
    revision: draft.revision,
    pages: [{ address: draft.pages[0]?.page.address, labels: inputOf(labels) }, ...further],
  });

/** Until its other pages are read. */
async function settled(id: string, most = 300): Promise<DraftView> {
  for (let tries = 0; tries < most; tries++) {
    const draft: DraftView = await call("GET", `/api/drafts/${id}`);
    if (draft.siblings.state === "done" || draft.siblings.state === "none") return draft;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("its other pages are never read");
}

const RIVERS = { title: "Silt Memory in Regulated Rivers", authors: ["Clara Weiß"] };

describe("a source set up from one page", () => {
  let draft: DraftView;
  let sourceId: string;

  it("begins with the page as text, and looks for nothing yet", async () => {
    draft = await begin("institute");
    const page = await call("GET", `/api/drafts/${draft.id}/page`);
    expect(page.html).toContain("<h1>Silt Memory in Regulated Rivers</h1>");
    expect(draft).toMatchObject({
      mode: "new",
      revision: 0,
      siblings: { state: "waiting" },
      settings: { name: "Institute for Slow Rivers" },
    });
  });

  it("tells where a text stands and what it might be called", async () => {
    const locate = (text: string) => call("POST", `/api/drafts/${draft.id}/locate`, { text });
    expect(await locate("Silt Memory in Regulated Rivers")).toMatchObject({
      located: { kind: "found", place: { after: expect.stringContaining("Clara Weiß") } },
      proposal: { name: "title", kind: "one", because: "look" },
    });
    expect(await locate("10.5555/slow.2024.100")).toMatchObject({ proposal: { name: "doi", because: "text-before" } });
    expect(await locate("22 April 2024")).toMatchObject({ proposal: { kind: "date" } });
    expect(await locate("Hugo Lindqvist")).toMatchObject({ proposal: { name: "authors", kind: "many" } });
    expect(await locate("Silt Memory in Wild Rivers")).toMatchObject({
      located: { kind: "not-found", nearest: [{ text: "Silt Memory in Regulated Rivers" }] },
    });
    expect(await locate("re")).toMatchObject({ located: { kind: "ambiguous", count: 3 } });
    expect(await locate("  ")).toMatchObject({ located: { kind: "empty" } });
  });

  it("reads five other pages by itself after the second label, and one of several stands for all", async () => {
    draft = await label(draft, RIVERS);
    expect(draft.pages[0]?.labels[1]).toMatchObject({
      name: "authors",
      texts: [{ text: "Clara Weiß" }, { text: "Hugo Lindqvist" }, { text: "Lena Brandt" }],
    });
    draft = await settled(draft.id);
    expect(draft.siblings.counts).toEqual({ places: 10, proved: 10, empty: 0, withheld: 0, guessed: 0 });
    expect(draft.pages[0]?.labels.map(({ state }) => state)).toEqual(["learnt", "learnt"]);
    expect(draft.settings).toMatchObject({
      listAddress: site("institute").listAddress,
      isListProposed: true,
      next: { by: "rel" },
    });
    expect(new Set(draft.learning.delimiters.map(({ attribute }) => attribute))).toEqual(new Set(["authors", "title"]));
    const first = draft.siblings.rows[0];
    const page = await call("GET", `/api/drafts/${draft.id}/page?address=${encodeURIComponent(first?.address ?? "")}`);
    for (const cell of Object.values(first?.cells ?? {})) {
      if (cell.kind !== "value") throw new Error("withheld");
      expect(cell.spans.map(({ start, end }) => page.html.slice(start, end))).toEqual(cell.texts);
    }
  });

  it("measures the page as bartree inspect does", async () => {
    expect(await call("GET", `/api/drafts/${draft.id}/inspect`)).toMatchObject({
      kind: "found",
      path: ["html", "body", "main", "article", "h1"],
    });
  });

  it("tells who saw an older state, and overwrites nothing", async () => {
    const stale = { revision: draft.revision - 1, pages: [{ address: draft.pages[0]?.page.address, labels: [] }] };
    const { status, body } = await server.call("PUT", `/api/drafts/${draft.id}/labels`, { key, body: stale });
    expect([status, body.error.code]).toEqual([409, "draft-changed"]);
    expect((await call("GET", `/api/drafts/${draft.id}`)).pages[0].labels).toHaveLength(2);
    const keep = await server.call("POST", `/api/drafts/${draft.id}/keep`, { key, body: { revision: stale.revision } });
    expect([keep.status, keep.body.error.code]).toEqual([409, "draft-changed"]);
  });

  it("is kept with its list, its labels and its schedule, and harvested", async () => {
    const settings = { revision: draft.revision, name: "Slow Rivers", schedule: { cron: "30 6 * * *", zone: "Asia/Jakarta" } };
    const { revision } = await call("PATCH", `/api/drafts/${draft.id}/settings`, settings);
    ({ sourceId } = await call("POST", `/api/drafts/${draft.id}/keep`, { revision }));
    expect(await server.harvest(sourceId)).toMatchObject({ ending: "done", verdict: "same" });
    const source = await call("GET", `/api/sources/${sourceId}`);
    expect(source).toMatchObject({
      name: "Slow Rivers",
      state: "healthy",
      records: 16,
      withheld: 0,
      settings: { schedule: { zone: "Asia/Jakarta" } },
    });
    const { records } = await call("GET", `/api/records?source=${sourceId}&limit=200`);
    expect(records.find((record: { title: string }) => record.title === RIVERS.title).values.authors).toEqual([
      "Clara Weiß",
      "Hugo Lindqvist",
      "Lena Brandt",
    ]);
    const { rows } = await server.pool.query("select next_check_at from source where id = $1", [sourceId]);
    expect(rows[0].next_check_at.toISOString()).toMatch(/T23:30:00/);
  });

  it("gives every value with its proof", async () => {
    const { records } = await call("GET", `/api/records?source=${sourceId}&limit=200`);
    for (const { id, values } of records)
      for (const attribute of Object.keys(values))
        expect(await call("GET", `/api/records/${id}/proof?attribute=${attribute}`)).toMatchObject({
          isProved: true,
          values: values[attribute],
        });
  });

  it("can be taken back: the source is gone, the draft is open again", async () => {
    expect(await call("POST", `/api/sources/${sourceId}/undo-keep`)).toEqual({ draftId: draft.id });
    expect((await server.call("GET", `/api/sources/${sourceId}`, { key })).status).toBe(404);
    expect((await call("GET", "/api/records")).records).toEqual([]);
    expect(await call("GET", `/api/drafts/${draft.id}`)).toMatchObject({
      kept: null,
      pages: [{ labels: [{ name: "title" }, { name: "authors" }] }],
    });
  });

  it("kept again is the very source, with all that it has read, and still as it was", async () => {
    expect(await call("POST", `/api/drafts/${draft.id}/keep`)).toEqual({ sourceId });
    expect((await call("GET", `/api/records?source=${sourceId}&limit=200`)).records.length).toBeGreaterThan(0);
    expect(await call("GET", `/api/sources/${sourceId}`)).toMatchObject({
      templateVersion: 1,
      undoableKeep: { draftId: draft.id },
    });
    await server.harvest(sourceId);
  });

  it("heals after a redesign, and the version says which known records agreed", async () => {
    await call("POST", "/api/demo/acts", { site: "institute", act: "redesign" });
    expect(await server.harvest(sourceId)).toMatchObject({ ending: "done", isHealed: true });
    expect(await call("GET", `/api/sources/${sourceId}`)).toMatchObject({
      state: "healed",
      checks: ["same", "same", "healed"],
      undoableHeal: { version: 2, back: 1 },
    });
    const version = await call("GET", `/api/sources/${sourceId}/versions/2`);
    expect(version.known.length).toBeGreaterThan(1);
    expect(new Set(version.known.map(({ outcome }: { outcome: string }) => outcome))).toEqual(new Set(["exact"]));
    expect(version.known.filter(({ isKey }: { isKey: boolean }) => isKey)).toHaveLength(1);
    const check = await call("GET", `/api/sources/${sourceId}/checks/${version.checkId}`);
    expect(check).toMatchObject({
      change: { verdict: "broken", sets: { S1: false } },
      was: { inspection: { kind: "found" } },
      now: { inspection: { kind: "found" } },
      healedBy: 2,
    });
    const { entries } = await call("GET", `/api/sources/${sourceId}/timeline`);
    expect(entries.map(({ kind }: { kind: string }) => kind)).toEqual([
      "version",
      "check",
      "harvest",
      "check",
      "harvest",
      "harvest",
      "version",
    ]);
  });

  it("undoes the heal, which pauses it", async () => {
    expect(await call("POST", `/api/sources/${sourceId}/undo-heal`)).toMatchObject({ undone: 2, inForce: 1 });
    expect(await call("GET", `/api/sources/${sourceId}`)).toMatchObject({ state: "paused", templateVersion: 1 });
    expect((await server.call("POST", `/api/sources/${sourceId}/undo-heal`, { key })).body.error.code).toBe("nothing-to-undo");
    expect(await call("POST", `/api/sources/${sourceId}/resume`)).not.toMatchObject({ state: "paused" });
  });

  it("that lost all known records is deferred, and goes on with a new key", async () => {
    await call("POST", "/api/demo/acts", { site: "institute", act: "remove-all" });
    expect(await server.harvest(sourceId)).toMatchObject({ ending: "deferred" });
    const deferred = await call("GET", `/api/sources/${sourceId}`);
    expect(deferred).toMatchObject({ state: "deferred", warnings: 1 });
    expect(deferred.checks.filter((mark: string) => mark === "key-missing")).toHaveLength(1); // however many were looked for
    const { warnings } = await call("GET", "/api/warnings");
    expect(warnings[0]).toMatchObject({ cause: "key-missing", source: { id: sourceId } });
    expect(await call("POST", `/api/warnings/${warnings[0].id}/acknowledge`)).toMatchObject({
      acknowledgedAt: expect.any(String),
      closedAt: null,
    });
    await call("POST", "/api/demo/acts", { site: "institute", act: "restore" });
    const cookies = `update source set settings = settings || '{"cookies": {"session": "s3cret"}}' where id = $1`;
    await server.pool.query(cookies, [sourceId]);
    let rekey: DraftView = await call("POST", `/api/sources/${sourceId}/drafts`, {
      mode: "rekey",
      address: `${server.demo.origin}/institute/reports/report-87`,
    });
    expect(rekey).toMatchObject({ mode: "rekey", source: { id: sourceId }, guide: { title: [RIVERS.title] } });
    expect(rekey.suggestions).toContainEqual(
      expect.objectContaining({ name: "title", from: "template", texts: ["How Long a Meander Waits"] }),
    );
    const held = await server.pool.query("select body::text from draft where id = $1", [rekey.id]);
    expect(held.rows[0].body).not.toContain("s3cret"); // the source has it
    rekey = await label(rekey, { title: "How Long a Meander Waits", authors: ["Tomás Ribeiro"] });
    rekey = await settled(rekey.id);
    await call("POST", `/api/drafts/${rekey.id}/keep`);
    expect(await server.harvest(sourceId)).toMatchObject({ ending: "done", verdict: "same" });
    expect(await call("GET", `/api/sources/${sourceId}`)).toMatchObject({
      state: "healthy",
      records: 16,
      settings: { keyAddress: expect.stringMatching(/report-87$/), cookies: ["session"] },
    });
  });

  it("keeps its new key where a heal came after it: only what it reads by is taken back", async () => {
    const undoable = async () => (await call("GET", `/api/sources/${sourceId}`)).undoableKeep;
    expect(await undoable()).not.toBeNull();
    await call("POST", "/api/demo/acts", { site: "institute", act: "redesign" });
    expect(await server.harvest(sourceId)).toMatchObject({ ending: "done", isHealed: true });
    const { templateVersion } = await call("GET", `/api/sources/${sourceId}`);
    expect(await undoable()).toBeNull();
    expect((await server.call("POST", `/api/sources/${sourceId}/undo-keep`, { key })).body.error.code).toBe("nothing-to-undo");
    expect(await call("GET", `/api/sources/${sourceId}`)).toMatchObject({ templateVersion });
    await call("POST", `/api/sources/${sourceId}/undo-heal`);
    expect(await undoable()).not.toBeNull();
    await call("POST", "/api/demo/acts", { site: "institute", act: "restore" });
    await call("POST", `/api/sources/${sourceId}/resume`);
  });

  it("is removed, and brought back as it was", async () => {
    await call("DELETE", `/api/sources/${sourceId}`);
    expect((await call("GET", "/api/sources")).sources).toEqual([]);
    expect((await call("GET", "/api/records")).records).toEqual([]);
    expect(await call("POST", `/api/sources/${sourceId}/restore`)).toMatchObject({ records: 16 });
    expect((await call("GET", "/api/records?limit=1")).count).toEqual({ count: 16, isCapped: false });
  });
});

describe("the page one began with", () => {
  it("is not the key if another one carries the labels", async () => {
    let draft = await begin("institute");
    draft = await settled((await label(draft, RIVERS)).id);
    const other = draft.siblings.rows[0]?.address ?? "";
    const page = await call("GET", `/api/drafts/${draft.id}/page?address=${encodeURIComponent(other)}`);
    const title = /<h1>([^<]*)/.exec(page.html)?.[1] ?? "";
    await label(draft, {}, [{ address: other, labels: inputOf({ title }) }]);
    const { sourceId } = await call("POST", `/api/drafts/${draft.id}/keep`);
    expect(await call("GET", `/api/sources/${sourceId}`)).toMatchObject({ settings: { keyAddress: other } });
    expect(await server.harvest(sourceId)).toMatchObject({ ending: "done", verdict: "same" });
    await call("DELETE", `/api/sources/${sourceId}`);
  });
});

describe("a draft whose keeping was undone", () => {
  it("is changed and kept again: the very source, as the draft has it now, with what it has read", async () => {
    let draft: DraftView = await call("POST", "/api/drafts", { address: site("library").pageAddress });
    const { html } = await call("GET", `/api/drafts/${draft.id}/page`);
    const title = /<h2>([^<]*)/.exec(html)?.[1] ?? "";
    const year = /Year<dd>([^<\n]*)/.exec(html)?.[1] ?? "";
    draft = await settled((await label(draft, { title, year })).id);
    const { sourceId } = await call("POST", `/api/drafts/${draft.id}/keep`);
    await server.harvest(sourceId);
    const records = async () =>
      (await call("GET", `/api/records?source=${sourceId}&limit=200`)).records.map(({ id }: { id: string }) => id).sort();
    const before = await records();
    await call("PATCH", `/api/sources/${sourceId}`, { delayMs: 60 });
    await call("POST", `/api/sources/${sourceId}/undo-keep`);
    draft = await call("GET", `/api/drafts/${draft.id}`);
    draft = await settled((await label(draft, { title })).id);
    await call("PATCH", `/api/drafts/${draft.id}/settings`, { revision: draft.revision, name: "Another name" });
    expect(await call("POST", `/api/drafts/${draft.id}/keep`)).toEqual({ sourceId });
    expect(await call("GET", `/api/sources/${sourceId}`)).toMatchObject({
      name: "Another name",
      templateVersion: 2,
      attributes: ["title"],
      settings: { delayMs: 60 },
    });
    expect(before.length).toBeGreaterThan(0);
    expect(await records()).toEqual(before);
    await call("DELETE", `/api/sources/${sourceId}`);
  });
});

describe("pages that are withheld alike", () => {
  it("are settled by labels of one of them, and no page read before is read otherwise", async () => {
    const { pageAddress, listAddress } = site("library");
    let draft: DraftView = await call("POST", "/api/drafts", { address: pageAddress });
    const truth = { title: "The Tide Tables of Marrow Bay" };
    const html: string = (await call("GET", `/api/drafts/${draft.id}/page`)).html;
    const title = /<h2>([^<]*)/.exec(html)?.[1] ?? truth.title;
    const year = /Year<dd>([^<\n]*)/.exec(html)?.[1] ?? "";
    draft = await label(draft, { title, year });
    draft = await settled(draft.id);
    expect(draft.settings.listAddress).toBe(listAddress);
    const { sourceId } = await call("POST", `/api/drafts/${draft.id}/keep`);
    await server.harvest(sourceId);
    const { groups } = await call("GET", `/api/sources/${sourceId}/withheld`);
    const [group] = groups;
    expect(group).toMatchObject({ pages: expect.toSatisfy((n: number) => n > 1), examples: expect.any(Array) });
    const before = await call("GET", `/api/records?source=${sourceId}&limit=200`);
    await server.pool.query("update page set snapshot_id = null where address = $1", [pageAddress]); // the check has the key's page too
    let variant: DraftView = await call("POST", `/api/sources/${sourceId}/drafts`, { mode: "variant", group: group.group });
    const unlabelled = await server.call("POST", `/api/drafts/${variant.id}/keep`, { key });
    expect(unlabelled).toMatchObject({ status: 409, body: { error: { code: "draft-incomplete" } } });
    const chart: string = (await call("GET", `/api/drafts/${variant.id}/page`)).html;
    const own = { title: /<caption>([^<]*)/.exec(chart)?.[1] ?? "", year: /Printed<\/th><td>([^<]*)/.exec(chart)?.[1] ?? "" };
    variant = await label(variant, own);
    const cells = variant.siblings.rows.flatMap((row) => Object.values(row.cells));
    expect(cells.length).toBeGreaterThan(0);
    expect(cells.every(({ kind }) => kind === "value")).toBe(true);
    expect(variant.siblings.note?.message).toMatch(/^\d+ pages read before were looked at; none is read otherwise now\./);
    await call("POST", `/api/drafts/${variant.id}/keep`);
    expect(await server.harvest(sourceId)).toMatchObject({ ending: "done", verdict: "same" });
    const left = await call("GET", `/api/sources/${sourceId}/withheld`);
    expect(left.groups.map((each: { group: string }) => each.group)).not.toContain(group.group);
    const after = await call("GET", `/api/records?source=${sourceId}&limit=200`);
    const byAddress = new Map(
      after.records.map((record: { address: string; values: object }) => [record.address, record.values]),
    );
    for (const { address, values } of before.records) expect(byAddress.get(address)).toMatchObject(values);
    expect(after.records.length).toBeGreaterThan(before.records.length);
    await call("POST", `/api/sources/${sourceId}/undo-keep`);
    expect(await call("GET", `/api/sources/${sourceId}`)).toMatchObject({ templateVersion: 1 });
  });
});

describe("a page as it can be", () => {
  const upload = async (html: string): Promise<DraftView> =>
    (await server.call("POST", "/api/drafts/upload?address=https://shop.example/item/1", { key, bytes: html })).body;

  it("names its values itself: only those that it also displays are suggested", async () => {
    const draft = await upload(`<title>Ring of Dust – Journal</title><meta name="citation_title" content="Ring of Dust">
      <meta name=citation_author content="A. Birch"><meta name="citation_author" content="B. Cole"><meta name="citation_doi" content="10.1/hidden">
      <script type="application/ld+json">{"@type":"Article","datePublished":"3 May 2024","author":{"name":"A. Birch"}}</script>
      <h1>Ring of Dust</h1><p>A. Birch</p><p>B. Cole</p><p>3 May 2024</p>`);
    expect(draft.suggestions).toEqual([
      { name: "title", kind: "one", texts: ["Ring of Dust"], from: "citation", tag: "citation_title" },
      { name: "authors", kind: "many", texts: ["A. Birch", "B. Cole"], from: "citation", tag: "citation_author" },
      { name: "date", kind: "date", texts: ["3 May 2024"], from: "json-ld", tag: "datePublished" },
    ]);
    expect(draft.settings.name).toBe("Journal");
  });

  it("shows a text twice: a person chooses, and the choice is learnt", async () => {
    let draft = await upload("<h1>Lamp</h1><div class=old><b>12 EUR</b></div><div class=now><i>12 EUR</i></div><p>A lamp.</p>");
    const place = async (number: number | null) => {
      draft = await call("PUT", `/api/drafts/${draft.id}/labels`, {
        revision: draft.revision,
        pages: [
          {
            address: draft.pages[0]?.page.address,
            labels: [{ name: "price", kind: "number", texts: [{ text: "12 EUR", place: number }] }],
          },
        ],
      });
      return draft.pages[0]?.labels[0];
    };
    expect(await place(null)).toMatchObject({ located: [{ kind: "ambiguous", count: 2 }] });
    const chosen = await place(2);
    expect(chosen).toMatchObject({ located: [{ kind: "found", place: { before: "Lamp 12 EUR" } }] });
  });

  it("has a link: its address is the value, whether its text or its address was given", async () => {
    let draft = await upload('<h1>Lamp</h1><p><a href="/files/lamp.pdf">Data sheet</a> <a href="/x">More</a></p>');
    draft = await call("PUT", `/api/drafts/${draft.id}/labels`, {
      revision: 0,
      pages: [
        { address: draft.pages[0]?.page.address, labels: [{ name: "sheet", kind: "link", texts: [{ text: "Data sheet" }] }] },
      ],
    });
    expect(draft.pages[0]?.labels[0]).toMatchObject({ htmlAttribute: "href", state: "learnt" });
  });

  it("is a list that holds its records whole", async () => {
    const rows = ["Ash 1900", "Birch 1910", "Cedar 1920", "Dogwood 1930"].map(
      (row) => `<li><b>${row.split(" ")[0]}</b> <i>${row.split(" ")[1]}</i></li>`,
    );
    let draft = await upload(`<h1>Trees</h1><ul>${rows.join("")}</ul><p>end</p>`);
    draft = await call("PUT", `/api/drafts/${draft.id}/list-labels`, {
      revision: 0,
      records: [
        { tree: "Ash", year: "1900" },
        { tree: "Birch", year: "1910" },
      ],
    });
    expect(draft.list).toMatchObject({ found: 4, fault: null });
    expect(draft.list?.read[3]?.values).toEqual({ tree: "Dogwood", year: "1930" });
  });

  it("is nothing to learn from: it is not kept, and the sentence says why", async () => {
    const draft = await upload("<h1>Lamp</h1>");
    const { status, body } = await server.call("POST", `/api/drafts/${draft.id}/keep`, { key });
    expect([status, body.error.code]).toEqual([409, "draft-incomplete"]);
    expect((await server.call("POST", "/api/drafts/upload?address=https://a.example/", { key, bytes: "" })).status).toBe(400);
    expect(
      (await server.call("POST", "/api/drafts/upload?address=https://a.example/", { key, bytes: "%PDF-1.4" })).body.error.code,
    ).toBe("page-not-html");
  });

  it("has a look of its own: only what is of its site, and nothing that runs", async () => {
    const draft = await begin("observatory");
    const ask = (address: string, more = "") =>
      server.call("GET", `/api/drafts/${draft.id}/asset?address=${encodeURIComponent(address)}${more}`, { key });
    expect((await ask("https://tracker.example/pixel.png")).body.error.code).toBe("asset-refused");
    expect((await ask("javascript:alert(1)")).body.error.code).toBe("asset-refused");
    expect((await ask("/observatory/c212.html")).body.error.code).toBe("asset-refused");
    expect((await ask("https://tracker.example/pixel.png", "&others=yes")).body.error.code).toBe("address-refused");
  });

  describe("was left while its other pages were read, as a server ends", () => {
    let draft: DraftView;
    let other: pg.Pool; // of a server that began at the same time
    beforeEach(async () => {
      other = new pg.Pool(server.pool.options);
      await other.query("select"); // connected, so that both are as fast
      draft = await settled((await label(await begin("institute"), RIVERS)).id);
      await leave();
    });
    afterEach(() => other.end());

    async function leave(): Promise<void> {
      await server.pool.query("update draft_page set state = 'reading' where draft_id = $1 and role = 'sibling'", [draft.id]);
      await server.pool.query(
        `update draft set body = jsonb_set(body, '{siblings,state}', '"reading"'), revision = revision + 1, updated_at = 'yesterday'
          where id = $1`,
        [draft.id],
      );
    }

    const changes = async (): Promise<number> =>
      (await server.pool.query<{ revision: number }>("select revision from draft where id = $1", [draft.id])).rows[0]?.revision ??
      0;

    it("they are read when somebody looks again, once, however many servers are asked", async () => {
      const before = await changes();
      expect((await settled(draft.id)).siblings).toEqual(draft.siblings);
      const alone = (await changes()) - before;
      await leave();
      const left = await changes();
      const servers = [server.pool, other].map((pool) => draftRoutes({ ...server.tools, pool }));
      type Asked = Parameters<(typeof servers)[number]["draft"]>[0];
      await Promise.all(servers.map((each) => each.draft({ params: { id: draft.id } } as Asked)));
      await settled(draft.id);
      expect((await changes()) - left).toBe(alone);
    });

    it("they are left to another server that still reads them", async () => {
      const release = await takeDraft(other, draft.id);
      await expect(settled(draft.id, 5)).rejects.toThrow("never read");
      await release?.();
      expect((await settled(draft.id)).siblings).toEqual(draft.siblings);
    });
  });

  it("is thrown away", async () => {
    const draft = await upload("<h1>Lamp</h1>");
    await call("DELETE", `/api/drafts/${draft.id}`);
    expect((await server.call("GET", `/api/drafts/${draft.id}`, { key })).body.error.code).toBe("not-there");
  });
});
