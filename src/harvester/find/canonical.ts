/** One page, one address: normalised as browsers do, without fragment and without what the source says tells no pages apart. */
export function canonicalAddress(address: string, dropParameters: readonly string[] = [], base?: string): string | undefined {
  if (!URL.canParse(address, base)) return undefined;
  const url = new URL(address, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  url.hash = "";
  dropFrom(url, dropParameters);
  return url.href.length > LONGEST ? undefined : url.href;
}

/** The rest keeps its spelling: written anew, a query in another charset than UTF-8 would be another one. */
function dropFrom(url: URL, names: readonly string[]): void {
  const parts = url.search.slice(1).split("&");
  const kept = parts.filter((part) => ![...new URLSearchParams(`?${part}`).keys()].some((name) => names.includes(name)));
  if (kept.length < parts.length) url.search = kept.join("&");
}

const LONGEST = 2048; // characters; the store keeps no longer ones
