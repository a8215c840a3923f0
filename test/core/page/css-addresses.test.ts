import { TokenType, tokenize } from "@csstools/css-tokenizer";
import { describe, expect, it } from "vitest";
import { withOwnAddresses } from "../../../src/core/page/css-addresses.js";
import { growthOf, MOST_GROWTH, msOf } from "../../growth.js";
import { isLong, say, seed } from "../../run.js";
import { randomSheets, SPELLINGS, spelled } from "./css-spellings.js";

const SEED = isLong ? seed : 20_261_118;
const own = (address: string): string | undefined =>
  /^(?:data:|ours\?|about:invalid$)/.test(address) ? address : `ours?${encodeURIComponent(address)}`;

describe("what a style sheet asks for is asked for at our address", () => {
  it.each([
    { css: "a{b:url(x.png)}", expected: 'a{b:url("ours?x.png")}' },
    { css: "a{b:url( 'x y.png' )}", expected: 'a{b:url("ours?x%20y.png")}' },
    { css: "a{b:u\\72l(x.png)}", expected: 'a{b:url("ours?x.png")}' },
    { css: "a{b:\\75 rl(x.png)}", expected: 'a{b:url("ours?x.png")}' },
    { css: "a{b:url('x' crossorigin(anonymous)) 1px}", expected: 'a{b:url("ours?x") 1px}' },
    { css: "a{b:url(x y);c:d}", expected: 'a{b:url("about:invalid");c:d}' },
    { css: "a{b:url()}", expected: 'a{b:url("ours?")}' },
    { css: "a{b:src('x')}", expected: 'a{b:url("ours?x")}' },
    { css: "a{b:src(var(--x) 'y')}", expected: 'a{b:url("ours?y")}' },
    { css: "a{b:src(var(--x))}", expected: 'a{b:url("about:invalid")}' },
    { css: "a{b:url(x", expected: 'a{b:url("ours?x")' },
    { css: "a{b:url('x", expected: 'a{b:url("ours?x")' },
    { css: '@import "x.css" print;', expected: '@import url("ours?x.css") print;' },
    { css: '@import"x.css";', expected: '@import url("ours?x.css");' },
    { css: "@import/**/'x.css';", expected: '@import url("ours?x.css");' },
    { css: "@im\\70ort 'x.css';", expected: '@import url("ours?x.css");' },
    { css: "@import url(x.css);", expected: '@import url("ours?x.css");' },
    {
      css: "@import url(x) layer(a) supports(b:url(y)) print;",
      expected: '@import url("ours?x") layer(a) supports(b:url("ours?y")) print;',
    },
    { css: "@import var(--x);", expected: "@ignored var(--x);" },
    { css: "@import", expected: "@ignored " },
    { css: "@import url(#x);", expected: '@import url("ours?%23x");' },
    { css: '@namespace a url(http://a/);b{c:url("d")}', expected: '@namespace a url(http://a/);b{c:url("ours?d")}' },
    { css: "@namespace 'a'", expected: "@namespace 'a'" },
    {
      css: `a{b:image-set("x.png" 1x, url(y.png) 2x type("image/png"))}`,
      expected: 'a{b:image-set(url("ours?x.png") 1x, url("ours?y.png") 2x type("image/png"))}',
    },
    { css: "a{b:-webkit-image-set('x.png' 1x)}", expected: 'a{b:-webkit-image-set(url("ours?x.png") 1x)}' },
    { css: "a{b:image-set(var(--x) 1x)}", expected: "a{b:image-set(ignored(--x) 1x)}" },
    { css: "a{b:url(#part)}", expected: 'a{b:url("#part")}' },
    { css: "a{b:url(data:image/png;base64,AA==)}", expected: 'a{b:url("data:image/png;base64,AA==")}' },
    { css: "a{b:url('data:,\\\"\\3c/style>\\\\')}", expected: 'a{b:url("data:,%22%3C/style>%5C")}' },
  ])("$css", ({ css, expected }) => {
    expect(withOwnAddresses(css, own)).toBe(expected);
  });

  it.each([
    'i::before{content:"\\e901"}',
    "a{b:c('d')} /* url(x) */ e{f:\"url(x)\"}",
    "@media (min-width:1px){a:hover>b~c+d{e:f!important}}",
    "u+0-7F <!-- --> \\ \r\n\t '",
    '@charset "utf-8";',
    "a{b:var(--x,attr(y))}",
  ])("the rest stays as it is: %s", (css) => expect(withOwnAddresses(css, own)).toBe(css));
});

