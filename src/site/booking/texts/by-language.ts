import type { Language } from '#src/domain/languages/language.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { pt } from './pt.ts';
import type { Texts } from './texts.ts';

export const texts: Readonly<Record<Language, Texts>> = { en, de, es, fr, pt };
