import type { Tools } from "./command.js";

/** A page with its name in the call. */
export type ReadPage = { readonly address: string; readonly html: string };

/** Every page in turn, with a word on a terminal of how far it is. */
export async function readPages(addresses: readonly string[], { read, out }: Tools): Promise<ReadPage[]> {
  const pages: ReadPage[] = [];
  try {
    for (const [index, address] of addresses.entries()) {
      out.progress(index, addresses.length, "reading page");
      pages.push({ address, html: await read.page(address) });
    }
  } finally {
    out.progress(addresses.length, addresses.length, "");
  }
  return pages;
}
