import { table } from '../table.ts';
import { failures } from './judgement.ts';
import type { NeighbourSummary } from './neighbours.ts';
import { path, perSecond, quietWorkspaces } from './quiet-workspaces.ts';

/** What the load got, a second, the most frequent first. */
function outcomeText({ outcome: { counts, seconds, held } }: NeighbourSummary): string {
  const sorted = Object.entries(counts).toSorted(([, one], [, other]) => other - one);
  const rates = sorted.map(([outcome, count]) => `${outcome}: ${perSecondText(count / seconds)}`);
  if (held !== undefined) rates.unshift(`${held} held`);
  return rates.join(', ') || 'nothing';
}

function perSecondText(rate: number): string {
  return rate < 10 ? rate.toFixed(1) : rate.toFixed(0);
}

/** Printed when the row is measured, because all of them take minutes. */
export function lineOf(summary: NeighbourSummary): string {
  const { name, quiet, during, error } = summary;
  const p99s = [quiet, during].map(({ latencies }) => latencies.p99.toFixed(1)).join(' → ');
  return `${name}: p99 ${p99s} ms, ${error ?? 'holds'}; ${outcomeText(summary)}`;
}

export function reportOf(summaries: readonly NeighbourSummary[]): string {
  const cells = summaries.map((summary) => {
    const { name, quiet, during, peakBytes, error } = summary;
    const times = [quiet, during].flatMap(({ latencies: { p50, p99 } }) => [p50, p99]).map((ms) => ms.toFixed(1));
    const counts = [`${failures(quiet) + failures(during)} of ${quiet.requests + during.requests}`];
    const memory = `${(peakBytes / 2 ** 20).toFixed(0)} MB`;
    return [name, ...times, ...counts, memory, error === undefined ? 'holds' : 'FELT', outcomeText(summary)];
  });
  const head = ['', 'quiet p50', 'p99 ms', 'during p50', 'p99 ms', 'failed', 'memory', '', 'load, answers a second'];
  const nodes = summaries[0]?.nodes === 2 ? 'two nodes behind HAProxy' : 'one node';
  const title = `neighbours: GET ${path} of ${quietWorkspaces} quiet workspaces, ${perSecond} a second, on ${nodes}`;
  return `\n${title}\n${table([head, ...cells])}\n`;
}
