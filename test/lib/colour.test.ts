import { describe, expect, test } from 'vitest';
import { accentShades } from '#src/lib/accent-shades.ts';
import { contrastOf, mixed, nearestShade } from '#src/lib/colour.ts';

describe('the contrast of two colours is that of WCAG', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 21],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#ffffff', 4],
    ['#3538cd', '#3538cd', 1],
  ])('%s on %s', (one, other, ratio) => {
    expect(contrastOf(one, other)).toBeCloseTo(ratio, 2);
  });
});

test('a mixed colour lies between the two', () => {
  expect([0, 0.5, 1].map((part) => mixed('#000000', '#ff8000', part))).toEqual(['#000000', '#804000', '#ff8000']);
});

test('the nearest shade is the colour itself if that is suitable, and the end if none is', () => {
  expect(nearestShade('#123456', '#000000', () => true)).toBe('#123456');
  expect(nearestShade('#123456', '#000000', () => false)).toBe('#000000');
});

/** Every fourth value of each channel would be 260,000 colours: these are 4,913 over the whole space. */
const channels = Array.from({ length: 17 }, (_, index) =>
  Math.min(index * 16, 255)
    .toString(16)
    .padStart(2, '0'),
);
const colours = channels.flatMap((red) =>
  channels.flatMap((green) => channels.map((blue) => `#${red}${green}${blue}`)),
);

test('whatever the accent colour, text on it and in it is readable in both schemes', () => {
  const unreadable = colours.filter((accent) => {
    const { fill, ink, light, dark } = accentShades(accent);
    const ratios = [
      contrastOf(ink, fill),
      ...['#ffffff', '#f4f5f7', light.tint].map((under) => contrastOf(light.text, under)),
      ...['#161b26', '#0c111d', dark.tint].map((under) => contrastOf(dark.text, under)),
      contrastOf('#101828', light.tint),
      contrastOf('#f5f5f6', dark.tint),
    ];
    return ratios.some((ratio) => ratio < 4.5);
  });
  expect(unreadable).toEqual([]);
});

test.each([
  ['#3538cd', '#3538cd', '#ffffff'],
  ['#f97316', '#f97316', '#101828'],
  ['#ffd400', '#ffd400', '#101828'],
  ['#000000', '#000000', '#ffffff'],
])('%s stays as it is on a button, with text in %s', (accent, fill, ink) => {
  expect(accentShades(accent)).toMatchObject({ fill, ink });
});

test('a colour on which neither white nor dark text is readable becomes a little darker', () => {
  const { fill, ink } = accentShades('#7a7a7a');
  expect(ink).toBe('#ffffff');
  expect(fill).not.toBe('#7a7a7a');
  expect(contrastOf(fill, '#7a7a7a')).toBeLessThan(1.15);
});
