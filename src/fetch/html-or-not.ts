/**
 * Whether a text can be an HTML page at all. Any text parses as HTML, so a picture or a list of numbers would give
 * measures that mean nothing; better to say so. The signs are those of WHATWG MIME sniffing; nothing is guessed from counts.
 * A text without any tag is a page only if its name says so (`saysHtml`). The beginning of a page tells: of a long one,
 * give no more than that.
 */
export function isHtml(text: string, saysHtml: boolean): boolean {
  const start = text.slice(0, SNIFFED_CHARACTERS).trimStart();
  if (/^<\?xml/i.test(start)) return /<html[\s>]/i.test(text); // XHTML, or else a feed or another XML
  if (/^<(?:!|[a-z])/i.test(start)) return true;
  return !BINARY.test(start) && !isJson(text) && (saysHtml || /<(?:!doctype|[a-z])/i.test(text));
}

/** Bytes of a page in which these signs are looked for. */
export const BEGINNING_BYTES = 65_536;

const SNIFFED_CHARACTERS = 1445; // the Standard's resource header

// biome-ignore lint/suspicious/noControlCharactersInRegex: the Standard's binary data bytes are control characters
const BINARY = /^%PDF-|[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/;

/** A long one is cut off and parses no more: how it begins must do. */
function isJson(text: string): boolean {
  const start = text.slice(0, SNIFFED_CHARACTERS).trimStart();
  if (!/^[[{"]/.test(start)) return false;
  if (text.length > SNIFFED_CHARACTERS && /^(?:\{\s*"[^"<]*"\s*:|\[\s*[[{"\d-])/.test(start)) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
