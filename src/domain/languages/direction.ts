import { isolated } from '#src/lib/bidi.ts';
import type { Language } from './language.ts';

const rightToLeft: ReadonlySet<Language> = new Set(['ar', 'he']);

/** The direction in which a language is written. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return rightToLeft.has(language) ? 'rtl' : 'ltr';
}

/**
 * A value of either direction in a plain text of the language. From left to right it needs no characters that cannot be seen.
 * A web address gets none either: a program that makes it a link might take them for a part of it.
 */
export function insideOf(language: Language, value: string): string {
  return directionOf(language) === 'ltr' || /https?:\/\//i.test(value) ? value : isolated(value);
}
