/** The languages for invitees. The first one is the fallback. */
export const languages = ['en', 'de', 'es', 'fr', 'pt'] as const;

export type Language = (typeof languages)[number];

export function isLanguage(text: string): text is Language {
  return languages.some((each) => each === text);
}
