import { eventOfRow, type StoredEvent, storedEventId } from '#src/domain/webhooks/event.ts';
import type {} from '#src/domain/webhooks/event-list.ts';
import { builder } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { byStoredId, type RelationTarget } from '../relations/relation-target.ts';

export const WebhookEventType = builder.prismaObject('WebhookEvent', {
  findUnique: byStoredId(storedEventId),
  description: 'Something that has happened in the workspace, as webhooks report it.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'What has happened: its kind, such as `call.booked`.' }),
    id: t.exposeString('id', { description: 'Event id: `evt_…`, the `webhook-id` of every delivery of it.' }),
    timestamp: t.expose('timestamp', { type: 'DateTime', description: 'When it happened.' }),
    workspaceId: t.exposeInt('workspaceId', { description: 'Workspace id.' }),
    data: t.expose('data', { type: 'JSON', description: 'The record after the change, as `/v1` returns it.' }),
    previous: t.expose('previous', {
      type: 'JSON',
      nullable: true,
      description: 'The earlier values of the fields that have changed; null where there are none.',
    }),
  }),
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
