import { z } from 'zod';
import { coded, enumeration, filterList, id, list, minLength, text } from '#src/domain/input.ts';
import { pageOf } from '#src/domain/list-input.ts';
import type { Page } from '#src/domain/page.ts';
import { eventIdText, kindFilter } from './event-list.ts';
import { allEventKinds, allWebhookKinds, type EventKind } from './kinds.ts';
import { storedId } from './public-id.ts';
import { generateWebhookSecret, signingSecret } from './secret.ts';
import { kindOf, webhookUrl } from './webhook.ts';

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One request to a webhook and its answer. */
export interface WebhookAttempt {
  readonly number: number;
  readonly sentAt: string;
  readonly url: string;
  readonly headers: readonly WebhookHeader[];
  readonly responseStatus: number | null;
  readonly latencyMs: number;
  /** The first 1,000 characters of the answer. */
  readonly responseStart: string | null;
  /** Why no status came, or why the status does not count. */
  readonly error: string | null;
}

export interface WebhookHeader {
  readonly name: string;
  readonly value: string;
}

/** An event for a webhook. */
export interface WebhookDelivery {
  readonly id: string;
  readonly webhookId: number;
  readonly eventId: string;
  readonly type: EventKind;
  /** Its place among the deliveries of the webhook, from 1. */
  readonly sequence: number;
  readonly status: DeliveryStatus;
  /** Sent by hand: one attempt. */
  readonly isManual: boolean;
  /** The text that is sent and signed, the same in each attempt. */
  readonly body: string;
  readonly createdAt: string;
  /** Null where no attempt follows, and while the webhook is paused. */
  readonly nextAttemptAt: string | null;
  readonly attempts: readonly WebhookAttempt[];
}

export type WebhookDeliveryPage = Page<'deliveries', WebhookDelivery>;

const prefix = 'dlv_';

/** The public id of a delivery. */
export function deliveryId(id: string): string {
  return `${prefix}${id}`;
}

/** The stored id of a public one; undefined for a text that is none. */
export function storedDeliveryId(text: string): string | undefined {
  return storedId(prefix, text);
}

const deliveryIdText = () =>
  text(64).refine(
    (value) => storedDeliveryId(value) !== undefined,
    coded('invalid_format', 'Must be the id of a delivery: dlv_ and a number'),
  );

export const webhookDeliveryListInput = z.object({
  ...pageOf('Deliveries'),
  webhookId: id().optional().describe('Deliveries to this webhook: its id.'),
  status: filterList(enumeration(deliveryStatuses)).optional().describe('Statuses: PENDING, DELIVERED, FAILED.'),
  kinds: kindFilter().describe('Kinds of events such as `call.booked`.'),
  eventId: eventIdText().optional().describe('Deliveries of this event: `evt_…`.'),
});

const deliveryKey = { id: deliveryIdText().describe('Its id: `dlv_…`.') };

export const webhookDeliveryInput = z.object(deliveryKey);
export const resendWebhookDeliveryInput = z.object(deliveryKey);
export const sendWebhookTestInput = z.object({
  id: id().describe('Id of the webhook.'),
  kind: kindOf(allWebhookKinds)
    .optional()
    .describe(
      'Such as `call.booked`: an example of this kind is sent, with the header `webhook-example: true`. The event `webhook.test` is sent when left out.',
    ),
});

/** Examples that no endpoint of a workspace gets, for the operator and developers. */
export const sendExamplesInput = z.object({
  url: webhookUrl(),
  kinds: list(kindOf(allEventKinds), allEventKinds.length)
    .check(minLength(1, 'Must have at least one kind'))
    .default([...allEventKinds]),
  secret: signingSecret().default(generateWebhookSecret),
});

export type SendWebhookTestInput = z.output<typeof sendWebhookTestInput>;
export type SendExamplesInput = z.output<typeof sendExamplesInput>;

export type WebhookDeliveryListInput = z.output<typeof webhookDeliveryListInput>;
