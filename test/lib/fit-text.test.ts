import { describe, expect, test } from 'vitest';
import { drawableText } from '#src/services/image/drawable-text.ts';
import { fitLine, fitText } from '#src/services/image/fit-text.ts';
import { openFont } from '#src/services/image/font.ts';

const font = openFont('Regular');
const sizes = [
  { size: 40, maxLines: 1 },
  { size: 20, maxLines: 3 },
];
const fitted = (text: string, width = 200) => fitText(text, { font, width, sizes });

describe('the font', () => {
  test('is as wide as its table says', () => {
    // Arimo has the widths of Arial: 0.556 of the size for a digit, 0.278 for a space.
    expect(font.widthOf('0', 1000)).toBeCloseTo(556, 0);
    expect(font.widthOf('0 0', 1000)).toBeCloseTo(1390, 0);
  });

  test.each(['Grüße', 'Čeština', 'Ελληνικά', 'Консультация', 'שיחה', 'Tiếng Việt'])('has %s', (text) => {
    expect(font.has(text)).toBe(true);
  });

  test.each(['戦略', 'جلسة', '🚀'])('has no %s', (text) => {
    expect(font.has(text)).toBe(false);
  });
});

describe('a text is drawn', () => {
  test.each([
    ['as it is', 'Growth review – Q3', 'Growth review – Q3'],
    ['with composed letters', 'Zoe\u0308', 'Zoë'],
    ['without emoji', '🚀 Go\ufe0f 👩🏽‍🚀!', 'Go !'],
    ['without what cannot be seen', 'a\u0000\u200b\u202eb\tc\u00a0\n d', 'ab c d'],
    ['with the spaces at which no line ends', 'Où\u202f?  a \u00a0b', 'Où\u00a0? a b'],
    ['in plain letters instead of full-width ones', 'Ｇｏ', 'Go'],
    ['not with letters that are missing', 'Review 戦略', undefined],
    ['not where nothing is left', ' 🚀 ', undefined],
  ])('%s', (_, text, expected) => {
    expect(drawableText(text, font)).toBe(expected);
  });
});

describe('a text gets its place', () => {
  test('in one large line where that fits', () => {
    expect(fitted('Intro')).toEqual({ size: 40, lines: ['Intro'] });
  });

  test('in smaller lines otherwise, of about the same length', () => {
    expect(fitted('A strategy session for two')).toEqual({ size: 20, lines: ['A strategy', 'session for two'] });
  });

  test('with an ellipsis where it is too long', () => {
    const { size, lines } = fitted('word '.repeat(40).trim());
    expect([size, lines.length]).toEqual([20, 3]);
    expect(lines[2]).toMatch(/^word.*…$/);
    for (const line of lines) expect(font.widthOf(line, size)).toBeLessThanOrEqual(200);
  });

  test('within a word that is wider than a line, between its letters', () => {
    const { lines } = fitted('Zoë\u0301'.repeat(30));
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).toMatch(/^(?:Z|o|ë\u0301)/);
  });

  test('in one line with an ellipsis', () => {
    expect(fitLine('Ada Lovelace', { font, width: 90, size: 20 })).toBe('Ada Lo…');
    expect(fitLine('Ada', { font, width: 90, size: 20 })).toBe('Ada');
  });
});
