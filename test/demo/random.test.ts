import { describe, expect, test } from 'vitest';
import { seededRandom } from '#src/demo/random.ts';

describe('seededRandom()', () => {
  const samples = <Sample>(count: number, sample: () => Sample) => Array.from({ length: count }, sample);

  test('returns the same numbers for the same seed, and others for another', () => {
    expect(samples(3, seededRandom(1).next)).toEqual([0.6270739405881613, 0.002735721180215478, 0.5274470399599522]);
    expect(samples(3, seededRandom(2).next)).not.toEqual(samples(3, seededRandom(1).next));
  });

  test('returns whole numbers from both ends and everything between', () => {
    const random = seededRandom(7);
    expect([...new Set(samples(200, () => random.integer(2, 5)))].sort()).toEqual([2, 3, 4, 5]);
    expect([...new Set(samples(200, () => random.pick(['a', 'b'])))].sort()).toEqual(['a', 'b']);
  });

  test('returns keys by their weights, those without weight never', () => {
    const random = seededRandom(7);
    const keys = samples(1000, () => random.weighted({ often: 75, seldom: 25, never: 0 }));
    const often = keys.filter((key) => key === 'often').length;
    expect(often).toBeGreaterThan(700);
    expect(often).toBeLessThan(800);
    expect(keys).not.toContain('never');
    expect(samples(100, () => random.chance(0))).not.toContain(true);
    expect(samples(100, () => random.chance(1))).not.toContain(false);
  });
});
