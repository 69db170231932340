import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { generateWebhookSecret } from '../../../src/domain/webhooks/secret.ts';
import { sampleCpu } from '../compare/rounds.ts';
import { spentSeconds } from '../environment/cpu.ts';
import type { BenchDatabase } from '../environment/database.ts';
import { startWorkerProcess } from '../environment/worker-process.ts';
import { type Spread, spread, spreadText } from '../figure.ts';
import type { Options } from '../options.ts';
import { table } from '../table.ts';
import type { ByHandOrder } from './by-hand.ts';
import { type ReceiverProcess, startReceivers } from './receiver-process.ts';
import { clearWebhookWorkspaces, contact, secretKey, webhookWorkspace, writeEvents } from './workspace.ts';

const endpoints = 20;
const inFlightEach = 10;
const eventsPerRoundSecond = 250;

interface Round {
  readonly perSecond: number;
  /** Processor time of a delivery, in microseconds. */
  readonly senderMicros: number;
  readonly databaseMicros: number;
}

/** One worker sends to fast receivers, in turn with a loop that signs and posts with undici alone. */
export async function measureThroughput(database: BenchDatabase, options: Options, stack: AsyncDisposableStack) {
  const receiver = stack.adopt(startReceivers(), (process) => process.stop());
  const urls = (await receiver.open(endpoints)).map((origin) => `${origin}/`);
  const loop = stack.adopt(fork(path.join(import.meta.dirname, 'by-hand.ts')), (child) => child.disconnect());
  const rounds: { worker: Round[]; byHand: Round[] } = { worker: [], byHand: [] };
  for (let turn = -1; turn < options.rounds; turn++) {
    const eventsEach = (turn === -1 ? options.warmUpSeconds : options.roundSeconds) * eventsPerRoundSecond;
    await receiver.reset();
    const order = { urls, eventsEach, inFlightEach, secret: generateWebhookSecret(), payload: contact };
    loop.send(order satisfies ByHandOrder);
    const [micros] = (await once(loop, 'message')) as [number];
    const { perSecond, count } = await speedOf(receiver, eventsEach * endpoints);
    const byHand = { perSecond, senderMicros: micros / count, databaseMicros: 0 };
    const worker = await workerRound(database, receiver, { urls, eventsEach });
    if (turn < 0) continue;
    rounds.byHand.push(byHand);
    rounds.worker.push(worker);
  }
  await clearWebhookWorkspaces(database.client);
  const ratio = spread(rounds.worker.map((round, turn) => round.perSecond / (rounds.byHand[turn]?.perSecond ?? 0)));
  console.error(reportOf(rounds, ratio));
  return { name: 'webhooksThroughput', rounds, ratio };
}

/** From the first arrival to the last. */
async function speedOf(receiver: ReceiverProcess, expected: number) {
  const { count, firstAt, lastAt } = await receiver.until(expected, 300_000);
  if (count !== expected) throw new Error(`${count} webhooks arrived instead of ${expected}.`);
  return { count, perSecond: (count * 1000) / (lastAt - firstAt) };
}

/** The events are written before the worker starts, so it dispatches and delivers as fast as it can. */
async function workerRound(
  database: BenchDatabase,
  receiver: ReceiverProcess,
  { urls, eventsEach }: { urls: readonly string[]; eventsEach: number },
): Promise<Round> {
  const { client } = database;
  await clearWebhookWorkspaces(client);
  const workspaceId = await webhookWorkspace(client, urls);
  const worker = await startWorkerProcess({ databaseUrl: database.url, secretKey });
  await warmUp(client, receiver, workspaceId);
  await receiver.reset();
  const sampled = { ...worker, port: 0, stop: async () => undefined };
  const before = await sampleCpu(sampled, client);
  await writeEvents(client, workspaceId, eventsEach);
  const { perSecond, count } = await speedOf(receiver, eventsEach * endpoints);
  await untilDelivered(client, workspaceId);
  const after = await sampleCpu(sampled, client);
  if ((await worker.stop()) !== 0) throw new Error('The worker did not stop by itself.');
  const micros = (part: 'server' | 'database') => (spentSeconds(before[part], after[part]) * 1e6) / count;
  return { perSecond, senderMicros: micros('server'), databaseMicros: micros('database') };
}

/** The first deliveries compile code and open connections. */
async function warmUp(client: BenchDatabase['client'], receiver: ReceiverProcess, workspaceId: number): Promise<void> {
  const events = 20;
  await receiver.reset();
  await writeEvents(client, workspaceId, events);
  await receiver.until(events * endpoints, 30_000);
  await untilDelivered(client, workspaceId);
}

/** Each delivery must be recorded, with its attempt. */
async function untilDelivered(client: BenchDatabase['client'], workspaceId: number): Promise<void> {
  for (const start = performance.now(); performance.now() - start < 30_000; ) {
    const { rows } = await client.query<{ open: number; leased: number }>(
      `SELECT (SELECT count(*)::int FROM "WebhookDelivery" WHERE "workspaceId" = $1 AND "status" = 'PENDING') AS "open",
         (SELECT count(*)::int FROM "Webhook" WHERE "workspaceId" = $1 AND "leasedBy" IS NOT NULL) AS "leased"`,
      [workspaceId],
    );
    if (rows[0]?.open === 0 && rows[0].leased === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('Some deliveries were not recorded.');
}

function reportOf(rounds: Record<'worker' | 'byHand', readonly Round[]>, ratio: Spread): string {
  const rowOf = (name: string, figures: readonly Round[]) => [
    name,
    ...(['perSecond', 'senderMicros', 'databaseMicros'] as const).map((key) =>
      spread(figures.map((round) => round[key])).median.toFixed(0),
    ),
  ];
  const head = ['', 'deliveries/s', 'CPU µs of the sender', 'CPU µs of PostgreSQL'];
  const rows = [head, rowOf('cli worker', rounds.worker), rowOf('undici by hand', rounds.byHand)];
  const title = `webhooksThroughput: ${endpoints} fast receivers, ${inFlightEach} requests at a time to each`;
  return `\n${title}\n${table(rows)}\n  worker / by hand ${spreadText(ratio)}\n`;
}
