/** A value that is not given, and why: hatched, in words, never red. It is the promise kept, not an error. */
import { en } from "../texts/en.js";
import type { Key } from "../texts/format.js";
import { type Texts, useTexts } from "../texts/language.js";

export function Withheld({ kind, reason }: { kind: string; reason: string }) {
  const texts = useTexts();
  const words = withheldReason(texts, kind, reason);
  return (
    <span className="held" title={words}>
      <b>{texts.t("withheld.word")}</b>
      <span className="clip">{words}</span>
    </span>
  );
}

/** The reason in the reader's language; one that is newer than these texts as the server words it. */
function withheldReason({ t }: Texts, kind: string, reason: string): string {
  const key = `withheld.${kind}`;
  return key in en ? t(key as Key & `withheld.${"unsettled"}`) : reason;
}

export function EmptyValue() {
  const { t } = useTexts();
  return <span className="empty">{t("empty.cell")}</span>;
}
