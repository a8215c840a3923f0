/** A host of its own on loopback: one invented institution whose reports come in editions, and a note of every request. */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { SourceSettings } from "../../src/api/source.js";
import type { Texts } from "./tools.js";

export interface ReportSite {
  readonly origin: string;
  /** From the arrival of the request to the end of the answer, in ms. */
  readonly requests: { readonly path: string; readonly from: number; to: number }[];
  /** Each edition has other titles. */
  edition: number;
  pages: number;
  /** How many of them the list names; all unless set. */
  listed: number | undefined;
  /** Pages that were taken down. */
  removed: readonly number[];
  /** The list begins with the last page. */
  isNewestFirst: boolean;
  /** All pages in another design than the first, which is 0. */
  design: number;
  /** Pages of another layout, which the template does not know. */
  odd: readonly number[];
  /** Pages on which one text stands in another form, in three ways by turns: no three of them are alike. */
  mixed: readonly number[];
  /** Entries of the list that are of another kind. */
  strayEntries: number;
  /** Edition of single pages, where it differs. */
  readonly editions: Map<number, number>;
  /** What single paths answer instead: a text, or a status. */
  readonly answers: Map<string, string | number>;
  latencyMs: number;
  isDown: boolean;
  isListDown: boolean;
  settings(changes?: object): SourceSettings;
  /** What every page displays now, by its address. */
  truth(): Map<string, Texts>;
  close(): Promise<void>;
}

export async function startReportSite({ pages = 8, latencyMs = 0 } = {}): Promise<ReportSite> {
  const server = createServer(async ({ url = "" }, response) => {
    const request = { path: url, from: performance.now(), to: Number.POSITIVE_INFINITY };
    site.requests.push(request);
    response.once("close", () => {
      request.to = performance.now();
    });
    await sleep(site.latencyMs);
    if (site.isDown || (site.isListDown && url === "/")) return response.writeHead(500).end("<h1>Down</h1>");
    const answer = site.answers.get(url) ?? (url === "/" ? listOf(site) : pageOf(Number(url.slice(1)), site)) ?? 404;
    if (typeof answer === "number") return response.writeHead(answer).end("<h1>No such page</h1>");
    const type = url === "/robots.txt" ? "text/plain" : "text/html";
    response.writeHead(200, { "Content-Type": `${type}; charset=utf-8` }).end(answer);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const site: ReportSite = {
    origin,
    requests: [],
    edition: 1,
    pages,
    listed: undefined,
    removed: [],
    isNewestFirst: false,
    design: 0,
    odd: [],
    mixed: [],
    strayEntries: 0,
    editions: new Map(),
    answers: new Map(),
    latencyMs,
    isDown: false,
    isListDown: false,
    settings: (changes = {}) =>
      SourceSettings.parse({
        key: { address: `${origin}/1`, labels: reportOf(1, editionOf(1, site)) },
        discovery: { lists: [`${origin}/`] },
        delayMs: 0,
        ...changes,
      }),
    truth: () =>
      new Map(
        Array.from(
          { length: site.pages },
          (_, i) => [`${origin}/${i + 1}`, reportOf(i + 1, editionOf(i + 1, site))] as [string, Texts],
        ),
      ),
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
  return site;
}

function reportOf(number: number, edition: number): Record<"title" | "author" | "number", string[]> {
  const word = createHash("sha256").update(`${number} ${edition}`).digest("hex");
  const name = createHash("sha256").update(String(number)).digest("hex");
  return {
    title: [`On ${word.slice(0, 8)} and ${word.slice(8, 14)}`],
    author: [`A. ${name.slice(0, 8)}`],
    number: [`R-${number}`],
  };
}

const editionOf = (number: number, { edition, editions }: ReportSite): number => editions.get(number) ?? edition;

function pageOf(number: number, site: ReportSite): string | undefined {
  if (!Number.isInteger(number) || number < 1 || number > site.pages || site.removed.includes(number)) return undefined;
  const { title, author, number: mark } = reportOf(number, editionOf(number, site));
  if (site.odd.includes(number)) return `<!DOCTYPE html><html><body><table><tr><td>${title}</td></tr></table></body></html>`;
  if (site.design > 0) return otherDesign(site.design, { title: `${title}`, author: `${author}`, mark: `${mark}` });
  const parts = [
    `<h1 class="title">${title}</h1>`,
    `<p class="by">${author}</p>`,
    `<dl><dt>Number</dt><dd class="number">${mark}</dd></dl>`,
  ];
  if (site.mixed.includes(number)) parts[number % 3] = `<table><tr><td>${[title, author, mark][number % 3]}</td></tr></table>`;
  return `<!DOCTYPE html><html><head><title>Reports</title></head><body><header><a href="/">Institute of Reports</a></header>
<main>${parts[0]}${parts[1]}${parts[2]}</main>
<footer>Report Lane 1</footer></body></html>`;
}

/** Each wraps its pages once more, and calls its fields otherwise. */
function otherDesign(design: number, { title, author, mark }: { title: string; author: string; mark: string }): string {
  const [open, close, named] = [
    "<div>".repeat(design - 1),
    "</div>".repeat(design - 1),
    design === 1 ? "" : ` in design ${design}`,
  ];
  return `<!DOCTYPE html><html><head><title>Reports</title></head><body><nav><a href="/">All reports</a> of the Institute</nav>
${open}<article><dl><dt>No.${named}</dt><dd>${mark}</dd><dt>Written by${named}</dt><dd>${author}</dd></dl><h2>${title}</h2></article>${close}
<p>Institute of Reports, Report Lane 1</p></body></html>`;
}

function listOf({ pages, listed = pages, removed, isNewestFirst, strayEntries }: ReportSite): string {
  const items = Array.from({ length: listed }, (_, i) => i + 1)
    .filter((number) => !removed.includes(number))
    .map((number) => `<li class="report"><a href="/${number}">Report ${number}</a></li>`);
  if (isNewestFirst) items.reverse();
  const strays = Array.from(
    { length: strayEntries },
    (_, i) => `<li class="lecture"><a href="/lecture-${i + 1}">Lecture ${i + 1}</a></li>`,
  );
  items.push(...strays);
  return `<!DOCTYPE html><html><body><h1>All reports</h1><ul>${items.join("\n")}</ul></body></html>`;
}
