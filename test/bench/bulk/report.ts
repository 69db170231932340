import { type Figure, figureOf, type Measured, spreadText } from '../figure.ts';
import { type Latencies, latenciesOf } from '../load/latencies.ts';
import { table } from '../table.ts';
import type { BulkTimes } from './bulk.ts';

export interface BulkSummary extends Measured {
  /** Milliseconds. */
  readonly operations: readonly {
    readonly kind: string;
    readonly ours: Latencies;
    readonly direct: Latencies;
    readonly figure: Figure;
  }[];
  /** Of all requests to our server. */
  readonly p95: number;
  readonly memoryGrowthMiB: number;
}

export function summaryOf(name: string, times: BulkTimes, growthBytes: number): BulkSummary {
  const kinds = ['created', 'updated'] as const;
  const operations = kinds.map((kind) => {
    const { ours, direct } = times[kind];
    return { kind, ours: latenciesOf(ours), direct: latenciesOf(direct), figure: timeAgainst(ours, direct) };
  });
  const ours = kinds.flatMap((kind) => times[kind].ours);
  const direct = kinds.flatMap((kind) => times[kind].direct);
  const { p95 } = latenciesOf(ours);
  return { name, operations, p95, figures: [timeAgainst(ours, direct)], memoryGrowthMiB: growthBytes / 2 ** 20 };
}

/** Over pairs of consecutive requests. */
function timeAgainst(ours: readonly number[], direct: readonly number[]): Figure {
  const ratios = ours.map((time, turn) => time / (direct[turn] ?? Number.NaN));
  return figureOf('time × the statement alone', 'lower', ratios);
}

export function reportOf({ name, operations, p95, figures: [whole], memoryGrowthMiB }: BulkSummary): string {
  const head = ['', 'p50 ms', 'p95 ms', 'pg p50 ms', 'pg p95 ms', 'times pg'];
  const rows = operations.map(({ kind, ours, direct, figure }) => [
    kind,
    ...[ours.p50, ours.p95, direct.p50, direct.p95].map((value) => value.toFixed(0)),
    spreadText(figure),
  ]);
  const times = whole ? spreadText(whole) : '';
  const summary = `  p95 ${p95.toFixed(0)} ms, ${times} times pg, at most ${memoryGrowthMiB.toFixed(0)} MiB more memory`;
  return `\n${name}: POST /v1/fields/answer/bulk, 10,000 contacts\n${table([head, ...rows])}\n${summary}\n`;
}
