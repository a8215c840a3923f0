/** What this browser remembers of a reader's choice. Where it is told to keep nothing, it remembers nothing. */
const STORED = "bartree-language";

export function keptLanguage(): string[] {
  try {
    const kept = localStorage.getItem(STORED);
    return kept === null ? [] : [kept];
  } catch {
    return [];
  }
}

export function keepLanguage(language: string): void {
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // the choice holds until the page is left
  }
}
