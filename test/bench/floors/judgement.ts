import type { Figure, Measured } from '../figure.ts';

/** A value that held from then on. */
export interface Floor {
  readonly value: number;
  /** At which it was measured. */
  readonly commit: string;
  readonly reason: string;
}

/** By case and figure, each with its history; the last one holds. */
export type Floors = Readonly<Record<string, Readonly<Record<string, readonly [...Floor[], Floor]>>>>;

export interface Verdict {
  readonly name: string;
  readonly figure: string;
  readonly floor: number;
  /** Absent where the case was left out, or its measurement failed. */
  readonly measured?: Figure;
  readonly leftOut?: string;
  readonly error?: string;
  readonly isBelow: boolean;
}

/** A verdict for each floor of these cases. Throws where a figure is missing, so that no floor goes unnoticed. */
export function judge(floors: Floors, cases: readonly string[], results: readonly Partial<Measured>[]): Verdict[] {
  return cases.flatMap((name) => {
    const { figures = [], leftOut, error } = results.find((result) => result.name === name) ?? {};
    return Object.entries(floors[name] ?? {}).map(([figure, history]): Verdict => {
      const floor = history.at(-1)?.value ?? Number.NaN;
      if (leftOut !== undefined) return { name, figure, floor, leftOut, isBelow: false };
      if (error !== undefined) return { name, figure, floor, error, isBelow: true };
      const measured = figures.find((each) => each.figure === figure);
      if (!measured) throw new Error(`"${name}" has a floor for "${figure}", which was not measured.`);
      const reaches = measured.better === 'higher' ? measured.median >= floor : measured.median <= floor;
      return { name, figure, floor, measured, isBelow: !reaches };
    });
  });
}

/** The first verdicts, but for what fell short the second: a disturbance of the machine seldom comes twice. */
export function confirmed(first: readonly Verdict[], second: readonly Verdict[]): Verdict[] {
  const again = ({ name, figure }: Verdict) => second.find((each) => each.name === name && each.figure === figure);
  return first.map((verdict) => (verdict.isBelow && again(verdict)) || verdict);
}
