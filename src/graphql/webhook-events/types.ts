import { eventOfRow, type StoredEvent, storedEventId, webhookEventRecord } from '#src/domain/webhooks/event.ts';
import type {} from '#src/domain/webhooks/event-list.ts';
import { builder } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { recordFields } from '../record-types.ts';
import { byStoredId, type RelationTarget } from '../relations/relation-target.ts';

export const WebhookEventType = builder.prismaObject('WebhookEvent', {
  findUnique: byStoredId(storedEventId),
  description: 'Something that has happened in the workspace, as webhooks report it.',
  fields: (t) => recordFields(t, webhookEventRecord),
});

export const WebhookEventPageType = pageType('events', WebhookEventType, {
  of: 'events',
  count: 'All events that match.',
});

export const webhookEventTarget: RelationTarget<StoredEvent> = {
  type: WebhookEventType,
  record: 'WebhookEvent',
  model: 'webhookEvent',
  toRecord: eventOfRow,
  orderBy: [{ id: 'desc' }],
};
