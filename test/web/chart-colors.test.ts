import { describe, expect, test } from 'vitest';
import { countSeries, rateSeries } from '#src/web/pages/overview/chart-series.ts';

type Rgb = readonly [number, number, number];

const linear = (channel: number) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
const rgbOf = (hex: string) =>
  [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as unknown as Rgb;
const times = (matrix: readonly Rgb[], [r, g, b]: Rgb) =>
  matrix.map(([x, y, z]) => Math.min(1, Math.max(0, x * r + y * g + z * b))) as unknown as Rgb;

/** What people see, by the matrices of Machado, Oliveira and Fernandes (2009) for the full strength, in linear RGB. */
const sights: Readonly<Record<string, readonly Rgb[]>> = {
  'all colours': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red (protanopia)': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green (deuteranopia)': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no blue (tritanopia)': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** CIE L*a*b* of linear RGB, in the light of D65. */
function labOf(rgb: Rgb): Rgb {
  const [x, y, z] = times(
    [
      [0.4124, 0.3576, 0.1805],
      [0.2126, 0.7152, 0.0722],
      [0.0193, 0.1192, 0.9505],
    ],
    rgb,
  );
  const of = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const [fx, fy, fz] = [of(x / 0.95047), of(y), of(z / 1.08883)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

const differenceOf = (one: Rgb, other: Rgb) => Math.hypot(...one.map((value, at) => value - (other[at] as number)));
const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** The surfaces of cards in look.css. */
const cards = { light: '#ffffff', dark: '#161b26' } as const;
/** Ten times what is just noticed. */
const minDifference = 25;

describe.each(['light', 'dark'] as const)('the lines of charts in the %s', (scheme) => {
  const charts = { counts: countSeries, rates: rateSeries };

  test.each(Object.entries(charts))('of %s are distinguished by everybody', (_, series) => {
    for (const [sight, matrix] of Object.entries(sights)) {
      const seen = series.map(({ colors }) => labOf(times(matrix, rgbOf(colors[scheme]))));
      for (const [at, one] of seen.entries()) {
        for (const other of seen.slice(at + 1)) {
          expect(differenceOf(one, other), `${sight}: ${series[at]?.label}`).toBeGreaterThan(minDifference);
        }
      }
    }
  });

  test.each(Object.entries(charts))('of %s are seen on a card, and each has dashes of its own', (_, series) => {
    for (const { label, colors } of series) {
      const [high, low] = [luminance(rgbOf(colors[scheme])), luminance(rgbOf(cards[scheme]))].toSorted((a, b) => b - a);
      expect(((high ?? 0) + 0.05) / ((low ?? 0) + 0.05), label).toBeGreaterThan(3);
    }
    expect(new Set(series.map(({ dashes }) => dashes)).size).toBe(series.length);
  });
});
