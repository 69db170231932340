import { median } from '../load/latencies.ts';
import type { Round, Side } from './rounds.ts';

/** Medians over the rounds; latencies in milliseconds, processor time in microseconds a request. */
export interface SideSummary {
  readonly name: string;
  readonly requestsPerSecond: Spread;
  readonly serverMicros: number;
  readonly databaseMicros: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly greatest: number;
}

export interface CaseSummary {
  readonly name: string;
  readonly title: string;
  readonly sides: readonly SideSummary[];
  /** How many times the requests of the other side ours answers, round by round. */
  readonly ratios: readonly { readonly to: string; readonly ratio: Spread }[];
}

export function summaryOf({ name, title }: { name: string; title: string }, sides: readonly Side[]): CaseSummary {
  const [ours, ...others] = sides;
  const ratios = others.map(({ server, rounds }) => ({ to: server.name, ratio: ratio(ours?.rounds ?? [], rounds) }));
  return { name, title, sides: sides.map(sideSummary), ratios };
}

function sideSummary({ server, rounds }: Side): SideSummary {
  const middle = (value: (round: Round) => number) => median(rounds.map(value));
  return {
    name: server.name,
    requestsPerSecond: spread(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
    serverMicros: middle(({ serverMicros }) => serverMicros),
    databaseMicros: middle(({ databaseMicros }) => databaseMicros),
    p50: middle(({ latencies }) => latencies.p50),
    p95: middle(({ latencies }) => latencies.p95),
    p99: middle(({ latencies }) => latencies.p99),
  };
}

/** Of rounds that followed each other, so that what disturbed both counts least. */
function ratio(ours: readonly Round[], others: readonly Round[]): Spread {
  return spread(ours.map((round, turn) => round.requestsPerSecond / (others[turn]?.requestsPerSecond ?? Number.NaN)));
}

function spread(values: readonly number[]): Spread {
  return { median: median(values), least: Math.min(...values), greatest: Math.max(...values) };
}
