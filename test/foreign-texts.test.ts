/**
 * Everything outside core that reads what strangers have written: time grows with the text, whatever stands in it. The
 * texts that once froze a server are among them, in the size in which they did.
 */
import { afterAll, describe, expect, it } from "vitest";
import { parsePage } from "../src/core/page/parse-page.js";
import { decodePage } from "../src/fetch/charset.js";
import { parseRobots } from "../src/fetch/robots-txt.js";
import { ownWords } from "../src/harvester/draft/own-words.js";
import { languageOf, titleOf } from "../src/harvester/draft/page-head.js";
import { propose } from "../src/harvester/draft/propose.js";
import { readSitemap } from "../src/harvester/find/sitemap.js";
import { writtenLinks } from "../src/harvester/find/written-links.js";
import { hasForeignLook } from "../src/web/frame/foreign-look.js";
import { phraseOf, valuesIn } from "../src/web/texts/phrase.js";
import { growthOf, MOST_GROWTH, msOf } from "./growth.js";
import { isLong, say } from "./run.js";

const ADDRESS = "http://a.example/list";

/** As a label is proposed for the first text of the page. */
function proposeFirst(html: string): void {
  const page = parsePage(html);
  if (page.textCount > 0) propose(page, "Some words", page.textStart[0] ?? 0, [], []);
}

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  title: titleOf,
  language: languageOf,
  "own words": ownWords,
  links: (html) => writtenLinks(html, ADDRESS),
  proposal: proposeFirst,
  "foreign look": (html) => hasForeignLook(html, ADDRESS),
  sitemap: (xml) => readSitemap(new TextEncoder().encode(`<urlset>${xml}`)),
  charset: (html) => decodePage(new TextEncoder().encode(html)),
  robots: (text) => parseRobots(`User-agent: *\n${text}`, "bartree").allows("/some/path?of=a&page"),
};

/** Repeated n times; where a row says so, behind something and before something else. */
const PIECES: readonly (string | readonly [before: string, piece: string, after: string])[] = [
  ...["<title", "<html ", "<meta ", "<script ", "<a ", "<img ", "<link "],
  ...["<title>", "<script>", "<style>", "<template>", "<noscript>", "<svg>", "<!--", "<!-->", "<![CDATA[", "<?", "</", "<", ">"],
  ...['<a href="', "<a href='", '<meta "', "<meta content='", "<html lang='", '<img src="', "<script type='"],
  ...["<a href=x>", "<a href=x>y</a>", "<a href=x>< < <", "<meta name=citation_author content=x>", "<img src=http://a.example/>"],
  ...["<script type=application/ld+json>[]</script>", "<script><!--<script>", "<link rel=stylesheet href=/x>"],
  ...["<url><loc>x", "<url><", "<loc><loc", "<s:url ", "<url><loc><!---->", "<url><loc><![CDATA[]]>", "<urlset ", "a:"],
  ...[" ", "\n", "a", "=", "/", '"', "&", "&amp", "&#", "#", ":", "%", "*", "$", "Disallow:", "Disallow: /*a\n", "Allow:/\r"],
  ["<a data-x=", "A", " href>x</a>"],
  ['<a data-x="', "A", '" href=y>x</a>'],
  ["<p class=", "class=", ">words"],
  ["<p ", "id='", ">words"],
  ["<p ", "class=author ", ">words"],
  ["<p class", " ", "= x>words"],
  ["<html ", "lang ", "lang=x>"],
  ["<html", " ", ">"],
  ["<title", " ", ">x"],
  ["<a href=x>", "<", "</a>"],
  ["<a href=x>", "&lt;", "</a>"],
  ["<a rel='", " ", "next' href=x>"],
  ["<meta", " ", "x"],
  ["<script type", " ", "=application/ld+json>"],
  ["<img src", " ", "= x>"],
  ["<url>", "<x>", "<loc>y</loc>"],
  ["Disallow:", " ", "x"],
  ["Disallow", " ", ":"],
  ["Disallow: /a", " ", "#"],
  ["Disallow: /", "*a", "b"],
  ["Crawl-delay: ", "1", "x"],
  ["User-agent: ", "a", "/"],
];

