import type { FetchedPage } from "../../fetch/fetch-page.js";

/** A page as it is sent to a thread, which makes its text of it (`htmlOf`). */
export type PageBytes = Pick<FetchedPage, "bytes" | "charset" | "address">;

/** Nothing but that; and bytes that are a part of a larger memory would take all of it along. */
export function pageBytes({ bytes, charset, address }: PageBytes): PageBytes {
  return { bytes: bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes), charset, address };
}
