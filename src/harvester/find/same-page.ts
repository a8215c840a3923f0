/** Whether two addresses are written for one page: most sites answer all these spellings alike. */
import type { SourceSettings } from "../../api/source.js";
import { canonicalAddress } from "./canonical.js";

/** Equal for addresses that lead to the same page as far as their spelling tells. Only for comparing: it may lead nowhere. */
export function pageIdentity(address: string): string {
  const url = new URL(address);
  const path = decoded(url.pathname)
    .replace(/\/{2,}/g, "/")
    .replace(/\/index\.(?:html?|php)$/i, "/");
  const query = url.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !part.startsWith("utm_"))
    .sort()
    .join("&");
  return `${hostOf(url)}${path.endsWith("/") ? path.slice(0, -1) : path}?${query}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const hostOf = ({ host }: URL): string => (host.startsWith("www.") ? host.slice(4) : host);

/** The hosts a person has named: of the labelled pages, the lists, sitemaps and addresses, and of patterns to keep. */
export function ownHosts({ key, discovery }: Pick<SourceSettings, "key" | "discovery">): string[] {
  const { lists, sitemaps, addresses, keep } = discovery;
  const labelled = key ? [key, ...key.further].map(({ address }) => address) : [];
  const patterns = keep.map((pattern) => pattern.split("*", 1)[0] ?? "");
  return hostsOf([...labelled, ...lists, ...sitemaps, ...addresses, ...patterns]);
}

export const hostsOf = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.filter((address) => URL.canParse(address)).map((address) => hostOf(new URL(address)))),
];

export const isOnHosts = (address: string, hosts: readonly string[]): boolean => hosts.includes(hostOf(new URL(address)));

/** What of a link's address the source leaves out, and which hosts are its own. */
export interface Own {
  readonly hosts: readonly string[];
  readonly dropParameters: readonly string[];
}

/** The canonical form of a link, if it may lead to a page of the source. */
export function ownAddress(link: string, { hosts, dropParameters }: Own): string | undefined {
  const address = canonicalAddress(link, dropParameters);
  return address !== undefined && isOnHosts(address, hosts) ? address : undefined;
}
