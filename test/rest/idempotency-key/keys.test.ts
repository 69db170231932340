import { beforeEach, describe, expect, test } from 'vitest';
import { memoryWindows } from '#src/access/rate-limit/memory.ts';
import { testApp, useApp } from '../../support/app.ts';
import { variantA } from '../../support/errors.ts';
import type { Member } from '../../support/factories.ts';
import { sendJson } from '../../support/lists.ts';
import { tinySchema } from '../../support/tiny-schema.ts';
import { writtenRows } from '../../support/webhook-rows.ts';

let owner: Member;
let key: string;
// The window stands still, so that a slow machine cannot begin another one.
const app = await useApp({ limiter: memoryWindows(() => 0) });
beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner);
});

const path = '/v1/contacts';
const send = (method: string, idempotencyKey: string, body: unknown) =>
  sendJson(app, [method, path], body, { key, headers: { 'idempotency-key': idempotencyKey } });

const message = 'Must be 1 to 255 visible ASCII characters, and given once';

describe('an Idempotency-Key', () => {
  test.each(['', 'a b', 'x'.repeat(256), 'ä', 'a\tb'])('%j is refused by name', async (idempotencyKey) => {
    const { status, body } = await send('POST', idempotencyKey, { email: 'a@example.com' });
    expect({ status, body }).toEqual({ status: 400, body: variantA({ 'Idempotency-Key': [message] }, path, 'POST') });
    expect((await writtenRows(app, owner.workspaceId)) as object).toMatchObject({ Contact: 0 });
  });

  test('that is sent twice is refused', async () => {
    const headers = new Headers({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });
    for (const each of ['a', 'b']) headers.append('idempotency-key', each);
    const { status, body } = await app.request(path, { method: 'POST', headers, body: '{"email":"a@example.com"}' });
    expect({ status, body }).toEqual({ status: 400, body: variantA({ 'Idempotency-Key': [message] }, path, 'POST') });
  });

  test.each(['x', 'x'.repeat(255), '"quoted"', '\'; DROP TABLE "Contact"; --'.replaceAll(' ', '')])(
    '%j is as good as any',
    async (idempotencyKey) => {
      const input = { email: `${crypto.randomUUID()}@example.com` };
      expect((await send('POST', idempotencyKey, input)).status).toBe(201);
      expect((await send('POST', idempotencyKey, input)).headers.get('idempotent-replayed')).toBe('true');
    },
  );

  test('is free again after a request that failed', async () => {
    const bad = await send('POST', 'failed', { email: 'b@example.com', userId: 2_147_483_647 });
    expect([bad.status, bad.body.message.details.fieldErrors]).toEqual([
      400,
      { userId: ['Must be a member of the workspace'] },
    ]);
    expect((await send('POST', 'failed', { email: 'nobody' })).status).toBe(400);
    const good = await send('POST', 'failed', { email: 'b@example.com' });
    expect([good.status, good.headers.get('idempotent-replayed')]).toEqual([201, null]);
  });

  test('means nothing to an endpoint that makes nothing', async () => {
    const made = await send('POST', 'put', { email: 'c@example.com' });
    const contactId = made.body.data.id;
    for (const firstName of ['A', 'B']) {
      const { status, body, headers } = await send('PUT', 'put', { contactId, firstName });
      expect([status, body.data.firstName, headers.get('idempotent-replayed')]).toEqual([200, firstName, null]);
    }
  });

  test('is checked after the limit and the scope, and costs what any request costs', async () => {
    const member = await app.workspace({ rateLimitPoints: 3 });
    const [reader, writer] = [await app.apiKey(member, { scopes: ['contacts:read'] }), await app.apiKey(member)];
    const malformed = { 'idempotency-key': 'x'.repeat(256) };
    const sent = async (as: string, headers: Record<string, string>) => {
      const answer = await sendJson(app, ['POST', path], { email: 'd@example.com' }, { key: as, headers });
      return [answer.status, answer.headers.get('ratelimit-remaining')];
    };
    expect(await sent(reader, malformed)).toEqual([403, '2']);
    expect(await sent(writer, malformed)).toEqual([400, '1']);
    expect(await sent(writer, { 'idempotency-key': 'good' })).toEqual([201, '0']);
    for (const headers of [malformed, { 'idempotency-key': 'good' }]) {
      expect(await sent(writer, headers)).toEqual([429, '0']);
    }
  });
});

test('an Idempotency-Key of one endpoint is another key at the next', async () => {
  const tiny = await testApp({ schema: tinySchema });
  const headers = { 'idempotency-key': 'a' };
  const tinyKey = await tiny.apiKey(await tiny.workspace());
  const send = (path: string, name: string) => sendJson(tiny, ['POST', path], { name }, { key: tinyKey, headers });
  const answers = [
    await send('/v1/things', 'a'),
    await send('/v1/others', 'b'),
    await send('/v1/things', 'a'),
    await send('/v1/others', 'b'),
  ];
  await tiny.close();
  expect(
    answers.map(({ status, headers, body }) => [status, headers.get('idempotent-replayed'), body.data.name]),
  ).toEqual([
    [201, null, 'a'],
    [201, null, 'b'],
    [201, 'true', 'a'],
    [201, 'true', 'b'],
  ]);
});
