/** Back to the first rows, on to the next ones. A list has an end, a count and places to return to. */
import { Link, type LinkProps } from "@tanstack/react-router";
import { useTexts } from "../texts/language.js";

interface PagerProps {
  readonly words: "records" | "sources";
  readonly first: LinkProps | false; // false: these are the first
  readonly next: LinkProps | false;
}

export function Pager({ words, first, next }: PagerProps) {
  const { t } = useTexts();
  if (!first && !next) return null;
  return (
    <nav className="pager" aria-label={t("records.pages")}>
      {first && (
        <Link {...first} className="btn small">
          {t(`${words}.first`)}
        </Link>
      )}
      {next && (
        <Link {...next} className="btn small">
          {t(`${words}.next`)}
        </Link>
      )}
    </nav>
  );
}
