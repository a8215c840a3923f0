/** What a command reads: pages, also from the network, pasted texts, templates, labels and known records. */
import { createReadStream } from "node:fs";
import { refuse } from "../api/errors.js";
import { parseRows } from "../api/known-rows.js";
import { parseLabels, parseRecords, type Texts } from "../api/records.js";
import { parseTemplate, type StoredTemplate } from "../api/template.js";
import { decodePage, decodeText } from "../fetch/charset.js";
import { isHtml } from "../fetch/html-or-not.js";
import { isSystemError, reasonOf } from "../store/system-error.js";
import type { AddressFetcher } from "./fetch-address.js";

const PAGE_LIMIT_BYTES = 50_000_000;

export type Reader = {
  /** PAGE: a file, `-` for standard input, or an http(s) address. */
  page(argument: string): Promise<string>;
  /** TEXT: the text itself, or `@file`. */
  text(argument: string): Promise<string>;
  template(path: string): Promise<StoredTemplate>;
  /** One JSON object of attributes and their texts. */
  labels(path: string): Promise<Texts>;
  /** One such object per line. */
  records(path: string): Promise<Texts[]>;
  /** Rows that one has: CSV, or such objects. */
  rows(path: string): Promise<Texts[]>;
};

export function makeReader(stdin: AsyncIterable<Uint8Array>, { html: fetchHtml }: Pick<AddressFetcher, "html">): Reader {
  let isStdinRead = false;
  const standardInput = (): Promise<Uint8Array> => {
    if (isStdinRead) refuse("stdin-twice");
    isStdinRead = true;
    return collect(stdin, "-");
  };
  const fileHtml = async (argument: string): Promise<string> => {
    const { html } = decodePage(argument === "-" ? await standardInput() : await readFile(argument));
    return html.trim() === "" || isHtml(html, saysHtml(argument)) ? html : refuse("page-not-html", argument);
  };
  return {
    async page(argument) {
      const html = /^https?:\/\//i.test(argument) ? await fetchHtml(argument) : await fileHtml(argument);
      return html.trim() === "" ? refuse("page-empty", argument) : html;
    },
    async text(argument) {
      return argument.startsWith("@") ? textOf(argument.slice(1)) : argument;
    },
    template: async (path) => parseTemplate(await textOf(path), path),
    labels: async (path) => parseLabels(await textOf(path), path),
    records: async (path) => parseRecords(await textOf(path), path),
    rows: async (path) => parseRows(await textOf(path), path),
  };
}

async function textOf(path: string): Promise<string> {
  return decodeText(await readFile(path));
}

/** Standard input has no name that could deny it. */
function saysHtml(argument: string): boolean {
  return argument === "-" || /\.(?:[sx]?html?|xht)$/i.test(argument);
}

async function readFile(path: string): Promise<Uint8Array> {
  try {
    return await collect(createReadStream(path), path);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code === "ENOENT") return refuse("file-not-found", path);
    return refuse("file-unreadable", path, reasonOf(error));
  }
}

/** Stops at the limit, so that an endless input (a device, a pipe) ends in a sentence and not in full memory. */
async function collect(chunks: AsyncIterable<Uint8Array>, page: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > PAGE_LIMIT_BYTES) return refuse("page-too-large", page, PAGE_LIMIT_BYTES);
    parts.push(chunk);
  }
  return Buffer.concat(parts, length);
}
