/** The page in its frame, as it looks or as a list of its texts. */
import { SegmentedControl } from "@mantine/core";
import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useMemo, useState } from "react";
import type { DraftView } from "../../../api/server/drafts.js";
import { parsePage } from "../../../core/page/parse-page.js";
import { useAnswer } from "../../data/ask.js";
import { addressOf } from "../../data/client.js";
import { hasForeignLook } from "../../frame/foreign-look.js";
import type { Mark } from "../../frame/mark.js";
import { PageFrame, type PageFrameHandle, type PageFrameProps, type Selected } from "../../frame/PageFrame.js";
import type { Assets } from "../../frame/still-copy.js";
import { TextList } from "../../frame/TextList.js";
import { displayedTexts } from "../../frame/words.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { Waiting } from "../../parts/Waiting.js";
import { Words } from "../../parts/Words.js";
import { useTexts } from "../../texts/language.js";
import { clock } from "../../texts/times.js";

interface PagePanelProps {
  readonly view: DraftView;
  readonly address: string;
  readonly isOther: boolean;
  readonly marks: readonly Mark[];
  readonly frame: RefObject<PageFrameHandle | null>;
  readonly onSelect: (selected: Selected) => void;
  readonly onPoint: PageFrameProps["onPoint"];
  readonly onKey: (event: KeyboardEvent | ReactKeyboardEvent) => void;
  readonly onPaste: (text: string) => void;
  readonly onBack: () => void;
}

export function PagePanel({ view, address, isOther, marks, frame, onSelect, onPoint, onKey, onPaste, onBack }: PagePanelProps) {
  const { t, language } = useTexts();
  const [look, setLook] = useState<"looks" | "text">("looks");
  const [hasOthers, setHasOthers] = useState(false);
  const text = useAnswer("draftPage", { params: { id: view.id }, query: isOther ? { address } : {} });
  const page = useMemo(() => (text.data ? parsePage(text.data.html) : undefined), [text.data]);
  const isBlank = useMemo(() => page !== undefined && displayedTexts(page).length === 0, [page]);
  const assets = useAssets(view.id, address, hasOthers);
  const head = view.pages.find((each) => each.page.address === address)?.page;
  const base = text.data?.address ?? address;
  const hasForeign = useMemo(() => page !== undefined && hasForeignLook(page.html, base), [page, base]);
  return (
    <section className="panel page-panel" id="setup-page" aria-label={t("page.title")} data-stop="page">
      <header>
        <h2 className="t2">{isOther ? <span className="m">{shortAddress(address)}</span> : t("page.title")}</h2>
        <span className="t3 grow clip">
          {text.data &&
            (head?.isUpload ? t("page.still-upload") : t("page.still", { time: clock(new Date(text.data.fetchedAt), language) }))}
        </span>
        {isOther && (
          <button type="button" className="btn small" onClick={onBack}>
            {t("page.back")}
          </button>
        )}
        {!hasOthers && hasForeign && (
          <button
            type="button"
            className="btn small plain wide-only"
            title={t("page.rest-text")}
            onClick={() => setHasOthers(true)}
          >
            {t("page.rest")}
          </button>
        )}
        <SegmentedControl
          aria-label={t("page.view")}
          value={look}
          onChange={(value) => setLook(value as typeof look)}
          data={[
            { value: "looks", label: t("page.looks") },
            { value: "text", label: t("page.text") },
          ]}
        />
      </header>
      {!page &&
        (text.error ? (
          <ErrorLine error={text.error}>
            <button type="button" className="btn" onClick={() => void text.refetch()}>
              {t("act.try-again")}
            </button>
          </ErrorLine>
        ) : (
          <Waiting text={t("wait.screen")} />
        ))}
      {isBlank && (
        <p>
          <Words text={t("page.blank")} />
        </p>
      )}
      {page && look === "looks" && (
        <PageFrame
          ref={frame}
          page={page}
          address={base}
          assets={assets}
          marks={marks}
          onSelect={onSelect}
          onPoint={onPoint}
          onKey={onKey}
          onPaste={onPaste}
        />
      )}
      {page && look === "text" && <TextList page={page} language={head?.language ?? null} marks={marks} onSelect={onSelect} />}
    </section>
  );
}

/** Its own site's styles and pictures come through our gate; those of others only when asked for, the same way. */
function useAssets(id: string, page: string, hasOthers: boolean): Assets | undefined {
  const { data, error } = useAnswer("draftStamp", { params: { id }, query: { others: hasOthers ? "yes" : "no" } });
  const isKnown = data !== undefined || error !== null; // without a stamp the page is shown without its look
  const { stamp, others } = data ?? {};
  return useMemo(() => {
    if (!isKnown) return undefined;
    const addressFor = (asset: string): string | undefined => {
      const isOwn = URL.parse(asset)?.host === URL.parse(page)?.host;
      if (stamp === undefined || (!isOwn && others !== "yes")) return undefined;
      return addressOf("draftAsset", { params: { id }, query: { address: asset, others, stamp } });
    };
    return { addressFor };
  }, [id, page, isKnown, stamp, others]);
}

/** The path of an address, which tells pages of one site apart. */
export function shortAddress(address: string): string {
  const parsed = URL.parse(address);
  return parsed ? `${parsed.pathname}${parsed.search}` : address;
}
