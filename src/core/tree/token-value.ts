/** The value of an id or a class where it stands in the source. */

/** No value is looked at further: what is longer names nothing, and every place below it would have to read it again. */
export const LONGEST_VALUE = 2048;

/** White space as `\s` means it, of characters below 127. */
export const isAsciiWhite = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** The attribute value that begins at `at`: up to its closing quote, or to white space or the bracket if it has none. */
export function valueAt(html: string, at: number): string {
  const quote = quoteBefore(html, at);
  if (quote) return html.slice(at, html.indexOf(quote === 34 ? '"' : "'", at));
  let end = at;
  while (end < html.length && !endsValue(html.charCodeAt(end), quote)) end++;
  return html.slice(at, end);
}

/** Where that value ends, −1 if a character of it may mean another, or if it is too long. */
export function plainEnd(html: string, at: number): number {
  const quote = quoteBefore(html, at);
  const last = Math.min(html.length, at + LONGEST_VALUE);
  for (let end = at; end < last; end++) {
    const code = html.charCodeAt(end);
    if (endsValue(code, quote)) return end;
    if (!isPlain(code) && !isAsciiWhite(code)) return -1;
  }
  return last === html.length ? last : -1;
}

/** The quote that opens the value, 0 without. */
export function quoteBefore(html: string, at: number): number {
  const code = html.charCodeAt(at - 1);
  return code === 34 || code === 39 ? code : 0;
}

export const endsValue = (code: number, quote: number): boolean => (quote ? code === quote : code <= 32 || code === 62);

/** A character that can only mean itself, no white space and no ampersand. */
export const isPlain = (code: number): boolean => code > 32 && code < 127 && code !== 38;
