import { latenciesOf, median } from '../load/latencies.ts';
import { table } from '../table.ts';
import type { BulkTimes } from './bulk.ts';

interface Side {
  readonly p50: number;
  readonly p95: number;
}

export interface BulkSummary {
  readonly name: string;
  /** Milliseconds. */
  readonly sides: readonly {
    readonly kind: string;
    readonly ours: Side;
    readonly straight: Side;
    readonly ratio: number;
  }[];
  /** Of all calls to our server. */
  readonly p95: number;
  /** Of calls that followed each other. */
  readonly ratio: number;
  readonly memoryGrowthMiB: number;
}

export function summaryOf(name: string, times: BulkTimes, growthBytes: number): BulkSummary {
  const kinds = ['created', 'updated'] as const;
  const sides = kinds.map((kind) => {
    const { ours, straight } = times[kind];
    return { kind, ours: latenciesOf(ours), straight: latenciesOf(straight), ratio: ratioOf(ours, straight) };
  });
  const ours = kinds.flatMap((kind) => times[kind].ours);
  const straight = kinds.flatMap((kind) => times[kind].straight);
  const { p95 } = latenciesOf(ours);
  return { name, sides, p95, ratio: ratioOf(ours, straight), memoryGrowthMiB: growthBytes / 2 ** 20 };
}

function ratioOf(ours: readonly number[], straight: readonly number[]): number {
  return median(ours.map((time, turn) => time / (straight[turn] ?? Number.NaN)));
}

export function reportOf({ name, sides, p95, ratio, memoryGrowthMiB }: BulkSummary): string {
  const head = ['', 'p50 ms', 'p95 ms', 'pg p50 ms', 'pg p95 ms', 'times pg'];
  const rows = sides.map(({ kind, ours, straight, ratio: times }) => [
    kind,
    ...[ours.p50, ours.p95, straight.p50, straight.p95].map((value) => value.toFixed(0)),
    times.toFixed(2),
  ]);
  const whole = `  p95 ${p95.toFixed(0)} ms, ${ratio.toFixed(2)} times pg, at most ${memoryGrowthMiB.toFixed(0)} MiB more memory`;
  return `\n${name}: POST /v1/fields/answer/bulk, 10,000 contacts\n${table([head, ...rows])}\n${whole}\n`;
}
