/** The bar-tree of a small page, measured here and now by the same code that measures every page. */
import { useMemo } from "react";
import { inspect } from "../../../core/inspect.js";
import { parsePage } from "../../../core/page/parse-page.js";
import { BarPicture } from "../../parts/BarPicture.js";
import { useTexts } from "../../texts/language.js";

const RECORD = "Slow Tides in Paper Harbours";
const PAGE = `<body><header><p>Tidal Studies</p></header><div><nav><p>Home</p></nav><main><section><p>Papers</p><div>
<h2>${RECORD}</h2><p>Wren Halfmoon</p><p>3 March 2026</p></div></section><aside><p>Also in this issue</p></aside></main></div></body>`;

export function SampleBars() {
  const { t } = useTexts();
  const bars = useMemo(() => inspect(parsePage(PAGE), RECORD), []);
  if (bars.kind !== "found") return null;
  return (
    <figure>
      <figcaption className="row wrap">
        <b className="t2 grow">{t("first.bars")}</b>
        <span className="t3">{t("first.bars-side", { n: bars.d_max })}</span>
      </figcaption>
      <BarPicture bars={bars} />
    </figure>
  );
}
