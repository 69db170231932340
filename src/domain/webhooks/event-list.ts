import { z } from 'zod';
import { coded, enumeration, filterList, text } from '#src/domain/input.ts';
import { orderDirections, pageOf, rangeBound } from '#src/domain/list-input.ts';
import type { Page } from '#src/domain/page.ts';
import { storedEventId, type WebhookEvent } from './event.ts';
import { allWebhookKinds, type WebhookKind } from './kinds.ts';

export type WebhookEventPage = Page<'events', WebhookEvent>;

export const eventIdText = () =>
  text(64).refine(
    (value) => storedEventId(value) !== undefined,
    coded('invalid_format', 'Must be the id of an event: evt_ and a number'),
  );

export const kindFilter = () => filterList(enumeration(allWebhookKinds as [WebhookKind, ...WebhookKind[]])).optional();

export const webhookEventListInput = z.object({
  ...pageOf('Events'),
  kinds: kindFilter().describe(
    'Only events of these kinds, such as `call.booked`. Default: all kinds that your credential may read.',
  ),
  after: eventIdText().optional().describe('Only events after this one: `evt_…`. The event need not exist any more.'),
  createdFrom: rangeBound('Start', 'timestamp'),
  createdTo: rangeBound('End', 'timestamp'),
  orderBy: enumeration(orderDirections)
    .optional()
    .meta({ default: 'desc' })
    .describe('Sort direction: `asc` for the oldest event first, in order of event id.'),
});

export const webhookEventInput = z.object({ id: eventIdText().describe('Event id: `evt_…`.') });

export type WebhookEventListInput = z.output<typeof webhookEventListInput>;
