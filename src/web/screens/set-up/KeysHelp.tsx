/** All keys of the screen, in place: nothing is covered by it. */
import { useTexts } from "../../texts/language.js";

const KEYS = [
  ["f6", "F6"],
  ["walk", "↑ ↓"],
  ["widen", "Shift ↓"],
  ["enter", "Enter"],
  ["paste", "Ctrl V"],
  ["labels", "Enter K P Del"],
  ["digits", "1 … 9"],
  ["undo", "Ctrl Z, Ctrl Shift Z"],
  ["search", "/"],
  ["this", "?"],
] as const;

export function KeysHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  return (
    <section className="panel keys-help" aria-label={t("keys.title")}>
      <dl>
        {KEYS.map(([name, keys]) => (
          <div key={name}>
            <dt>
              <kbd className="kbd">{keys}</kbd>
            </dt>
            <dd className="mut">{t(`keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="btn small" onClick={onClose}>
        {t("act.close")}
      </button>
    </section>
  );
}
