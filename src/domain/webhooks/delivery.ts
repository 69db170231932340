import { z } from 'zod';
import { coded, enumeration, filterList, id, list, minLength, text } from '#src/domain/input.ts';
import { pageOf } from '#src/domain/list-input.ts';
import type { Page } from '#src/domain/page.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { eventIdText, kindFilter } from './event-list.ts';
import { allEventKinds, allWebhookKinds } from './kinds.ts';
import { storedId } from './public-id.ts';
import { generateWebhookSecret, signingSecret } from './secret.ts';
import { kindOf, webhookUrl } from './webhook.ts';

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const webhookHeaderRecord = {
  name: field.string('Name of the header.'),
  value: field.string('Value of the header.'),
};
export interface WebhookHeader extends RecordOf<typeof webhookHeaderRecord> {}

/** One request to a webhook and its answer. */
export const webhookAttemptRecord = {
  number: field.int('Number of the attempt, starting at 1.'),
  sentAt: field.dateTime('When the request was sent.'),
  url: field.string('The URL that the request was sent to.'),
  headers: field.objects(webhookHeaderRecord, 'The request headers, including the signature.'),
  responseStatus: field.int('HTTP status of the response; null if there was none.').nullable(),
  latencyMs: field.int('Duration of the attempt in milliseconds.'),
  responseStart: field.string('The first 1,000 characters of the response body.').nullable(),
  error: field.string('Why the attempt failed, if the status does not show it.').nullable(),
};
export interface WebhookAttempt extends RecordOf<typeof webhookAttemptRecord> {}

/** An event for a webhook. */
export const webhookDeliveryRecord = {
  id: field.string('Delivery id: `dlv_…`.'),
  webhookId: field.int('Id of the webhook.'),
  eventId: field.string('Event id: `evt_…`.'),
  type: field.string('The kind of the event, such as `call.booked`.'),
  sequence: field.float("Sequence number among the webhook's deliveries: whole numbers from 1 without gaps."),
  status: field.oneOf(deliveryStatuses, 'Status of the delivery.'),
  isManual: field.boolean('True if it was sent manually, as a test or again. A manual delivery gets a single attempt.'),
  body: field.string('The request body that is sent and signed, the same for each attempt.'),
  createdAt: field.dateTime('When the delivery was created.'),
  nextAttemptAt: field
    .dateTime('When the next attempt is made; null if there is none, and while the webhook is paused.')
    .nullable(),
  attempts: field.objects(webhookAttemptRecord, 'The attempts in order.'),
  event: field.inGraph(),
};
export interface WebhookDelivery extends RecordOf<typeof webhookDeliveryRecord> {}

export type WebhookDeliveryPage = Page<'deliveries', WebhookDelivery>;

const prefix = 'dlv_';

/** The public id of a delivery. */
export function deliveryId(id: string): string {
  return `${prefix}${id}`;
}

/** The stored id of a public id; undefined for any other text. */
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
  webhookId: id().optional().describe('Only deliveries to the webhook with this id.'),
  status: filterList(enumeration(deliveryStatuses))
    .optional()
    .describe('Only deliveries with one of these statuses: PENDING, DELIVERED, FAILED.'),
  kinds: kindFilter().describe('Only deliveries of events of these kinds, such as `call.booked`.'),
  eventId: eventIdText().optional().describe('Only deliveries of the event with this id: `evt_…`.'),
});

const deliveryKey = { id: deliveryIdText().describe('Delivery id: `dlv_…`.') };

export const webhookDeliveryInput = z.object(deliveryKey);
export const resendWebhookDeliveryInput = z.object(deliveryKey);
export const sendWebhookTestInput = z.object({
  id: id().describe('Id of the webhook.'),
  kind: kindOf(allWebhookKinds)
    .optional()
    .describe(
      'Kind of the example event, such as `call.booked`. It is sent with the header `webhook-example: true`. If omitted, the event `webhook.test` is sent.',
    ),
});

/** Sends examples to a URL that is no endpoint of a workspace, for the operator and developers. */
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
