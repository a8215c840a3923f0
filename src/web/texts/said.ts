/** What the server says by code and facts, in the reader's language. English is its own: it came with them. */
import type { ErrorReport, ErrorSentence } from "../../api/errors.js";
import type { SaidReason } from "../../api/reasons.js";
import type { SettingName } from "../../api/settings.js";
import { type StoredWarning, warningWords } from "../../api/warning-words.js";
import { errorInIndonesian } from "./id-errors.js";
import { inIndonesian } from "./id-reasons.js";
import { SETTINGS_IN_INDONESIAN } from "./id-settings.js";
import { warningInIndonesian } from "./id-warnings.js";
import type { Language } from "./language.js";

const ERRORS: Readonly<Record<Language, (report: ErrorReport) => ErrorSentence>> = {
  en: (report) => report,
  id: errorInIndonesian,
};
export const errorSaid = (language: Language, report: ErrorReport): ErrorSentence => ERRORS[language](report);

const REASONS: Readonly<Record<Language, (reason: SaidReason) => string>> = {
  en: ({ message }) => message,
  id: inIndonesian,
};
export const reasonSaid = (language: Language, reason: SaidReason): string => REASONS[language](reason);

const SETTINGS: Readonly<Record<Language, (name: SettingName, does: string) => string>> = {
  en: (_, does) => does,
  id: (name) => SETTINGS_IN_INDONESIAN[name],
};
/** What a setting does. */
export const settingSaid = (language: Language, name: SettingName, does: string): string => SETTINGS[language](name, does);

/** Without the name of the source, which stands beside it. Commands are for the terminal: the page has acts instead. */
export interface ShownWarning {
  readonly message: string;
  readonly hint: string | null;
}

const WARNINGS: Readonly<Record<Language, (warning: StoredWarning) => ShownWarning>> = {
  en: (warning) => warningWords(warning, null),
  id: warningInIndonesian,
};
export const warningSaid = (language: Language, warning: StoredWarning): ShownWarning => WARNINGS[language](warning);
