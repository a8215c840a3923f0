/** Pages of one invented site, each of about 70 kB and all unlike, in a process of their own; the parent hears the port. */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { randomFrom } from "./random.mjs";

/**
 * The 312 real pages of bench:speed have 11.8 start tags in a kilobyte and keep 19 % of their size when they are packed as
 * snapshots are; so do these. The first bench had one sentence for all pages, and twice the tags.
 */
const random = randomFrom(2009);
const WORDS = Array.from({ length: 300 }, wordOf);
const ITEMS = Array.from({ length: 4096 }, itemOf);
const ITEMS_A_PAGE = 200;
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
<dl><dt>Number</dt><dd class="number">R-${number}</dd></dl></main>${floorsOf(number)}<footer>Bench Lane 1</footer></body></html>`;
}

function floorsOf(number) {
  let html = "";
  for (let i = 0; i < ITEMS_A_PAGE; i++) {
    if (i % 10 === 0) html += `${i ? "</ul></section>" : ""}<section id="floor-${i / 10}"><h2>Floor ${i / 10}</h2><ul>`;
    html += ITEMS[(number * 7919 + i * 31) % ITEMS.length];
  }
  return `${html}</ul></section>`;
}

function itemOf() {
  const words = Array.from({ length: 22 + Math.floor(random() * 16) }, () => WORDS[Math.floor(random() ** 4 * WORDS.length)]);
  const [room, ...text] = words;
  return `<li class="room room-small">
  <h3 class="room-name">${room}</h3>
  <p class="room-text">${text.join(" ")} <a class="room-rules" href="/rooms/rules/${text[0]}/${text[2]}.html">${text[1]}</a>.</p>
</li>
`;
}

function wordOf() {
  const length = 2 + Math.floor(random() * 9);
  return Array.from({ length }, () => "etaoinshrdlucmfwypvbgk"[Math.floor(random() ** 2 * 22)]).join("");
}

server.listen(0, "127.0.0.1", () => process.send(server.address().port));
process.on("disconnect", () => process.exit());
