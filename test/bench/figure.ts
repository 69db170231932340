import { median } from './load/latencies.ts';

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** One figure of a case, over its rounds. A name like `requests/s × pg` is our value over that of pg. */
export interface Figure extends Spread {
  readonly figure: string;
  readonly better: 'higher' | 'lower';
}

/** What a measurement says of one case. */
export interface Measured {
  readonly name: string;
  readonly figures: readonly Figure[];
  /** Why the case cannot be measured here. */
  readonly leftOut?: string;
  /** Why its measurement failed. */
  readonly error?: string;
}

export function spread(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

export function figureOf(figure: string, better: Figure['better'], values: readonly number[]): Figure {
  return { figure, better, ...spread(values) };
}

/** The median with its range. */
export function spreadText({ median: middle, min, max }: Spread, digits = 2): string {
  return `${middle.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;
}
