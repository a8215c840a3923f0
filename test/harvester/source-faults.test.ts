/** Sources in trouble (group F): each is told as what it is, the other pages are read, and no value is wrong. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { afterEach, describe, expect, it } from "vitest";
import { SourceSettings } from "../../src/api/source.js";
import { socketConnector } from "../../src/fetch/connect.js";
import { harvestSource } from "../../src/harvester/cycle.js";
import { pageOf } from "../../src/store/page.js";
import { hasOpenssl, selfSigned } from "../fetch/certificate.js";
import { listen, type Site } from "../fetch/site.js";
import { falseProofs } from "../store/false-proofs.js";
import { harvesterWith } from "./tools.js";

const COUNT = 12;
const title = (n: number) => `Gauge readings of the würm, station ${n}`;
const keeper = (n: number) => `Jürg Brückner ${n}`;
const page = (n: number, edition = "") => `<!doctype html><html><head><title>Station ${n}</title></head><body>
<div class="head"><h1>River office</h1></div><div class="body"><h2>${title(n)}${edition}</h2>
<p class="keeper">${keeper(n)}</p><p>Levels are read at noon.</p></div><div class="foot">River office, room 4</div></body></html>`;

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

const TYPE = { "Content-Type": "text/html; charset=utf-8" };
const limits = { firstByteMs: 2500, wholeMs: 10_000, retries: 1 };

type Answering = (n: number, response: ServerResponse) => void;
const well: Answering = (n, response) => response.writeHead(200, TYPE).end(page(n));

/** A site of twelve stations whose answers a test may change on the way. */
function stations(): { listener: RequestListener; answer: Map<number, Answering>; all: { answer?: Answering } } {
  const [answer, all] = [new Map<number, Answering>(), {} as { answer?: Answering }];
  const listener = ({ url = "" }: IncomingMessage, response: ServerResponse): void => {
    const n = Number(/^\/(\d+)$/.exec(url)?.[1] ?? 0);
    if (n === 0) response.writeHead(404).end();
    else (answer.get(n) ?? all.answer ?? well)(n, response);
  };
  return { listener, answer, all };
}

async function sourceOn(
  site: Site,
  settings: Parameters<typeof harvesterWith>[0] = {},
  tools: Parameters<typeof harvesterWith>[1] = {},
) {
  const own = await harvesterWith({ loopback: [site.origin], limits, ...settings }, tools);
  open.push(own);
  const addresses = Array.from({ length: COUNT }, (_, i) => `${site.origin}/${i + 1}`);
  const key = { address: addresses[0], labels: { title: [title(1)], keeper: [keeper(1)] } };
  const id = await own.add("stations", SourceSettings.parse({ key, discovery: { addresses }, delayMs: 0 }));
  return { own, id, addresses };
}

async function expectTrue(
  own: Awaited<ReturnType<typeof harvesterWith>>,
  id: string,
  isTitle = (n: number, text: string) => text === title(n),
) {
  for (const { identity, values } of await own.records(id)) {
    const n = Number(identity.split("/").at(-1));
    if (values.title) expect(isTitle(n, values.title[0] ?? ""), values.title[0]).toBe(true);
    if (values.keeper) expect(values.keeper).toEqual([keeper(n)]);
  }
  expect((await falseProofs(own.pool)).wrong).toEqual([]);
}

