import { describe, expect, it } from 'vitest';
import { latenciesOf } from '../load/latencies.ts';
import { complaintOf, type Felt } from './judgement.ts';

const felt = (p99: number, failed: Felt['failed'] = {}): Felt => ({
  ...{ requests: 400, failed },
  latencies: { p50: 5, p95: 8, p99 },
});

describe('what a quiet neighbour may feel', () => {
  it('is 30 ms where that is more than three times the quiet p99', () => {
    expect(complaintOf(felt(4), felt(30))).toBeUndefined();
    expect(complaintOf(felt(4), felt(30.1))).toBe("the neighbour's p99 was 30.1 ms, above 30.0");
  });

  it('is three times the quiet p99 where that is more than 30 ms', () => {
    expect(complaintOf(felt(20), felt(60))).toBeUndefined();
    expect(complaintOf(felt(20), felt(60.1))).toBe("the neighbour's p99 was 60.1 ms, above 60.0");
  });

  it('is no failed request, quiet or not', () => {
    expect(complaintOf(felt(4), felt(4, { 503: 1, lost: 2 }))).toBe(
      'requests of the neighbour failed, 503: 1, lost: 2',
    );
    expect(complaintOf(felt(4, { 429: 1 }), felt(4))).toBe('requests of the neighbour failed, 429: 1');
  });

  it('is not unknown, as it would be without a request', () => {
    expect(complaintOf(felt(4), { requests: 0, failed: {}, latencies: latenciesOf([]) })).toContain('NaN');
  });
});
