/** Shown once: what nobody can look up again. */
import { useRef, useState } from "react";
import { useTexts } from "../../texts/language.js";

export function Secret({ title, text, secret }: { title: string; text: string; secret: string }) {
  const { t } = useTexts();
  const [isCopied, setCopied] = useState(false);
  const shown = useRef<HTMLElement>(null);
  const copy = async (): Promise<void> => {
    if (!navigator.clipboard) return void (shown.current && getSelection()?.selectAllChildren(shown.current)); // plain http: Ctrl C does it
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  };
  return (
    <div className="secret" role="status">
      <p>
        <b>{title}</b> <span className="mut">{text}</span>
      </p>
      <div className="row wrap">
        <code ref={shown} className="m">
          {secret}
        </code>
        <button type="button" className="btn small" onClick={() => void copy()}>
          {isCopied ? t("secret.copied") : t("secret.copy")}
        </button>
      </div>
    </div>
  );
}
