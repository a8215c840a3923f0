/** Who may do what, keys and webhooks for programs, and this machine. */
import { Link } from "@tanstack/react-router";
import { useMay, useMe } from "../data/me.js";
import { Heading } from "../parts/Heading.js";
import { useTexts } from "../texts/language.js";
import { Hooks } from "./settings/Hooks.js";
import { Keys } from "./settings/Keys.js";
import { Machine } from "./settings/Machine.js";
import { Own } from "./settings/Own.js";
import { People } from "./settings/People.js";
import "./screen.css";
import "./settings/settings.css";

export const SETTINGS_PARTS = ["own", "people", "keys", "hooks", "machine"] as const;
export type SettingsPart = (typeof SETTINGS_PARTS)[number];

const PARTS: Readonly<Record<SettingsPart, () => React.ReactNode>> = {
  own: Own,
  people: People,
  keys: Keys,
  hooks: Hooks,
  machine: Machine,
};

export function SettingsScreen({ part }: { part: SettingsPart }) {
  const { t } = useTexts();
  const { hasAccounts } = useMe();
  const isAdmin = useMay("admin");
  const offered = SETTINGS_PARTS.filter((each) => (each === "own" ? hasAccounts : isAdmin));
  const shown = offered.includes(part) ? part : offered[0];
  const Part = shown && PARTS[shown];
  return (
    <div className="screen">
      <header>
        <Heading title={t("nav.settings")} />
        <p className="say">{hasAccounts ? t("settings.shared") : t("shell.this-machine")}</p>
      </header>
      <div className="settings-halves">
        <nav className="settings-nav" aria-label={t("nav.settings")}>
          {offered.map((each) => (
            <Link
              key={each}
              to="/settings/$part"
              params={{ part: each }}
              {...(each === shown && { "aria-current": "page" as const })}
            >
              {t(`settings.${each}`)}
            </Link>
          ))}
        </nav>
        {Part ? <Part /> : <p className="say">{t("shell.reader")}</p>}
      </div>
    </div>
  );
}
