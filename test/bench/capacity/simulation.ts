import { setTimeout as pause } from 'node:timers/promises';
import { bothSides, leftOut, type Side, withClient } from '../distributed/cluster.ts';
import { cpuTimes, spentSeconds } from '../environment/cpu.ts';
import type { BenchDatabase } from '../environment/database.ts';
import { postgresSeconds } from '../environment/postgres-cpu.ts';
import { type ServerProcess, startServerProcess } from '../environment/server-process.ts';
import { ours } from '../environment/servers.ts';
import { bodyOf, wireRequest } from '../load/request.ts';
import type { Options } from '../options.ts';
import { table } from '../table.ts';
import { startReceivers } from '../webhooks/receiver-process.ts';
import { type DueRequest, perWorkspace, replay } from './day.ts';
import { connections, idleCosts, requestCosts, rowBytes } from './figures.ts';
import { installation, type SimulatedWorkspace } from './installation.ts';

const size = { workspaces: 200, calls: 500 };
const nodes = 2;
const dayMs = 60_000;
const idleMs = 10_000;
type Kind = keyof typeof perWorkspace;

const relations =
  '{ contacts(limit: 5) { contacts { id email eventCalls { id dateTime name outcome deals { id value currency } } } } }';

interface Figures {
  readonly nodeSeconds: number;
  readonly databaseSeconds: number;
  readonly bytes: number;
  readonly coordinatorConnections: number;
  readonly workerConnections: number;
}

/** Replays a day of an installation, scaled down, on Citus with two nodes of ours, and compares it with the formula of the page. */
export async function simulateDay(_: BenchDatabase, __: Options, stack: AsyncDisposableStack) {
  const sides = await bothSides(stack);
  if (!sides) {
    console.error(`\nsimulation: ${leftOut}`);
    return { name: 'simulation', leftOut };
  }
  const { citus } = sides;
  const receiver = stack.adopt(startReceivers(), (process) => process.stop());
  const [origin] = await receiver.open(1);
  const workspaces = await installation(citus.database, { ...size, webhookUrl: `${origin}/` });
  const servers: ServerProcess[] = [];
  const kind = ours(citus.database.url);
  for (let number = 0; number < nodes; number++) {
    const server = await startServerProcess({ ...kind, env: { ...kind.env, OUTGOING_LOOPBACK: 'on' } });
    servers.push(stack.adopt(server, (started) => started.stop()));
  }
  const ports = servers.map(({ port }) => port);
  const due = await dayOf(workspaces, citus, ports[0] ?? 0);
  const spent = async (work: () => Promise<unknown>) => {
    const pids = servers.map(({ pid }) => pid);
    const before = {
      node: await cpuTimes(pids),
      database: await postgresSeconds(citus.postmasters),
      at: performance.now(),
    };
    await work();
    return {
      nodeSeconds: spentSeconds(before.node, await cpuTimes(pids)),
      databaseSeconds: (await postgresSeconds(citus.postmasters)) - before.database,
      seconds: (performance.now() - before.at) / 1000,
    };
  };

  await pause(5_000);
  const idle = await spent(() => pause(idleMs));
  const peak = { coordinatorConnections: 0, workerConnections: 0 };
  const isOver = new AbortController();
  const watching = watch(citus, peak, isOver.signal);
  const day = await spent(async () => {
    await replay(due, ports);
    await receiver.until(workspaces.length * perWorkspace.booking, 120_000);
  });
  isOver.abort();
  await watching;

  const counts = await rowCounts(citus);
  const seen: Figures = { ...day, ...peak, bytes: await totalBytes(citus, Object.keys(counts)) };
  const predicted: Figures = {
    nodeSeconds: nodes * day.seconds * (idleCosts.node / 1000) + requestSeconds('node'),
    databaseSeconds: day.seconds * (idleCosts.database / 1000) + requestSeconds('database'),
    bytes: Object.entries(counts).reduce((sum, [name, count]) => {
      const { table, indexes } = rowBytes[name as keyof typeof rowBytes];
      return sum + count * (table + indexes);
    }, 0),
    coordinatorConnections: nodes * connections.toCoordinator,
    workerConnections: nodes * connections.toWorker,
  };
  console.error(reportOf(predicted, seen, { ...idle, requests: due.length, daySeconds: day.seconds }));
  return { name: 'simulation', size, perWorkspace, predicted, seen, idle };
}

function requestSeconds(part: 'node' | 'database'): number {
  const each = Object.entries(perWorkspace).map(([kind, count]) => count * requestCosts[kind as Kind].citus[part]);
  return (size.workspaces * each.reduce((sum, ms) => sum + ms, 0)) / 1000;
}

