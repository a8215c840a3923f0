/** The site of reports behind a door of its own: it answers only to those who send its header and cookie. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { ReportSite } from "../harvester/report-site.js";

export interface Secrets {
  readonly header: string;
  readonly cookie: string;
}

export async function startClosedSite(site: ReportSite, { header, cookie }: Secrets) {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer(async ({ url = "/", headers }, response) => {
    if (url === "/robots.txt") return response.writeHead(404).end();
    seen.push(headers);
    const isKnown = headers["x-token"] === header && headers.cookie?.includes(`session=${cookie}`);
    if (!isKnown) return response.writeHead(403).end("<h1>Who are you?</h1>");
    const answer = await fetch(`${site.origin}${url}`);
    response.writeHead(answer.status, { "content-type": "text/html; charset=utf-8" }).end(await answer.text());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    seen,
    /** The settings of the site, for this address of it. */
    settings: (changes: object) => JSON.parse(JSON.stringify(site.settings(changes)).replaceAll(site.origin, origin)),
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}
