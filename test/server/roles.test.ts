import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROUTES, type Route, type RouteName } from "../../src/api/server/routes.js";
import { EXAMPLES } from "../../src/server/examples.js";
import { type TestServer, testServer } from "./server.js";

/** Who may call what, written down a second time: a route that is added or opened to others must be added or opened here. */
const LEAST: Record<RouteName, "anyone" | "reader" | "editor" | "admin"> = {
  me: "anyone",
  welcome: "anyone",
  signIn: "anyone",
  signOut: "reader",
  setPassword: "reader",
  users: "admin",
  addUser: "admin",
  changeUser: "admin",
  linkUser: "admin",
  removeUser: "admin",
  keys: "admin",
  addKey: "admin",
  revokeKey: "admin",
  hooks: "admin",
  addHook: "admin",
  removeHook: "admin",
  testHook: "admin",
  drafts: "editor",
  addDraft: "editor",
  uploadDraft: "editor",
  draftSource: "editor",
  draft: "editor",
  draftPage: "editor",
  draftAsset: "editor",
  draftStamp: "editor",
  locate: "editor",
  setLabels: "editor",
  setListLabels: "editor",
  setDraftSettings: "editor",
  readSiblings: "editor",
  inspectDraft: "editor",
  keepDraft: "editor",
  removeDraft: "editor",
  sources: "reader",
  source: "reader",
  changeSource: "editor",
  timeline: "reader",
  check: "reader",
  versions: "reader",
  version: "reader",
  withheld: "reader",
  answer: "editor",
  sourceAsset: "reader",
  sourceStamp: "reader",
  run: "editor",
  pause: "editor",
  resume: "editor",
  undoHeal: "editor",
  redoHeal: "editor",
  undoKeep: "editor",
  removedSources: "editor",
  removeSource: "editor",
  restoreSource: "editor",
  records: "reader",
  exportRecords: "reader",
  record: "reader",
  recordVersions: "reader",
  proof: "reader",
  snapshot: "reader",
  warnings: "reader",
  warning: "reader",
  acknowledge: "editor",
  demo: "reader",
  openDemo: "editor",
  actDemo: "editor",
  events: "reader",
  machine: "admin",
  healthz: "anyone",
  readyz: "anyone",
  metrics: "anyone",
};

const RANK = { nobody: 0, anyone: 0, reader: 1, editor: 2, admin: 3 };
const QUERIES: Partial<Record<RouteName, string>> = {
  uploadDraft: "?address=https://rivers.example.org/",
  draftAsset: "?address=/a.css",
  sourceAsset: "?address=/a.css",
  proof: "?attribute=title",
};

let server: TestServer;
const keys: Record<string, string> = {};
beforeAll(async () => {
  server = await testServer();
  for (const role of ["reader", "editor", "admin"] as const) keys[role] = await server.key(role);
});
afterAll(() => server.close());

describe.each(["nobody", "reader", "editor", "admin"] as const)("%s", (role) => {
  it.each(Object.entries<Route>(ROUTES))("%s", async (name, route) => {
    const least = LEAST[name as RouteName];
    const isAllowed = RANK[role] >= RANK[least];
    if (name === "events" && isAllowed) return; // it never ends; events.test.ts listens to it
    const path = route.path.replace(
      ":id",
      name.includes("raft") || name === "locate" || /Labels|Siblings/.test(name) ? idOf(route) : "999999",
    );
    const url = path.replace(":check", "999999").replace(":version", "1") + (QUERIES[name as RouteName] ?? "");
    const { status, body } = await server.call(route.method, url, {
      ...(role !== "nobody" && { key: keys[role] ?? "" }),
      ...(EXAMPLES[name as RouteName].body !== undefined && { body: EXAMPLES[name as RouteName].body }),
      ...(route.upload && { bytes: "<p>page" }),
      headers: role === "nobody" ? { "x-bartree-request": "page" } : {},
    });
    const isOwnFault = status === 401 && ["sign-in-failed", "link-spent"].includes(body?.error?.code); // an answer, not a refusal
    expect({ name, status: isOwnFault ? 200 : status }).toEqual({
      name,
      status: isAllowed
        ? expect.toSatisfy((given: number) => given !== 401 && given !== 403 && given < 500 + Number(name === "readyz") * 4)
        : role === "nobody"
          ? 401
          : 403,
    });
    if (status >= 400 && name !== "readyz") expect(Object.keys(body.error).sort()).toEqual(["code", "facts", "hint", "message"]);
  });
});

const idOf = ({ path }: Route): string => (path.startsWith("/api/drafts") ? randomUUID() : "999999");

it("the table of routes asks for exactly these roles", () => {
  expect(Object.fromEntries(Object.entries<Route>(ROUTES).map(([name, { role }]) => [name, role]))).toEqual(LEAST);
});

it("a change needs more than a reader, whoever adds the route", () => {
  const open = Object.entries<Route>(ROUTES).filter(
    ([, { method, role }]) => method !== "GET" && role !== "editor" && role !== "admin",
  );
  expect(open.map(([name]) => name)).toEqual(["welcome", "signIn", "signOut", "setPassword"]);
});
