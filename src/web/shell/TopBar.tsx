/** One bar on top: where one can go, whether it is live, language, light or dark, who one is. */
import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useLive } from "../data/live.js";
import { useMe } from "../data/me.js";
import { LANGUAGE_NAMES, LANGUAGES, type Language, useTexts } from "../texts/language.js";
import { Brand } from "./Brand.js";
import { SearchBox } from "./SearchBox.js";
import { SCREENS } from "./screens.js";

export function TopBar() {
  const { t } = useTexts();
  const me = useMe();
  return (
    <header className="top">
      <Link to="/" className="brand">
        <Brand />
        bartree
      </Link>
      {me.user && me.sources > 0 && SCREENS.length > 0 && <Navigation />}
      <span className="grow" />
      {me.user && <LiveLine />}
      {me.user && me.sources > 0 && <SearchBox />}
      <LanguageChoice />
      <LookChoice />
      {me.user && me.hasAccounts && (
        <span className="t3 wide-only">{t("shell.signed-in", { role: t(`role.${me.user.role}`) })}</span>
      )}
    </header>
  );
}

function Navigation() {
  const { t, number } = useTexts();
  const { openWarnings } = useMe();
  return (
    <nav className="nav" aria-label={t("nav.main")}>
      {SCREENS.map(({ to, text, hasCount }) => (
        <Link key={to} to={to} activeProps={{ "aria-current": "page" }}>
          {t(text)}
          {hasCount && openWarnings > 0 && <span className="count bad">{number(openWarnings)}</span>}
        </Link>
      ))}
    </nav>
  );
}

function LiveLine() {
  const { t } = useTexts();
  const { hasAccounts, sources } = useMe();
  const { lostAt } = useLive();
  if (lostAt) return null;
  return (
    <span className="live">
      <i aria-hidden="true" />
      <span className="wide-only">
        {hasAccounts ? t("shell.live") : t(sources > 0 ? "shell.live-alone" : "shell.this-machine")}
      </span>
      <span className="narrow-only">{t("shell.live")}</span>
    </span>
  );
}

function LanguageChoice() {
  const { t, language, setLanguage } = useTexts();
  return (
    <fieldset className="either" aria-label={t("shell.language")}>
      {(Object.keys(LANGUAGES) as Language[]).map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          title={LANGUAGE_NAMES[each]}
          aria-pressed={each === language}
          onClick={() => setLanguage(each)}
        >
          {each.toUpperCase()}
        </button>
      ))}
    </fieldset>
  );
}

function LookChoice() {
  const { t } = useTexts();
  const { setColorScheme } = useMantineColorScheme();
  const look = useComputedColorScheme("light");
  return (
    <fieldset className="either wide-only" aria-label={t("shell.look")}>
      {(["light", "dark"] as const).map((each) => (
        <button key={each} type="button" aria-pressed={each === look} onClick={() => setColorScheme(each)}>
          {t(`shell.${each}`)}
        </button>
      ))}
    </fieldset>
  );
}
