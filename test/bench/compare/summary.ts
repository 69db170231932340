import { type Figure, figureOf, type Measured, type Spread, spread } from '../figure.ts';
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

export interface CaseSummary extends Measured {
  readonly title: string;
  readonly servers: readonly ServerSummary[];
}

export function summaryOf(
  { name, title }: { name: string; title: string },
  results: readonly ServerRounds[],
): CaseSummary {
  const [ours, ...others] = results;
  const figures = others.flatMap((other) => figuresAgainst(other, ours?.rounds ?? []));
  return { name, title, servers: results.map(serverSummary), figures };
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
function figuresAgainst({ server: { name }, rounds }: ServerRounds, ours: readonly Round[]): Figure[] {
  const against = (figure: string, better: Figure['better'], value: (round: Round) => number) => {
    const ratios = ours.map((round, turn) => value(round) / value(rounds[turn] as Round));
    return figureOf(`${figure} × ${name}`, better, ratios);
  };
  return [
    against('requests/s', 'higher', ({ requestsPerSecond }) => requestsPerSecond),
    against('requests/CPU s', 'higher', (round) => 1 / (round.serverMicros + round.databaseMicros)),
    against('p99', 'lower', ({ latencies }) => latencies.p99),
  ];
}
