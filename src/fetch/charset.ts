/**
 * A page's bytes to its text, as browsers do it: byte order mark, else the charset of the Content-Type header it came with,
 * else the one a `meta` in the first 1024 bytes declares, else UTF-16 if it begins so, else UTF-8 if the bytes are valid
 * UTF-8, else windows-1252.
 * Byte order marks at the beginning, however many, are never part of the text. They are dropped here and nowhere else, so
 * that offsets count alike for all who decode the same bytes.
 */
import { isUtf8 } from "node:buffer";
import { readAttributes } from "../core/page/attributes.js";

export type DecodedPage = { html: string; charset: string };

const PRESCAN_BYTES = 1024; // the HTML Standard's limit for finding a meta

/** `headerLabel`: the charset named by the answer's Content-Type, if there was one. */
export function decodePage(bytes: Uint8Array, headerLabel?: string): DecodedPage {
  const charset = charsetOf(bytes, headerLabel);
  return { html: decodeAs(charset, bytes), charset };
}

/** The text of a page whose charset is known. */
export const htmlOf = ({ bytes, charset }: { readonly bytes: Uint8Array; readonly charset: string }): string =>
  decodePage(bytes, charset).html;

/** The charset alone: found in the first bytes, or by one native pass over all of them. */
export function charsetOf(bytes: Uint8Array, headerLabel?: string): string {
  return (
    byteOrderMark(bytes) ??
    (headerLabel === undefined ? undefined : charsetOfLabel(headerLabel)) ??
    declaredCharset(latin1(bytes.subarray(0, PRESCAN_BYTES))) ??
    bareUtf16(bytes) ??
    (isUtf8(bytes) ? "utf-8" : "windows-1252")
  );
}

/** The first characters of a page, to see what it is; what one of them is cut into by the end is left out. */
export function beginningOf(bytes: Uint8Array, charset: string, length: number): string {
  return decodeAs(charset, bytes.subarray(0, length));
}

/** A text that is no page declares nothing: byte order mark, else UTF-8 if valid, else windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  return decodeAs(byteOrderMark(bytes) ?? (isUtf8(bytes) ? "utf-8" : "windows-1252"), bytes);
}

/** The charset that a byte order mark shows. */
function byteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return undefined;
}

function decodeAs(charset: string, bytes: Uint8Array): string {
  if (charset === "windows-1252") return decodeWindows1252(bytes);
  const isPlain = charset === "utf-8" && isUtf8(bytes);
  const text = isPlain
    ? bufferOver(bytes).toString("utf8") // several times faster than TextDecoder
    : new TextDecoder(charset, { ignoreBOM: true }).decode(bytes);
  return withoutMarks(text);
}

function withoutMarks(text: string): string {
  let start = 0;
  while (text[start] === "\ufeff") start++;
  return text.slice(start);
}

/** `<` and another ASCII character in units of two bytes: no text of one-byte units begins so. */
function bareUtf16([first, second, third, fourth]: Uint8Array): string | undefined {
  if (first === 0x3c && second === 0 && third !== 0 && fourth === 0) return "utf-16le";
  if (first === 0 && second === 0x3c && third === 0 && fourth !== 0) return "utf-16be";
  return undefined;
}

/** The Standard's name of a charset label, or undefined for a label nobody knows. */
function charsetOfLabel(label: string): string | undefined {
  try {
    return new TextDecoder(label.trim().toLowerCase()).encoding;
  } catch {
    return undefined;
  }
}

/** What the Standard makes of two labels in a meta: one readable as ASCII cannot stand in UTF-16. */
function charsetOfMeta(label: string): string | undefined {
  if (label.trim().toLowerCase() === "x-user-defined") return "windows-1252";
  const charset = charsetOfLabel(label);
  return charset?.startsWith("utf-16") ? "utf-8" : charset;
}

/** The Standard's prescan: the charset of the first `meta` that declares a known one, outside comments and other tags. */
function declaredCharset(head: string): string | undefined {
  for (let at = head.indexOf("<"); at >= 0; at = head.indexOf("<", at)) {
    const [, slash = "", name = ""] = /^<(\/?)([a-z][^\s/>]*)?/i.exec(head.slice(at)) ?? [];
    if (name !== "") {
      const { values, end } = readAttributes(head, at + 1 + slash.length + name.length);
      if (end < 0) return undefined; // a label that is cut off may be another one
      const label = slash === "" && name.toLowerCase() === "meta" ? charsetLabel(values) : undefined;
      const charset = label === undefined ? undefined : charsetOfMeta(label);
      if (charset !== undefined) return charset;
      at = end;
    } else if (head.startsWith("<!--", at)) at = behind(head, "-->", at + 2);
    else at = /^<[!/?]/.test(head.slice(at, at + 2)) ? behind(head, ">", at) : at + 1;
  }
  return undefined;
}

function behind(head: string, mark: string, from: number): number {
  const at = head.indexOf(mark, from);
  return at < 0 ? head.length : at + mark.length;
}

/** `charset=…`, or the charset inside the content of an `http-equiv=content-type`. */
function charsetLabel(meta: ReadonlyMap<string, string>): string | undefined {
  const own = meta.get("charset");
  if (own !== undefined) return own;
  if (meta.get("http-equiv")?.trim().toLowerCase() !== "content-type") return undefined;
  return /charset\s*=\s*["']?([^\s"';]+)/.exec(meta.get("content")?.toLowerCase() ?? "")?.[1];
}

/** 0x80–0x9F of windows-1252; the five bytes without a character stay the control they are (WHATWG index). */
const WINDOWS_1252_HIGH =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
  "\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";

/** A table of our own: Node 20's TextDecoder leaves 0x80–0x9F as controls unless it streams. */
function decodeWindows1252(bytes: Uint8Array): string {
  return latin1(bytes).replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252_HIGH.charAt(control.charCodeAt(0) - 0x80));
}

function latin1(bytes: Uint8Array): string {
  return bufferOver(bytes).toString("latin1");
}

function bufferOver(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
