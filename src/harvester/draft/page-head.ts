/** What a page's head says of the page: its title, its site and its language. */
import { decodeText } from "../../core/page/entities.js";
import { readMarkup } from "../../core/page/markup.js";

const LONGEST_TITLE = 500;

export function titleOf(html: string): string {
  let title: string | undefined;
  readMarkup(html, {
    open: () => title !== undefined,
    text: (written, inside) => {
      if (inside === "title") title ??= written.slice(0, LONGEST_TITLE);
    },
  });
  return decodeText(title ?? "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Named entries of the head, the first of each name. */
export function metaOf(html: string): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  readMarkup(html, {
    open: ({ name, attributes }) => {
      if (name === "body") return true;
      if (name !== "meta") return false;
      const meta = attributes();
      const key = (meta.get("property") ?? meta.get("name") ?? "").toLowerCase();
      if (key !== "" && !entries.has(key)) entries.set(key, (meta.get("content") ?? "").slice(0, LONGEST_TITLE).trim());
      return false;
    },
  });
  return entries;
}

const LANGUAGE = /^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,4}$/i;

export function languageOf(html: string): string | null {
  let language: string | undefined;
  readMarkup(html, {
    open: ({ name, attributes }) => {
      if (name !== "html") return false;
      language = attributes().get("lang")?.trim();
      return true;
    },
  });
  return language !== undefined && LANGUAGE.test(language) ? language : null;
}
