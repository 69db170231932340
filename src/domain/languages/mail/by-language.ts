import type { Language } from '../language.ts';
import type { MailTexts } from '../mail-texts.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { pt } from './pt.ts';

export const mailTexts: Readonly<Record<Language, MailTexts>> = { en, de, es, fr, pt };
