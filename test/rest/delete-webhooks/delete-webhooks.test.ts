import { beforeEach, describe, expect, test } from 'vitest';
import { sweepDeletedWebhooks } from '#src/services/webhooks/sweep-deleted.ts';
import { notFoundAt } from '../../support/answers.ts';
import { type Answer, bearer, useApp } from '../../support/app.ts';
import type { Member } from '../../support/factories.ts';
import { writtenRows } from '../../support/webhook-rows.ts';
import { deliveryOf, webhook } from '../../support/webhooks.ts';

let owner: Member;
let key: string;
let id: number;
const app = await useApp();
beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner, { scopes: ['webhooks:write', 'webhooks:read'] });
  id = await webhook(app, owner);
});

const remove = (query: string, as = key): Promise<Answer> =>
  app.request(`/v1/webhooks${query}`, { method: 'DELETE', headers: bearer(as) });
const tables = ['Webhook', 'DeletedWebhook', 'WebhookDelivery', 'WebhookAttempt', 'WebhookEvent'];

describe('DELETE /v1/webhooks', () => {
  test('deletes a webhook with its deliveries, and returns it as it was; its events stay', async () => {
    const target = { workspaceId: owner.workspaceId, webhookId: id };
    await deliveryOf(app, target, { status: 'FAILED', attempts: 1, sentAt: '2026-03-01T00:00:00Z' });
    const [before] = (await app.get('/v1/webhooks', key)).body.data.webhooks;
    const { status, body } = await remove(`?id=${id}`);
    expect({ status, body }).toEqual({ status: 200, body: { data: before } });
    const deliveries = await app.get('/v1/webhooks/deliveries', await app.apiKey(owner));
    expect(deliveries.body.data).toEqual({ deliveries: [], count: 0 });
    await sweepDeletedWebhooks(app.context);
    expect(await writtenRows(app, owner.workspaceId, tables)).toEqual({
      ...{ Webhook: 0, DeletedWebhook: 0, WebhookDelivery: 0, WebhookAttempt: 0, WebhookEvent: 1 },
    });
  });

  test('the second time it is not found, and of two requests at once one deletes it', async () => {
    const answers = await Promise.all([remove(`?id=${id}`), remove(`?id=${id}`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await remove(`?id=${id}`)).toMatchObject(notFoundAt('id'));
  });

  test('GraphQL deletes the same', async () => {
    const { body } = await app.graphql(`mutation { deleteWebhook(input: { id: ${id} }) { id url } }`, key);
    expect(body).toEqual({ data: { deleteWebhook: { id, url: 'https://example.com/webhooks' } } });
    expect(await writtenRows(app, owner.workspaceId, ['Webhook'])).toEqual({ Webhook: 0 });
  });
});
