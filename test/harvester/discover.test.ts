import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SourceSettings } from "../../src/api/source.js";
import { type DemoSite, startDemo } from "../../src/demo/site.js";
import { charsetOf } from "../../src/fetch/charset.js";
import { canonicalAddress } from "../../src/harvester/find/canonical.js";
import { type DiscoverTools, discover, type Finding, type Visited } from "../../src/harvester/find/discover.js";
import { linkSetsTo, type Place } from "../../src/harvester/find/link-sets.js";
import { nextPage } from "../../src/harvester/find/next-page.js";
import { fits, leftOut } from "../../src/harvester/find/patterns.js";
import { Seen } from "../../src/harvester/find/seen.js";
import { readSitemap } from "../../src/harvester/find/sitemap.js";
import type { PageBytes } from "../../src/harvester/read/page-bytes.js";
import { msOf } from "../growth.js";
import { threads } from "./threads.js";

describe("canonical addresses", () => {
  it.each([
    { address: "HTTP://Example.ORG:80/a/../b?x=1#top", canonical: "http://example.org/b?x=1" },
    { address: "https://example.org", canonical: "https://example.org/" },
    { address: "https://example.org/?session=9&id=3", drop: ["session"], canonical: "https://example.org/?id=3" },
    { address: "https://example.org/?q=a%20b+c", drop: ["session"], canonical: "https://example.org/?q=a%20b+c" },
    { address: "http://a/?name=Caf%E9&sid=1&q=a%20b", drop: ["sid"], canonical: "http://a/?name=Caf%E9&q=a%20b" },
    { address: "http://a/?x&sid=1&y=&&z=~'", drop: ["sid"], canonical: "http://a/?x&y=&&z=~%27" },
    { address: "http://a/?s%69d=1", drop: ["sid"], canonical: "http://a/" },
    { address: "http://a/?a+b=1&c=2", drop: ["a b"], canonical: "http://a/?c=2" },
    { address: "http://a/??sid=1", drop: ["sid"], canonical: "http://a/??sid=1" },
    { address: "http://a/?sid", drop: ["sid"], canonical: "http://a/" },
    { address: "http://a/?", drop: ["sid"], canonical: "http://a/?" },
    { address: "b.html", base: "http://example.org/a/", canonical: "http://example.org/a/b.html" },
    { address: "mailto:a@example.org", canonical: undefined },
    { address: "not an address", canonical: undefined },
    { address: `http://example.org/${"a".repeat(2048)}`, canonical: undefined },
  ])("$address", ({ address, drop, base, canonical }) => {
    expect(canonicalAddress(address, drop, base)).toBe(canonical);
  });
});

