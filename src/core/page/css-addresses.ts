/** What a style sheet asks for, however it is written: the browser reads escapes and bare texts as addresses too. */

/** Our address for what a style sheet names; undefined where it is not to be asked for. */
export type Own = (address: string) => string | undefined;

/** url(…), @import "…" and the bare texts of image-set(…), asked for at our address or not at all. */
export function withOwnAddresses(css: string, own: Own): string {
  const named = (address: string): string =>
    address.startsWith("#") // a part of the page itself
      ? `url("${address.replace(/["\\\n]/g, encodeURIComponent)}")`
      : `url("${(own(address) ?? "about:invalid").replace(/["\\\n]/g, encodeURIComponent)}")`;
  return withUrlsInSets(unescaped(css)).replace(REFERENCE, (written: string, ...parts: (string | undefined)[]) => {
    const address = parts.slice(0, 5).find((part) => part !== undefined) ?? "";
    return `${/^@import/i.test(written) ? "@import " : ""}${named(address)}`;
  });
}

/** Style sheets of megabytes are read with it: nothing in it may be tried twice over the same blanks. */
const REFERENCE = /(?:@import\s*)?url\(\s*(?!\s)(?:"([^"]*)"|'([^']*)'|([^"'()\s]*))\s*\)|@import\s*(?:"([^"]*)"|'([^']*)')/gi;

/** Letters of ASCII that are written as escapes: u\\72l( is url( to a browser. Other escapes are signs of icon fonts. */
const unescaped = (css: string): string =>
  css
    .replace(/\\([0-9a-f]{1,6})(?:\r\n|[ \t\n\r\f])?/gi, (written, hex: string) => {
      const sign = String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff));
      return /[a-z]/i.test(sign) ? sign : written;
    })
    .replace(/\\(?=[g-z])/gi, "");

/** image-set("a" 1x) is image-set(url("a") 1x). */
const withUrlsInSets = (css: string): string =>
  css.replace(/image-set\((?:[^()"']|"[^"]*"|'[^']*'|\((?:[^()"']|"[^"]*"|'[^']*')*\))*\)/gi, (set) =>
    set.replace(/(url|type)\(\s*(?:"[^"]*"|'[^']*'|[^)]*)\s*\)|("[^"]*"|'[^']*')/gi, (written, _, bare?: string) =>
      bare === undefined ? written : `url(${bare})`,
    ),
  );
