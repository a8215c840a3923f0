/** `text/html; charset="utf-8"` taken apart; both in lower case, the media type "" where none is said. */
export function contentType(header: string | undefined): { mediaType: string; charset?: string } {
  const [type = "", ...parameters] = (header ?? "").toLowerCase().split(";");
  const charset = parameters
    .map((text) => /^\s*charset\s*=\s*["']?([^"'\s]+)/.exec(text)?.[1])
    .find((label) => label !== undefined);
  return { mediaType: type.trim(), ...(charset !== undefined && { charset }) };
}
