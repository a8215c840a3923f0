/** What styles and drawings of a shown page ask for, in a real browser: our own addresses for it, and nothing else of ours. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packagedChromium, startChromium, systemChromium } from "../browser/chromium.js";
import { randomSheets, SPELLINGS, spelled } from "../core/page/css-spellings.js";
import { isLong, say, seed } from "../run.js";
import { bundleFrame } from "./frame-bundle.js";
import type * as frameModule from "./frame-entry.js";

const LIMIT_MS = 300_000;
const SEED = isLong ? seed : 20_261_118;

/** The bundle puts it there; the functions below run in the page. */
declare const frame: typeof frameModule;

let browser: Browser;
let server: Server;
let page: Page;
const asked: string[] = [];

beforeAll(async () => {
  const bundle = await bundleFrame();
  server = createServer(({ url = "" }, response) => {
    if (url !== "/") asked.push(url);
    if (url === "/")
      response.setHeader("content-type", "text/html").end("<!doctype html><iframe sandbox='allow-same-origin'></iframe>");
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

/** What the page asks for until it is loaded: as it is, or as our still copy. */
async function askedBy(html: string, isStill: boolean): Promise<string[]> {
  asked.length = 0;
  await page.evaluate(
    async ({ html, isStill }) => {
      const element = document.querySelector("iframe") as HTMLIFrameElement;
      const addressFor = (address: string) => `/ours?${encodeURIComponent(address)}`;
      await new Promise((done) => {
        element.onload = done;
        element.srcdoc = isStill ? frame.stillCopy(html, "https://site.example/a", { addressFor }) : html;
      });
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    },
    { html, isStill },
  );
  return [...asked];
}

const others = (addresses: readonly string[]): string[] => addresses.filter((address) => !address.startsWith("/ours?"));

const hit = (n: number): string => `/api/records?q=${n}.`;
const element = (n: number): string => `<p id=e${n} data-hit="${hit(n)}">text</p>`;
const styled = (sheets: readonly string[]): string =>
  `<!doctype html><svg hidden></svg>${sheets.map((css) => `<style>${css}</style>`).join("")}${sheets.map((_, n) => element(n)).join("")}`;

describe("a style sheet in a shown page", () => {
  const sheets = SPELLINGS.map((css, n) => spelled(css, n, hit(n)));

  it(
    "calls our API where nobody is careful, and not at all in our copy",
    async () => {
      const careless = await askedBy(styled(sheets), false);
      const idle = SPELLINGS.filter(
        (css, n) => !careless.some((address) => address.includes(css.includes("HIT") ? `=${n}.` : "=escaped")),
      );
      say(`styles of a shown page: ${sheets.length} spellings, of which this browser does not know ${idle.length}`);
      expect(sheets.length - idle.length).toBeGreaterThan(60);
      const careful = await askedBy(styled(sheets), true);
      expect(others(careful)).toEqual([]);
      expect(careful.length).toBeGreaterThan(60); // its look is still fetched
    },
    LIMIT_MS,
  );

  it(
    "nor does what stands in style attributes",
    async () => {
      const inside = SPELLINGS.flatMap((css, n) => {
        const [, declarations] = /^SEL\{(.*)\}$/s.exec(css) ?? [];
        return declarations === undefined ? [] : [spelled(declarations, n, hit(n))];
      });
      const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
      const html = `<!doctype html>${inside.map((css, n) => `<p style="${escaped(css)}" data-hit="${hit(n)}">text</p>`).join("")}`;
      expect((await askedBy(html, false)).length).toBeGreaterThan(30);
      expect(others(await askedBy(html, true))).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    "nor 1,500 imports in one sheet",
    async () => {
      const html = `<!doctype html><style>${"@import/**/'/api/records?q';".repeat(1_500)}</style><p>text</p>`;
      expect((await askedBy(html, false)).length).toBeGreaterThan(0);
      expect(others(await askedBy(html, true))).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    "nor random ones",
    async () => {
      const next = randomSheets(SEED);
      let [tried, careless, careful] = [0, 0, 0];
      for (let turn = 0; turn < (isLong ? 100 : 8); turn++) {
        const random = styled(Array.from({ length: 100 }, (_, n) => next(n, hit(n))));
        tried += 100;
        careless += (await askedBy(random, false)).length;
        const ours = await askedBy(random, true);
        careful += ours.length;
        expect(others(ours), `seed ${SEED}, turn ${turn}`).toEqual([]);
      }
      say(
        `styles of a shown page: ${tried} random sheets, seed ${SEED}; as they are they ask for ${careless} addresses, in our copy for ${careful}, all of them ours`,
      );
      expect(careless).toBeGreaterThan(tried / 10);
    },
    LIMIT_MS,
  );
});

describe("a drawing in a shown page", () => {
  it.each([
    `<svg><image href="HIT" width=9 height=9 /></svg>`,
    `<svg><image width=9 height=9><set attributeName=href to="HIT" /></image></svg>`,
    `<svg><image width=9 height=9><animate attributeName=href values="HIT" dur=1s /></image></svg>`,
    `<svg><image width=9 height=9><animate attributeName=xlink:href from="HIT" to="HIT" dur=1s /></image></svg>`,
    `<svg><filter id=f><feImage><set attributeName=href to="HIT" /></feImage></filter><rect width=9 height=9 filter="url(#f)" /></svg>`,
    `<svg><rect width=9 height=9><set attributeName=fill to="url(HIT#a)" /></rect></svg>`,
    `<svg><rect width=9 height=9 style="fill:u\\72l(HIT#a);filter:url('HIT#b')" /></svg>`,
    `<svg><rect width=9 height=9 fill="url(HIT#a)" mask="url( 'HIT#b' )" clip-path="u\\72l(HIT#c)" /></svg>`,
    `<svg><use href="HIT#a" /></svg>`,
    `<svg><style>@import/**/'HIT';rect{fill:url(HIT)}</style><rect width=9 height=9 /></svg>`,
    `<svg><style><![CDATA[@import 'HIT';]]></style></svg>`,
  ])("%s", { timeout: LIMIT_MS }, async (html) => {
    expect(others(await askedBy(`<!doctype html>${html.replaceAll("HIT", hit(0))}<p>text</p>`, true))).toEqual([]);
  });
});
