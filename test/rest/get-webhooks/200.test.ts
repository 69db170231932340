import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';
import { idsOf, idsOfAllLinks } from '../../support/lists.ts';
import { webhook } from '../../support/webhooks.ts';

let owner: Member;
let key: string;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner, { scopes: ['webhooks:read'] });
});

const times = { createdAt: '2026-01-02T03:04:05.678Z', updatedAt: '2026-01-03T00:00:00.000Z' };
const well = { pauseReason: null, pausedAt: null, failingSince: null, pausesAt: null, previousSecretUntil: null };

describe('GET /v1/webhooks', () => {
  test('returns a webhook exactly, without its secret', async () => {
    const id = await webhook(app, owner, { ...times, description: 'CRM', kinds: ['deal.updated', 'call.booked'] });
    const { status, body } = await app.get('/v1/webhooks', key);
    const record = {
      ...{ id, url: 'https://example.com/webhooks', kinds: ['deal.updated', 'call.booked'], description: 'CRM' },
      ...{ status: 'ACTIVE', connectionId: null, ...well, ...times },
    };
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toBe(JSON.stringify({ data: { webhooks: [record], count: 1 } }));
  });

  test('says since when one fails, and when it is paused if it goes on', async () => {
    const failingSince = '2026-03-01T10:00:00.000Z';
    await webhook(app, owner, { failingSince });
    const [found] = (await app.get('/v1/webhooks', key)).body.data.webhooks;
    expect(found).toMatchObject({ status: 'ACTIVE', failingSince, pausesAt: '2026-03-06T10:00:00.000Z' });
  });

  test.each(['REQUESTED', 'GONE', 'FAILING'])(
    'says since when one is paused, and that the reason is %s',
    async (pauseReason) => {
      const paused = { status: 'PAUSED', pauseReason, pausedAt: '2026-03-01T10:00:00.000Z' };
      const failingSince = '2026-02-24T10:00:00.000Z';
      await webhook(app, owner, { ...paused, failingSince });
      const [found] = (await app.get('/v1/webhooks', key)).body.data.webhooks;
      expect(found).toMatchObject({ ...paused, failingSince, pausesAt: null });
    },
  );

  test('says until when the secret before counts, as long as it does', async () => {
    const id = await webhook(app, owner, { previousUntil: '2026-03-04T12:00:00.001Z' });
    const past = await webhook(app, owner, { previousUntil: '2026-03-04T12:00:00.000Z' });
    const { webhooks } = (await app.get('/v1/webhooks', key)).body.data;
    const found = webhooks.map((each: { id: number; previousSecretUntil: string }) => [
      each.id,
      each.previousSecretUntil,
    ]);
    expect(new Map(found)).toEqual(
      new Map([
        [id, '2026-03-04T12:00:00.001Z'],
        [past, null],
      ]),
    );
    const { body } = await app.graphql(`{ webhook(id: ${past}) { previousSecretUntil } }`, key);
    expect(body.data.webhook).toEqual({ previousSecretUntil: null });
  });

  test('lists the newest first, by pages and by cursor, and those of no other workspace', async () => {
    const ids: number[] = [];
    for (const day of ['01', '02', '02', '03']) {
      ids.unshift(await webhook(app, owner, { createdAt: `2026-02-${day}T00:00:00Z` }));
    }
    await webhook(app, await app.workspace());
    expect(idsOf(await app.get('/v1/webhooks', key))).toEqual({ ids, count: 4 });
    expect(idsOf(await app.get('/v1/webhooks?page=1&limit=3', key))).toEqual({ ids: ids.slice(3), count: 4 });
    expect(await idsOfAllLinks(app, '/v1/webhooks?limit=1&cursor=start', key)).toEqual(ids);
  });

  test('GraphQL returns the same records', async () => {
    const id = await webhook(app, owner, { ...times, failingSince: '2026-03-01T10:00:00.000Z' });
    const [record] = (await app.get('/v1/webhooks', key)).body.data.webhooks;
    const fields = Object.keys(record).join(' ');
    const document = `{ webhook(id: ${id}) { ${fields} } webhooks { count webhooks { ${fields} } } }`;
    const { body } = await app.graphql(document, key);
    expect(body).toEqual({ data: { webhook: record, webhooks: { count: 1, webhooks: [record] } } });
  });
});