it("nothing of an address changes but the parameter that is dropped", () => {
  const letters = ["a", "=", "&", "%E9", "%20", "+", "~", "'", "é", "[0]", "?", "/", "sid", ";", "%", "%zz"];
  let seed = 7;
  const next = (below: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  for (let round = 0; round < 2000; round++) {
    const parts = Array.from(
      { length: next(5) },
      () => `n${Array.from({ length: next(6) }, () => letters[next(letters.length)]).join("")}`,
    );
    const rest = parts.join("&").split("&"); // a letter may be a & too
    const expected = canonicalAddress(`http://a/?${rest.filter((part) => !/^sid(?:=|$)/.test(part)).join("&")}`)?.replace(
      /\?$/,
      "",
    );
    rest.splice(next(rest.length + 1), 0, "sid=7");
    expect(canonicalAddress(`http://a/?${rest.join("&")}`, ["sid"])?.replace(/\?$/, "")).toBe(expected);
  }
});

describe("patterns", () => {
  it.each([
    { pattern: "http://a/*", address: "http://a/b", is: true },
    { pattern: "http://a/*", address: "http://ab/", is: false },
    { pattern: "*.pdf", address: "http://a/b.pdf", is: true },
    { pattern: "*.pdf", address: "http://a/b.pdf?x", is: false },
    { pattern: "*a*a*", address: "xay", is: false },
    { pattern: "http://a.b/", address: "http://axb/", is: false },
  ])("$pattern on $address: $is", ({ pattern, address, is }) => {
    expect(fits(pattern, address)).toBe(is);
  });

  it("many stars take no longer than few", () => {
    const took = msOf(() => expect(fits(`${"*a".repeat(200)}*b`, `${"a".repeat(2000)}c`)).toBe(false));
    expect(took).toBeLessThan(500);
  });

  it("drop wins over keep", () => {
    expect(leftOut("http://a/x.pdf", { keep: ["http://a/*"], drop: ["*.pdf"] })).toContain("*.pdf");
    expect(leftOut("http://a/x", { keep: ["http://a/*"], drop: ["*.pdf"] })).toBeUndefined();
    expect(leftOut("http://b/x", { keep: ["http://a/*"], drop: [] })).toContain("keep");
  });
});

describe("the next page of a list", () => {
  const at = (html: string) => ({ html, address: "http://a/list", number: 1 });

  it.each([
    { name: "a link element", html: '<link href="?p=2" rel=next>', next: "http://a/list?p=2" },
    { name: "an anchor among other words", html: "<a class=x rel='nofollow next' href=b>more</a>", next: "http://a/b" },
    { name: "none in a comment", html: '<!-- <link rel="next" href="b"> -->', next: undefined },
    { name: "the base element counts", html: '<base href="http://b/c/"><a rel=next href=d>', next: "http://b/c/d" },
  ])("by rel: $name", ({ html, next }) => {
    expect(nextPage(null, at(html))).toBe(next);
  });

  it("by the pasted text, whatever stands inside the link", () => {
    const html = '<a href="1">Older</a> <a href="2"><b>Older</b>\n <i>entries&nbsp;&raquo;</i></a>';
    expect(nextPage({ by: "text", text: "Older entries »" }, at(html))).toBe("http://a/2");
    expect(nextPage({ by: "text", text: "Newer" }, at(html))).toBeUndefined();
  });

  it("by number", () => {
    const rule = { by: "number" as const, pattern: "http://a/?from={n}", first: 0, step: 20 };
    expect(nextPage(rule, { ...at(""), number: 1 })).toBe("http://a/?from=20");
    expect(nextPage(rule, { ...at(""), number: 2 })).toBe("http://a/?from=40");
  });

  it("unclosed quotes cost little", () => {
    const took = msOf(() => expect(nextPage(null, at('<a href="'.repeat(50_000)))).toBeUndefined());
    expect(took).toBeLessThan(2000);
  });
});

describe("sitemaps", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  it.each([
    {
      xml: "<urlset><url><loc> http://a/?x=1&amp;y=2 </loc></url><url/></urlset>",
      kind: "pages",
      addresses: ["http://a/?x=1&y=2"],
    },
    {
      xml: "<s:urlset><s:url><s:loc><![CDATA[http://a/b]]></s:loc></s:url></s:urlset>",
      kind: "pages",
      addresses: ["http://a/b"],
    },
    {
      xml: "<sitemapindex><sitemap><loc>http://a/1.xml</loc></sitemap></sitemapindex>",
      kind: "index",
      addresses: ["http://a/1.xml"],
    },
    {
      xml: "<urlset><url><loc>http://a/?id[0]=5</loc></url><url><loc> <![CDATA[http://a/?id[0]=6]]> </loc></url></urlset>",
      kind: "pages",
      addresses: ["http://a/?id[0]=5", "http://a/?id[0]=6"],
    },
    {
      xml: "<urlset><url><image:image><image:loc>http://a/1.png</image:loc></image:image><loc>http://a/1</loc></url></urlset>",
      kind: "pages",
      addresses: ["http://a/1"],
    },
    {
      xml: '<urlset><url><video:loc>http://a/1.mp4</video:loc><link href="http://a/de" /><x><loc>http://a/x</loc></x><loc>http://a/1</loc></url></urlset>',
      kind: "pages",
      addresses: ["http://a/1"],
    },
    { xml: "<urlset><url><image:loc>http://a/1.png</image:loc></url></urlset>", kind: "pages", addresses: [] },
    {
      xml: '<s:urlset><s:url x="1"><loc>http://no/</loc><s:loc>http://a/1</s:loc></s:url><s:url><s:loc>http://a/2',
      kind: "pages",
      addresses: ["http://a/1", "http://a/2"],
    },
    { xml: "<urlset><!-- <url><loc>http://no/</loc></url> --></urlset>", kind: "pages", addresses: [] },
  ])("$xml", ({ xml, kind, addresses }) => {
    expect(readSitemap(bytes(xml))).toEqual({ ok: true, kind, addresses });
    expect(readSitemap(gzipSync(xml))).toEqual({ ok: true, kind, addresses });
  });

  it.each(["<![CDATA[", "<url ", "<url><", "<a", "<loc><loc", "<!--"])("many of %s cost little", (piece) => {
    expect(msOf(() => readSitemap(bytes(`<urlset><url>${piece.repeat(300_000)}`)))).toBeLessThan(3000);
  });

  it("says what is none", () => {
    expect(readSitemap(bytes("<html></html>"))).toEqual({ ok: false });
    expect(readSitemap(gzipSync("x".repeat(100)).subarray(0, 20))).toEqual({ ok: false });
    expect(readSitemap(gzipSync(Buffer.alloc(60_000_000)))).toEqual({ ok: false });
  });
});

