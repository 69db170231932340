import type { Font } from './font.ts';

/**
 * The text that a font can draw. Emoji and other symbols without a glyph are left out. A letter without a glyph would be drawn
 * as a box: then, or if nothing is left, returns undefined.
 */
export function drawableText(text: string, font: Font): string | undefined {
  const characters = [...text.normalize('NFC')].map((character) => drawable(character, font));
  if (characters.includes(undefined)) return undefined;
  const shown = characters
    .join('')
    .replace(/[ \u00a0]{2,}/g, ' ')
    .trim();
  return shown === '' ? undefined : shown;
}

function drawable(character: string, font: Font): string | undefined {
  // French puts such a space before a colon to keep it on the same line.
  if (/[\u00a0\u202f]/.test(character)) return '\u00a0';
  if (/\s/.test(character)) return ' ';
  if (/\p{C}/u.test(character)) return '';
  if (font.has(character)) return character;
  // Styled letters, such as full-width ones, are drawn as plain letters.
  const plain = character.normalize('NFKC');
  if (font.has(plain)) return plain;
  return /[\p{L}\p{N}]/u.test(character) ? undefined : '';
}
