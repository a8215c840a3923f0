/** Shown once: what nobody can look up again. */
import { useState } from "react";
import { useTexts } from "../../texts/language.js";

export function Secret({ title, text, secret }: { title: string; text: string; secret: string }) {
  const { t } = useTexts();
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="secret" role="status">
      <p>
        <b>{title}</b> <span className="mut">{text}</span>
      </p>
      <div className="row wrap">
        <code className="m">{secret}</code>
        <button
          type="button"
          className="btn small"
          onClick={() => void navigator.clipboard.writeText(secret).then(() => setCopied(true))}
        >
          {isCopied ? t("secret.copied") : t("secret.copy")}
        </button>
      </div>
    </div>
  );
}
