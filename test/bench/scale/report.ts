import { table } from '../table.ts';
import type { Filter } from './filters.ts';
import type { FilterLatency } from './latency.ts';

export interface Scaled {
  readonly filter: Filter;
  readonly small: FilterLatency;
  readonly large: FilterLatency;
}

/** The accepted growth of the latency with a hundred times the calls. */
const maxRatio = 3;
const explained = 12;

export function scaleReport(scaled: readonly Scaled[]): string {
  const head = [
    '10,000 and 1,000,000 calls, ms',
    'calls',
    'first',
    'warm',
    'p95',
    'calls',
    'first',
    'warm',
    'p95',
    'ratio',
    '',
  ];
  return `\n${table([head, ...scaled.map(row)])}\n`;
}

/** The filters that grew beyond the accepted ratio, and those that take longest, their first request included. */
export function slowest(scaled: readonly Scaled[]): Scaled[] {
  const cost = ({ large }: Scaled) => Math.max(large.warm, large.first / 2);
  const steep = scaled.filter((each) => ratio(each) > maxRatio);
  const longest = scaled.toSorted((one, other) => cost(other) - cost(one)).slice(0, explained);
  return [...new Set([...steep, ...longest])];
}

function row(scaled: Scaled): string[] {
  const { filter, small, large } = scaled;
  const marks = [
    ratio(scaled) > maxRatio ? `OVER ${maxRatio}×` : '',
    ...[small, large].map(({ count, exactCount }) =>
      count === exactCount ? '' : `WRONG COUNT, exactly ${exactCount}`,
    ),
  ];
  return [
    filter.name,
    ...[small, large].flatMap(({ count, first, warm, p95 }) => [
      String(count),
      ...[first, warm, p95].map((ms) => ms.toFixed(1)),
    ]),
    ratio(scaled).toFixed(2),
    marks.filter(Boolean).join(' '),
  ];
}

function ratio({ small, large }: Scaled): number {
  return large.warm / small.warm;
}
