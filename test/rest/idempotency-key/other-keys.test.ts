import { expect, test } from 'vitest';
import { type Answer, useApp } from '../../support/app.ts';
import { sendJson } from '../../support/lists.ts';

const app = await useApp();
const headers = { 'idempotency-key': 'a' };
const input = { email: 'ira@example.com' };
const replayed = ({ headers }: Answer) => headers.get('idempotent-replayed');

test('a key whose first request still runs is free in another workspace, and at another endpoint', async () => {
  const [owner, other] = [await app.workspace(), await app.workspace()];
  const [key, otherKey] = [await app.apiKey(owner), await app.apiKey(other)];
  const client = await app.context.db.pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS "pid"');
    // The first request waits for the address that this transaction writes.
    const row = [owner.workspaceId, 'contact_busy', input.email];
    await client.query('INSERT INTO "Contact" ("workspaceId", "previewId", "email") VALUES ($1, $2, $3)', row);
    const first = sendJson(app, ['POST', '/v1/contacts'], input, { key, headers });
    const waiting = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids("pid"))';
    await expect.poll(() => app.sql(waiting, [rows[0]?.pid])).toHaveLength(1);
    expect((await sendJson(app, ['POST', '/v1/contacts'], input, { key, headers })).status).toBe(409);
    const elsewhere = await sendJson(app, ['POST', '/v1/contacts'], input, { key: otherKey, headers });
    const payment = { value: 5, currency: 'USD', name: 'Ira' };
    const paid = await sendJson(app, ['POST', '/v1/transactions'], payment, { key, headers });
    expect([elsewhere.status, paid.status]).toEqual([201, 201]);
    await client.query('ROLLBACK');
    expect((await first).status).toBe(201);
  } finally {
    client.release(true);
  }
});

test('a key that is used again after its time has the second response for another 24 hours', async () => {
  const owner = await app.workspace();
  const key = await app.apiKey(owner);
  const create = (email: string) => sendJson(app, ['POST', '/v1/contacts'], { email }, { key, headers });
  await create('first@example.com');
  await app.sql(
    `UPDATE "IdempotencyRecord" SET "createdAt" = now() - interval '1 day', "expiresAt" = now() WHERE "workspaceId" = $1`,
    [owner.workspaceId],
  );
  const second = await create('second@example.com');
  expect([second.status, replayed(second)]).toEqual([201, null]);
  const again = await create('second@example.com');
  expect([again.status, replayed(again), again.body]).toEqual([201, 'true', second.body]);
  expect((await create('first@example.com')).status).toBe(409);
  const [row] = await app.sql(
    `SELECT extract(epoch FROM "expiresAt" - "createdAt")::int AS "seconds" FROM "IdempotencyRecord" WHERE "workspaceId" = $1`,
    [owner.workspaceId],
  );
  expect(row).toEqual({ seconds: 86_400 });
});
