import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ServerEvent } from "../../src/api/server/events.js";
import { openWarning } from "../../src/store/warning.js";
import { type TestServer, testServer } from "./server.js";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

/** Listens until `isEnough`; gives what was said. */
async function listen(
  key: string | undefined,
  isEnough: (events: readonly ServerEvent[]) => boolean,
  act: () => Promise<unknown>,
) {
  const stop = new AbortController();
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const answer = await fetch(`${server.address()}/api/events`, { headers, signal: stop.signal });
  if (answer.status !== 200) return { status: answer.status, events: [] };
  const events: ServerEvent[] = [];
  let text = "";
  let hasActed = false;
  for await (const chunk of answer.body ?? []) {
    text += new TextDecoder().decode(chunk);
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      const line = part.split("\n").find((each) => each.startsWith("data: "));
      if (line) events.push(ServerEvent.parse(JSON.parse(line.slice(6))));
    }
    if (!hasActed) await act();
    hasActed = true;
    if (isEnough(events)) break;
  }
  stop.abort();
  return { status: answer.status, type: answer.headers.get("content-type"), events };
}

describe("events", () => {
  it("need the rights that the data need", async () => {
    expect(
      (
        await listen(
          undefined,
          () => true,
          async () => {},
        )
      ).status,
    ).toBe(401);
    expect(
      (
        await listen(
          "bartree_wrong",
          () => true,
          async () => {},
        )
      ).status,
    ).toBe(401);
  });

  it("tell what changed, whoever changed it, and nothing of what is in it", async () => {
    const key = await server.key("reader");
    const { status, type, events } = await listen(
      key,
      (seen) => seen.some(({ kind }) => kind === "warning"),
      async () => {
        const warning = { sourceId: null, cause: "test", details: {} };
        await openWarning(server.pool, warning, new Date());
      },
    );
    expect([status, type]).toEqual([200, "text/event-stream"]);
    expect(events[0]).toEqual({ kind: "hello" });
    expect(events.find(({ kind }) => kind === "warning")).toMatchObject({ sourceId: null, openWarnings: 1 });
    expect(JSON.stringify(events)).not.toContain("the message");
  });

  it("tell the other tab of a label", async () => {
    const key = await server.key("editor");
    const { body: draft } = await server.call("POST", "/api/drafts/upload?address=https://a.example/", {
      key,
      bytes: "<h1>Lamp</h1><p>Old</p>",
    });
    const pages = [{ address: draft.pages[0].page.address, labels: [{ name: "title", kind: "one", texts: [{ text: "Lamp" }] }] }];
    const { events } = await listen(
      key,
      (seen) => seen.some(({ kind }) => kind === "draft"),
      () => server.call("PUT", `/api/drafts/${draft.id}/labels`, { key, body: { revision: 0, pages } }),
    );
    expect(events.at(-1)).toMatchObject({ kind: "draft", draftId: draft.id });
  });
});
