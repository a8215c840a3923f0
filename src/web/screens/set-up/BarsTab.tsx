/** The bars of the labelled record; a bar pointed at frames its element on the page. */
import { useMemo } from "react";
import type { DraftView } from "../../../api/server/drafts.js";
import type { Span } from "../../../core/page/page.js";
import { parsePage } from "../../../core/page/parse-page.js";
import { useAnswer } from "../../data/ask.js";
import { elementSpans } from "../../frame/element-spans.js";
import { Bars } from "../../parts/Bars.js";
import { EmptyState } from "../../parts/EmptyState.js";
import { ErrorLine } from "../../parts/ErrorLine.js";
import { Waiting } from "../../parts/Waiting.js";
import { useTexts } from "../../texts/language.js";

interface BarsTabProps {
  readonly view: DraftView;
  readonly names: readonly string[];
  readonly onElement: (span: Span | undefined) => void;
  readonly onShow: (span: Span) => void;
}

export function BarsTab({ view, names, onElement, onShow }: BarsTabProps) {
  const { t } = useTexts();
  const labels = JSON.stringify(view.pages[0]?.labels.map(({ name, texts }) => [name, texts]));
  const bars = useAnswer("inspectDraft", { params: { id: view.id }, query: {} }, { isOn: names.length > 0 });
  const text = useAnswer("draftPage", { params: { id: view.id }, query: {} });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other labels make another region
  useMemo(() => void bars.refetch(), [labels]);
  const inspection = bars.data;
  const place = inspection?.kind === "found" ? inspection.places[0] : undefined;
  const elements = useMemo(
    () => (text.data && place ? elementSpans(parsePage(text.data.html), { start: place[0], end: place[1] }) : []),
    [text.data, place],
  );
  if (!names.length) return <EmptyState text={t("results.bars-none")} />;
  if (bars.error) return <ErrorLine error={bars.error} />;
  if (!inspection) return <Waiting text={t("wait.screen")} />;
  if (inspection.kind !== "found") return <EmptyState text={t("results.bars-none")} />;
  return (
    <Bars
      bars={inspection}
      onDepth={(depth) => onElement(depth === undefined ? undefined : elements[depth - 1])}
      onShow={(depth) => {
        const span = elements[depth - 1];
        if (span) onShow(span);
      }}
    />
  );
}
