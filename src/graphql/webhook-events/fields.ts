import { recordPolicies } from '#src/domain/principal/policy.ts';
import { webhookEventInput, webhookEventListInput } from '#src/domain/webhooks/event-list.ts';
import { getWebhookEvent, listWebhookEvents } from '#src/services/webhooks/read-events.ts';
import { OrderByEnum } from '../event-calls/types.ts';
import { query } from '../root-fields.ts';
import { WebhookEventPageType, WebhookEventType } from './types.ts';

const { read } = recordPolicies.WebhookEvent;

query('webhookEvents', {
  type: WebhookEventPageType,
  description:
    'The events of the workspace in the last 90 days, paginated, newest first by default. Kinds that your credential may not read are omitted. An event appears only when no earlier event can still appear, so a reader with `orderBy: asc` that continues after the last event it has seen misses none.',
  access: read,
  input: webhookEventListInput,
  types: { orderBy: OrderByEnum },
  rest: { method: 'GET', path: '/webhooks/events' },
  read: listWebhookEvents,
});

query('webhookEvent', {
  type: WebhookEventType,
  description: 'One event by id. NOT_FOUND if your credential may not read its kind.',
  access: read,
  input: webhookEventInput,
  read: getWebhookEvent,
});
