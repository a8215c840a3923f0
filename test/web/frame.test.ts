/** Spans of a page's HTML text and what a browser shows of them, in a real Chromium: there and back again. */
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packagedChromium, startChromium, systemChromium } from "../browser/chromium.js";
import { say } from "../run.js";
import { dataFiles, hasSharedData } from "../shared-data.js";
import { bundleFrame } from "./frame-bundle.js";
import type * as frameModule from "./frame-entry.js";

const LIMIT_MS = 120_000;
const pages = resolve(import.meta.dirname, "../../src/demo/pages");

/** The bundle puts it there; the functions below run in the page. */
declare const frame: typeof frameModule;

let browser: Browser;
let server: Server;
let page: Page;
let asked: string[] = [];

beforeAll(async () => {
  const bundle = await bundleFrame();
  server = createServer(({ url = "" }, response) => {
    asked.push(url);
    if (url === "/")
      response
        .setHeader("content-type", "text/html")
        .end("<!doctype html><iframe sandbox='allow-same-origin' width=900 height=700></iframe>");
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  browser = await startChromium(systemChromium() ?? (await packagedChromium()));
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.addScriptTag({ content: bundle });
}, LIMIT_MS);

afterAll(async () => {
  await browser?.close();
  server?.close();
});

/** Shows the page as a still copy and says, per displayed text, what came back from the DOM. */
async function thereAndBack(html: string) {
  return page.evaluate(
    async ({ html }) => {
      const model = frame.parsePage(html);
      const element = document.querySelector("iframe") as HTMLIFrameElement;
      await new Promise((done) => {
        element.onload = done;
        element.srcdoc = frame.stillCopy(model.html, "http://site.example/a", { addressFor: () => undefined });
      });
      const map = frame.textMap(model, (element.contentDocument as Document).body, "http://site.example/a");
      return frame.displayedTexts(model).map(({ span, text }) => {
        const range = frame.rangeOf(map, span);
        const back = range && frame.spanOf(map, range);
        return {
          text,
          shown: range?.toString().replace(/\s+/g, " ").trim(),
          back: back && frame.valueText(model, [back]),
          isSame: back !== undefined && back.start < span.end && span.start < back.end, // blanks at its ends are dropped
        };
      });
    },
    { html },
  );
}

describe("a span on the page", () => {
  it.each([
    { name: "entities", html: "<p>Fish &amp; Chips &ndash; caf&eacute;</p><p>caf\u0065\u0301</p>" },
    { name: "format tags and white space", html: "<h1>  Slow <i>Tides</i>\n in <b>Paper</b></h1><p>a<br>b</p>" },
    { name: "omitted tags and tables", html: "<table><tr><td>one<td>two<tr><td>three</table><ul><li>a<li>b</ul>" },
    {
      name: "what only one side has",
      html: "<noscript>no script here</noscript><select><option>menu</select><svg><text>svg</text></svg><p>value</p><textarea>area</textarea><p>end</p>",
    },
    { name: "comments and stray tags", html: "<div>one <!-- x --> two</wrong> three</div><p>four" },
    { name: "astral and right-to-left letters", html: "<p>𝒜 𝒷 title</p><p dir=rtl>שלום עולם</p>" },
    { name: "blanks written as entities", html: "<table>&#13;&#10;<tr>&#32;<td>one</td>&#9;</tr></table>&#13;<p>two</p>" },
    { name: "the same text again and again", html: "<p>2026</p><p>Published: 2026</p><footer>© 2026</footer>" },
  ])(
    "$name: every text is found, and found back",
    async ({ html }) => {
      const texts = await thereAndBack(html);
      expect(texts.length).toBeGreaterThan(0);
      for (const { text, shown, back } of texts) {
        expect(shown).toBe(text);
        expect(back).toBe(text);
      }
    },
    LIMIT_MS,
  );

  it(
    "on the bundled pages too",
    async () => {
      let tried = 0;
      for (const file of readdirSync(pages).filter((name) => name.endsWith(".html"))) {
        const texts = await thereAndBack(readFileSync(resolve(pages, file), "utf8"));
        tried += texts.length;
        expect(texts.filter(({ text, back }) => back !== text)).toEqual([]);
      }
      say(`spans to DOM ranges and back: tried ${tried} texts of bundled pages, failed 0`);
    },
    LIMIT_MS,
  );

  it(
    "texts that the browser moves out of a table are themselves, also among equal ones",
    async () => {
      const texts = await thereAndBack(
        "<p>before</p><table>stray<tr><td>15 EUR</td></tr><b>25 EUR</b><tr><td>15 EUR</td></tr>25 EUR</table><p>25 EUR</p>",
      );
      expect(texts.map(({ text }) => text)).toEqual(["before", "stray", "15 EUR", "25 EUR", "15 EUR", "25 EUR", "25 EUR"]);
      for (const { text, back, isSame } of texts) expect([back, isSame]).toEqual([text, true]);
    },
    LIMIT_MS,
  );

  it(
    "a selection of what is written apart is no place of the page",
    async () => {
      const spans = await page.evaluate(() => {
        const html = "<table><tr><td>cell</td></tr>stray</table><p>after</p>"; // shown: stray, cell, after
        const shown = new DOMParser().parseFromString(html, "text/html");
        const map = frame.textMap(frame.parsePage(html), shown.body, "http://site.example/");
        return [0, 1, 2].map((first) => {
          const range = shown.createRange();
          range.setStartBefore(map.nodes[first] as Text);
          range.setEndAfter(map.nodes[Math.min(first + 1, 2)] as Text);
          return frame.spanOf(map, range);
        });
      });
      expect(spans).toEqual([undefined, undefined, { start: 45, end: 50 }]);
    },
    LIMIT_MS,
  );

  it.runIf(hasSharedData)(
    "on real pages too",
    async () => {
      let tried = 0;
      for (const { learn, pages = {} } of dataFiles(["swde"])) {
        const texts = await thereAndBack(pages[learn]?.html ?? "");
        tried += texts.length;
        expect(texts.filter(({ text, back, isSame }) => back !== text || !isSame)).toEqual([]);
      }
      say(`spans to DOM ranges and back: tried ${tried} texts of real pages, failed 0`);
    },
    LIMIT_MS,
  );

  it(
    "on random pages of equal words, every text node is the text it was written as, and the other way round",
    async () => {
      const { tried, wrong } = await page.evaluate(randomPages, 400);
      expect(wrong).toEqual([]);
      say(`text nodes of random pages and their places in the source: tried ${tried}, wrong 0`);
      expect(tried).toBeGreaterThan(2000);
    },
    LIMIT_MS,
  );
});

/** Runs in the page. Every text stands in an element of its own, whose start tag says where it was written. */
function randomPages(count: number) {
  let seed = 7;
  const random = (limit: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >> 8) % limit;
  };
  const words = ["10 EUR", "Alpha", "2020", "Read more", "A rather longer text of this page", "caf&eacute;", "1&nbsp;2"];
  let last = 0;
  const word = (): string => `<i id=t${last++}>${words[random(words.length)]}</i>`;
  const maybe = (): string => (random(2) ? word() : "");
  const parts = [
    () => `<p>${word()} ${word()}</p>`,
    () => `<table>${maybe()}<tr><td>${word()}</td><td>${word()}</td></tr>${maybe()}<tr><td>${word()}</td></tr>${maybe()}</table>`,
    () => `<table><tr>${maybe()}<td>${word()}<table>${maybe()}<tr><td>${word()}</table></table>`,
    () => `<select><option>${words[0]}</select><noscript><p>${words[0]}</p></noscript><svg><text>${words[0]}</text></svg>`,
    () => `<ul><li>${word()}<li>${word()}</ul><textarea>${words[0]}</textarea><!-- ${words[0]} -->`,
    () => `<b>${word()}<p>${word()}</b>${word()}</p><a href=x>${word()}<a href=y>${word()}</a></a>`,
    () => `<div hidden>${word()}</div><details><summary>${word()}</summary>${word()}</details></x>`,
  ];
  let tried = 0;
  const wrong: string[] = [];
  for (let i = 0; i < count; i++) {
    last = 0;
    const html = Array.from({ length: 3 + random(8) }, () => (parts[random(parts.length)] ?? word)()).join(random(2) ? "\n" : "");
    const [model, address] = [frame.parsePage(html), "http://site.example/"];
    const copy = frame.stillCopy(html, address, { addressFor: () => undefined });
    const shown = new DOMParser().parseFromString(copy, "text/html");
    const map = frame.textMap(model, shown.body, address);
    for (const node of map.nodes) {
      const holder = node.parentElement?.closest("i[id]");
      if (!holder || node.data.trim() === "") continue;
      const tag = `<i id=${holder.id}>`;
      const start = html.indexOf(tag) + tag.length;
      const own = { start, end: html.indexOf("<", start) };
      const range = shown.createRange();
      range.selectNodeContents(node);
      const span = frame.spanOf(map, range);
      const back = frame.rangeOf(map, own);
      tried++;
      if (span?.start !== own.start || span.end !== own.end || back?.startContainer !== node)
        wrong.push(`${holder.id} of ${html}`);
    }
  }
  return { tried, wrong };
}

describe("the still copy", () => {
  it(
    "runs nothing and asks nobody",
    async () => {
      asked = [];
      const foreign: string[] = [];
      page.on("request", (request) => foreign.push(request.url()));
      const host = page.url();
      const hostile = `<head><base href="${host}"><link rel=stylesheet href="${host}s.css"><script src="${host}x.js"></script>
      <meta http-equiv=refresh content="0;url=${host}r"><style>@import "${host}i.css"; body{background:url(${host}b.png)}</style></head>
      <body onload="parent.hacked=1" background="${host}bg.png"><img src="${host}i.png" srcset="${host}2.png 2x" onerror="parent.hacked=1"><iframe src="${host}f"></iframe>
      <object data="${host}o"></object><embed src="${host}e"><video src="${host}v" poster="${host}p" autoplay></video><a href="${host}a" ping="${host}ping">link</a>
      <form action="${host}form"><button>go</button></form><p style="background:url('${host}q.png')">text</p><svg><image href="${host}svg.png"/><script>parent.hacked=1</script></svg>`;
      await thereAndBack(hostile);
      await page.waitForTimeout(300);
      const frameHandle = page.frames()[1];
      await frameHandle?.evaluate("1").catch(() => undefined);
      expect(await page.evaluate("window.hacked")).toBeUndefined();
      expect(asked).toEqual([]);
      expect(foreign.filter((url) => url.startsWith("http"))).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    "asks for its own look at our address only",
    async () => {
      const copy = await page.evaluate(() =>
        frame.stillCopy(
          `<link rel=stylesheet href="/s.css"><img src="pic.png"><img src="https://other.example/t.png"><style>@import url(/i.css);@import "j.css";p{background:url('b.png')}</style>`,
          "https://site.example/a/b",
          {
            addressFor: (address) =>
              address.startsWith("https://site.example/") ? `/api/asset?address=${encodeURIComponent(address)}` : undefined,
          },
        ),
      );
      for (const path of ["s.css", "a/pic.png", "i.css", "a/j.css", "a/b.png"]) {
        expect(copy).toContain(`/api/asset?address=${encodeURIComponent(`https://site.example/${path}`)}`);
      }
      expect(copy).not.toContain("other.example");
    },
    LIMIT_MS,
  );
});

it(
  "a selection that cuts a word is widened to it",
  async () => {
    const widened = await page.evaluate(() => {
      const html = "<p>Slow Tides in Paper</p><p>x</p>";
      const model = frame.parsePage(html);
      const start = html.indexOf("ow Ti");
      return frame.valueText(model, [frame.wholeWords(model, { start, end: start + 5 })]);
    });
    expect(widened).toBe("Slow Tides");
  },
  LIMIT_MS,
);

it(
  "tags keep clear of texts and of each other: name and number, the number alone, beside",
  async () => {
    const tags = await page.evaluate(() => {
      const box = (x: number, y: number) => ({ x, y, width: 80, height: 20 });
      const inputs = [
        { number: "1", name: "title", box: box(0, 40) },
        { number: "2", name: "authors", box: box(30, 40) },
        { number: "3", name: "date", box: box(300, 40) },
        { number: "3", name: "", box: box(300, 60) }, // directly below another text
      ];
      return frame.tagsFor(
        inputs,
        inputs.slice(2).map((input) => input.box),
      );
    });
    expect(tags.map(({ text }) => text)).toEqual(["1 title", "2", "3 date", "3"]);
    expect(tags[3]?.x).toBeGreaterThan(380);
  },
  LIMIT_MS,
);
