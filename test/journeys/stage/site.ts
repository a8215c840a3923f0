/** One invented institution on a host of its own, whose pages may also be shown otherwise than the demo does. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type DemoSite, type DemoSource, startDemo } from "../../../src/demo/site.js";
import { demoSource } from "../../harvester/tools.js";

export interface StageSite extends Pick<DemoSite, "redesign" | "remove" | "publish" | "papers" | "edit" | "fail"> {
  readonly origin: string;
  readonly source: DemoSource;
  /** What becomes of every page on its way out. */
  shown: (html: string, path: string) => string;
  close(): Promise<void>;
}

export async function startSite(institution: string): Promise<StageSite> {
  const demo = await startDemo();
  const server = createServer(async ({ url = "", method = "GET" }, response) => {
    const answer = await fetch(demo.origin + url, { method });
    const type = answer.headers.get("content-type") ?? "";
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isPage = answer.ok && type.startsWith("text/html");
    const body = isPage ? Buffer.from(site.shown(bytes.toString("latin1"), url), "latin1") : bytes; // bytes stay, whatever the charset
    response.writeHead(answer.status, { "Content-Type": type }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const site: StageSite = {
    ...demo,
    origin,
    source: JSON.parse(JSON.stringify(demoSource(demo, institution)).replaceAll(demo.origin, origin)),
    shown: (html) => html,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
      await demo.close();
    },
  };
  return site;
}