describe("one page of a source", () => {
  it.each<{ name: string; answer: Answering; outcome: string; reason: RegExp }>([
    {
      name: "answers 500",
      answer: (_, response) => response.writeHead(500).end(),
      outcome: "failed",
      reason: /status-unexpected.*500/,
    },
    { name: "never answers", answer: () => {}, outcome: "failed", reason: /fetch-timeout/ },
    {
      name: "sends half a body",
      answer: (n, response) => {
        response.writeHead(200, { ...TYPE, "Content-Length": "5000" }).write(page(n).slice(0, 300));
        setTimeout(() => response.destroy(), 20);
      },
      outcome: "failed",
      reason: /response-incomplete/,
    },
    { name: "is gone", answer: (_, response) => response.writeHead(410).end(), outcome: "gone", reason: /^$/ },
    {
      name: "is a picture now",
      answer: (_, response) => response.writeHead(200, { "Content-Type": "image/png" }).end("x"),
      outcome: "failed",
      reason: /page-not-html/,
    },
    {
      name: "is a robot check",
      answer: (_, response) => response.writeHead(200, TYPE).end("<h1>Are you a robot?</h1>"),
      outcome: "withheld",
      reason: /page-not-recognised/,
    },
  ])("that $name is $outcome, and all others are read", async ({ answer, outcome, reason }) => {
    const { listener, answer: answers } = stations();
    const site = await listen(createServer(listener));
    open.push(site);
    const { own, id, addresses } = await sourceOn(site);
    answers.set(7, answer);
    const { ending, harvest } = await own.harvest(id);
    expect({ ending, found: harvest.found, read: harvest.read, [outcome]: harvest[outcome as "failed"] }).toEqual({
      ending: "done",
      found: COUNT,
      read: COUNT - 1,
      [outcome]: 1,
    });
    expect((await pageOf(own.pool, id, addresses[6] ?? ""))?.reason ?? "").toMatch(reason);
    await expectTrue(own, id);
    answers.delete(7);
    expect((await own.harvest(id)).harvest).toMatchObject({ read: 1, unchanged: COUNT - 1 });
  });
});

it.each<{ state: string; answer: Answering }>([
  { state: "read", answer: well },
  { state: "withheld", answer: (_, response) => response.writeHead(200, TYPE).end("<h1>Are you a robot?</h1>") },
])("a page that failed once and is unchanged then is $state, as it was", async ({ state, answer }) => {
  const { listener, answer: answers } = stations();
  const site = await listen(createServer(listener));
  open.push(site);
  const { own, id, addresses } = await sourceOn(site);
  const seventh = async () => {
    const known = await pageOf(own.pool, id, addresses[6] ?? "");
    return { state: known?.state, reason: known?.reason, withheldGroup: known?.withheldGroup };
  };
  answers.set(7, answer);
  await own.harvest(id);
  const before = await seventh();
  expect(before.state).toBe(state);
  answers.set(7, (_, response) => response.writeHead(500).end());
  await own.harvest(id);
  expect((await seventh()).state).toBe("failed");
  answers.set(7, answer);
  expect((await own.harvest(id)).harvest).toMatchObject({ unchanged: COUNT });
  expect(await seventh()).toEqual(before);
});

it("a page whose values the database cannot hold fails alone, and keeps what it gave before", async () => {
  const { listener, answer: answers } = stations();
  const site = await listen(createServer(listener));
  open.push(site);
  const { own, id, addresses } = await sourceOn(site);
  await own.harvest(id);
  const before = await own.records(id);
  await own.pool.query("alter table record add constraint no_second check (values::text not like '%second edition%')");
  answers.set(7, (n, response) => response.writeHead(200, TYPE).end(page(n, ", second edition")));
  expect(await own.harvest(id)).toMatchObject({ ending: "done", harvest: { failed: 1, unchanged: COUNT - 1 } });
  expect(await pageOf(own.pool, id, addresses[6] ?? "")).toMatchObject({
    state: "failed",
    reason: expect.stringMatching(/^it could not be stored: .*no_second/),
  });
  expect(await own.records(id)).toEqual(before);
});

it("pages that change with every request: each value is proved by the page it was read from", async () => {
  const { listener, all } = stations();
  const site = await listen(createServer(listener));
  open.push(site);
  const { own, id } = await sourceOn(site);
  let edition = 0;
  all.answer = (n, response) => response.writeHead(200, TYPE).end(page(n, `, edition ${++edition}`));
  for (let round = 0; round < 3; round++)
    expect(await own.harvest(id)).toMatchObject({ ending: "done", harvest: { found: COUNT } });
  await expectTrue(own, id, (n, text) => text.startsWith(`${title(n)}, edition `));
});

it("a charset that flips from answer to answer: letters are right or withheld", async () => {
  const { listener, all } = stations();
  const site = await listen(createServer(listener));
  open.push(site);
  const { own, id } = await sourceOn(site);
  await own.harvest(id);
  let count = 0;
  all.answer = (n, response) => {
    const charset = ["utf-8", "windows-1252", "iso-8859-2"][count++ % 3];
    response.writeHead(200, { "Content-Type": `text/html; charset=${charset}` }).end(page(n, `<!-- ${count} -->`));
  };
  for (let round = 0; round < 4; round++) {
    await own.harvest(id);
    await expectTrue(own, id);
  }
});

