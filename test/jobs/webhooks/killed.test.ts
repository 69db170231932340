import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#src/db/embedded/launcher.ts';
import { readPostmasterPid } from '#src/db/embedded/postmaster.ts';
import { leaseMs } from '#src/db/writes/webhook-leases.ts';
import { startWorkerProcess, type WorkerProcess } from '../../bench/environment/worker-process.ts';
import { type TestApp, testApp, testSecretKey } from '../../support/app.ts';
import { ofLoad } from '../../support/extent.ts';
import type { Member } from '../../support/factories.ts';
import { copyDataDir, dataDirParent } from '../../support/prepared-data-dir.ts';
import { later, pause } from '../../support/waiting.ts';
import { type Receiver, webhookReceiver } from '../../support/webhook-receiver.ts';
import { webhook } from '../../support/webhooks.ts';
import { ChangedContact } from './changed-contact.ts';

const kills = ofLoad({ part: 3, full: 100 });
/** With all kills the test waits for leases instead of moving their end. */
const isFull = kills === 100;
/** Of so many kills one is of PostgreSQL. */
const killsPerDatabaseKill = isFull ? 5 : 3;
const contactsPerWorkspace = 4;
const workerNumbers = [0, 1];

const startWorker = () => startWorkerProcess({ databaseUrl: postgres.url, secretKey: testSecretKey });

let directory: string;
let postgres: EmbeddedPostgres;
let app: TestApp;
let receiver: Receiver;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  directory = await mkdtemp(path.join(await dataDirParent(), 'slotline-test-'));
  const dataDir = path.join(directory, 'data');
  await copyDataDir(inject('preparedDataDir'), dataDir);
  postgres = await startEmbeddedPostgres({ dataDir, role: 'server' });
  app = await testApp({ databaseUrl: postgres.url });
  receiver = await webhookReceiver((response) => void later(randomInt(20), () => response.writeHead(204).end()));
  for (const number of workerNumbers) workers[number] = await startWorker();
});

afterAll(async () => {
  for (const worker of workers) await worker.stop();
  await receiver.close();
  await app.close();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
});

const endpoint = (owner: Member, name: string) =>
  webhook(app, owner, { url: `${receiver.url}/${name}`, kinds: ['contact.updated'] });

interface Delivered {
  readonly id: string;
  readonly sequence: number;
  readonly data: { readonly id: number; readonly firstName: string };
}

/** What an endpoint received, each event once, in the order of the sequence numbers. */
function deliveredTo(name: string): Delivered[] {
  const here = receiver.received.filter((request) => request.path === `/${name}`);
  const bodies = here.map(({ body }) => JSON.parse(body.toString()) as Delivered);
  const byId = new Map(bodies.map((body) => [body.id, body]));
  for (const body of bodies) expect(byId.get(body.id)).toEqual(body);
  return [...byId.values()].sort((one, other) => one.sequence - other.sequence);
}

/** How much is not delivered yet; PostgreSQL may be away. */
async function open(): Promise<number> {
  const [row] = await app.sql<{ open: number }>(
    `SELECT (SELECT count(*) FROM "WebhookEvent" WHERE NOT "isDispatched")::int
       + (SELECT count(*) FROM "WebhookDelivery" WHERE "status" <> 'DELIVERED')::int AS "open"`,
  );
  return row?.open ?? -1;
}

const leases = () =>
  app.sql<{ leftMs: number }>(
    `SELECT (extract(epoch FROM "leasedUntil" - now()) * 1000)::int AS "leftMs" FROM "Webhook" WHERE "leasedUntil" > now()`,
  );

/** In a short run, time passes for leases alone: also for those of the other worker, so that both may send at once. */
async function passLeaseTime(milliseconds: number): Promise<void> {
  if (isFull) return;
  await app.sql(`UPDATE "Webhook" SET "leasedUntil" = "leasedUntil" - $1 * interval '1 ms'`, [milliseconds]);
}

