/** The languages for invitees. The first one is the fallback. */
export const languages = ['en', 'de', 'es', 'fr', 'pt', 'it', 'nl', 'pl', 'tr', 'ar', 'he'] as const;

export type Language = (typeof languages)[number];

export function isLanguage(text: string): text is Language {
  return languages.some((each) => each === text);
}

const rightToLeft: ReadonlySet<Language> = new Set(['ar', 'he']);

/** The direction in which a language is written. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return rightToLeft.has(language) ? 'rtl' : 'ltr';
}
