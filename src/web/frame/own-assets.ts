/** Styles and pictures of a source's own site, through its gate; those of other sites are not fetched. */
import { useMemo } from "react";
import { addressOf } from "../data/client.js";
import type { Assets } from "./still-copy.js";

export function useOwnAssets(sourceId: string, address: string): Assets {
  return useMemo(
    () => ({
      addressFor: (asset) =>
        URL.parse(asset)?.host === URL.parse(address)?.host
          ? addressOf("sourceAsset", { params: { id: sourceId }, query: { address: asset } })
          : undefined,
    }),
    [sourceId, address],
  );
}
