import { Link } from "@tanstack/react-router";
import { useTexts } from "../texts/language.js";

export function MissingScreen() {
  const { t } = useTexts();
  return (
    <section className="alone-panel">
      <h1 className="t1">{t("missing.title")}</h1>
      <p className="say">{t("missing.text")}</p>
      <Link to="/" className="btn">
        {t("missing.act")}
      </Link>
    </section>
  );
}
