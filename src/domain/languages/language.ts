/** The languages for invitees. The first one is the fallback. */
export const languages = ['en', 'de', 'es', 'fr', 'pt', 'it', 'nl', 'pl', 'tr', 'ar', 'he'] as const;

export type Language = (typeof languages)[number];

export function isLanguage(text: string): text is Language {
  return languages.some((each) => each === text);
}

/** How hours are written: from 1 to 12 or from 0 to 23. */
export const hourFormats = ['H12', 'H24'] as const;
export type HourFormat = (typeof hourFormats)[number];

/** The locale with the hours of a format; with its own for null. Intl reads the hour format from the locale. */
export function withHours(locale: string, hours: HourFormat | null): string {
  return hours === null ? locale : `${locale}-u-hc-${hours === 'H12' ? 'h12' : 'h23'}`;
}

/** The separator of parts in a line, in a language with or without a region. */
export function commaOf(locale: string): string {
  return /^ar\b/.test(locale) ? '، ' : ', ';
}
