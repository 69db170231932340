import { recordPolicies } from '#src/domain/principal/policy.ts';
import {
  resendWebhookDeliveryInput,
  sendWebhookTestInput,
  webhookDeliveryInput,
  webhookDeliveryListInput,
} from '#src/domain/webhooks/delivery.ts';
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  resendWebhookDelivery,
  sendWebhookTest,
} from '#src/services/webhooks/deliveries.ts';
import { mutation, query, relationsOfPage, relationsOfRecord } from '../root-fields.ts';
import { DeliveryStatusEnum, WebhookDeliveryPageType, WebhookDeliveryType, webhookDeliveryTarget } from './types.ts';

const { read, write } = recordPolicies.WebhookDelivery;
const visible = 'An app sees those to the webhooks of its own connection.';

query('webhookDeliveries', {
  type: WebhookDeliveryPageType,
  description: `Deliveries of the last 90 days with their attempts, newest first, a page at a time. Those of kinds that your credential may not read are left out. ${visible}`,
  access: read,
  input: webhookDeliveryListInput,
  enums: { status: DeliveryStatusEnum },
  rest: { method: 'GET', path: '/webhooks/deliveries' },
  read: listWebhookDeliveries,
  addRelations: relationsOfPage('deliveries', webhookDeliveryTarget),
});

query('webhookDelivery', {
  type: WebhookDeliveryType,
  description: 'One delivery with its attempts; NOT_FOUND if there is none that you see.',
  access: read,
  input: webhookDeliveryInput,
  read: getWebhookDelivery,
  addRelations: relationsOfRecord(webhookDeliveryTarget),
});

mutation('resendWebhookDelivery', {
  type: WebhookDeliveryType,
  description: `Sends a delivery again, with the same id, sequence and body: one that was delivered or has failed gets a single further attempt, and one that waits for a retry has it now. Refused while the webhook is paused. ${visible}`,
  access: write,
  input: {
    schema: resendWebhookDeliveryInput,
    description: 'Which delivery is sent again.',
    argument: 'The delivery.',
  },
  rest: { method: 'POST', path: '/webhooks/deliveries/resend', notFound: 'NOT_FOUND' },
  perform: resendWebhookDelivery,
});

mutation('sendWebhookTest', {
  type: WebhookDeliveryType,
  description: `Sends an event \`webhook.test\`, or an example of a kind, to one webhook, whatever kinds it has chosen, in a single attempt. Returns the delivery. Refused while the webhook is paused. ${visible}`,
  access: write,
  input: { schema: sendWebhookTestInput, description: 'Which webhook is tested.', argument: 'The webhook.' },
  rest: { method: 'POST', path: '/webhooks/test', status: 201, idempotent: true, notFound: 'NOT_FOUND' },
  perform: sendWebhookTest,
});
