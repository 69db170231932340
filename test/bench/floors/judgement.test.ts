import { describe, expect, it } from 'vitest';
import { type Figure, figureOf } from '../figure.ts';
import { confirmed, type Floors, judge } from './judgement.ts';

const entry = (value: number) => ({ value, commit: '1234567', reason: 'measured' });
const floors: Floors = {
  list: { 'requests/s × peer': [entry(0.5), entry(0.9)], 'p99 × peer': [entry(1.2)] },
  other: { ms: [entry(2)] },
};
const rate = (...values: number[]) => figureOf('requests/s × peer', 'higher', values);
const p99 = (...values: number[]) => figureOf('p99 × peer', 'lower', values);

function judged(...figures: Figure[]) {
  return judge(floors, ['list'], [{ name: 'list', figures }]);
}
const belowOf = (verdicts: ReturnType<typeof judged>) =>
  verdicts.filter(({ isBelow }) => isBelow).map(({ figure }) => figure);

describe('the judgement of the floors', () => {
  it('compares the median with the last floor of the history, in the direction of the figure', () => {
    expect(belowOf(judged(rate(0.1, 0.9, 0.9), p99(1.2, 1.2, 9)))).toEqual([]);
    expect(belowOf(judged(rate(0.89, 0.89, 2), p99(1, 1.21, 1.21)))).toEqual(['requests/s × peer', 'p99 × peer']);
  });

  it('counts the second run of what fell short, and the first of what did not', () => {
    const first = judged(rate(0.8), p99(1));
    expect(belowOf(confirmed(first, judged(rate(0.95), p99(3))))).toEqual([]);
    expect(belowOf(confirmed(first, judged(rate(0.85), p99(1))))).toEqual(['requests/s × peer']);
    expect(confirmed(first, judged(rate(0.95), p99(3))).map(({ measured }) => measured?.median)).toEqual([0.95, 1]);
  });

  it('takes a case whose measurement failed for below, and one that was left out for neither', () => {
    const verdicts = judge(
      floors,
      ['list', 'other'],
      [
        { name: 'list', error: 'refused' },
        { name: 'other', figures: [], leftOut: 'no Citus' },
      ],
    );
    expect(verdicts.map(({ isBelow }) => isBelow)).toEqual([true, true, false]);
  });

  it('refuses a floor whose figure was not measured', () => {
    expect(() => judged(rate(1))).toThrow('p99 × peer');
  });
});
