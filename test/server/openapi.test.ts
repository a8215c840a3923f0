import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROUTES, type Route, type RouteName } from "../../src/api/server/routes.js";
import { EXAMPLES } from "../../src/server/examples.js";
import { type TestServer, testServer } from "./server.js";

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly requestBody?: { content: Record<string, { example?: unknown }> };
  readonly responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
}

let server: TestServer;
let paths: Record<string, Record<string, Operation>>;
beforeAll(async () => {
  server = await testServer();
  const { body } = await server.call("GET", "/api/openapi.json");
  expect(body.openapi).toBe("3.1.0");
  paths = body.paths;
});
afterAll(() => server.close());

describe.each(Object.entries<Route>(ROUTES))("%s", (name, route) => {
  const example = EXAMPLES[name as RouteName];
  const operation = () => paths[route.path.replace(/:([a-z]+)/g, "{$1}")]?.[route.method.toLowerCase()];

  it("is described, with what it takes and gives", () => {
    expect(operation()).toMatchObject({ operationId: name, summary: route.summary });
    expect(Object.keys(operation()?.responses ?? {})).toEqual(expect.arrayContaining(["200", "4XX", "5XX"]));
    expect(Object.keys(operation()?.responses["200"]?.content ?? {})).not.toEqual([]);
    expect(operation()?.requestBody !== undefined).toBe(route.body !== undefined || route.upload === true);
  });

  it("has examples that are what they are examples of", () => {
    if (route.answer !== "stream") {
      expect(route.answer.safeParse(example.answer).error).toBeUndefined();
      expect(operation()?.responses["200"]?.content?.["application/json"]?.example).toEqual(example.answer);
    }
    if (route.body) {
      expect(route.body.safeParse(example.body).error).toBeUndefined();
      expect(operation()?.requestBody?.content["application/json"]?.example).toEqual(example.body);
    }
  });
});

it("describes nothing that is not there", () => {
  const described = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(described.sort()).toEqual(Object.keys(ROUTES).sort());
});

it.each([
  { path: "/api/records/export", query: "?format=csv" },
  { path: "/api/records/export", query: "?format=jsonl" },
  { path: "/metrics", query: "" },
])("says as what $path$query comes", async ({ path, query }) => {
  const { headers } = await server.call("GET", path + query, { key: await server.key("reader") });
  const [type] = String(headers["content-type"]).split(";");
  expect(Object.keys(paths[path]?.get?.responses["200"]?.content ?? {})).toContain(type);
});

it("is there for people too, without a script that is not a file of ours", async () => {
  const page = await server.call("GET", "/api/docs/");
  expect(page.status).toBe(200);
  expect(page.text).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/i);
});
