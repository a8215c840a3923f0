/** Many hosts, each a port of its own, that answer after a while; in a process of their own. The parent hears the ports. */
import { createServer } from "node:http";

const [hosts, pages, latencyMs] = process.argv.slice(2).map(Number);

const listening = Array.from({ length: hosts }, () => {
  const server = createServer(({ url = "" }, response) => {
    const number = Number(url.slice(1));
    const isPage = Number.isInteger(number) && number >= 1 && number <= pages;
    setTimeout(() => (isPage ? send(response, number) : response.writeHead(404).end()), latencyMs);
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server.address().port)));
});
process.send(await Promise.all(listening));
process.on("disconnect", () => process.exit());

function send(response, number) {
  const edition = Math.floor(performance.now()); // never the same bytes, so that every page is stored anew
  response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
  response.end(`<!DOCTYPE html><html><head><title>Bench</title></head><body><header><a href="/">Bench</a></header>
<main><h1 class="title">Report ${number} of the bench</h1><p class="by">A. Bench-${number}</p>
<dl><dt>Number</dt><dd class="number">R-${number}</dd></dl></main><footer>Served at ${edition}</footer></body></html>`);
}
