import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startReceivers } from '../webhooks/receiver-process.ts';
import { addWaiting, clearWebhookWorkspaces, secretKey, webhookWorkspace } from '../webhooks/workspace.ts';
import { type EventWriter, startEventWriter } from '../webhooks/writer.ts';
import type { Attack, Row, Scene } from './attack.ts';

const repository = path.join(import.meta.dirname, '../../..');
const waiting = 1_000_000;
/** As many as a workspace may have. */
const endpoints = 20;
/** Each goes to every endpoint. */
const eventsPerSecond = 5;

/** Backups, one after another. */
async function backups({ database, stack }: Scene): Promise<Attack> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slotline-backup-'));
  stack.defer(() => rm(folder, { recursive: true }));
  let child: ChildProcess | undefined;
  let isStopped = false;
  let startedAt = 0;
  const counts = { backups: 0 };
  const backUp = async () => {
    const file = path.join(folder, `${counts.backups}.backup`);
    child = spawn(process.execPath, ['src/cli/main.ts', 'backup', '--to', file], {
      cwd: repository,
      env: { PATH: process.env.PATH, DATABASE_URL: database.url, SECRET_KEY: secretKey },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let problem = '';
    child.stderr?.on('data', (chunk) => {
      problem += chunk;
    });
    const [code] = await once(child, 'close');
    if (isStopped) return;
    if (code !== 0) throw new Error(`The backup ended with code ${code}: ${problem}`);
    counts.backups++;
    await rm(file);
  };
  let running: Promise<void> | undefined;
  const end = async () => {
    isStopped = true;
    child?.kill();
    await running;
  };
  stack.defer(end);
  return {
    async start() {
      startedAt = performance.now();
      running = (async () => {
        while (!isStopped) await backUp();
      })();
      running.catch(() => undefined);
    },
    async stop() {
      const seconds = (performance.now() - startedAt) / 1000;
      await end();
      return { counts, seconds };
    },
  };
}

/** A million deliveries that wait for a paused endpoint, while events of another workspace are sent. */
async function backlog({ database, stack }: Scene): Promise<Attack> {
  const { client, url } = database;
  await clearWebhookWorkspaces(client);
  stack.defer(() => clearWebhookWorkspaces(client));
  const receiver = stack.adopt(startReceivers(), (process) => process.stop());
  const urls = (await receiver.open(endpoints)).map((origin) => `${origin}/`);
  let writer: EventWriter | undefined;
  let startedAt = 0;
  return {
    async start() {
      await addWaiting(client, waiting);
      // That a million rows are written to the disk is no part of the load.
      await client.query('CHECKPOINT');
      const workspaceId = await webhookWorkspace(client, urls);
      await receiver.reset();
      startedAt = performance.now();
      writer = await startEventWriter(url, [workspaceId], { transactionsPerSecond: eventsPerSecond, eventsEach: 1 });
    },
    async stop() {
      const { count } = await receiver.arrivals();
      const seconds = (performance.now() - startedAt) / 1000;
      await writer?.stop();
      return { counts: { deliveries: count }, seconds };
    },
  };
}

/** Rows of what runs for an operator, or in the background. */
export const operatorRows: readonly Row[] = [
  { name: 'backup', title: '`npm run -s cli -- backup`, one after another', prepare: backups },
  {
    name: 'webhooks',
    title: `${waiting.toLocaleString('en')} deliveries that wait, and ${eventsPerSecond * endpoints} a second of another workspace`,
    prepare: backlog,
  },
];
