import { describe, expect, it } from "vitest";
import { withOwnAddresses } from "../../../src/core/page/css-addresses.js";

const own = (address: string): string | undefined => (address.startsWith("data:") ? address : `ours?${address}`);

describe("what a style sheet asks for is asked for at our address", () => {
  it.each([
    { css: "a{b:url(x.png)}", expected: 'a{b:url("ours?x.png")}' },
    { css: "a{b:url( 'x y.png' )}", expected: 'a{b:url("ours?x y.png")}' },
    { css: "a{b:u\\72l(x.png)}", expected: 'a{b:url("ours?x.png")}' },
    { css: "a{b:\\75 rl(x.png)}", expected: 'a{b:url("ours?x.png")}' },
    { css: '@import "x.css" print;', expected: '@import url("ours?x.css") print;' },
    { css: '@import"x.css";', expected: '@import url("ours?x.css");' },
    { css: "@import url(x.css);", expected: '@import url("ours?x.css");' },
    {
      css: `a{b:image-set("x.png" 1x, url(y.png) 2x type("image/png"))}`,
      expected: 'a{b:image-set(url("ours?x.png") 1x, url("ours?y.png") 2x type("image/png"))}',
    },
    { css: "a{b:-webkit-image-set('x.png' 1x)}", expected: 'a{b:-webkit-image-set(url("ours?x.png") 1x)}' },
    { css: "a{b:url(#part)}", expected: 'a{b:url("#part")}' },
    { css: "a{b:url(data:image/png;base64,AA==)}", expected: 'a{b:url("data:image/png;base64,AA==")}' },
    { css: 'i::before{content:"\\e901"}', expected: 'i::before{content:"\\e901"}' },
  ])("$css", ({ css, expected }) => {
    expect(withOwnAddresses(css, own)).toBe(expected);
  });
});

it("what is not to be asked for leads nowhere", () => {
  expect(withOwnAddresses("a{b:url(x.png)}", () => undefined)).toBe('a{b:url("about:invalid")}');
});

const LONG = 200_000;
it.each([
  ["blanks after url(", `url(${" ".repeat(LONG)}`],
  ["blanks after @import", `@import${" ".repeat(LONG)}`],
  ["url( again and again", "url(".repeat(LONG)],
  ["image-set( again and again", "image-set(".repeat(LONG)],
  ["url(' again and again", "url('".repeat(LONG)],
])("a style sheet of %s does not hold anybody up", (_, css) => {
  const start = performance.now();
  withOwnAddresses(css, own);
  expect(performance.now() - start).toBeLessThan(2000);
});
