import { table } from '../table.ts';
import type { CaseSummary, SideSummary, Spread } from './summary.ts';

export function reportOf({ name, title, sides, ratios }: CaseSummary): string {
  const head = ['', 'requests/s', '(rounds)', 'p50 ms', 'p95 ms', 'p99 ms', 'server µs', 'database µs', 'both µs'];
  const lines = ratios.map(({ to, ratio }) => `  ${fixed(ratio)} times "${to}"`);
  return `\n${name}: ${title}\n${table([head, ...sides.map(row)])}\n${lines.join('\n')}\n`;
}

function row({ name, requestsPerSecond, serverMicros, databaseMicros, p50, p95, p99 }: SideSummary): string[] {
  const { median, least, greatest } = requestsPerSecond;
  return [
    name,
    median.toFixed(0),
    `${least.toFixed(0)}–${greatest.toFixed(0)}`,
    ...[p50, p95, p99].map((value) => value.toFixed(1)),
    ...[serverMicros, databaseMicros, serverMicros + databaseMicros].map((value) => value.toFixed(0)),
  ];
}

function fixed({ median, least, greatest }: Spread): string {
  return `${median.toFixed(2)} (${least.toFixed(2)}–${greatest.toFixed(2)})`;
}
