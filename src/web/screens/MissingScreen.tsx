import { Link } from "@tanstack/react-router";
import { Heading } from "../parts/Heading.js";
import { useTexts } from "../texts/language.js";

export function MissingScreen() {
  const { t } = useTexts();
  return (
    <section className="alone-panel">
      <Heading title={t("missing.title")} />
      <p className="say">{t("missing.text")}</p>
      <Link to="/" className="btn">
        {t("missing.act")}
      </Link>
    </section>
  );
}
