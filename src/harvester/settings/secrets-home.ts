import type { SourceSettings } from "../../api/source.js";

/** The origin that gets a source's headers and cookies. Once settled it stays, wherever the key and the lists move. */
export function secretsHome({ secretsFor, key, discovery }: SourceSettings): string | null {
  const { lists, sitemaps, addresses } = discovery;
  const address = secretsFor ?? key?.address ?? lists[0] ?? sitemaps[0] ?? addresses[0];
  return address === undefined ? null : new URL(address).origin;
}
