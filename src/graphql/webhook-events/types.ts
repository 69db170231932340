import { eventOfRow, type StoredEvent, storedEventId, webhookEventRecord } from '#src/domain/webhooks/event.ts';
import type {} from '#src/domain/webhooks/event-list.ts';
import { builder } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { recordFields } from '../record-types.ts';
import { byStoredId, type RelationTarget } from '../relations/relation-target.ts';

export const WebhookEventType = builder.prismaObject('WebhookEvent', {
  findUnique: byStoredId(storedEventId),
  description: 'An event in the workspace, as sent to webhooks.',
  fields: (t) => recordFields(t, webhookEventRecord),
});

export const WebhookEventPageType = pageType('events', WebhookEventType, {
  of: 'events',
  count: 'Total number of matching events.',
});

export const webhookEventTarget: RelationTarget<StoredEvent> = {
  type: WebhookEventType,
  record: 'WebhookEvent',
  model: 'webhookEvent',
  toRecord: eventOfRow,
  orderBy: [{ id: 'desc' }],
};
