import { beforeAll, describe, expect, test } from 'vitest';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { type Body, useApp } from '../../support/app.ts';
import { connectedApp } from '../../support/app-tokens.ts';
import type { Member } from '../../support/factories.ts';
import { storedAttempt, storedDelivery, storedEvent } from '../../support/webhook-records.ts';
import { webhook } from '../../support/webhooks.ts';

const app = await useApp();

const list = async (key: string, query = '') => (await app.get(`/v1/webhooks/deliveries${query}`, key)).body.data;
const idsOf = ({ deliveries }: Body): string[] => deliveries.map(({ id }: Body) => id);

describe('GET /v1/webhooks/deliveries', () => {
  test('returns exactly a delivery, with what each attempt sent and received', async () => {
    const owner = await app.workspace();
    const { workspaceId } = owner;
    const webhookId = await webhook(app, owner, { lastSequence: 6 });
    const event = { kind: 'contact.updated', payload: { id: 7, tag: 'b' }, previous: { tag: null } };
    const eventId = await storedEvent(app, owner, { ...event, createdAt: '2026-02-01T10:00:00.120Z' });
    const dueAt = '2026-02-01T10:05:00.000Z';
    const createdAt = '2026-02-01T10:00:00.500Z';
    const deliveryId = await storedDelivery(app, owner, { webhookId, eventId, attempts: 2, dueAt, createdAt });
    const url = 'https://receiver.example.com/hooks';
    const headers = { 'webhook-id': `evt_${eventId}`, 'webhook-timestamp': '1769940000' };
    const failed = { responseStatus: 500, responseStart: 'Oops' };
    await storedAttempt(app, owner, { deliveryId, headers, ...failed, sentAt: '2026-02-01T10:00:00.600Z' });
    const timeout = { responseStatus: null, error: 'No answer within 15 seconds', latencyMs: 15_000 };
    await storedAttempt(app, owner, { deliveryId, headers, ...timeout, sentAt: '2026-02-01T10:00:05.600Z' });

    const { status, body } = await app.get('/v1/webhooks/deliveries', await app.apiKey(owner));

    const sent = {
      ...{ type: 'contact.updated', id: `evt_${eventId}`, timestamp: '2026-02-01T10:00:00.120Z', workspaceId },
      ...{ sequence: 7, data: { id: 7, tag: 'b' }, previous: { tag: null } },
    };
    const sentHeaders = expect.arrayContaining(Object.entries(headers).map(([name, value]) => ({ name, value })));
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        deliveries: [
          {
            ...{ id: `dlv_${deliveryId}`, webhookId, eventId: `evt_${eventId}`, type: 'contact.updated', sequence: 7 },
            ...{ status: 'PENDING', isManual: false, body: JSON.stringify(sent), createdAt, nextAttemptAt: dueAt },
            attempts: [
              {
                ...{ number: 1, sentAt: '2026-02-01T10:00:00.600Z', url, headers: sentHeaders, latencyMs: 12 },
                ...{ ...failed, error: null },
              },
              {
                ...{ number: 2, sentAt: '2026-02-01T10:00:05.600Z', url, headers: sentHeaders },
                ...{ ...timeout, responseStart: null },
              },
            ],
          },
        ],
        count: 1,
      },
    });
  });

  test.each([
    ['PENDING', 'ACTIVE', '2026-02-01T00:00:00.000Z'],
    ['PENDING', 'PAUSED', null],
    ['DELIVERED', 'ACTIVE', null],
    ['FAILED', 'ACTIVE', null],
  ])('the next attempt of a delivery that is %s to an endpoint that is %s: %s', async (status, state, expected) => {
    const owner = await app.workspace();
    const webhookId = await webhook(app, owner, { status: state });
    await storedDelivery(app, owner, { webhookId, eventId: await storedEvent(app, owner), status });
    const { deliveries } = await list(await app.apiKey(owner));
    expect(deliveries).toMatchObject([{ status, nextAttemptAt: expected, attempts: [] }]);
  });

  test('counts the attempts in the order in which they were made', async () => {
    const owner = await app.workspace();
    const eventId = await storedEvent(app, owner);
    const deliveryId = await storedDelivery(app, owner, { webhookId: await webhook(app, owner), eventId });
    const statuses = [500, 501, 502, 503, 504];
    for (const responseStatus of statuses) await storedAttempt(app, owner, { deliveryId, responseStatus });
    const [{ attempts }] = (await list(await app.apiKey(owner))).deliveries;
    const shown = attempts.map(({ number, responseStatus }: Body) => [number, responseStatus]);
    expect(shown).toEqual(statuses.map((status, index) => [index + 1, status]));
  });

  test('is sorted newest first, filters, and pages by cursor', async () => {
    const owner = await app.workspace();
    const [one, other] = [await webhook(app, owner), await webhook(app, owner)];
    const created = await storedEvent(app, owner);
    const deal = await storedEvent(app, owner, { kind: 'deal.created' });
    const add = async (webhookId: number, eventId: string, status: string) =>
      `dlv_${await storedDelivery(app, owner, { webhookId, eventId, status })}`;
    const ids = [
      await add(one, created, 'DELIVERED'),
      await add(other, created, 'FAILED'),
      await add(one, deal, 'PENDING'),
    ];
    const key = await app.apiKey(owner);
    expect(idsOf(await list(key))).toEqual([ids[2], ids[1], ids[0]]);
    expect(idsOf(await list(key, `?webhookId=${one}`))).toEqual([ids[2], ids[0]]);
    expect(idsOf(await list(key, '?status=FAILED,PENDING'))).toEqual([ids[2], ids[1]]);
    expect(idsOf(await list(key, '?status=DELIVERED,FAILED'))).toEqual([ids[1], ids[0]]);
    expect(idsOf(await list(key, '?kinds=contact.created'))).toEqual([ids[1], ids[0]]);
    expect(idsOf(await list(key, `?eventId=evt_${deal}`))).toEqual([ids[2]]);
    const first = await list(key, '?limit=2&cursor=start');
    expect([first.count, idsOf(first)]).toEqual([3, [ids[2], ids[1]]]);
    expect(idsOf(await list(key, `?limit=2&cursor=${first.nextCursor}`))).toEqual([ids[0]]);
  });

  test('pages by cursor past an id above 2^31', async () => {
    const owner = await app.workspace();
    const webhookId = await webhook(app, owner);
    const eventId = await storedEvent(app, owner);
    await app.sql(`SELECT setval('"WebhookDelivery_id_seq"', 3000000000)`);
    const one = `dlv_${await storedDelivery(app, owner, { webhookId, eventId })}`;
    const two = `dlv_${await storedDelivery(app, owner, { webhookId, eventId })}`;
    const key = await app.apiKey(owner);
    const first = await list(key, '?limit=1&cursor=start');
    expect(idsOf(first)).toEqual([two]);
    expect(idsOf(await list(key, `?limit=1&cursor=${first.nextCursor}`))).toEqual([one]);
  });
});

