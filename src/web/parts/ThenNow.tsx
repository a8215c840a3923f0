/** The key page as it was when all was well, and as it is now, side by side. */
import { useEffect, useMemo, useRef } from "react";
import type { InspectionView } from "../../api/server/measures.js";
import type { Span } from "../../core/page/page.js";
import { parsePage } from "../../core/page/parse-page.js";
import { useAnswer } from "../data/ask.js";
import type { Mark } from "../frame/mark.js";
import { useOwnAssets } from "../frame/own-assets.js";
import { PageFrame, type PageFrameHandle } from "../frame/PageFrame.js";
import { useTexts } from "../texts/language.js";
import { reasonSaid } from "../texts/said.js";
import { ErrorLine } from "./ErrorLine.js";
import { Waiting } from "./Waiting.js";
import { When } from "./When.js";
import "./then-now.css";

export function ThenNow({ sourceId, checkId }: { sourceId: string; checkId: string }) {
  const { t, language } = useTexts();
  const check = useAnswer("check", { params: { id: sourceId, check: checkId } });
  if (check.error) return <ErrorLine error={check.error} />;
  if (!check.data) return null;
  const { was, now } = check.data;
  const { reason } = check.data.check;
  if (!was && !now) return null;
  return (
    <div className="then-now">
      {(["then", "now"] as const).map((when) => {
        const side = when === "then" ? was : now;
        return (
          <figure key={when}>
            <figcaption>
              <b>{t(`then-now.${when}`)}</b> <span className="t3">{side && <When at={side.at} />}</span>
            </figcaption>
            {side ? (
              <Side snapshotId={side.snapshotId} sourceId={sourceId} places={placesIn(side.inspection)} />
            ) : (
              <p className="then-now-none mut">{reason ? reasonSaid(language, reason) : t("then-now.none")}</p>
            )}
          </figure>
        );
      })}
    </div>
  );
}

/** Where the record stands, as far as it is displayed. */
const placesIn = (inspection: InspectionView): readonly Span[] =>
  inspection.kind === "found" ? inspection.places.map(([start, end]) => ({ start, end })) : [];

function Side({ snapshotId, sourceId, places }: { snapshotId: string; sourceId: string; places: readonly Span[] }) {
  const { t } = useTexts();
  const text = useAnswer("snapshot", { params: { id: snapshotId } });
  const page = useMemo(() => (text.data ? parsePage(text.data.html) : undefined), [text.data]);
  const address = text.data?.address || "http://unknown.invalid/";
  const assets = useOwnAssets(sourceId, address);
  const frame = useRef<PageFrameHandle>(null);
  const key = JSON.stringify(places);
  const marks = useMemo<Mark[]>(() => [{ id: "record", spans: JSON.parse(key) as Span[], look: "element" }], [key]);
  useEffect(() => {
    const [span] = JSON.parse(key) as Span[];
    if (span && page) frame.current?.show(span);
  }, [key, page]);
  if (text.error) return <ErrorLine error={text.error} />;
  if (!page) return <Waiting text={t("wait.screen")} />;
  return (
    <div className="then-now-page">
      <PageFrame ref={frame} page={page} address={address} assets={assets} marks={marks} />
    </div>
  );
}
