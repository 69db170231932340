import { z } from 'zod';
import { coded, enumeration, filterList, id, pageOf, text } from '#src/domain/input.ts';
import type { Page } from '#src/domain/page.ts';
import { eventIdText, kindFilter } from './event-list.ts';
import type { EventKind } from './kinds.ts';
import { storedId } from './public-id.ts';

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
export const sendWebhookTestInput = z.object({ id: id().describe('Id of the webhook.') });

export type WebhookDeliveryListInput = z.output<typeof webhookDeliveryListInput>;
