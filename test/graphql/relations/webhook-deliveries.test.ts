import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { connectedApp } from '../../support/app-tokens.ts';
import { storedDelivery, storedEvent } from '../../support/webhook-records.ts';
import { webhook } from '../../support/webhooks.ts';

const app = await useApp();

const selection = 'id webhookId eventId event { id type data }';

test('a page, one delivery and one that is sent again lead to their event', async () => {
  const owner = await app.workspace();
  const key = await app.apiKey(owner);
  const { grantId } = await connectedApp(app, owner);
  const stored = [];
  for (const columns of [{}, { grantId }]) {
    const webhookId = await webhook(app, owner, columns);
    const eventId = await storedEvent(app, owner);
    stored.unshift(`dlv_${await storedDelivery(app, owner, { webhookId, eventId, status: 'FAILED' })}`);
  }
  const { body } = await app.graphql(`{ webhookDeliveries { deliveries { ${selection} } } }`, key);
  expect(body.errors).toBeUndefined();
  const { deliveries } = body.data.webhookDeliveries;
  expect(deliveries.map(({ id }: { id: string }) => id)).toEqual(stored);
  for (const delivery of deliveries) {
    expect(delivery.event).toEqual({ id: delivery.eventId, type: 'contact.created', data: expect.any(Object) });
  }
  const id = JSON.stringify(stored[0]);
  const one = await app.graphql(`{ webhookDelivery(id: ${id}) { ${selection} } }`, key);
  expect(one.body.data.webhookDelivery).toEqual(deliveries[0]);
  const again = await app.graphql(`mutation { resendWebhookDelivery(input: { id: ${id} }) { ${selection} } }`, key);
  expect(again.body.data.resendWebhookDelivery).toEqual(deliveries[0]);
});
