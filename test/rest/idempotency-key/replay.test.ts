import { beforeEach, describe, expect, test } from 'vitest';
import { type Answer, useApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';
import { sendJson } from '../../support/lists.ts';
import { writtenRows } from '../../support/webhook-rows.ts';

let owner: Member;
let key: string;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner);
});

const input = { email: 'ira@example.com', firstName: 'Ira' };
const create = (idempotencyKey: string, body: unknown = input, as = key): Promise<Answer> =>
  sendJson(app, ['POST', '/v1/contacts'], body, { key: as, headers: { 'idempotency-key': idempotencyKey } });
const replayed = ({ headers }: Answer) => headers.get('idempotent-replayed');

const inUse = {
  message: 'The first request with this Idempotency-Key is still running',
  code: 'IDEMPOTENCY_KEY_IN_USE',
};
const reused = {
  message: 'This Idempotency-Key was used with another request body, or by another caller',
  code: 'IDEMPOTENCY_KEY_REUSED',
};

describe('the same key and body', () => {
  test('give the first answer again, to the letter, and change nothing', async () => {
    const first = await create('a');
    await sendJson(app, ['PUT', '/v1/contacts'], { contactId: first.body.data.id, firstName: 'Changed' }, { key });
    const again = await create('a');
    expect([first.status, replayed(first)]).toEqual([201, null]);
    expect([again.status, replayed(again)]).toEqual([201, 'true']);
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body));
    const { body } = await app.get(`/v1/contacts/detail?contactId=${first.body.data.id}`, key);
    expect(body.data.firstName).toBe('Changed');
  });

  test('are the same in whatever order the keys of the body come', async () => {
    const first = await create('a', { email: 'a@example.com', utm: [{ utmKey: 'k', utmValue: 'v' }] });
    const again = await create('a', { utm: [{ utmValue: 'v', utmKey: 'k' }], email: 'a@example.com' });
    expect([again.status, replayed(again), again.body]).toEqual([201, 'true', first.body]);
  });

  test('a hundred times at once make one contact and one body', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => create('crowd')));
    const done = answers.filter(({ status }) => status === 201);
    const early = answers.filter(({ status }) => status === 409);
    expect(done.length + early.length).toBe(100);
    expect(done.filter((answer) => replayed(answer) === null)).toHaveLength(1);
    expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    for (const { body } of early) expect(body).toEqual(inUse);
    const later = await create('crowd');
    expect([later.status, replayed(later), later.body]).toEqual([201, 'true', done[0]?.body]);
    expect(await writtenRows(app, owner.workspaceId)).toEqual({ Contact: 1, WebhookEvent: 1, IdempotencyRecord: 1 });
  });

  test('many times at once, long after the first was done, all give its answer', async () => {
    const first = await create('done');
    const again = await Promise.all(Array.from({ length: 50 }, () => create('done')));
    const answers = again.map((answer) => [answer.status, replayed(answer), answer.body]);
    expect(answers).toEqual(Array(50).fill([201, 'true', first.body]));
  });

  test('while the first one runs are refused', async () => {
    const client = await app.context.db.pool.connect();
    try {
      // The first one waits for the e-mail that somebody else is writing.
      await client.query('BEGIN');
      const row = [owner.workspaceId, 'contact_busy', input.email];
      await client.query('INSERT INTO "Contact" ("workspaceId", "previewId", "email") VALUES ($1, $2, $3)', row);
      const first = create('a');
      await expect.poll(() => insertingSessions()).toBe(1);
      const second = await create('a');
      expect([second.status, second.body, replayed(second)]).toEqual([409, inUse, null]);
      await client.query('ROLLBACK');
      expect((await first).status).toBe(201);
    } finally {
      client.release();
    }
  });

  test('after 24 hours are a new request', async () => {
    await create('a');
    await app.sql(`UPDATE "IdempotencyRecord" SET "expiresAt" = now() WHERE "workspaceId" = $1`, [owner.workspaceId]);
    const again = await create('a');
    expect([again.status, replayed(again)]).toEqual([200, null]);
  });

  test('keep their answer for 24 hours', async () => {
    await create('a');
    const [row] = await app.sql(
      `SELECT extract(epoch FROM "expiresAt" - "createdAt")::int AS "seconds" FROM "IdempotencyRecord" WHERE "workspaceId" = $1`,
      [owner.workspaceId],
    );
    expect(row).toEqual({ seconds: 86_400 });
  });
});

describe('the same key', () => {
  test('with another body is refused, and the first response stays', async () => {
    const first = await create('a');
    const other = await create('a', { ...input, firstName: 'Other' });
    expect([other.status, other.body, replayed(other)]).toEqual([409, reused, null]);
    expect((await create('a')).body).toEqual(first.body);
  });

  test('with another body is refused even if the difference is in an unknown field', async () => {
    await create('a', { ...input, note: 'one' });
    const other = await create('a', { ...input, note: 'two' });
    expect([other.status, other.body]).toEqual([409, reused]);
    const again = await create('a', { note: 'one', ...input });
    expect([again.status, replayed(again)]).toEqual([201, 'true']);
  });

  test('with another text that means the same to the endpoint is refused as well', async () => {
    await create('a', { ...input, email: 'IRA@example.com' });
    expect((await create('a')).status).toBe(409);
  });

  test('refuses a body that is too deep to be compared', async () => {
    const text = `{"email":"a@example.com","deep":${'['.repeat(4_990)}${']'.repeat(4_990)}}`;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'deep' };
    const { status, body } = await app.request('/v1/contacts', { method: 'POST', headers, body: text });
    expect([status, body.message.details.formErrors]).toEqual([400, ['Request body is nested too deeply']]);
  });

  test('of another caller is refused, and a new key of the same user with the same scopes is the same caller', async () => {
    const first = await create('a');
    const again = await create('a', input, await app.apiKey(owner));
    expect([again.status, replayed(again), again.body]).toEqual([201, 'true', first.body]);
    for (const other of [
      await app.apiKey(owner, { scopes: ['contacts:write'] }),
      await app.apiKey(await app.member(owner.workspaceId, 'CLOSER')),
    ]) {
      const { status, body } = await create('a', input, other);
      expect([status, body]).toEqual([409, reused]);
    }
  });

  test('of another workspace is another key', async () => {
    await create('a');
    const theirs = await create('a', { email: 'b@example.com' }, await app.apiKey(await app.workspace()));
    expect([theirs.status, replayed(theirs)]).toEqual([201, null]);
  });
});

/** Where the database is distributed, the lock that one waits for is on another node. */
async function insertingSessions(): Promise<number | undefined> {
  const [row] = await app.sql<{ count: number }>(
    `SELECT count(*)::int AS "count" FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%INSERT INTO "Contact"%'`,
  );
  return row?.count;
}
