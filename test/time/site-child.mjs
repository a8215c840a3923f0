/**
 * A web site of many hosts (ports) in a process of its own: what it answers are the files of a folder, one folder a host.
 * `any.html` answers for pages that are not there; in a file `endless.xml` the word NEXT is a number that goes up.
 */
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const { folder, hosts } = JSON.parse(process.argv[2] ?? "{}");
const TYPES = {
  html: "text/html; charset=utf-8",
  css: "text/css",
  txt: "text/plain",
  xml: "application/xml",
  gz: "application/gzip",
};

function answerTo(host, url) {
  const path = url.split("?")[0].endsWith("/") ? `${url.split("?")[0]}index.html` : url.split("?")[0];
  const [, number] = /^\/endless-(\d+)\.xml$/.exec(path) ?? [];
  const file = (name) => join(folder, String(host), name);
  if (number && existsSync(file("endless.xml")))
    return { type: TYPES.xml, body: readFileSync(file("endless.xml"), "utf8").replace("NEXT", String(Number(number) + 1)) };
  const found = [path, "/any.html"].find((each) => existsSync(file(each)));
  if (found === undefined || (found === "/any.html" && path === "/robots.txt")) return undefined;
  return { type: TYPES[found.split(".").at(-1)] ?? "application/octet-stream", body: readFileSync(file(found)) };
}

const ports = [];
for (let host = 0; host < hosts; host++) {
  const server = createServer((request, response) => {
    const found = answerTo(host, request.url ?? "/");
    if (found) response.writeHead(200, { "content-type": found.type }).end(found.body);
    else response.writeHead(404).end();
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  ports.push(server.address().port);
}
process.send?.({ ports });