it.each([
  { name: "sends its pages again", isCareful: false },
  { name: "says of its pages that they are not modified", isCareful: true },
])("a charset that is put right is read by, where the site $name", async ({ isCareful }) => {
  const { listener, all } = stations();
  const site = await listen(
    createServer((request, response) => {
      const isKnown = isCareful && request.headers["if-none-match"] !== undefined;
      if (isKnown) response.writeHead(304).end();
      else listener(request, response);
    }),
  );
  open.push(site);
  const { own, id } = await sourceOn(site);
  let charset = "iso-8859-1";
  all.answer = (n, response) => {
    const type = `text/html; charset=${n === 1 ? "utf-8" : charset}`; // the key page alone is right
    response.writeHead(200, { "Content-Type": type, ETag: `"${n}"` }).end(page(n));
  };
  expect((await own.harvest(id)).harvest).toMatchObject({ read: 1, withheld: COUNT - 1 });
  charset = "utf-8";
  expect((await own.harvest(id)).harvest).toMatchObject({ read: COUNT - 1, unchanged: 1 });
  expect((await own.harvest(id)).harvest).toMatchObject({ unchanged: COUNT });
  expect(await own.records(id)).toHaveLength(COUNT);
  await expectTrue(own, id);
});

it("pages of the same bytes are read again each by its own charset, proofs stay those of their reading", async () => {
  const bytes = Buffer.from(page(1), "latin1"); // no UTF-8: whatever is declared is believed
  const { listener, all } = stations();
  const site = await listen(createServer(listener));
  open.push(site);
  const { own, id } = await sourceOn(site);
  let charset = "iso-8859-5";
  all.answer = (n, response) => {
    if (n === 1) well(n, response);
    else if (n > COUNT) response.writeHead(404).end();
    else response.writeHead(200, { "Content-Type": `text/html; charset=${charset}` }).end(bytes);
  };
  await own.harvest(id);
  charset = "iso-8859-1";
  await own.pool.query("update snapshot set charset = 'windows-1252'"); // as another page of these bytes leaves it
  expect((await own.harvest(id)).harvest).toMatchObject({ read: COUNT - 1, unchanged: 1 });
  const { rows } = await own.pool.query("select values->'keeper'->>0 as keeper, count(*)::int from record group by 1");
  expect(rows).toEqual([{ keeper: keeper(1), count: COUNT }]);
  expect((await falseProofs(own.pool)).wrong).toEqual([]);
});

it("a site that dies in the middle of a harvest leaves its pages failed and its records as they were", async () => {
  const { listener, all } = stations();
  const site = await listen(createServer(listener));
  open.push(site);
  const { own, id } = await sourceOn(site);
  const tools = {
    ...own.tools,
    onEvent: (event: { kind: string }) => {
      if (event.kind === "page") all.answer = (_, response) => response.destroy();
    },
  };
  const { ending, harvest } = await harvestSource(tools, await own.source(id));
  expect(ending).toBe("done");
  expect(harvest.read + harvest.failed).toBe(COUNT);
  expect(harvest.failed).toBeGreaterThan(0);
  await expectTrue(own, id);
  all.answer = well;
  expect((await own.harvest(id)).harvest).toMatchObject({ found: COUNT, failed: 0 });
});

it.runIf(hasOpenssl)(
  "a certificate that is no good any more is told as that, and never as a change of the template",
  async () => {
    const [good, bad] = [selfSigned("localhost"), selfSigned("elsewhere.example")];
    const { listener } = stations();
    const server = createSecureServer({ key: good.key, cert: good.certificate }, listener);
    const plain = await listen(server);
    open.push(plain);
    const origin = `https://localhost:${plain.port}`;
    const { own, id } = await sourceOn(
      { ...plain, origin },
      { loopback: [origin] },
      { connect: socketConnector(good.certificate) },
    );
    expect(await own.harvest(id)).toMatchObject({ ending: "done", harvest: { read: COUNT } });
    server.setSecureContext({ key: bad.key, cert: bad.certificate });
    server.closeAllConnections();
    expect(await own.harvest(id)).toMatchObject({
      ending: "unreachable",
      verdict: "unreachable",
      isHealed: false,
      harvest: { found: 0 },
    });
    await expectTrue(own, id);
  },
);
