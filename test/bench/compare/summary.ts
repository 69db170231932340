import { median } from '../load/latencies.ts';
import type { Round, ServerRounds } from './rounds.ts';

/** Medians over the rounds; latencies in milliseconds, processor time in microseconds a request. */
export interface ServerSummary {
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
  readonly min: number;
  readonly max: number;
}

export interface CaseSummary {
  readonly name: string;
  readonly title: string;
  readonly servers: readonly ServerSummary[];
  /** Requests a second of our server over those of the other server. */
  readonly ratios: readonly { readonly to: string; readonly ratio: Spread }[];
}

export function summaryOf(
  { name, title }: { name: string; title: string },
  results: readonly ServerRounds[],
): CaseSummary {
  const [ours, ...others] = results;
  const ratios = others.map(({ server, rounds }) => ({ to: server.name, ratio: ratio(ours?.rounds ?? [], rounds) }));
  return { name, title, servers: results.map(serverSummary), ratios };
}

function serverSummary({ server, rounds }: ServerRounds): ServerSummary {
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

/** Compares consecutive rounds, because a disturbance of the machine mostly affects both. */
function ratio(ours: readonly Round[], others: readonly Round[]): Spread {
  return spread(ours.map((round, turn) => round.requestsPerSecond / (others[turn]?.requestsPerSecond ?? Number.NaN)));
}

export function spread(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}