/** The requests of all workspaces, spread evenly over the day. */
async function dayOf(
  workspaces: readonly SimulatedWorkspace[],
  { database }: Side,
  port: number,
): Promise<DueRequest[]> {
  const [{ workspaceId, key } = { workspaceId: 0, key: '' }] = workspaces;
  const { rows } = await database.client.query<{ contactId: number; eventId: number }>(
    `SELECT min("contactId") AS "contactId", min("eventId") AS "eventId" FROM "EventCall" WHERE "workspaceId" = $1`,
    [workspaceId],
  );
  const { contactId, eventId } = rows[0] ?? { contactId: 0, eventId: 0 };
  const openTimes = JSON.stringify({ eventId, timeZone: 'UTC' });
  // All workspaces have the same calls, so the same times are free in each.
  const text = await bodyOf(port, { path: '/v1/events/eventDates', key, body: openTimes });
  const dateTime = /"dateTime":"([^"]+)"/.exec(text)?.[1];
  if (dateTime === undefined) throw new Error('The event of the simulation has no open time.');
  const booking = {
    eventId,
    dateTime,
    timeZone: 'UTC',
    email: 'ira.cole@example.com',
    firstName: 'Ira',
    lastName: 'Cole',
  };
  const requestOf: Record<Kind, { path: string; body?: string; status?: number }> = {
    calls: { path: '/v1/eventCalls' },
    contact: { path: `/v1/contacts/detail?contactId=${contactId}` },
    relations: { path: '/graphql', body: JSON.stringify({ query: relations }) },
    openTimes: { path: '/v1/events/eventDates', body: openTimes },
    booking: { path: '/v1/eventCalls', body: JSON.stringify(booking), status: 201 },
  };
  const due: DueRequest[] = [];
  for (const [kind, count] of Object.entries(perWorkspace)) {
    const { status = 200, ...request } = requestOf[kind as Kind];
    for (let number = 0; number < count; number++) {
      for (const [index, each] of workspaces.entries()) {
        const atMs = (dayMs * (number + index / workspaces.length)) / count;
        due.push({ atMs, kind, request: wireRequest({ ...request, key: each.key }), status });
      }
    }
  }
  return due.toSorted((one, other) => one.atMs - other.atMs);
}

/** Notes the most connections of our nodes that were open at once: to the coordinator, and to one worker. */
async function watch(
  { nodes: urls }: Side,
  peak: { coordinatorConnections: number; workerConnections: number },
  signal: AbortSignal,
) {
  while (!signal.aborted) {
    const counts = await Promise.all(urls.map((url) => withClient(url, connectionsOf)));
    peak.coordinatorConnections = Math.max(peak.coordinatorConnections, counts[0] ?? 0);
    peak.workerConnections = Math.max(peak.workerConnections, ...counts.slice(1));
    await pause(1000);
  }
}

async function connectionsOf(client: BenchDatabase['client']): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS "count" FROM pg_stat_activity
     WHERE "datname" = current_database() AND "application_name" = 'slotline'`,
  );
  return rows[0]?.count ?? 0;
}

async function rowCounts({ database: { client } }: Side): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of Object.keys(rowBytes)) {
    const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS "count" FROM "${name}"`);
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

async function totalBytes({ database: { client } }: Side, tables: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT sum(citus_total_relation_size(format('%I', t)::regclass))::bigint AS "bytes" FROM unnest($1::text[]) t`,
    [tables],
  );
  return Number(rows[0]?.bytes);
}

interface Course {
  readonly nodeSeconds: number;
  readonly databaseSeconds: number;
  readonly seconds: number;
  readonly requests: number;
  readonly daySeconds: number;
}

function reportOf(predicted: Figures, seen: Figures, { requests, daySeconds, ...idle }: Course): string {
  const row = (name: string, part: keyof Figures, unit: number, digits: number) => [
    ...[name, (predicted[part] / unit).toFixed(digits), (seen[part] / unit).toFixed(digits)],
    (seen[part] / predicted[part]).toFixed(2),
  ];
  const rows = [
    row('processor of the nodes, s', 'nodeSeconds', 1, 1),
    row('processor of the databases, s', 'databaseSeconds', 1, 1),
    row('rows and indexes, MB', 'bytes', 1e6, 1),
    row('connections to the coordinator', 'coordinatorConnections', 1, 0),
    row('connections to a worker', 'workerConnections', 1, 0),
  ];
  const perSecond = (seconds: number) => ((seconds / idle.seconds) * 1000).toFixed(0);
  return `
simulation: ${size.workspaces} workspaces of ${size.calls} calls, ${requests} requests in ${daySeconds.toFixed(0)} s, ${nodes} nodes
${table([['', 'predicted', 'seen', 'seen / predicted'], ...rows])}
  without requests: nodes ${perSecond(idle.nodeSeconds)} ms, databases ${perSecond(idle.databaseSeconds)} ms each second
`;
}
