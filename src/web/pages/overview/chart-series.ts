/**
 * A line of a chart. Its dashes distinguish it as well as its colour does; its colours differ in lightness too, for people who see
 * few colours. `test/web/chart-colors.test.ts` simulates what they see.
 */
export interface Series {
  readonly name: string;
  readonly label: string;
  readonly colors: { readonly light: string; readonly dark: string };
  /** Lengths of dashes and gaps; a whole line without them. */
  readonly dashes?: string;
}

const blue = { light: '#1f4fa8', dark: '#8fb8ff' };
const orange = { light: '#c2570c', dark: '#f0a03c' };
const green = { light: '#2a9d76', dark: '#d9f2b4' };

export const countSeries: readonly Series[] = [
  { name: 'booked', label: 'Booked', colors: blue },
  { name: 'held', label: 'Held', colors: orange, dashes: '7 3' },
  { name: 'won', label: 'Won', colors: green, dashes: '2 3' },
];

export const rateSeries: readonly Series[] = [
  { name: 'showRate', label: 'Show rate', colors: blue },
  { name: 'closeRate', label: 'Close rate', colors: orange, dashes: '7 3' },
];

/** The colour of the scheme that is shown. */
export function colorOf({ colors }: Series): string {
  return `light-dark(${colors.light}, ${colors.dark})`;
}
