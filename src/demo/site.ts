/**
 * The bundled web site: three invented institutions on loopback, whose pages change when told to.
 *
 * Pages are made anew for every request from what the institution publishes now, so truth and pages cannot part.
 */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { institute } from "./institute.js";
import { library } from "./library.js";
import { lookAt } from "./looks.js";
import { observatory } from "./observatory.js";
import type { Design, Institution, Paper, Truth } from "./paper.js";
import { windows1252 } from "./windows-1252.js";

interface State {
  design: Design;
  readonly removed: Set<string>;
  isReplaced: boolean; // all its papers gave way to others
  readonly edited: Map<string, Partial<Paper>>;
  isCharsetBroken: boolean;
  isFailing: boolean;
}

/** One institution as it is to be added as a source. */
export interface DemoSource {
  readonly id: string;
  readonly name: string;
  readonly listUrl: string;
  readonly keyUrl: string;
  readonly labels: Truth;
  readonly further: readonly { readonly url: string; readonly labels: Truth; readonly absent: readonly string[] }[];
  readonly nextText?: string;
  readonly numbered?: string; // address of list page {n}, where the list has no link to its next page
}

export interface DemoSite {
  readonly origin: string;
  readonly sources: readonly DemoSource[];
  /** What every page displays now, by its address; those that were removed as they were, if asked for. */
  truth(id: string, withRemoved?: boolean): ReadonlyMap<string, Truth>;
  requests(): number;
  redesign(id: string, design?: Design): void;
  /** Ids of all papers, the key first. */
  papers(id: string): readonly string[];
  remove(id: string, papers?: readonly string[] | "all"): void; // without papers: the key
  publish(id: string, papers: readonly string[]): void; // what was removed
  replace(id: string): void; // all its papers by others
  restore(id: string): void;
  edit(id: string, paper: string, changes: Partial<Paper>): void;
  breakCharset(id: string, isBroken?: boolean): void;
  fail(id: string, isFailing?: boolean): void;
  close(): Promise<void>;
}

const INSTITUTIONS = [observatory, library, institute];

