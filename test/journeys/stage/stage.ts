/** The servers in front of which the scenes are played, and who is signed in there. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { DraftView } from "../../../src/api/server/drafts.js";
import { type AnswerOf, REQUEST_HEADER } from "../../../src/api/server/routes.js";
import { type TestDatabase, testDatabase } from "../../store/database.js";
import { person, type Served, served } from "../served.js";
import { playMonth } from "./month.js";
import { plansFor } from "./plans.js";
import { type StageSite, startSite } from "./site.js";

type Who = NonNullable<BrowserContextOptions["storageState"]>;

interface Place {
  readonly server: Served;
  readonly owner: Who; // whoever began it
}

/** Where everything happened: a source in every state. */
interface MonthPlace extends Place {
  readonly reader: Who;
  readonly ids: Readonly<Record<string, string>>; // of sources, by their state
  readonly long: string; // a source of many letters
  readonly warnings: Readonly<Record<string, string>>; // by their cause
  readonly record: string;
  readonly edited: string; // a record with history
  readonly held: string; // one with a withheld value
  readonly longRecord: string;
  readonly draft: string; // address of a draft with labels, its other pages read
  readonly empty: string; // of one without
  readonly tagged: string; // of one whose page names its values itself
  readonly rekey: string;
  readonly variant: string;
}

export interface Stage {
  readonly fresh: Place; // nothing is there yet
  readonly month: MonthPlace;
  readonly large: Place; // 5,000 sources
  stop(): Promise<void>;
}
export type Where = "fresh" | "month" | "large";

const PASSWORD = "only for the stage";

interface Wanted {
  readonly days: number;
  readonly fill?: (pool: TestDatabase["pool"]) => Promise<void>; // with 5,000 sources
}

export async function setStage(browser: Browser, { days, fill }: Wanted): Promise<Stage> {
  const [database, many] = [await testDatabase(), await testDatabase()];
  const month = await playMonth(database.pool, days);
  await fill?.(many.pool);
  const studio = await startSite("institute");
  studio.shown = withOwnTags;
  const settings = { BARTREE_LOOPBACK_ORIGINS: [...month.origins, studio.origin].join() };
  const server = await served({ database, settings });
  const fresh = await served();
  const large = await served({ database: many, options: ["--no-worker"] }); // nobody visits invented sites
  const ids = Object.fromEntries(
    plansFor(days)
      .toReversed() // the first of a state is its example
      .map(({ state, name }) => [state, month.ids.get(name) ?? ""]),
  );
  return {
    fresh: { server: fresh, owner: await begun(browser, fresh) },
    month: await furnished(browser, server, studio, ids),
    large: { server: large, owner: await begun(browser, large, (ask) => ask("POST", "/api/demo")) },
    async stop() {
      await Promise.all([server, fresh, large].map((each) => each.stop()));
      await Promise.all([month.close(), studio.close()]);
    },
  };
}

/** By the one-time link. */
async function begun(browser: Browser, server: Served, then: (ask: Ask) => Promise<unknown> = async () => {}): Promise<Who> {
  const { page } = await person(browser);
  await page.goto(server.link);
  await page.waitForURL((url) => url.pathname !== "/welcome");
  await then(asking(page));
  const who = await page.context().storageState();
  await page.context().close();
  return who;
}

type Ask = <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;

