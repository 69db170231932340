import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { endConnection } from '#src/db/writes/connections.ts';
import { settledEventId } from '#src/db/writes/event-order.ts';
import { recordEvent } from '#src/db/writes/webhook-events.ts';
import { useApp } from '../support/app.ts';
import { inDays } from '../support/connections.ts';
import { present } from '../support/present.ts';

const app = await useApp();

async function openTransaction() {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  return {
    client,
    write: (workspaceId: number) => recordEvent(client, workspaceId, { kind: 'contact.created', data: {} }),
    end: async (command: 'COMMIT' | 'ROLLBACK') => {
      await client.query(command);
      await client.end();
    },
  };
}

const committed = (workspaceId: number) =>
  app.context.db.write((client) => recordEvent(client, workspaceId, { kind: 'contact.created', data: {} }));

const settled = async (workspaceId: number) => Number(await settledEventId(app.context.db, workspaceId));

async function lastId(): Promise<number> {
  const [row] = await app.sql<{ id: string | null }>('SELECT max("id") AS "id" FROM "WebhookEvent"');
  return Number(row?.id ?? 0);
}

test('nothing is settled, and nothing is missing, before the first event', async () => {
  const { workspaceId } = await app.workspace();
  const first = await openTransaction();
  await first.client.query('SELECT pg_advisory_xact_lock_shared($1::int, 0)', [workspaceId]);
  expect(await settled(workspaceId)).toBe(0);
  await first.end('ROLLBACK');
});

test.each(['COMMIT', 'ROLLBACK'] as const)(
  'a list stops before the events of an open transaction, until %s',
  async (end) => {
    const { workspaceId } = await app.workspace();
    const other = await app.workspace();
    await committed(workspaceId);
    const before = await lastId();
    const open = await openTransaction();
    await open.write(workspaceId);
    await open.write(workspaceId);
    await committed(workspaceId);
    expect(await lastId()).toBe(before + 3);
    expect(await settled(workspaceId)).toBe(before);
    expect(await settled(other.workspaceId)).toBe(before + 3);
    const later = await openTransaction();
    await later.write(workspaceId);
    await open.end(end);
    expect(await settled(workspaceId)).toBe(before + 3);
    await later.end('ROLLBACK');
    expect(await settled(workspaceId)).toBe(before + 4);
  },
);

test('the end of connections, which may be of any workspace, stops the lists of all', async () => {
  const { workspaceId, userId } = await app.workspace();
  const clientId = 'ocl_ended';
  await app.insert('OAuthClient', { workspaceId, userId, clientId, name: 'App', clientType: 'PUBLIC' });
  await app.insert('OAuthGrant', { workspaceId, id: 'con_ended', userId, clientId, expiresAt: inDays(1) });
  const { workspaceId: other } = await app.workspace();
  await committed(other);
  const before = await lastId();
  const open = await openTransaction();
  await endConnection(open.client, { workspaceId, id: 'con_ended', revokedAt: present() });
  await committed(other);
  expect(await settled(other)).toBe(before);
  await open.end('COMMIT');
  expect(await settled(other)).toBe(before + 2);
});

test('ids beyond 2^31, and a transaction that begins below and ends above', async () => {
  const { workspaceId } = await app.workspace();
  await app.sql(`SELECT setval('"WebhookEvent_id_seq"', 2147483646)`);
  const open = await openTransaction();
  await open.write(workspaceId);
  for (let count = 0; count < 3; count++) await committed(workspaceId);
  expect(await lastId()).toBe(2_147_483_650);
  expect(await settled(workspaceId)).toBe(2_147_483_646);
  await open.end('COMMIT');
  expect(await settled(workspaceId)).toBe(2_147_483_650);
});

test('whatever inserts events holds their order in the same file', async () => {
  const source = path.join(import.meta.dirname, '../../src');
  const files = [];
  for await (const name of glob('**/*.ts', { cwd: source, exclude: ['db/generated/**'] })) {
    const text = await readFile(path.join(source, name), 'utf8');
    const inserts = text.split(/INTO "WebhookEvent"/).length - 1;
    if (inserts > 0) files.push({ name, inserts, holds: text.split('await holdEventOrder(').length - 1 });
  }
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter(({ inserts, holds }) => holds < inserts)).toEqual([]);
});
