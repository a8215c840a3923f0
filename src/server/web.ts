/** The built web page. Every address that is not the API's is the page's own: it finds its screen by itself. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { errorReport } from "../api/errors.js";

export async function serveWeb(app: FastifyInstance, folder: string | null): Promise<void> {
  const isBuilt = folder !== null && existsSync(join(folder, "index.html"));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false, // its files are known by now; anything else falls to the page
      index: false,
      maxAge: "1y",
      immutable: true, // their names carry their digests
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const [path = "/"] = request.url.split("?", 1);
    if (isBuilt && (request.method === "GET" || request.method === "HEAD") && isScreen(path))
      return reply.header("cache-control", "no-cache").sendFile("index.html", { maxAge: 0, immutable: false });
    return reply
      .status(404)
      .type("application/json")
      .send({ error: errorReport("route-unknown", path.slice(0, 200)) });
  });
}

/** Neither the API's nor a file's. */
function isScreen(path: string): boolean {
  return !/^\/(api|healthz|readyz|metrics)(\/|$)/.test(path) && !/\.[a-z0-9]{2,5}$/i.test(path);
}
