/** Pages of one invented site, each of about 70 kB and all unlike, in a process of their own; the parent hears the port. */
import { createHash } from "node:crypto";
import { createServer } from "node:http";

/** About 15 tags in a kilobyte, as on the real pages of the tests. */
const TEXT = 'The reading room is open to all who keep their voice down, and to some who <a href="/rules">cannot</a>.';
const ITEM = `<li class="room"><h3>Room</h3><p>${TEXT}</p></li>\n`;
const FRAME = Array.from(
  { length: 44 },
  (_, i) => `<section id="floor-${i}"><h2>Floor ${i}</h2><ul>${ITEM.repeat(10)}</ul></section>`,
).join("\n");
let answers304 = true;

const server = createServer(({ url = "", headers }, response) => {
  if (url === "/mode/304" || url === "/mode/200") {
    answers304 = url === "/mode/304";
    return response.end();
  }
  const number = Number(url.slice(1));
  if (!Number.isInteger(number) || number < 1) return response.writeHead(404).end();
  const etag = `"${createHash("sha256").update(url).digest("hex").slice(0, 16)}"`;
  if (answers304 && headers["if-none-match"] === etag) return response.writeHead(304, { ETag: etag }).end();
  const body = pageOf(number);
  response.writeHead(200, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    ...(answers304 && { ETag: etag }),
  });
  response.end(body);
});

function pageOf(number) {
  const word = createHash("sha256").update(String(number)).digest("hex");
  return `<!DOCTYPE html><html><head><title>Report ${number}</title></head><body><header><a href="/">Institute of Benches</a></header>
<main><h1 class="title">On ${word.slice(0, 12)} and ${word.slice(12, 20)}</h1><p class="by">A. ${word.slice(20, 28)}</p>
<dl><dt>Number</dt><dd class="number">R-${number}</dd></dl></main>${FRAME}<footer>Bench Lane 1</footer></body></html>`;
}

server.listen(0, "127.0.0.1", () => process.send(server.address().port));
process.on("disconnect", () => process.exit());
