/** One page, one address: normalised as browsers do, without fragment and without what the source says tells no pages apart. */
export function canonicalAddress(address: string, dropParameters: readonly string[] = [], base?: string): string | undefined {
  if (!URL.canParse(address, base)) return undefined;
  const url = new URL(address, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  url.hash = "";
  const dropped = [...url.searchParams.keys()].filter((name) => dropParameters.includes(name));
  for (const name of dropped) url.searchParams.delete(name); // untouched queries keep their spelling
  return url.href.length > LONGEST ? undefined : url.href;
}

const LONGEST = 2048; // characters; the store keeps no longer ones
