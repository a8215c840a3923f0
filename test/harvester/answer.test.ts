import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SourceSettings } from "../../src/api/source.js";
import { type Answer, answerSource } from "../../src/harvester/answer/answer.js";
import { withheldAlike } from "../../src/harvester/show/withheld-alike.js";
import { testHarvester } from "./tools.js";

/** Talks, and rooms that the list of talks links to as well. */
const PAGES = 14;
const ROOMS = 6;
const title = (number: number): string =>
  `Talk ${["of", "on", "against", "for"][number % 4]} ${["silt", "bars", "ink"][number % 3]} ${number}`;
const WITHOUT_SLOT = [3, 6, 9];

function talk(number: number): string {
  const slot = WITHOUT_SLOT.includes(number) // what stands there instead may be the slot, so no absence is proved
    ? "<aside>to be announced</aside>"
    : `<div class="field slot"><i>${10 + number}:15</i></div>`;
  return frame(
    `<article class="talk"><h1 class="title">${title(number)}</h1><p class="by">Speaker ${number}</p>${slot}
     <section class="abstract"><h2>Abstract</h2><p>What ${title(number)} says.</p></section>
     <section class="rating"><h2>Rating</h2><p>none yet</p></section></article>`,
  );
}

const room = (number: number): string =>
  frame(
    `<article class="talk"><h1 class="title">Room ${number}</h1><p class="by">Floor ${number}</p>
     <section class="abstract"><h2>Abstract</h2><p>Where it is.</p></section><section class="rating"><h2>Rating</h2><p>none yet</p></section>
     <table class="plan"><caption>Plan of the room</caption><tr><th>Seats</th><td>${20 + number}</td></tr>
     <tr><th>Doors</th><td>${number}</td></tr></table><ul class="near"><li><b>Exit</b></li><li><em>Stairs</em></li></ul></article>`,
  );

/** Of another site altogether. */
const hall = (number: number): string =>
  `<!DOCTYPE html><html><body><div id="hall"><dl class="hall-facts"><dt>Hall</dt><dd>${number}</dd><dt>Stage</dt><dd>wide</dd></dl>
   <form class="booking"><label>Name</label><input><button>Book the hall</button></form><aside class="map"><b>North</b></aside></div></body></html>`;

const frame = (main: string): string =>
  `<!DOCTYPE html><html><head><title>Meeting</title></head><body><header><a href="/">All talks</a></header>
   <main>${main}</main><footer><p>Meeting House, Long Lane</p></footer></body></html>`;

function list(): string {
  const entry = (path: string): string => `<li class="entry"><a href="${path}">${path}</a></li>`;
  const paths = [...Array(PAGES).keys()]
    .map((i) => `/talk/${i + 1}`)
    .concat([...Array(ROOMS).keys()].map((i) => `/room/${i + 1}`));
  return `<!DOCTYPE html><html><body><h1>All</h1><ul>${paths.map(entry).join("")}</ul></body></html>`;
}

const requests: string[] = [];
const server = createServer(({ url = "" }, response) => {
  requests.push(url);
  const [, kind, number] = /^\/(talk|room|hall)\/(\d+)$/.exec(url) ?? [];
  const html =
    url === "/"
      ? list()
      : kind === "talk"
        ? talk(Number(number))
        : kind === "hall"
          ? hall(Number(number))
          : kind === "room"
            ? room(Number(number))
            : undefined;
  response.writeHead(html === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" }).end(html ?? "<h1>None</h1>");
});

let origin: string;
let harvester: Awaited<ReturnType<typeof testHarvester>>;
let id: string;

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  harvester = await testHarvester(origin);
  const labels = { title: [title(1)], speaker: ["Speaker 1"], slot: ["11:15"] };
  id = await harvester.add(
    "talks",
    SourceSettings.parse({ key: { address: `${origin}/talk/1`, labels }, discovery: { lists: [`${origin}/`] }, delayMs: 0 }),
  );
  await harvester.harvest(id);
});