describe('which deliveries a credential reads', () => {
  let owner: Member;
  let webhookId: number;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    owner = await app.workspace();
    webhookId = await webhook(app, owner);
    for (const kind of ['contact.created', 'deal.created', 'webhook.test']) {
      const eventId = await storedEvent(app, owner, { kind });
      ids[kind] = `dlv_${await storedDelivery(app, owner, { webhookId, eventId })}`;
    }
    const stranger = await app.workspace();
    const foreign = { webhookId: await webhook(app, stranger), eventId: await storedEvent(app, stranger) };
    ids.foreign = `dlv_${await storedDelivery(app, stranger, foreign)}`;
  });

  const one = async (id: string | undefined, key: string) => {
    const { body } = await app.graphql(`{ webhookDelivery(id: "${id}") { id } }`, key);
    return body.data.webhookDelivery?.id ?? body.errors[0].extensions.code;
  };

  test('all of the workspace, tests included', async () => {
    const key = await app.apiKey(owner);
    expect(idsOf(await list(key))).toEqual([ids['webhook.test'], ids['deal.created'], ids['contact.created']]);
    expect(idsOf(await list(key, '?kinds=deal.created'))).toEqual([ids['deal.created']]);
    expect(await one(ids['deal.created'], key)).toBe(ids['deal.created']);
    expect(await one(ids.foreign, key)).toBe('NOT_FOUND');
  });

  test('no body of a kind whose scope is missing', async () => {
    const key = await app.apiKey(owner, { scopes: allScopes.filter((scope) => scope !== 'deals:read') });
    const page = await list(key);
    expect([page.count, idsOf(page)]).toEqual([2, [ids['webhook.test'], ids['contact.created']]]);
    expect(await one(ids['deal.created'], key)).toBe('NOT_FOUND');
  });

  test('of an app, those to the endpoints of its own connection', async () => {
    const { token, grantId } = await connectedApp(app, owner);
    expect(await list(token)).toEqual({ deliveries: [], count: 0 });
    const own = { webhookId: await webhook(app, owner, { grantId }), eventId: await storedEvent(app, owner) };
    const id = `dlv_${await storedDelivery(app, owner, own)}`;
    expect(idsOf(await list(token))).toEqual([id]);
    expect(await one(ids['contact.created'], token)).toBe('NOT_FOUND');
    await app.sql('DELETE FROM "Webhook" WHERE "id" = $1', [own.webhookId]);
  });
});
