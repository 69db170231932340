import {
  deliveryStatuses,
  storedDeliveryId,
  webhookAttemptRecord,
  webhookDeliveryRecord,
  webhookHeaderRecord,
} from '#src/domain/webhooks/delivery.ts';
import { builder, enumType } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { recordFields, recordType } from '../record-types.ts';
import { oneOf } from '../relations/relation-fields.ts';
import { byStoredId, type RelationTarget } from '../relations/relation-target.ts';
import { webhookEventTarget } from '../webhook-events/types.ts';

export const DeliveryStatusEnum = enumType(
  'DeliveryStatus',
  deliveryStatuses,
  'PENDING: it will be sent or retried. DELIVERED: it was acknowledged. FAILED: it will not be retried.',
);

recordType('WebhookHeader', webhookHeaderRecord, {
  description: 'A header of a request.',
});

recordType('WebhookAttempt', webhookAttemptRecord, {
  description: 'One request to a webhook, and its response.',
});

export const WebhookDeliveryType = builder.prismaObject('WebhookDelivery', {
  findUnique: byStoredId(storedDeliveryId),
  description: 'The delivery of an event to a webhook.',
  fields: (t) =>
    recordFields(t, webhookDeliveryRecord, {
      event: oneOf(t, webhookEventTarget, {
        relation: 'event',
        description: 'The event, as in the list of events.',
      }),
    }),
});

export const WebhookDeliveryPageType = pageType('deliveries', WebhookDeliveryType, {
  of: 'deliveries',
  count: 'Total number of matching deliveries.',
});

export const webhookDeliveryTarget: RelationTarget = {
  type: WebhookDeliveryType,
  record: 'WebhookDelivery',
  model: 'webhookDelivery',
  storedId: storedDeliveryId,
  orderBy: [{ id: 'desc' }],
};
