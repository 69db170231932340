import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createWorkspaceInput } from '../../../src/domain/workspaces/workspace.ts';
import { createWorkspace } from '../../../src/services/workspaces.ts';
import { auditKeys } from '../environment/audit-keys.ts';
import type { BenchDatabase } from '../environment/database.ts';
import { startServerProcess } from '../environment/server-process.ts';
import { ours } from '../environment/servers.ts';
import { startWorkerProcess } from '../environment/worker-process.ts';
import { freshKey } from '../environment/workspaces.ts';
import { latenciesOf } from '../load/latencies.ts';
import type { Options } from '../options.ts';
import { table } from '../table.ts';
import { type ReceiverProcess, startReceivers } from './receiver-process.ts';
import { addEndpoint, clearWebhookWorkspaces, secretKey, workspaceName, writeEvents } from './workspace.ts';

/** So that nothing but the event is at work, and no two fall on the same part of a poll. */
const gapMs = { min: 60, max: 140 };
const eventsASecond = 10;
const warmUpEvents = 20;

/** Makes one event in the workspace. */
type Cause = (number: number) => Promise<void>;

interface Place {
  readonly workspaceId: number;
  readonly key: string;
}

const contactTo = (port: number, key: string): Cause =>
  async function create(number) {
    const body = JSON.stringify({
      firstName: 'Ira',
      lastName: 'Cole',
      email: `ira-${number}-${randomUUID()}@example.com`,
    });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const { status } = await fetch(`http://127.0.0.1:${port}/v1/contacts`, { method: 'POST', headers, body });
    if (status !== 201) throw new Error(`A contact was answered with ${status}.`);
  };

type Start = (database: BenchDatabase, place: Place, stack: AsyncDisposableStack) => Promise<Cause>;

async function startNode({ url }: BenchDatabase, worker: 'on' | 'off', stack: AsyncDisposableStack): Promise<number> {
  const kind = ours(url);
  const env = { ...kind.env, WORKER: worker, OUTGOING_LOOPBACK: 'on' };
  const node = stack.adopt(await startServerProcess({ ...kind, env }), (process) => process.stop());
  return node.port;
}

async function startWorker({ url: databaseUrl }: BenchDatabase, stack: AsyncDisposableStack): Promise<void> {
  stack.adopt(await startWorkerProcess({ databaseUrl, secretKey }), (worker) => worker.kill());
}

const starts: Readonly<Record<string, Start>> = {
  'one node': async (database, { key }, stack) => contactTo(await startNode(database, 'on', stack), key),
  'two nodes, requests to one': async (database, { key }, stack) => {
    await startNode(database, 'on', stack);
    return contactTo(await startNode(database, 'on', stack), key);
  },
  'a node with WORKER=off, and cli worker': async (database, { key }, stack) => {
    await startWorker(database, stack);
    return contactTo(await startNode(database, 'off', stack), key);
  },
  'cli worker, and events that nobody announces': async (database, { workspaceId }, stack) => {
    await startWorker(database, stack);
    return () => writeEvents(database.client, workspaceId, 1);
  },
};

/** How long single events take from their transaction to a receiver, while nothing else is to be done. */
export async function measureLatency(database: BenchDatabase, options: Options, stack: AsyncDisposableStack) {
  const receiver = stack.adopt(startReceivers(), (process) => process.stop());
  const [origin = ''] = await receiver.open(1);
  const count = Math.round(options.rounds * options.roundSeconds * eventsASecond);
  const summaries: { name: string; events: number; p50: number; p99: number; max: number }[] = [];
  for (const [name, start] of Object.entries(starts)) {
    await clearWebhookWorkspaces(database.client);
    const place = await placeWith(database, `${origin}/`);
    const own = stack.use(new AsyncDisposableStack());
    const cause = await start(database, place, own);
    await send(receiver, cause, warmUpEvents);
    const { delays } = await send(receiver, cause, count);
    await own.disposeAsync();
    const { p50, p99 } = latenciesOf(delays);
    summaries.push({ name, events: delays.length, p50, p99, max: Math.max(...delays) });
  }
  await clearWebhookWorkspaces(database.client);
  const rows = summaries.map(({ name, events, ...times }) => [
    ...[name, String(events)],
    ...Object.values(times).map((time) => time.toFixed(0)),
  ]);
  const title = 'webhooksLatency: one event after the other, from its transaction to the receiver';
  console.error(`\n${title}\n${table([['', 'events', 'p50 ms', 'p99 ms', 'max ms'], ...rows])}\n`);
  return { name: 'webhooksLatency', summaries };
}

async function send(receiver: ReceiverProcess, cause: Cause, count: number) {
  await receiver.reset();
  for (let number = 0; number < count; number++) {
    await cause(number);
    await pause(gapMs.min + Math.random() * (gapMs.max - gapMs.min));
  }
  return receiver.until(count, 10_000);
}

/** A workspace with an owner, and one endpoint. */
async function placeWith({ client, use }: BenchDatabase, url: string): Promise<Place> {
  const ownerEmail = `bench-${randomUUID()}@example.com`;
  const input = createWorkspaceInput.parse({ name: workspaceName, ownerEmail, ownerPassword: randomUUID() });
  const { workspaceId } = await use((context) => createWorkspace({ ...context, auditKeys }, input));
  await client.query('UPDATE "Workspace" SET "rateLimitPoints" = 1000000 WHERE "id" = $1', [workspaceId]);
  await addEndpoint(client, workspaceId, { url, kinds: ['contact.created', 'contact.updated'] });
  return { workspaceId, key: await freshKey(client, workspaceId) };
}
