/** Addresses of a page's links: what `href` says, resolved as a browser would. */
import { readMarkup } from "./markup.js";

/** The platform's own parser, in Node and in browsers alike. */
declare const URL: {
  new (address: string, base?: string): { readonly href: string };
  canParse(address: string, base?: string): boolean;
};

/** Stands in for the page's address where none is known, so that relative links can still be told apart. */
const NOWHERE = "http://unknown.invalid/";

/** The address relative links of the page start from: its base element, else its own address. */
export function baseOf(html: string, url?: string | null): string {
  const own = url && URL.canParse(url) ? url : NOWHERE;
  const written = baseWritten(html.slice(0, HEAD));
  return written && URL.canParse(written, own) ? new URL(written, own).href : own;
}

/** What the first base element with an address says. */
function baseWritten(head: string): string {
  if (!/<base[\s/]/i.test(head)) return ""; // most pages have none, and the exact question takes longer
  let written: string | undefined;
  readMarkup(head, {
    open({ name, attributes }) {
      if (name === "base") written = attributes().get("href");
      return written !== undefined;
    },
  });
  return written?.trim() ?? "";
}

const HEAD = 65_536; // characters in which a base element is looked for; browsers take the first one of the head

/** The resolved address, or the text itself where it is none. */
export function resolved(address: string, base: string): string {
  return URL.canParse(address, base) ? new URL(address, base).href : address;
}

/** The resolved address for people and harvests; as it is written where the page's own address is not known. */
export function addressOf(written: string, base: string): string {
  const address = resolved(written, base);
  return address.startsWith(NOWHERE) ? written : address;
}
