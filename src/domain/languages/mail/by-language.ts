import type { Language } from '../language.ts';
import type { MailTexts } from '../mail-texts.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { he } from './he.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { tr } from './tr.ts';

export const mailTexts: Readonly<Record<Language, MailTexts>> = { en, de, es, fr, pt, it, nl, pl, tr, ar, he };
