import type pg from 'pg';
import type { BenchWorkspace } from '../environment/workspaces.ts';
import { Connection } from '../load/connection.ts';
import { latenciesOf, median } from '../load/latencies.ts';
import { bodyOf, wireRequest } from '../load/request.ts';
import type { Filter } from './filters.ts';

export interface FilterLatency {
  /** Milliseconds of the first request with this filter. */
  readonly first: number;
  /** The median of later requests. */
  readonly warm: number;
  readonly p95: number;
  readonly count: number;
  readonly exactCount: number;
}

interface Target {
  readonly port: number;
  readonly client: pg.Client;
  readonly workspace: BenchWorkspace;
}

/** A filter with values of the workspace. */
interface FilterTarget extends Target {
  readonly filter: Filter;
}

const warmUps = 3;
const measured = 40;
/** A call may end between the response and the count by SQL. */
const attempts = 3;

/** Runs the code of the endpoint, so that the first filter does not pay for its compilation. */
export async function warmServer({ port, workspace }: Target): Promise<void> {
  const connection = new Connection(port);
  const request = wireRequest({ path: '/v1/eventCalls?page=1', key: workspace.key });
  for (let turn = 0; turn < 500; turn++) await timed(connection, request);
  connection.close();
}

/**
 * Sends the queries of a filter, each on a connection of its own, to each workspace in turn: then whatever else the machine
 * does slows them all alike.
 */
export async function measureFilter(targets: readonly FilterTarget[]): Promise<FilterLatency[]> {
  const runs = targets.map((target) => ({ ...target, connection: new Connection(target.port), ...requestsOf(target) }));
  const milliseconds = targets.map((): number[] => []);
  try {
    // The connection and the key are warm; only the filter is not.
    for (const { connection, warmUp } of runs) await connection.request(warmUp);
    for (let turn = 0; turn < 1 + warmUps + measured; turn++) {
      for (const [place, { connection, requests }] of runs.entries()) {
        milliseconds[place]?.push(await timed(connection, requests[turn % requests.length] ?? ''));
      }
    }
  } finally {
    for (const { connection } of runs) connection.close();
  }
  const latencies: FilterLatency[] = [];
  for (const [place, target] of targets.entries()) {
    const [first = Number.NaN, ...rest] = milliseconds[place] ?? [];
    const warm = rest.slice(warmUps);
    const counts = await countBoth(target);
    latencies.push({ first, warm: median(warm), p95: latenciesOf(warm).p95, ...counts });
  }
  return latencies;
}

function pathsOf({ queries }: Filter): string[] {
  return queries.map((query) => `/v1/eventCalls?${query}`);
}

function requestsOf({ filter, workspace: { key } }: FilterTarget) {
  return {
    requests: pathsOf(filter).map((path) => wireRequest({ path, key })),
    warmUp: wireRequest({ path: '/v1/userAvailabilities', key }),
  };
}

async function timed(connection: Connection, request: string): Promise<number> {
  const start = performance.now();
  const status = await connection.request(request);
  if (status !== 200) throw new Error(`A filter returned ${status}: ${request.split('\r\n')[0]}`);
  return performance.now() - start;
}

async function countBoth({ filter, port, client, workspace }: FilterTarget) {
  const { workspaceId, key } = workspace;
  const [path = ''] = pathsOf(filter);
  for (let attempt = 1; ; attempt++) {
    const { data } = JSON.parse(await bodyOf(port, { path, key }));
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS "count" FROM "EventCall" WHERE "workspaceId" = $1 AND (${filter.condition})`,
      [workspaceId],
    );
    const exactCount = rows[0]?.count ?? Number.NaN;
    if (data.count === exactCount || attempt === attempts) return { count: data.count as number, exactCount };
  }
}
