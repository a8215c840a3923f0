/**
 * A page's bytes to its text, as browsers do it: byte order mark, else the charset of the Content-Type header it came with,
 * else the one a `meta` in the first 1024 bytes declares, else UTF-16 if it begins so, else UTF-8 if the bytes are valid
 * UTF-8, else windows-1252.
 * The byte order mark is never part of the text: offsets count from the first character after it.
 */
import { isUtf8 } from "node:buffer";

export type DecodedPage = { html: string; charset: string };

const PRESCAN_BYTES = 1024; // the HTML Standard's limit for finding a meta

/** `headerLabel`: the charset named by the answer's Content-Type, if there was one. */
export function decodePage(bytes: Uint8Array, headerLabel?: string): DecodedPage {
  if (byteOrderMark(bytes) !== undefined) return decodeUndeclared(bytes);
  const declared =
    (headerLabel === undefined ? undefined : charsetOfLabel(headerLabel)) ??
    declaredCharset(latin1(bytes.subarray(0, PRESCAN_BYTES))) ??
    bareUtf16(bytes);
  return declared === undefined ? decodeUndeclared(bytes) : { html: decodeAs(declared, bytes), charset: declared };
}

/** A text that is no page declares nothing: byte order mark, else UTF-8 if valid, else windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  return decodeUndeclared(bytes).html;
}

function decodeUndeclared(bytes: Uint8Array): DecodedPage {
  const mark = byteOrderMark(bytes);
  if (mark !== undefined) return { html: decodeAs(mark.charset, bytes.subarray(mark.length)), charset: mark.charset };
  const charset = isUtf8(bytes) ? "utf-8" : "windows-1252";
  return { html: decodeAs(charset, bytes), charset };
}

function byteOrderMark([first, second, third]: Uint8Array): { charset: string; length: number } | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return { charset: "utf-8", length: 3 };
  if (first === 0xfe && second === 0xff) return { charset: "utf-16be", length: 2 };
  if (first === 0xff && second === 0xfe) return { charset: "utf-16le", length: 2 };
  return undefined;
}

function decodeAs(charset: string, bytes: Uint8Array): string {
  if (charset === "windows-1252") return decodeWindows1252(bytes);
  if (charset === "utf-8" && isUtf8(bytes)) return bufferOver(bytes).toString("utf8"); // several times faster than TextDecoder
  return new TextDecoder(charset, { ignoreBOM: true }).decode(bytes); // the mark, if any, is cut off already
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

const META_OR_COMMENT = /<!--[\s\S]*?(?:-->|$)|<meta[\s/]((?:"[^"]*"|'[^']*'|[^>"'])*)/gi;
const META_ATTRIBUTE = /([^\s/=>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** The charset of the first `meta` that declares a known one, outside comments. */
function declaredCharset(head: string): string | undefined {
  for (const [, metaTag] of head.matchAll(META_OR_COMMENT)) {
    const label = metaTag === undefined ? undefined : charsetLabel(metaTag);
    const charset = label === undefined ? undefined : charsetOfMeta(label);
    if (charset !== undefined) return charset;
  }
  return undefined;
}

/** `charset=…`, or the charset inside the content of an `http-equiv=content-type`. */
function charsetLabel(metaTag: string): string | undefined {
  const values = new Map<string, string>();
  for (const [, name = "", double, single, bare] of metaTag.matchAll(META_ATTRIBUTE)) {
    if (!values.has(name.toLowerCase())) values.set(name.toLowerCase(), double ?? single ?? bare ?? "");
  }
  const own = values.get("charset");
  if (own !== undefined) return own;
  if (values.get("http-equiv")?.trim().toLowerCase() !== "content-type") return undefined;
  return /charset\s*=\s*["']?([^\s"';]+)/i.exec(values.get("content") ?? "")?.[1];
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
