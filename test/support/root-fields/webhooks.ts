import { nextSerial } from '../serial.ts';
import { changes, creates, type MutationSample, type QuerySample } from './sample.ts';

const endpoints = 'whoever manages endpoints knows; only what the server does to them by itself is reported';

export const webhookMutations = {
  createWebhook: creates(
    'Webhook',
    endpoints,
    () => ({ url: 'https://example.com/webhooks', kinds: ['connection.revoked'] }),
    { otherScopes: ['webhooks:read'] },
  ),
  updateWebhook: changes('Webhook', endpoints, ({ id }) => ({ id, description: `Endpoint ${nextSerial()}` })),
  rotateWebhookSecret: changes('Webhook', endpoints, undefined, { access: 'rotate' }),
  deleteWebhook: changes('Webhook', endpoints),
  resendWebhookDelivery: changes('WebhookDelivery', 'the event is there already', ({ id }) => ({ id: `dlv_${id}` })),
  sendWebhookTest: changes('WebhookDelivery', ['webhook.test'], undefined, { target: 'Webhook' }),
} satisfies Record<string, MutationSample>;

export const webhookQueries: Readonly<Record<string, QuerySample>> = {
  webhookStatistics: { who: { scope: 'webhooks:read' }, target: 'Webhook', args: ({ id }) => ({ webhookId: id }) },
  webhookActivity: { who: { scope: 'webhooks:read' } },
};