it("what is not to be asked for leads nowhere", () => {
  expect(withOwnAddresses("a{b:url(x.png)}", () => undefined)).toBe('a{b:url("about:invalid")}');
});

/** All that a browser would ask for, as the Standard's tokenizer reads the sheet. */
function askedIn(css: string): string[] {
  const asked: string[] = [];
  const functions: string[] = [];
  let rule = ""; // @import or @namespace, until what it names
  for (const token of tokenize({ css })) {
    if (token[0] === TokenType.Whitespace || token[0] === TokenType.Comment) continue;
    const name = token[0] === TokenType.Function || token[0] === TokenType.AtKeyword ? token[4].value.toLowerCase() : "";
    const inside = functions.at(-1) ?? "";
    if (token[0] === TokenType.URL && rule !== "@namespace") asked.push(token[4].value);
    if (token[0] === TokenType.String && (rule === "@import" || /^(?:url|src|image|.*image-set)$/.test(inside)))
      asked.push(token[4].value);
    if (token[0] === TokenType.Function && /^(?:var|if|attr|--.*)$/.test(name) && inside.endsWith("image-set"))
      asked.push("a variable");
    if (token[0] === TokenType.Function) functions.push(rule === "@namespace" ? "named" : name);
    else if (token[0] === TokenType.OpenParen) functions.push("(");
    else if (token[0] === TokenType.CloseParen) functions.pop();
    if (token[0] === TokenType.AtKeyword) rule = name === "namespace" && functions.length > 0 ? "" : `@${name}`;
    else if (rule !== "@namespace" || token[0] !== TokenType.Ident) rule = "";
  }
  return asked;
}

const isOurs = (address: string): boolean => /^(?:ours\?|data:|about:invalid$|#)/.test(address);

it(`${SPELLINGS.length} spellings lead nowhere else`, () => {
  expect(SPELLINGS.length).toBeGreaterThanOrEqual(60);
  for (const [n, css] of SPELLINGS.entries()) {
    const sheet = spelled(css, n, "/api/records?q");
    expect(askedIn(sheet).length, sheet).toBeGreaterThan(0);
    expect(askedIn(withOwnAddresses(sheet, own)).filter((address) => !isOurs(address))).toEqual([]);
  }
});

describe("random sheets", () => {
  it("lead nowhere else, and written twice they are the same", () => {
    const sheets = randomSheets(SEED);
    const tries = isLong ? 1_000_000 : 30_000;
    for (let i = 0; i < tries; i++) {
      const css = sheets(i, "/api/records?q");
      const once = withOwnAddresses(css, own);
      const wrong = askedIn(once).filter((address) => !isOurs(address));
      if (wrong.length > 0 || withOwnAddresses(once, own) !== once) expect({ css, once, wrong }).toBe("as it should be");
    }
    say(`style sheets: ${tries} random ones, seed ${SEED}, none leads elsewhere`);
  }, 600_000);
});

describe("time grows with the sheet", () => {
  it.each([
    ...[
      "url(",
      "url('",
      "url(a b",
      "image-set(",
      "image-set('",
      "@import",
      "@import ",
      "@import/**/'/api/records?q'",
      "@namespace",
    ],
    ...[
      "'",
      "'\n",
      "\\",
      "\\\n",
      "a\0 ",
      "/*",
      "/**/",
      "(",
      "[",
      "{",
      "}",
      ")",
      " ",
      "a",
      "<!--",
      "--",
      "#",
      "1e",
      "u+",
      "@",
      "url(x)",
    ],
  ])("%j", { timeout: 120_000 }, (piece) => {
    const read = (css: string) => withOwnAddresses(css, own);
    const ratio = growthOf(read, (n) => piece.repeat(n), isLong ? 5_000_000 : 400_000);
    expect(ratio ?? 0).toBeLessThanOrEqual(MOST_GROWTH);
  });

  it("a megabyte of a real kind takes a moment", () => {
    const css = ".card:hover > a.b{color:#123;background:#fff url('../img/x.png') no-repeat;margin:0 1px}\n".repeat(11_500);
    const ms = msOf(() => withOwnAddresses(css, own));
    say(`style sheets: ${(css.length / 1e6).toFixed(1)} MB in ${ms.toFixed(0)} ms`);
    expect(ms).toBeLessThan(5_000);
  });
});
