import { spreadText } from '../figure.ts';
import { table } from '../table.ts';
import type { CaseSummary, ServerSummary } from './summary.ts';

export function reportOf({ name, title, servers, figures }: CaseSummary): string {
  const head = ['', 'requests/s', '(rounds)', 'p50 ms', 'p95 ms', 'p99 ms', 'server µs', 'database µs', 'both µs'];
  const lines = figures.map(({ figure, ...ratio }) => `  ${spreadText(ratio)} ${figure}`);
  return `\n${name}: ${title}\n${table([head, ...servers.map(row)])}\n${lines.join('\n')}\n`;
}

function row({ name, requestsPerSecond, serverMicros, databaseMicros, p50, p95, p99 }: ServerSummary): string[] {
  const { median, min, max } = requestsPerSecond;
  return [
    name,
    median.toFixed(0),
    `${min.toFixed(0)}–${max.toFixed(0)}`,
    ...[p50, p95, p99].map((value) => value.toFixed(1)),
    ...[serverMicros, databaseMicros, serverMicros + databaseMicros].map((value) => value.toFixed(0)),
  ];
}