const asking =
  (page: Page): Ask =>
  (method, path, body) =>
    page.evaluate(
      async ({ method, path, body, header }) => {
        const headers = { [header]: "1", ...(body !== undefined && { "content-type": "application/json" }) };
        const answer = await fetch(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
        if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
        return answer.json();
      },
      { method, path, body, header: REQUEST_HEADER },
    );

async function furnished(browser: Browser, server: Served, studio: StageSite, ids: Record<string, string>): Promise<MonthPlace> {
  const { page } = await person(browser);
  await page.goto(server.link);
  await page.waitForURL((url) => url.pathname !== "/welcome");
  const ask = asking(page);
  await ask("POST", "/api/users", { name: "librarian", role: "admin", password: PASSWORD });
  await ask("POST", "/api/sign-in", { name: "librarian", password: PASSWORD });
  await ask("POST", "/api/users", { name: "cataloguing", role: "editor", password: PASSWORD });
  const { user: visitor } = await ask<AnswerOf<"addUser">>("POST", "/api/users", {
    name: "reading room",
    role: "reader",
    password: PASSWORD,
  });
  for (const [name, role] of [
    ["discovery system", "reader"],
    ["nightly export", "editor"],
  ])
    await ask("POST", "/api/keys", { name, role });
  const { link } = await ask<{ link: string }>("POST", `/api/users/${visitor.id}/link`);
  const place = { server, ids, owner: await page.context().storageState(), reader: await begun(browser, { ...server, link }) };
  const long = (await ask<AnswerOf<"sources">>("GET", "/api/sources?q=Zusammenfassungen")).sources[0]?.id ?? "";
  const found = { ...place, long, ...(await drafts(ask, studio, ids)), ...(await records(ask, { ...ids, long })) };
  const { warnings } = await ask<AnswerOf<"warnings">>("GET", "/api/warnings");
  await page.context().close();
  return { ...found, warnings: Object.fromEntries(warnings.map(({ cause, id }) => [cause, id])) };
}

async function records(
  ask: Ask,
  ids: Record<string, string>,
): Promise<Pick<MonthPlace, "record" | "edited" | "held" | "longRecord">> {
  const of = async (id: string | undefined) =>
    (await ask<AnswerOf<"records">>("GET", `/api/records?source=${id}&state=any&limit=100`)).records;
  const [healed, long] = [await of(ids.healed), await of(ids.long)];
  return {
    record: healed.find(({ address }) => address?.endsWith("report-88"))?.id ?? "",
    edited: healed.find(({ address }) => address?.endsWith("report-86"))?.id ?? "",
    held: long.find(({ withheld }) => Object.keys(withheld).length > 0)?.id ?? "",
    longRecord: long.find(({ address }) => address?.endsWith("report-86"))?.id ?? "",
  };
}

async function drafts(ask: Ask, { source }: StageSite, ids: Record<string, string>) {
  const draftOf = async (path: string, body: object): Promise<DraftView> => ask<DraftView>("POST", path, body);
  const way = ({ id }: DraftView): string => `/new/${id}`;
  const labelled = await draftOf("/api/drafts", { address: source.keyUrl });
  await label(ask, labelled, source.labels);
  const { groups } = await ask<AnswerOf<"withheld">>("GET", `/api/sources/${ids.withholding}/withheld`);
  return {
    draft: way(labelled),
    empty: way(await draftOf("/api/drafts", { address: source.keyUrl })),
    tagged: way(await draftOf("/api/drafts", { address: source.keyUrl.replace("88", "87") })),
    rekey: way(await draftOf(`/api/sources/${ids.healed}/drafts`, { mode: "rekey" })),
    variant: way(await draftOf(`/api/sources/${ids.withholding}/drafts`, { mode: "variant", group: groups[0]?.group })),
  };
}

async function label(ask: Ask, { id, revision, pages }: DraftView, texts: StageSite["source"]["labels"]): Promise<void> {
  const kindOf = (name: string, values: readonly string[]): string =>
    values.length > 1 ? "many" : name === "date" ? "date" : "one";
  const labels = Object.entries(texts).map(([name, values]) => ({
    name,
    kind: kindOf(name, values),
    texts: values.map((text) => ({ text, place: null })),
  }));
  await ask("PUT", `/api/drafts/${id}/labels`, {
    revision,
    pages: [{ address: pages[0]?.page.address, region: null, labels, absent: [] }],
  });
  for (let i = 0; i < 100; i++) {
    if ((await ask<DraftView>("GET", `/api/drafts/${id}`)).siblings.state === "done") return;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error("The other pages are not read.");
}

/** One page names its values in its head, as many publishers' do. */
const withOwnTags: StageSite["shown"] = (html, path) =>
  path.endsWith("report-87")
    ? html.replace(
        "</head>",
        '<meta name="citation_title" content="How Long a Meander Waits"><meta name="citation_author" content="Lena Brandt"></head>',
      )
    : html;

/** Signed in as the scene wants it. */
export const whoIn = (stage: Stage, { on, who }: { on: Where; who?: "nobody" | "reader" }): { storageState?: Who } => {
  if (who === "nobody") return {};
  return { storageState: who === "reader" ? stage.month.reader : stage[on].owner };
};
