/** The links a page writes down, in document order, with their texts; for the next page of a list, where no record is meant. */
import { baseOf, resolved } from "../../core/page/address.js";
import { decodeText } from "../../core/page/entities.js";
import { readMarkup } from "../../core/page/markup.js";
import { textKey } from "../../core/text/text-key.js";

export interface WrittenLink {
  readonly address: string;
  readonly text: string; // as a key: only what tells texts apart
  readonly shown: string; // as it is displayed
  readonly rel: readonly string[];
}

const LINKS = new Set(["a", "area", "link"]);
const LONGEST_TEXT = 2000; // characters of its own that tell a link

export function writtenLinks(html: string, url: string): WrittenLink[] {
  const base = baseOf(html, url);
  const links: WrittenLink[] = [];
  let templates = 0; // what stands in one is shown only by a script
  let open: Pick<WrittenLink, "address" | "rel"> | undefined; // the link whose text is being read
  let shown = "";
  const finish = (): void => {
    if (open) links.push({ ...open, text: textKey(shown), shown: shown.replace(/\s+/g, " ").trim() });
    open = undefined;
    shown = "";
  };
  readMarkup(html, {
    open: ({ name, attributes }) => {
      if (name === "template") templates++;
      if (templates > 0 || !LINKS.has(name)) return false;
      finish(); // an anchor ends the one before
      const href = attributes().get("href")?.trim();
      if (href === undefined || href.startsWith("#")) return false;
      open = { address: resolved(href, base), rel: (attributes().get("rel") ?? "").toLowerCase().trim().split(/\s+/) };
      if (name !== "a") finish();
      return false;
    },
    close: (name) => {
      if (name === "template" && templates > 0) templates--;
      if (name === "a") finish();
    },
    text: (written, inside) => {
      if (open && inside === "" && templates === 0 && shown.length < LONGEST_TEXT)
        shown += decodeText(written.slice(0, LONGEST_TEXT));
    },
  });
  finish();
  return links;
}
