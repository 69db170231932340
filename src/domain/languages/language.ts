/** The languages of the invitee's side. The first one is for whoever reads none of them. */
export const languages = ['en', 'de', 'es', 'fr', 'pt'] as const;

export type Language = (typeof languages)[number];

export function isLanguage(text: string): text is Language {
  return languages.some((each) => each === text);
}
