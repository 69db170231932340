import type { Font } from './font.ts';

/**
 * A text as a font can draw it. Emoji and other signs without a glyph are left out. A letter without one would be a box, so
 * then, or where nothing is left, there is no text.
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
  // French keeps a colon on the line of its word by such a space.
  if (/[\u00a0\u202f]/.test(character)) return '\u00a0';
  if (/\s/.test(character)) return ' ';
  if (/\p{C}/u.test(character)) return '';
  if (font.has(character)) return character;
  // Letters in a style of their own, such as full-width ones, are drawn as the plain letters.
  const plain = character.normalize('NFKC');
  if (font.has(plain)) return plain;
  return /[\p{L}\p{N}]/u.test(character) ? undefined : '';
}
