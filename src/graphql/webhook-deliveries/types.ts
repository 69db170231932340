import {
  deliveryStatuses,
  storedDeliveryId,
  type WebhookAttempt,
  type WebhookHeader,
} from '#src/domain/webhooks/delivery.ts';
import { builder, enumType } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { oneOf } from '../relations/relation-fields.ts';
import { byStoredId, type RelationTarget } from '../relations/relation-target.ts';
import { webhookEventTarget } from '../webhook-events/types.ts';

export const DeliveryStatusEnum = enumType(
  'DeliveryStatus',
  deliveryStatuses,
  'PENDING: it is sent, again where it failed before. DELIVERED: acknowledged. FAILED: given up.',
);

const WebhookHeaderType = builder.objectRef<WebhookHeader>('WebhookHeader').implement({
  description: 'A header of a request.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    value: t.exposeString('value', { description: 'Its value.' }),
  }),
});

const WebhookAttemptType = builder.objectRef<WebhookAttempt>('WebhookAttempt').implement({
  description: 'One request to a webhook, and its answer.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Which attempt of the delivery it was, from 1.' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', description: 'When it was sent.' }),
    url: t.exposeString('url', { description: 'The address that it was sent to.' }),
    headers: t.expose('headers', {
      type: [WebhookHeaderType],
      description: 'The headers that were sent, with the signature.',
    }),
    responseStatus: t.exposeInt('responseStatus', {
      nullable: true,
      description: 'The status of the answer; null where none came.',
    }),
    latencyMs: t.exposeInt('latencyMs', { description: 'How long it took, in milliseconds.' }),
    responseStart: t.exposeString('responseStart', {
      nullable: true,
      description: 'The first 1,000 characters of the answer.',
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why it failed, where the status does not say so.' }),
  }),
});

export const WebhookDeliveryType = builder.prismaObject('WebhookDelivery', {
  findUnique: byStoredId(storedDeliveryId),
  description: 'An event on its way to a webhook.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'Delivery id: `dlv_…`.' }),
    webhookId: t.exposeInt('webhookId', { description: 'Id of the webhook.' }),
    eventId: t.exposeString('eventId', { description: 'Event id: `evt_…`.' }),
    type: t.exposeString('type', { description: 'The kind of the event, such as `call.booked`.' }),
    sequence: t.exposeFloat('sequence', {
      description: 'Its place among the deliveries of the webhook: whole numbers from 1 without a gap.',
    }),
    status: t.expose('status', { type: DeliveryStatusEnum, description: 'Status.' }),
    isManual: t.exposeBoolean('isManual', {
      description: 'Whether it was sent by hand, as a test or again: then it gets a single attempt.',
    }),
    body: t.exposeString('body', { description: 'The text that is sent and signed, the same in each attempt.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is sent next; null where it is not, and while the webhook is paused.',
    }),
    attempts: t.expose('attempts', { type: [WebhookAttemptType], description: 'The attempts, in their order.' }),
    event: oneOf(t, webhookEventTarget, {
      relation: 'event',
      description: 'The event, as the list of events has it.',
    }),
  }),
});

export const WebhookDeliveryPageType = pageType('deliveries', WebhookDeliveryType, {
  of: 'deliveries',
  count: 'All deliveries that match.',
});

export const webhookDeliveryTarget: RelationTarget = {
  type: WebhookDeliveryType,
  record: 'WebhookDelivery',
  model: 'webhookDelivery',
  storedId: storedDeliveryId,
  orderBy: [{ id: 'desc' }],
};