async function killPostgres(): Promise<void> {
  const postmaster = () => readPostmasterPid(path.join(directory, 'data/postgres'));
  const pid = await postmaster();
  process.kill(pid as number, 'SIGKILL');
  // Until then a process of the old one may still answer.
  await expect.poll(postmaster).not.toBe(pid);
  await expect.poll(open).toBeGreaterThan(-1);
}

async function killWorker(number: number): Promise<void> {
  await workers[number]?.kill();
  workers[number] = await startWorker();
}

test(`${kills} kills of workers and PostgreSQL under changes lose no event, invent none, and keep their order`, async () => {
  const owners = [await app.workspace(), await app.workspace()];
  const contacts: ChangedContact[][] = [];
  for (const owner of owners) {
    const caller = { app, key: await app.apiKey(owner) };
    const ids = await Promise.all(Array.from({ length: contactsPerWorkspace }, () => app.contact(owner.workspaceId)));
    contacts.push(ids.map((id) => new ChangedContact(id, caller)));
    for (const name of ['a', 'b']) await endpoint(owner, `${owner.workspaceId}-${name}`);
  }
  let isOver = false;
  const change = async (contact: ChangedContact) => {
    for (; !isOver; await pause(randomInt(40))) await contact.change();
  };
  const kill = async () => {
    for (let number = 1; number <= kills; number++) {
      const before = receiver.received.length;
      // Endpoints that a dead worker has leased wait, so it is not certain that anything comes.
      for (let turn = 0; turn < 50 && receiver.received.length < before + 10; turn++) await pause(10);
      await pause(randomInt(150));
      await (number % killsPerDatabaseKill === 0 ? killPostgres() : killWorker(number % workers.length));
      await passLeaseTime(leaseMs);
    }
  };
  const working = contacts.flat().map(change);
  await kill().finally(() => {
    isOver = true;
  });
  await Promise.all(working);
  await expect.poll(open, { timeout: 2 * leaseMs + 60_000, interval: 100 }).toBe(0);

  for (const [index, { workspaceId }] of owners.entries()) {
    const changed = contacts[index] ?? [];
    const committed = changed.reduce((sum, contact) => sum + contact.committed.length, 0);
    expect(committed).toBeGreaterThan(kills);
    for (const name of ['a', 'b']) {
      const delivered = deliveredTo(`${workspaceId}-${name}`);
      expect(delivered.map(({ sequence }) => sequence)).toEqual(delivered.map((_, place) => place + 1));
      for (const { id, committed: changes } of changed) {
        const own = delivered.filter(({ data }) => data.id === id);
        expect(own.map(({ data }) => data.firstName)).toEqual(changes);
      }
      expect(delivered).toHaveLength(committed);
    }
  }
}, 1_200_000);

test('the endpoint of a worker that was killed is served again when its lease has run out', async () => {
  const owner = await app.workspace();
  const contact = new ChangedContact(await app.contact(owner.workspaceId), { app, key: await app.apiKey(owner) });
  const name = `${owner.workspaceId}-lease`;
  await endpoint(owner, name);
  for (const worker of workers) expect(await worker.stop()).toBe(0);
  expect(await leases()).toEqual([]);
  workers[0] = await startWorker();
  receiver.answer(() => undefined);
  await contact.change();
  await expect.poll(() => deliveredTo(name)).toHaveLength(1);
  await workers[0].kill();
  receiver.answer(204);
  const [lease, ...more] = await leases();
  expect(more).toEqual([]);
  expect(lease?.leftMs).toBeLessThanOrEqual(leaseMs);
  workers[0] = await startWorker();
  await contact.change();
  await pause(1_000);
  // While the lease lasts, the dead worker might be alive.
  expect(deliveredTo(name)).toHaveLength(1);
  await passLeaseTime(leaseMs - 3_000);
  // No lease where starting the worker took the rest of it.
  const leftMs = (await leases())[0]?.leftMs ?? 0;
  await expect.poll(() => deliveredTo(name), { timeout: leftMs + 60_000 }).toHaveLength(2);
  await expect.poll(open).toBe(0);
  expect(contact.committed).toEqual(deliveredTo(name).map(({ data }) => data.firstName));
});