let site: DemoSite;
beforeAll(async () => {
  site = await startDemo();
});
afterAll(() => site.close());

async function visit(address: string): Promise<Visited> {
  const answer = await fetch(address);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (answer.status === 404) return { kind: "gone", address };
  if (!answer.ok) return { kind: "trouble", address, code: "status-unexpected", reason: String(answer.status) };
  return { kind: "ok", address: answer.url, bytes, charset: charsetOf(bytes) };
}

/** Places learnt from the key's own link, on the first list page that shows it. */
function toolsFor(key: string): DiscoverTools {
  let learned: readonly Place[] | undefined;
  return {
    visit,
    threads,
    hosts: [new URL(site.origin).host, new URL(key, site.origin).host],
    async placesOf(page) {
      learned ??= placesTo(page, key);
      return learned ?? [];
    },
  };
}

function placesTo(page: PageBytes, key: string): readonly Place[] | undefined {
  const hosts = [new URL(page.address).host];
  const sets = linkSetsTo({ page, labelled: EMPTY, wanted: [new URL(key, page.address).href], hosts, dropParameters: [] });
  return sets[0]?.places.slice(0, 1);
}

const EMPTY: PageBytes = { address: "http://a/", bytes: new Uint8Array(), charset: "utf-8" };

async function all(discovery: object, tools: DiscoverTools): Promise<Finding[]> {
  const { discovery: full } = SourceSettings.parse({ discovery });
  const findings: Finding[] = [];
  for await (const finding of discover(full, tools)) findings.push(finding);
  return findings;
}

const pagesIn = (findings: readonly Finding[]): string[] =>
  findings.flatMap((finding) => (finding.kind === "page" ? [finding.address] : []));