const families = PIECES.map((row) => {
  const [before, piece, after] = typeof row === "string" ? ["", row, ""] : row;
  return { name: JSON.stringify(`${before}${piece}…${after}`), make: (n: number) => before + piece.repeat(n) + after };
});

describe("time grows with the text", () => {
  const tried: { name: string; ratio: number }[] = [];
  let quick = 0;
  afterAll(() => {
    const worst = tried.toSorted((a, b) => b.ratio - a.ratio).slice(0, 3);
    const written = worst.map(({ name, ratio }) => `${name} ${ratio.toFixed(2)}`).join("; ");
    say(
      `foreign texts: ${tried.length + quick} pairs of reader and text, ${quick} too quick to measure; time at 2n over time at n, worst: ${written}`,
    );
  });

  it.each(Object.entries(READERS))("%s", { timeout: 600_000 }, (reader, read) => {
    for (const { name, make } of families) {
      const ratio = growthOf(read, make, isLong ? 4_000_000 : 300_000);
      if (ratio === undefined) quick++;
      else tried.push({ name: `${reader} of ${name}`, ratio });
      expect.soft(ratio ?? 0, name).toBeLessThanOrEqual(MOST_GROWTH);
    }
  });
});

it.each(["a", " of ", "“", "” in “", "; "])("sentences full of %j too", { timeout: 60_000 }, (piece) => {
  const phrase = phraseOf("{now} of {count} in {name}: {reason}; {what} in {other}.");
  const read = (text: string) => valuesIn(phrase, `1 of 2 in “${text}”: ${text}; ${text}`);
  expect(growthOf(read, (n) => piece.repeat(n), 100_000) ?? 0).toBeLessThanOrEqual(MOST_GROWTH);
});

it("and what is quadratic would be noticed", { timeout: 60_000 }, () => {
  const growth = growthOf(
    (text) => /<x[^>]*>/.exec(text),
    (n) => "<x ".repeat(n),
    20_000,
  );
  expect(growth).toBeGreaterThan(MOST_GROWTH);
});

describe("what once froze a server takes a moment", () => {
  it.each([
    { name: "one line of robots.txt, 498 kB", ms: () => msOf(() => READERS.robots?.(`Disallow:${" ".repeat(498_000)}x`)) },
    { name: "<title, 40,000 times", ms: () => msOf(() => titleOf("<title".repeat(40_000))) },
    { name: "<html , 20,000 times", ms: () => msOf(() => languageOf("<html ".repeat(20_000))) },
    { name: "<meta , 20,000 times", ms: () => msOf(() => ownWords("<meta ".repeat(20_000))) },
    { name: "<script , 20,000 times", ms: () => msOf(() => ownWords("<script ".repeat(20_000))) },
    {
      name: "2,000 brackets in each of 1,600 links",
      ms: () => msOf(() => writtenLinks(`<a href=x>${"<".repeat(2_000)}</a>`.repeat(1_600), ADDRESS)),
    },
    { name: "class=, 40,000 times in one tag", ms: () => msOf(() => proposeFirst(`<p ${"class=".repeat(40_000)}>x`)) },
    { name: "<img , 40,000 times", ms: () => msOf(() => hasForeignLook("<img ".repeat(40_000), ADDRESS)) },
    {
      name: "20,000 authors in the head of a page of a megabyte",
      ms: () =>
        msOf(() =>
          ownWords(
            `${Array.from({ length: 20_000 }, (_, i) => `<meta name=citation_author content="Nobody ${i}">`).join("")}<p>${"word ".repeat(200_000)}`,
          ),
        ),
    },
  ])("$name", ({ name, ms }) => {
    const took = ms();
    say(`foreign texts: ${name}: ${took.toFixed(0)} ms`);
    expect(took).toBeLessThan(2_500);
  });

  it("linked data nested without end, or as long as a page may be", () => {
    const script = (json: string) => `<script type="application/ld+json">${json}</script><p>Ann`;
    expect(ownWords(script(`{"author":${"[".repeat(100_000)}"Ann"${"]".repeat(100_000)}}`))).toEqual([]);
    const many = `{"author":[${'"Nobody",'.repeat(300_000)}"Ann"]}`;
    expect(ownWords(script(many))).toEqual([]);
    expect(ownWords(script('{"author":[{"name":"Ann"}]}'))).toMatchObject([{ name: "authors", texts: ["Ann"] }]);
  });
});

