/** The reader's language: which texts are shown, and how numbers and times are written. */
import { createContext, Fragment, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { en } from "./en.js";
import { formOf, type Key, piecesOf, type Text, type Values } from "./format.js";
import { id } from "./id.js";
import { keepLanguage, keptLanguage } from "./kept-choice.js";
import { languageAmong, wantedTags } from "./locale.js";

export const LANGUAGES = { en, id } as const;
export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", id: "Bahasa Indonesia" };

export interface Texts {
  readonly language: Language;
  readonly setLanguage: (language: Language) => void;
  /** A text with its values written into it. */
  readonly t: <K extends Key>(key: K, ...values: Values<K, string | number>) => string;
  /** The same with elements as values: a quoted text keeps its face inside our sentence. */
  readonly rich: <K extends Key>(key: K, ...values: Values<K, ReactNode>) => ReactNode;
  readonly number: (value: number) => string;
}

const LanguageContext = createContext<Texts | undefined>(undefined);

export function useTexts(): Texts {
  const texts = useContext(LanguageContext);
  if (!texts) throw new Error("There is no language above this part.");
  return texts;
}

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
    keepLanguage(language);
  }, [language]);
  const texts = useMemo(() => textsIn(language, setLanguage), [language]);
  return <LanguageContext value={texts}>{children}</LanguageContext>;
}

function firstLanguage(): Language {
  return languageAmong(Object.keys(LANGUAGES) as Language[], [...keptLanguage(), ...wantedTags()]) ?? "en";
}

function textsIn(language: Language, setLanguage: Texts["setLanguage"]): Texts {
  const table: Readonly<Record<Key, Text>> = LANGUAGES[language];
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const shown = (value: unknown): unknown => (typeof value === "number" ? numbers.format(value) : value);
  const pieces = (key: Key, values: Readonly<Record<string, unknown>> = {}): unknown[] =>
    piecesOf(formOf(table[key], Number(values.n), rules)).map((piece) =>
      typeof piece === "string" ? piece : shown(values[piece.name]),
    );
  return {
    language,
    setLanguage,
    t: (key, ...values) => pieces(key, values[0]).join(""),
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one sentence never change their order
    rich: (key, ...values) => pieces(key, values[0]).map((piece, i) => <Fragment key={i}>{piece as ReactNode}</Fragment>),
    number: (value) => numbers.format(value),
  };
}
