/** Styles and pictures of a source's own site, through its gate; those of other sites are not fetched. */
import { useMemo } from "react";
import { useAnswer } from "../data/ask.js";
import { addressOf } from "../data/client.js";
import type { Assets } from "./still-copy.js";

/** Undefined until the server has said what such requests need. */
export function useOwnAssets(sourceId: string, address: string): Assets | undefined {
  const { data, error } = useAnswer("sourceStamp", { params: { id: sourceId }, query: {} });
  const isKnown = data !== undefined || error !== null; // without a stamp the page is shown without its look
  const stamp = data?.stamp;
  return useMemo(
    () =>
      isKnown
        ? {
            addressFor: (asset) =>
              stamp !== undefined && URL.parse(asset)?.host === URL.parse(address)?.host
                ? addressOf("sourceAsset", { params: { id: sourceId }, query: { address: asset, stamp } })
                : undefined,
          }
        : undefined,
    [sourceId, address, isKnown, stamp],
  );
}