describe("what is read stays what it was", () => {
  it.each([
    { phrase: "{a} of {b}.", sentence: "1 of 2 of 3.", values: { a: "1", b: "2 of 3" } },
    { phrase: "{name} of {b}.", sentence: "“x” of “y” of 3.", values: { name: "“x” of “y”", b: "3" } },
    { phrase: "{a}: {reason}", sentence: "p: q: r", values: { a: "p", reason: "q: r" } },
    { phrase: "{a} x", sentence: "“p” x", values: undefined },
    { phrase: "x {name}", sentence: "x “", values: undefined },
    { phrase: "x {a}", sentence: "x ", values: undefined },
    { phrase: "plain.", sentence: "plain.", values: {} },
    { phrase: "plain.", sentence: "plain. ", values: undefined },
  ])("$phrase in $sentence", ({ phrase, sentence, values }) => expect(valuesIn(phraseOf(phrase), sentence)).toEqual(values));

  it.each([
    { html: "<title>A &amp; B\n C</title>", title: "A & B C" },
    { html: "<!-- <title>no</title> --><TITLE lang='>'>yes</TITLE>", title: "yes" },
    { html: "<script>'<title>no'</script><title>yes", title: "yes" },
    { html: "<title></title><title>second</title>", title: "second" },
    { html: "<svg><title/></svg><title>yes</title>", title: "yes" },
    { html: "<p>none", title: "" },
  ])("$html is called $title", ({ html, title }) => expect(titleOf(html)).toBe(title));

  it.each([
    { html: '<html lang="es-419">', language: "es-419" },
    { html: "<html data-a='>' LANG=de >", language: "de" },
    { html: "<!-- <html lang=fr> --><html>", language: null },
    { html: "<html lang='; drop'>", language: null },
  ])("$html is in $language", ({ html, language }) => expect(languageOf(html)).toBe(language));

  it.each([
    { html: '<img src="/a.png">', isForeign: false },
    { html: '<img data-x=">" src="//b.example/a.png">', isForeign: true },
    { html: '<link rel="preload" href="//b.example/a.css">', isForeign: false },
    { html: '<link href="//b.example/a.css" rel="alternate StyleSheet">', isForeign: true },
    { html: '<!-- <img src="//b.example/a.png"> -->', isForeign: false },
    { html: '<noscript><img src="//b.example/a.png"></noscript>', isForeign: true },
    { html: '<img src="data:image/png,x">', isForeign: false },
  ])("$html: $isForeign", ({ html, isForeign }) => expect(hasForeignLook(html, ADDRESS)).toBe(isForeign));

  it("links inside of a template, a script or a comment are none", () => {
    const links = writtenLinks(
      '<a href=1>one</a><template><a href=2>two</a></template><script>"<a href=3>"</script><!-- <a href=4> --><a href="5" rel="Next x">fi<b>v</b>e</a><area href=6>',
      ADDRESS,
    );
    expect(links.map(({ address, shown, rel }) => [address, shown, rel])).toEqual([
      ["http://a.example/1", "one", [""]],
      ["http://a.example/5", "five", ["next", "x"]],
      ["http://a.example/6", "", [""]],
    ]);
  });
});
