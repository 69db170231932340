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
    'What has happened in the workspace in the last 90 days, newest first unless orderBy says otherwise, a page at a time. Kinds that your credential may not read are left out. An event appears as soon as no earlier one can appear any more, so a reader of `orderBy: asc` that goes on after the last event it has seen misses none.',
  access: read,
  input: webhookEventListInput,
  enums: { orderBy: OrderByEnum },
  rest: { method: 'GET', path: '/webhooks/events' },
  read: listWebhookEvents,
});

query('webhookEvent', {
  type: WebhookEventType,
  description: 'One event; NOT_FOUND for one of a kind that your credential may not read.',
  access: read,
  input: webhookEventInput,
  read: getWebhookEvent,
});
