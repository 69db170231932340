import { setTimeout as pause } from 'node:timers/promises';
import type { BenchDatabase } from '../environment/database.ts';
import { startWorkerProcess } from '../environment/worker-process.ts';
import { latenciesOf } from '../load/latencies.ts';
import type { Options } from '../options.ts';
import { table } from '../table.ts';
import { startReceivers } from './receiver-process.ts';
import { addWaiting, clearWebhookWorkspaces, secretKey, webhookWorkspace } from './workspace.ts';
import { startEventWriter } from './writer.ts';

const receivers = 100;
/** Of so many receivers one hangs. */
const perHanging = 5;
/** As many as a workspace may have. */
const endpointsPerWorkspace = 20;
/** In each workspace. */
const eventsPerSecond = 2;
/** Longer than the time limit of a request, so that the hanging ones are measured before and after their first failure. */
const seconds = 25;
const waitingCounts = [0, 1_000_000];

interface FairnessSummary {
  readonly name: string;
  /** Deliveries to the receivers that answer. */
  readonly deliveries: number;
  /** Milliseconds from the writing of the event to its arrival. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** One worker sends to 100 receivers of which 20 never answer, without and with a million deliveries that wait. */
export async function measureFairness(database: BenchDatabase, _options: Options, stack: AsyncDisposableStack) {
  const { client } = database;
  const receiver = stack.adopt(startReceivers(), (process) => process.stop());
  const origins = await receiver.open(receivers);
  const urls = origins.map((origin, index) => `${origin}/${index % perHanging === 0 ? 'hang' : ''}`);
  const summaries: FairnessSummary[] = [];
  for (const waiting of waitingCounts) {
    await clearWebhookWorkspaces(client);
    if (waiting > 0) await addWaiting(client, waiting);
    const workspaceIds: number[] = [];
    for (let first = 0; first < receivers; first += endpointsPerWorkspace) {
      workspaceIds.push(await webhookWorkspace(client, urls.slice(first, first + endpointsPerWorkspace)));
    }
    const worker = await startWorkerProcess({ databaseUrl: database.url, secretKey });
    await receiver.reset();
    const rhythm = { transactionsPerSecond: eventsPerSecond * workspaceIds.length, eventsEach: 1 };
    const writer = await startEventWriter(database.url, workspaceIds, rhythm);
    await pause(seconds * 1000);
    const written = Math.round((await writer.stop()) * seconds);
    const expected = Math.floor((written / workspaceIds.length) * receivers * (1 - 1 / perHanging) * 0.99);
    const { delays } = await receiver.until(expected, 60_000);
    await worker.kill();
    const { p50, p99 } = latenciesOf(delays);
    const name = `${waiting.toLocaleString('en')} waiting`;
    summaries.push({ name, deliveries: delays.length, p50, p99, max: Math.max(...delays) });
  }
  await clearWebhookWorkspaces(client);
  console.error(reportOf(summaries));
  return { name: 'webhooksFairness', summaries };
}

function reportOf(summaries: readonly FairnessSummary[]): string {
  const rows = summaries.map(({ name, deliveries, p50, p99, max }) => [
    ...[name, String(deliveries)],
    ...[p50, p99, max].map((value) => value.toFixed(0)),
  ]);
  const hanging = receivers / perHanging;
  const title = `webhooksFairness: ${receivers} receivers of which ${hanging} hang, ${eventsPerSecond} events a second for each`;
  const head = ['', `deliveries to the other ${receivers - hanging}`, 'p50 ms', 'p99 ms', 'max ms'];
  return `\n${title}, for ${seconds} s\n${table([head, ...rows])}\n`;
}
