/** The languages for invitees. The first one is the fallback. */
export const languages = ['en', 'de', 'es', 'fr', 'pt', 'it', 'nl', 'pl', 'tr', 'ar', 'he'] as const;

export type Language = (typeof languages)[number];

export function isLanguage(text: string): text is Language {
  return languages.some((each) => each === text);
}

/** The separator of parts in a line, in a language with or without a region. */
export function commaOf(locale: string): string {
  return /^ar\b/.test(locale) ? '، ' : ', ';
}
