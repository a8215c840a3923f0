/** A source of the bundled site, set up by the same calls the page makes: where a journey begins after the set-up. */
import type { Browser } from "playwright-core";
import { expect } from "vitest";
import type { DemoView } from "../../src/api/server/demo.js";
import type { DraftView } from "../../src/api/server/drafts.js";
import { type Person, person, type Served } from "./served.js";

export interface KeptSource {
  readonly id: string;
  readonly screen: string; // its address
}

export interface Given {
  readonly site: "institute" | "library" | "observatory";
  readonly labels: Readonly<Record<string, readonly string[]>>;
  readonly name?: string;
}

export const RIVERS: Given = {
  site: "institute",
  labels: { title: ["Silt Memory in Regulated Rivers"], authors: ["Clara Weiß", "Hugo Lindqvist", "Lena Brandt"] },
};

/** A call of the API by the person's own session. */
export interface Answered<Body> {
  readonly status: number;
  readonly body: Body;
}

export async function ask<Body = never>(
  { page }: Pick<Person, "page">,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = { "x-bartree-request": "1" },
): Promise<Answered<Body>> {
  return page.evaluate(
    async ({ method, path, body, headers }) => {
      const answer = await fetch(path, {
        method,
        headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json().catch(() => null) };
    },
    { method, path, body, headers },
  );
}

/** Somebody who has come in by the link that the server prints. */
export async function arrived(browser: Browser, server: Served): Promise<Person> {
  const somebody = await person(browser);
  await somebody.page.goto(server.link);
  await somebody.page.waitForSelector("text=Open the demo");
  return somebody;
}

export async function keptSource(somebody: Person, server: Served, given: Given = RIVERS): Promise<KeptSource> {
  const id = await kept(somebody, server, given);
  await harvested(server, id);
  return { id, screen: `${server.address}/sources/${id}` };
}

async function kept(somebody: Person, server: Served, { site, labels, name }: Given): Promise<string> {
  const demo = (await ask<DemoView>(somebody, "POST", "/api/demo")).body;
  const address = demo.sites.find(({ id }) => id === site)?.pageAddress;
  const draft = (await ask<DraftView>(somebody, "POST", "/api/drafts", { address })).body;
  const own = `/api/drafts/${draft.id}`;
  await ask(somebody, "PUT", `${own}/labels`, {
    revision: draft.revision,
    pages: [{ address: draft.pages[0]?.page.address, labels: Object.entries(labels).map(labelOf) }],
  });
  await until("the other pages are read", async () => (await somebody.api<DraftView>(own)).siblings.state === "done");
  if (name !== undefined) {
    const { revision } = await somebody.api<DraftView>(own);
    await ask(somebody, "PATCH", `${own}/settings`, { revision, name });
  }
  const { body } = await ask<{ sourceId: string }>(somebody, "POST", `${own}/keep`);
  expect(body, "it is kept").toHaveProperty("sourceId");
  await somebody.page.goto(`${server.address}/sources/${body.sourceId}`);
  return body.sourceId;
}

const labelOf = ([name, texts]: readonly [string, readonly string[]]) => ({
  name,
  kind: texts.length > 1 ? "many" : "one",
  texts: texts.map((text) => ({ text })),
});

const PATIENCE_MS = 60_000;

/** In hooks too, where the test runner's own way does not work. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`It never came that ${what}.`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Waits until `count` harvests of the source have ended; gives the last one's ending. */
export async function harvested({ rows }: Served, id: string, count = 1): Promise<string> {
  const endings = () =>
    rows<{ ending: string }>("select ending from harvest where source_id = $1 and finished_at is not null order by id", [id]);
  await until(`harvest ${count} has ended`, async () => (await endings()).length >= count);
  return (await endings()).at(-1)?.ending ?? "";
}
