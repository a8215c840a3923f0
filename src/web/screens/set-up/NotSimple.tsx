/** A text that stands in several places, or in none. Nothing is chosen for the person. */
import { useState } from "react";
import type { LocatedView } from "../../../api/server/located.js";
import type { Span } from "../../../core/page/page.js";
import { lastWords } from "../../frame/words.js";
import { focused } from "../../parts/focused.js";
import { colourOf } from "../../parts/LabelMark.js";
import { useTexts } from "../../texts/language.js";

type Of<Kind extends LocatedView["kind"]> = Extract<LocatedView, { kind: Kind }>;

const FEW = 9; // as many as there are digits

interface PlacesProps {
  readonly located: Of<"ambiguous">;
  readonly text: string;
  readonly number: number;
  readonly onChoose: (place: number) => void;
  readonly onShow: (span: Span) => void;
  readonly onLeave: () => void;
}

export function Places({ located, text, number, onChoose, onShow, onLeave }: PlacesProps) {
  const { t } = useTexts();
  const [isAll, setAll] = useState(false);
  const shown = isAll ? located.places : located.places.slice(0, FEW);
  const left = located.places.length - shown.length;
  return (
    <div className="find-question">
      <p role="alert">{t("find.ambiguous", { n: located.count })}</p>
      <ol className="places">
        {shown.map((place, i) => (
          <li key={place.start}>
            <button
              type="button"
              onClick={() => onChoose(i + 1)}
              onMouseEnter={() => onShow(place)}
              onFocus={() => onShow(place)}
              ref={i === 0 ? focused : undefined}
            >
              <i>{i + 1}</i>
              <span className="q clip" dir="auto">
                {lastWords(place.before, 28)} <mark className={`c${colourOf(number)}`}>{text}</mark> {place.after}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <div className="row wrap">
        {left > 0 && (
          <button type="button" className="btn small" onClick={() => setAll(true)}>
            {t("find.more", { n: left })}
          </button>
        )}
        <p className="t3 grow">{t("find.ambiguous-hint")}</p>
        <button type="button" className="btn small" onClick={onLeave}>
          {t("find.not-this")}
        </button>
      </div>
    </div>
  );
}

interface NotFoundProps {
  readonly located: Of<"not-found">;
  readonly text: string;
  readonly onUse: (text: string) => void;
  readonly onShow: (span: Span) => void;
  readonly onLeave: () => void;
}

export function NotFound({ located, text, onUse, onShow, onLeave }: NotFoundProps) {
  const { t } = useTexts();
  const [nearest] = located.nearest;
  const cut = cutAfter(text, located.prefix);
  return (
    <div className="find-question">
      <p role="alert">{cut === 0 ? t("find.not-found") : t("find.prefix")}</p>
      <p className="q found-part" dir="auto">
        {text.slice(0, cut)}
        {cut > 0 && <i className="stop" />}
        <s>{text.slice(cut)}</s>
      </p>
      {nearest ? (
        <>
          <p>{t("find.nearest")}</p>
          <ol className="col nearest">
            {located.nearest.map((each) => (
              <li key={each.start} className="q found-part" dir="auto">
                <Difference text={each.text} prefix={located.prefix} />
              </li>
            ))}
          </ol>
          <div className="row wrap">
            <button type="button" className="btn prime" ref={focused} onClick={() => onUse(nearest.text)}>
              {t("find.use-this")}
            </button>
            <button type="button" className="btn" onClick={() => onShow(nearest)}>
              {t("find.show-it")}
            </button>
            <button type="button" className="btn plain" onClick={onLeave}>
              {t("find.leave-out")}
            </button>
          </div>
        </>
      ) : (
        <div className="row wrap">
          <p className="mut">{t("find.copy-again")}</p>
          <button type="button" className="btn" onClick={onLeave}>
            {t("find.leave-out")}
          </button>
        </div>
      )}
    </div>
  );
}

/** The page's text with the character marked at which the pasted one departs from it. */
function Difference({ text, prefix }: { text: string; prefix: string }) {
  const cut = endOfPrefix(text, prefix);
  return (
    <>
      {text.slice(0, cut)}
      <u className="departs">{text.slice(cut, cut + 1)}</u>
      {text.slice(cut + 1)}
    </>
  );
}

/** How much of the text the prefix covers; the prefix has no white space. */
function cutAfter(text: string, prefix: string): number {
  let left = prefix.length;
  let at = 0;
  while (at < text.length && left > 0) if (/\S/.test(text[at++] ?? "")) left--;
  return at;
}

/** Where in the page's text the found part ends: after the longest end of the prefix that stands in it. */
function endOfPrefix(text: string, prefix: string): number {
  for (let from = 0; from < prefix.length; from++) {
    const end = prefix.slice(from);
    const dense = text.replace(/\s/g, "");
    const at = dense.indexOf(end);
    if (at >= 0) return cutAfter(text, dense.slice(0, at + end.length));
  }
  return 0;
}
