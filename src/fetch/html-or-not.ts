/**
 * Whether a text can be an HTML page at all. Any text parses as HTML, so a picture or a list of numbers would give
 * measures that mean nothing; better to say so. The signs are those of WHATWG MIME sniffing; nothing is guessed from counts.
 * A text without any tag is a page only if its name says so (`saysHtml`).
 */
export function isHtml(text: string, saysHtml: boolean): boolean {
  const start = text.slice(0, SNIFFED_CHARACTERS).trimStart();
  if (/^<\?xml/i.test(start)) return /<html[\s>]/i.test(text); // XHTML, or else a feed or another XML
  if (/^<(?:!|[a-z])/i.test(start)) return true;
  return !BINARY.test(start) && !isJson(text) && (saysHtml || /<(?:!doctype|[a-z])/i.test(text));
}

const SNIFFED_CHARACTERS = 1445; // the Standard's resource header

// biome-ignore lint/suspicious/noControlCharactersInRegex: the Standard's binary data bytes are control characters
const BINARY = /^%PDF-|[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/;

function isJson(text: string): boolean {
  if (!/^\s*[[{"]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
