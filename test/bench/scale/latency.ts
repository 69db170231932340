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

/** Sends the queries of a filter one after the other on one connection. */
export async function measureFilter({ queries, condition }: Filter, target: Target): Promise<FilterLatency> {
  const { port, workspace } = target;
  const paths = queries.map((query) => `/v1/eventCalls?${query}`);
  const requests = paths.map((path) => wireRequest({ path, key: workspace.key }));
  const milliseconds: number[] = [];
  const connection = new Connection(port);
  try {
    // The connection and the key are warm; only the filter is not.
    await connection.request(wireRequest({ path: '/v1/userAvailabilities', key: workspace.key }));
    for (let turn = 0; turn < 1 + warmUps + measured; turn++) {
      milliseconds.push(await timed(connection, requests[turn % requests.length] ?? ''));
    }
  } finally {
    connection.close();
  }
  const warm = milliseconds.slice(1 + warmUps);
  const counts = await countBoth(paths[0] ?? '', condition, target);
  return { first: milliseconds[0] ?? Number.NaN, warm: median(warm), p95: latenciesOf(warm).p95, ...counts };
}

async function timed(connection: Connection, request: string): Promise<number> {
  const start = performance.now();
  const status = await connection.request(request);
  if (status !== 200) throw new Error(`A filter returned ${status}: ${request.split('\r\n')[0]}`);
  return performance.now() - start;
}

async function countBoth(path: string, condition: string, { port, client, workspace }: Target) {
  const { workspaceId, key } = workspace;
  for (let attempt = 1; ; attempt++) {
    const { data } = JSON.parse(await bodyOf(port, { path, key }));
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS "count" FROM "EventCall" WHERE "workspaceId" = $1 AND (${condition})`,
      [workspaceId],
    );
    const exactCount = rows[0]?.count ?? Number.NaN;
    if (data.count === exactCount || attempt === attempts) return { count: data.count as number, exactCount };
  }
}