afterAll(async () => {
  await harvester.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const said = (answer: Partial<Exclude<Answer, "no-record">>): Answer => ({
  labels: {},
  absent: [],
  htmlAttributes: {},
  choose: {},
  ...answer,
});
const answer = async (path: string, given: Answer) =>
  answerSource(harvester.tools, await harvester.source(id), origin + path, given);
const record = async (path: string) => (await harvester.records(id)).find(({ identity }) => identity === origin + path);
const current = async (): Promise<string[]> =>
  (await harvester.records(id)).filter(({ state }) => state === "current").map(({ identity }) => identity.slice(origin.length));

describe("pages that are not recognised", () => {
  it("are a warning of their own where they are many, until they are called no records", async () => {
    const causes = async (sourceId: string): Promise<string[]> =>
      (await harvester.pool.query("select cause from warning where source_id = $1 and closed_at is null", [sourceId])).rows.map(
        ({ cause }) => cause,
      );
    expect(await causes(id)).not.toContain("pages-unlike");
    const talks = [...Array(PAGES).keys()].map((i) => `${origin}/talk/${i + 1}`);
    const halls = [...Array(6).keys()].map((i) => `${origin}/hall/${i + 1}`);
    const settings = SourceSettings.parse({
      key: { address: `${origin}/talk/1`, labels: { title: [title(1)], speaker: ["Speaker 1"] } },
      discovery: { addresses: [...talks, ...halls] },
      delayMs: 0,
    });
    const other = await harvester.add("halls", settings);
    await harvester.harvest(other);
    expect(await causes(other)).toContain("pages-unlike");
    await answerSource(harvester.tools, await harvester.source(other), `${origin}/hall/2`, "no-record");
    await harvester.harvest(other);
    expect(await causes(other)).not.toContain("pages-unlike");
  });
});

describe("answers about single pages of a source", () => {
  it("asks with the cause, the act and a page built like a record", async () => {
    const groups = await withheldAlike(harvester.pool, await harvester.source(id));
    expect(groups.length).toBeGreaterThan(0);
    for (const group of groups) {
      expect(group.attributes.every(({ reason }) => reason.length > 10)).toBe(true);
      expect(group.command).toContain(`bartree source answer talks ${group.firstAddress} --`);
    }
    expect(groups.map(({ firstAddress }) => firstAddress).filter((address) => /\/talk\/\d+$/.test(address))).toHaveLength(1);
  });

  it("what a person calls absent is absent there at once, from the stored page, and stays so", async () => {
    expect((await record("/talk/3"))?.withheld).toHaveProperty("slot");
    const before = requests.length;
    const answered = await answer("/talk/3", said({ absent: ["slot"] }));
    expect(requests.length).toBe(before);
    expect(answered.lost).toEqual([]);
    expect(await record("/talk/3")).toMatchObject({ values: { title: [title(3)], slot: [] }, withheld: {} });
    await harvester.harvest(id);
    expect(await record("/talk/3")).toMatchObject({ values: { slot: [] }, withheld: {} });
  });

  it("earlier answers stay beside another one, and an attribute may be new", async () => {
    const { version } = await answer("/talk/6", said({ labels: { title: [title(6)] }, absent: ["slot"] }));
    const { settings, templateVersion } = await harvester.source(id);
    expect(templateVersion).toBe(version);
    expect(settings.key?.further).toMatchObject([
      { address: `${origin}/talk/3`, absent: ["slot"] },
      { address: `${origin}/talk/6`, absent: ["slot"], labels: { title: [title(6)] } },
    ]);
    expect(await record("/talk/3")).toMatchObject({ values: { slot: [] }, withheld: {} });
    await answer("/talk/3", said({ labels: { speaker: ["Speaker 3"] } }));
    expect((await harvester.source(id)).settings.key?.further[0]).toMatchObject({
      absent: ["slot"],
      labels: { speaker: ["Speaker 3"] },
    });
  });

  it("an absence that speaks against all rules of an attribute takes its values from no other page", async () => {
    expect((await record("/talk/5"))?.values.speaker).toEqual(["Speaker 5"]);
    await answer("/talk/4", said({ absent: ["speaker"] }));
    expect((await record("/talk/4"))?.values.speaker).toEqual([]);
    expect((await record("/talk/5"))?.values.speaker).toEqual(["Speaker 5"]);
    await harvester.harvest(id);
    expect((await record("/talk/4"))?.values.speaker).toEqual([]);
    expect((await record("/talk/5"))?.values.speaker).toEqual(["Speaker 5"]);
    await answer("/talk/4", said({ labels: { speaker: ["Speaker 4"] } }));
    expect((await record("/talk/4"))?.values.speaker).toEqual(["Speaker 4"]);
  });

  it("a label that the page does not show, and names that nobody knows, are refused", async () => {
    await expect(answer("/talk/7", said({ labels: { title: ["Nowhere"] } }))).rejects.toMatchObject({
      report: { code: "label-not-found" },
    });
    await expect(answer("/talk/7", said({ absent: ["colour"] }))).rejects.toMatchObject({ report: { code: "answer-unusable" } });
    await expect(answer("/talk/7", said({ choose: { title: 2 } }))).rejects.toMatchObject({
      report: { code: "answer-unusable" },
    });
    await expect(answer("/talk/1", "no-record")).rejects.toMatchObject({ report: { code: "answer-unusable" } });
  });

  it("a page that is no record takes its kind along, and no record", async () => {
    const before = await current();
    const rooms = before.filter((path) => path.startsWith("/room/"));
    expect(rooms.length).toBeGreaterThan(2);
    const { noRecords } = await answer("/room/2", "no-record");
    const left = await current();
    expect(left.filter((path) => path.startsWith("/room/"))).toEqual([]);
    expect(left).toEqual(before.filter((path) => path.startsWith("/talk/")));
    expect(noRecords.map((address) => address.slice(origin.length))).toEqual(expect.arrayContaining(["/room/2", ...rooms]));
    const from = requests.length;
    await harvester.harvest(id);
    expect(requests.slice(from)).not.toContain("/room/2");
    expect(await current()).toEqual(left);
    expect(
      (await withheldAlike(harvester.pool, await harvester.source(id))).filter(({ firstAddress }) =>
        firstAddress.includes("/room/"),
      ),
    ).toEqual([]);
  });

  it("a page that is labelled after all is a record", async () => {
    await answer("/room/2", said({ labels: { title: ["Room 2"], speaker: ["Floor 2"] }, absent: ["slot"] }));
    expect(await record("/room/2")).toMatchObject({ state: "current", values: { title: ["Room 2"] } });
    expect((await harvester.source(id)).settings.discovery.noRecords).toEqual([]);
  });
});