export async function startDemo({ port = 0 }: { port?: number } = {}): Promise<DemoSite> {
  const states = new Map(INSTITUTIONS.map(({ id }) => [id, freshState()]));
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    send(response, answerTo(request, states));
  });
  await new Promise<void>((done, fail) => server.once("error", fail).listen(port, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const of = (id: string) => ({ institution: institutionOf(id), state: states.get(id) ?? freshState() });
  return {
    origin,
    sources: INSTITUTIONS.map((institution) => sourceOf(institution, origin)),
    requests: () => requests,
    truth(id, withRemoved = false) {
      const { institution, state } = of(id);
      return new Map(
        published(institution, withRemoved ? { ...state, removed: new Set(), isReplaced: false } : state).map((paper) => [
          urlOf(institution, paper.id, origin),
          institution.truthOf(paper),
        ]),
      );
    },
    redesign(id, design = "new") {
      of(id).state.design = design;
    },
    papers(id) {
      const { papers, key } = institutionOf(id);
      return [key, ...papers.map((paper) => paper.id).filter((each) => each !== key)];
    },
    publish(id, papers) {
      for (const each of papers) of(id).state.removed.delete(each);
    },
    remove(id, papers) {
      const { institution, state } = of(id);
      const gone = papers === "all" ? institution.papers.map((paper) => paper.id) : (papers ?? [institution.key]);
      for (const each of gone) state.removed.add(each);
    },
    replace(id) {
      of(id).state.isReplaced = true;
    },
    restore(id) {
      Object.assign(of(id).state, freshState());
    },
    edit(id, paper, changes) {
      of(id).state.edited.set(paper, changes);
    },
    breakCharset(id, isBroken = true) {
      of(id).state.isCharsetBroken = isBroken;
    },
    fail(id, isFailing = true) {
      of(id).state.isFailing = isFailing;
    },
    close: () => closed(server),
  };
}

const freshState = (): State => ({
  design: "old",
  removed: new Set(),
  isReplaced: false,
  edited: new Map(),
  isCharsetBroken: false,
  isFailing: false,
});

function institutionOf(id: string): Institution {
  const found = INSTITUTIONS.find((institution) => institution.id === id);
  if (!found) throw new Error(`The demo has no institution ${id}.`);
  return found;
}

function sourceOf(institution: Institution, origin: string): DemoSource {
  const { id, name, papers, key, further = [], nextText } = institution;
  const truthOf = (paperId: string): Truth => institution.truthOf(papers.find((each) => each.id === paperId) ?? NO_PAPER);
  return {
    id,
    name,
    listUrl: `${origin}/${id}/${institution.listPath(1)}`,
    keyUrl: urlOf(institution, key, origin),
    labels: filled(truthOf(key)),
    further: further.map((paperId) => {
      const truth = truthOf(paperId);
      return { url: urlOf(institution, paperId, origin), labels: filled(truth), absent: emptyOf(truth) };
    }),
    ...(nextText !== undefined && { nextText }),
    ...(institution.listPath(2).includes("=2") && {
      numbered: `${origin}/${id}/${institution.listPath(2).replace("=2", "={n}")}`,
    }),
  };
}

const NO_PAPER: Paper = { id: "", title: "", authors: [], date: "", mark: "", abstract: "", kind: "text" };

const filled = (truth: Truth): Truth => Object.fromEntries(Object.entries(truth).filter(([, values]) => values.length > 0));
const emptyOf = (truth: Truth): string[] => Object.keys(truth).filter((name) => truth[name]?.length === 0);

const urlOf = (institution: Institution, paperId: string, origin: string): string =>
  `${origin}/${institution.id}/${institution.paperPath(paperId)}`;

function published({ papers, later = [] }: Institution, { isReplaced, removed, edited }: State): Paper[] {
  if (isReplaced) return [...later];
  return papers.filter(({ id }) => !removed.has(id)).map((paper) => ({ ...paper, ...edited.get(paper.id) }));
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
  readonly etag?: string;
}

function answerTo(request: IncomingMessage, states: ReadonlyMap<string, State>): Answer {
  const path = (request.url ?? "/").slice(1);
  const [id = ""] = path.split("/");
  const state = states.get(id);
  if (!state) return { status: 404, type: "text/plain", body: Buffer.from("There is nothing here.\n") };
  if (state.isFailing) return { status: 500, type: "text/html", body: Buffer.from("<h1>Something went wrong</h1>") };
  const institution = institutionOf(id);
  const own = path.slice(id.length + 1);
  const shown = published(institution, state);
  if (/^sitemap\.xml(\.gz)?$/.test(own)) return sitemapOf(institution, shown, request);
  const look = lookAt(id, own);
  if (look !== undefined) return { status: 200, type: "text/css", body: Buffer.from(look) };
  const html = pageAt(institution, state, shown, own);
  if (html === undefined) return { status: 404, type: "text/html", body: Buffer.from("<h1>Not found</h1>") };
  const isLatin = institution.charset === "windows-1252";
  const body = isLatin ? windows1252(html) : Buffer.from(html);
  const wrong = isLatin ? "utf-8" : "windows-1252";
  const type = state.isCharsetBroken ? `text/html; charset=${wrong}` : isLatin ? "text/html" : "text/html; charset=utf-8";
  const etag = `"${createHash("sha256").update(type).update(body).digest("hex").slice(0, 24)}"`;
  return { status: request.headers["if-none-match"] === etag ? 304 : 200, type, body, etag };
}

function pageAt(institution: Institution, { design }: State, shown: readonly Paper[], path: string): string | undefined {
  const paper = shown.find(({ id }) => institution.paperPath(id) === path);
  if (paper) return institution.paper(paper, design);
  const count = Math.max(1, Math.ceil(shown.length / institution.pageSize));
  for (let number = 1; number <= count; number++) {
    if (institution.listPath(number) !== path) continue;
    const papers = shown.slice((number - 1) * institution.pageSize, number * institution.pageSize);
    return institution.list({ papers, number, count }, design);
  }
  return undefined;
}

function sitemapOf(institution: Institution, shown: readonly Paper[], { headers, url }: IncomingMessage): Answer {
  const entries = shown.map(({ id }) => `<url><loc>${urlOf(institution, id, `http://${headers.host ?? ""}`)}</loc></url>`);
  const xml = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join("\n")}</urlset>`);
  if (url?.endsWith(".gz")) return { status: 200, type: "application/gzip", body: gzipSync(xml) };
  return { status: 200, type: "application/xml", body: xml };
}

function send(response: ServerResponse, { status, type, body, etag }: Answer): void {
  if (etag !== undefined) response.setHeader("ETag", etag).setHeader("Last-Modified", "Mon, 02 Mar 2026 08:00:00 GMT");
  if (status === 304) response.writeHead(304).end();
  else response.writeHead(status, { "Content-Type": type, "Content-Length": body.length }).end(body);
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => server.close(() => done()));
}
