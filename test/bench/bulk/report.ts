import { type Latencies, latenciesOf, median } from '../load/latencies.ts';
import { table } from '../table.ts';
import type { BulkTimes } from './bulk.ts';

export interface BulkSummary {
  readonly name: string;
  /** Milliseconds. */
  readonly operations: readonly {
    readonly kind: string;
    readonly ours: Latencies;
    readonly direct: Latencies;
    readonly ratio: number;
  }[];
  /** Of all requests to our server. */
  readonly p95: number;
  /** Our time over that of pg: the median over pairs of consecutive requests. */
  readonly ratio: number;
  readonly memoryGrowthMiB: number;
}

export function summaryOf(name: string, times: BulkTimes, growthBytes: number): BulkSummary {
  const kinds = ['created', 'updated'] as const;
  const operations = kinds.map((kind) => {
    const { ours, direct } = times[kind];
    return { kind, ours: latenciesOf(ours), direct: latenciesOf(direct), ratio: ratioOf(ours, direct) };
  });
  const ours = kinds.flatMap((kind) => times[kind].ours);
  const direct = kinds.flatMap((kind) => times[kind].direct);
  const { p95 } = latenciesOf(ours);
  return { name, operations, p95, ratio: ratioOf(ours, direct), memoryGrowthMiB: growthBytes / 2 ** 20 };
}

function ratioOf(ours: readonly number[], direct: readonly number[]): number {
  return median(ours.map((time, turn) => time / (direct[turn] ?? Number.NaN)));
}

export function reportOf({ name, operations, p95, ratio, memoryGrowthMiB }: BulkSummary): string {
  const head = ['', 'p50 ms', 'p95 ms', 'pg p50 ms', 'pg p95 ms', 'times pg'];
  const rows = operations.map(({ kind, ours, direct, ratio: times }) => [
    kind,
    ...[ours.p50, ours.p95, direct.p50, direct.p95].map((value) => value.toFixed(0)),
    times.toFixed(2),
  ]);
  const whole = `  p95 ${p95.toFixed(0)} ms, ${ratio.toFixed(2)} times pg, at most ${memoryGrowthMiB.toFixed(0)} MiB more memory`;
  return `\n${name}: POST /v1/fields/answer/bulk, 10,000 contacts\n${table([head, ...rows])}\n${whole}\n`;
}
