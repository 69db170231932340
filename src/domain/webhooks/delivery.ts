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
  name: field.string('Its name.'),
  value: field.string('Its value.'),
};
export interface WebhookHeader extends RecordOf<typeof webhookHeaderRecord> {}

/** One request to a webhook and its answer. */
export const webhookAttemptRecord = {
  number: field.int('Which attempt of the delivery it was, from 1.'),
  sentAt: field.dateTime('When it was sent.'),
  url: field.string('The address that it was sent to.'),
  headers: field.objects(webhookHeaderRecord, 'The headers that were sent, with the signature.'),
  responseStatus: field.int('The status of the answer; null where none came.').nullable(),
  latencyMs: field.int('How long it took, in milliseconds.'),
  responseStart: field.string('The first 1,000 characters of the answer.').nullable(),
  error: field.string('Why it failed, where the status does not say so.').nullable(),
};
export interface WebhookAttempt extends RecordOf<typeof webhookAttemptRecord> {}

/** An event for a webhook. */
export const webhookDeliveryRecord = {
  id: field.string('Delivery id: `dlv_…`.'),
  webhookId: field.int('Id of the webhook.'),
  eventId: field.string('Event id: `evt_…`.'),
  type: field.string('The kind of the event, such as `call.booked`.'),
  sequence: field.float('Its place among the deliveries of the webhook: whole numbers from 1 without a gap.'),
  status: field.oneOf(deliveryStatuses, 'Status.'),
  isManual: field.boolean('Whether it was sent by hand, as a test or again: then it gets a single attempt.'),
  body: field.string('The text that is sent and signed, the same in each attempt.'),
  createdAt: field.dateTime('When it was added.'),
  nextAttemptAt: field
    .dateTime('When it is sent next; null where it is not, and while the webhook is paused.')
    .nullable(),
  attempts: field.objects(webhookAttemptRecord, 'The attempts, in their order.'),
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
