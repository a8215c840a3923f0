/** What kind of value it is, as a chip that can be changed. */
import type { Ref } from "react";
import { ValueKind } from "../../../api/server/drafts.js";
import { type Texts, useTexts } from "../../texts/language.js";

interface KindChipProps {
  readonly name: string;
  readonly kind: ValueKind;
  readonly count: number;
  readonly isOff?: boolean;
  readonly onKind: (kind: ValueKind) => void;
  readonly ref?: Ref<HTMLSelectElement>;
}

export function KindChip({ name, kind, count, isOff = false, onKind, ref }: KindChipProps) {
  const texts = useTexts();
  return (
    <select
      ref={ref}
      className="chip"
      aria-label={texts.t("labels.kind-of", { name })}
      disabled={isOff}
      value={kind}
      onChange={(event) => onKind(ValueKind.parse(event.target.value))}
    >
      {ValueKind.options.map((each) => (
        <option key={each} value={each}>
          {kindWord(texts, each, each === kind ? count : 1)}
        </option>
      ))}
    </select>
  );
}

function kindWord({ t }: Texts, kind: ValueKind, count: number): string {
  if (kind === "many") return count > 1 ? t("kind.many", { n: count }) : t("kind.many-word");
  if (kind === "paragraphs") return count > 1 ? t("kind.paragraphs", { n: count }) : t("kind.paragraphs-word");
  return t(`kind.${kind}`);
}
