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
const visible = 'An app only sees deliveries to the webhooks of its own connection.';

query('webhookDeliveries', {
  type: WebhookDeliveryPageType,
  description: `Deliveries of the last 90 days with their attempts, paginated, newest first. Deliveries of kinds that your credential may not read are omitted. ${visible}`,
  access: read,
  input: webhookDeliveryListInput,
  types: { status: DeliveryStatusEnum },
  rest: { method: 'GET', path: '/webhooks/deliveries' },
  read: listWebhookDeliveries,
  addRelations: relationsOfPage('deliveries', webhookDeliveryTarget),
});

query('webhookDelivery', {
  type: WebhookDeliveryType,
  description: 'One delivery with its attempts, by id. NOT_FOUND if it does not exist or you cannot see it.',
  access: read,
  input: webhookDeliveryInput,
  read: getWebhookDelivery,
  addRelations: relationsOfRecord(webhookDeliveryTarget),
});

mutation('resendWebhookDelivery', {
  type: WebhookDeliveryType,
  description: `Sends a delivery again with the same id, sequence and body. A delivered or failed delivery gets a single further attempt; a delivery that is waiting for a retry is sent now. An error while the webhook is paused. ${visible}`,
  access: write,
  changes: [],
  input: {
    schema: resendWebhookDeliveryInput,
    description: 'The delivery to send again.',
    argument: 'The delivery.',
  },
  rest: { method: 'POST', path: '/webhooks/deliveries/resend', notFound: 'NOT_FOUND' },
  perform: resendWebhookDelivery,
});

mutation('sendWebhookTest', {
  type: WebhookDeliveryType,
  description: `Sends an event \`webhook.test\`, or an example of a kind, to one webhook in a single attempt, regardless of the kinds that it receives. Returns the delivery. An error while the webhook is paused. ${visible}`,
  access: write,
  input: { schema: sendWebhookTestInput, description: 'The webhook to test.', argument: 'The webhook.' },
  rest: { method: 'POST', path: '/webhooks/test', status: 201, idempotent: true, notFound: 'NOT_FOUND' },
  perform: sendWebhookTest,
});
