/**
 * What the reader's browser says of language and zone, as far as it can be used. It may say anything: `en-US@posix` where the
 * system's language is C, `und`, or nothing at all; and formatters throw at a tag that is none.
 */

/** The reader's own way to write the language, such as en-GB or en-US. */
export function localeFor(language: string, wanted: readonly string[] = wantedTags()): string {
  const own = wanted.map(tidied).find((tag) => tag?.startsWith(`${language}-`));
  return own ?? (language === "en" ? "en-GB" : language);
}

/** The first language of ours that the reader wants, by its first letters. */
export function languageAmong<Language extends string>(
  ours: readonly Language[],
  wanted: readonly string[],
): Language | undefined {
  const named = wanted.map((tag) => tidied(tag)?.split("-")[0]);
  return named.flatMap((name) => ours.find((language) => language === name) ?? [])[0];
}

export const wantedTags = (): readonly string[] => (Array.isArray(navigator.languages) ? navigator.languages.map(String) : []);

/** As the Standard writes it, without what systems put behind it; undefined where it is no tag. */
function tidied(tag: string): string | undefined {
  const [name = ""] = tag.split(/[@.]/, 1);
  try {
    return Intl.getCanonicalLocales(name.replaceAll("_", "-"))[0];
  } catch {
    return undefined;
  }
}

/** The reader's zone; UTC where the browser does not know it. */
export function ownZone(): string {
  const { timeZone } = new Intl.DateTimeFormat("en").resolvedOptions();
  return timeZone && timeZone !== "Etc/Unknown" ? timeZone : "UTC";
}
