/** The description of the API, made from the table of routes: /api/openapi.json, and /api/docs for people. */
import swagger, { type SwaggerTransformObject } from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import type { z } from "zod";
import { ROUTES, type Route, type RouteName } from "../api/server/routes.js";
import { EXAMPLES } from "./examples.js";
import type { ServerTools } from "./tools.js";

export async function describeApi(app: FastifyInstance, { version, publicUrl }: ServerTools): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "bartree",
        version,
        description:
          "All that the web page does. Sign in with a cookie (POST /api/sign-in, then send x-bartree-request with changes), or send an API key as `Authorization: Bearer …`. Every fault has one shape: { error: { code, message, hint } }.",
      },
      ...(publicUrl !== null && { servers: [{ url: publicUrl }] }),
      components: {
        securitySchemes: {
          key: { type: "http", scheme: "bearer" },
          session: { type: "apiKey", in: "cookie", name: "bartree_session" },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => ("openapiObject" in document ? withMedia(document.openapiObject) : document.swaggerObject),
  });
  await app.register(swaggerUi, { routePrefix: "/api/docs", staticCSP: false, uiConfig: { deepLinking: true } });
  app.get("/api/openapi.json", { schema: { hide: true } }, async () => app.swagger());
}

const ASSETS = ["text/css", "image/*", "font/*"];

/** What is sent as it is, beside JSON: no schema of Fastify's describes it. */
const STREAMS: Partial<Record<RouteName, readonly string[]>> = {
  draftAsset: ASSETS,
  sourceAsset: ASSETS,
  exportRecords: ["text/csv", "application/x-ndjson"],
  events: ["text/event-stream"],
  metrics: ["text/plain"],
};
export const UPLOADED = ["text/html", "application/xhtml+xml", "application/octet-stream"];

type Described = Extract<Parameters<SwaggerTransformObject>[0], { openapiObject: object }>["openapiObject"];

function withMedia(described: Described): Described {
  const contentOf = (types: readonly string[]) =>
    Object.fromEntries(types.map((type) => [type, { schema: { type: "string" as const } }]));
  for (const [name, route] of Object.entries<Route>(ROUTES)) {
    const path = described.paths?.[route.path.replace(/:([a-z]+)/g, "{$1}")];
    const operation = path?.[route.method.toLowerCase() as Lowercase<Route["method"]>];
    const streamed = STREAMS[name as RouteName];
    if (operation && streamed)
      operation.responses = { 200: { description: "Done.", content: contentOf(streamed) }, ...operation.responses };
    if (operation && route.upload) operation.requestBody = { required: true, content: contentOf(UPLOADED) };
  }
  return described;
}

/** What Fastify needs of a route: its shapes, and the words for its description. */
export function schemaOf(name: RouteName, route: Route, fault: z.ZodType): object {
  const { params, query, body, answer, summary, tag, role } = route;
  const { body: bodyExample, answer: answerExample } = EXAMPLES[name];
  return {
    operationId: name,
    summary,
    tags: [tag],
    description: role === "anyone" ? "For anyone." : `For the role ${role} or higher.`,
    ...(role !== "anyone" && { security: [{ session: [] }, { key: [] }] }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body: bodyExample === undefined ? body : body.meta({ examples: [bodyExample] }) }),
    response: {
      ...(answer === "stream" ? {} : { 200: (answer as z.ZodType).meta({ description: "Done.", examples: [answerExample] }) }),
      ...(name === "readyz" && { 503: (answer as z.ZodType).meta({ description: "Not ready; it says what is missing." }) }),
      "4xx": fault.meta({ description: "What was wrong with the call." }),
      "5xx": fault.meta({ description: "What went wrong on our side, or at the site." }),
    },
  };
}