describe("the demo's lists", () => {
  const cases = ["observatory", "library", "institute"].flatMap((id) => ["old", "new"].map((design) => ({ id, design })));

  it.each(cases)("every final page of $id is found in its $design design, and no other", async ({ id, design }) => {
    site.redesign(id, design as "old" | "new");
    const source = site.sources.find((each) => each.id === id) ?? expect.fail("no such source");
    const next = source.nextText
      ? { by: "text", text: source.nextText }
      : source.numbered
        ? { by: "number", pattern: source.numbered }
        : null;
    const findings = await all({ lists: [source.listUrl], next }, toolsFor(source.keyUrl));
    expect(pagesIn(findings)).toEqual([...site.truth(id).keys()]);
    expect(findings.filter(({ kind }) => kind === "list")).toHaveLength(3);
    site.restore(id);
  });

  it("sitemaps, plain and packed, and named addresses come together without doubles", async () => {
    const sitemaps = ["sitemap.xml", "sitemap.xml.gz"].map((name) => `${site.origin}/institute/${name}`);
    const addresses = [`${site.origin}/institute/reports/report-88#top`];
    const findings = await all({ sitemaps, addresses }, toolsFor(""));
    expect(pagesIn(findings)).toEqual([...site.truth("institute").keys()]);
  });

  it("a sitemap that an index names twice is asked for once, and of too many the first are", async () => {
    const index = (names: readonly string[]) =>
      names.map((name) => `<sitemap><loc>http://a.example/${name}</loc></sitemap>`).join("");
    const names = ["1", "1", ...Array.from({ length: 600 }, (_, i) => String(i + 2))];
    const asked: string[] = [];
    const tools: DiscoverTools = {
      async visit(address) {
        asked.push(address);
        const html = address.endsWith("/index") ? `<sitemapindex>${index(names)}</sitemapindex>` : "<urlset></urlset>";
        return { kind: "ok", address, bytes: Buffer.from(html), charset: "utf-8" };
      },
      threads,
      hosts: ["a.example"],
      placesOf: async () => [],
    };
    expect(await all({ sitemaps: ["http://a.example/index"] }, tools)).toEqual([{ kind: "limit" }]);
    expect(asked).toHaveLength(500);
    expect(new Set(asked).size).toBe(500);
  });

  it("patterns leave out and say so", async () => {
    const sitemaps = [`${site.origin}/institute/sitemap.xml`];
    const findings = await all({ sitemaps, drop: ["*/report-8*"] }, toolsFor(""));
    expect(pagesIn(findings)).toHaveLength(7);
    expect(findings.filter(({ kind }) => kind === "left-out")).toHaveLength(9);
  });

  it("a list that fails is trouble, one without the known link is unread", async () => {
    site.fail("institute");
    const lists = [`${site.origin}/institute/reports/`];
    expect(await all({ lists }, toolsFor("x"))).toMatchObject([{ kind: "trouble", code: "status-unexpected" }]);
    site.restore("institute");
    expect(await all({ lists }, toolsFor("x"))).toEqual([{ kind: "unread-list", address: lists[0] }]);
  });
});

it("of a million long addresses little is kept in memory", { timeout: 60_000 }, () => {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  const seen = new Seen();
  gc();
  const before = process.memoryUsage().heapUsed;
  let most = 0;
  for (let n = 1; n <= 1_000_000; n++) {
    seen.add(`http://a.example/${n}/${"x".repeat(500)}`);
    if (n % 240_000 !== 0) continue;
    gc();
    most = Math.max(most, process.memoryUsage().heapUsed - before);
  }
  expect(most).toBeLessThan(100_000_000);
  expect(seen.has(`http://a.example/999999/${"x".repeat(500)}`)).toBe(true);
});

describe("lists of lists", () => {
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    const links = (names: readonly string[]) => `<ul>${names.map((name) => `<li><a href="/${name}">${name}</a>`).join("")}</ul>`;
    const issues = [1, 2, 3, 4].map((issue) => `issue-${issue}`);
    server = createServer(({ url = "" }, response) => {
      const name = url.slice(1).split("?")[0] ?? "";
      const body =
        name === ""
          ? links(issues)
          : name.startsWith("issue")
            ? links(["a", "b", "c"].map((each) => `${name.slice(6)}${each}`))
            : "";
      response.end(`<!doctype html><title>x</title><h1>Journal</h1>${body}`);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise<void>((done) => server.close(() => done())));

  it("two levels, each learnt from the link that leads on to the key", async () => {
    const chain = [`${origin}/issue-1`, `${origin}/1a`];
    const learned: (readonly Place[] | undefined)[] = [];
    const findings = await all(
      { lists: [origin], depth: 2 },
      {
        visit,
        threads,
        hosts: [new URL(origin).host],
        async placesOf(page, level) {
          learned[level] ??= placesTo(page, chain[level - 1] ?? "");
          return learned[level] ?? [];
        },
      },
    );
    expect(pagesIn(findings)).toEqual(
      [1, 2, 3, 4].flatMap((issue) => ["a", "b", "c"].map((each) => `${origin}/${issue}${each}`)),
    );
  });

  it("a numbered list that never ends stops where nothing new is listed", async () => {
    const next = { by: "number", pattern: `${origin}/issue-1?page={n}` };
    const findings = await all({ lists: [`${origin}/issue-1?page=1`], next }, toolsFor(`${origin}/1a`));
    expect(pagesIn(findings)).toHaveLength(3);
    expect(findings.filter(({ kind }) => kind === "list")).toHaveLength(1);
  });
});
