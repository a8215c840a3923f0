/** White space as people and the Standard mean it: \s without the byte order mark, with the next-line character. */
const WHITE = /[\t-\r \x85\xA0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+/g;

/** The same set as WHITE, for a code unit. */
export function isWhite(code: number): boolean {
  if (code < 0x1680) return code === 0x20 || (code >= 9 && code <= 13) || code === 0x85 || code === 0xa0;
  if (code < 0x2000 || code > 0x3000) return code === 0x1680;
  return code <= 0x200a || code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f || code === 0x3000;
}

/** Every stretch of it as one space, none at the ends. */
export const collapsed = (text: string): string => text.replace(WHITE, " ").trim();
