import { z } from 'zod';
import { customIssue, enumeration, id, integer, list, minLength, must, namesChange, text } from '#src/domain/input.ts';
import { pageOf } from '#src/domain/list-input.ts';
import { urlProblem } from '#src/domain/outgoing-url.ts';
import type { Page } from '#src/domain/page.ts';
import { field, type RecordOf } from '#src/domain/record.ts';
import { allWebhookKinds } from './kinds.ts';

/** The maximum per workspace, including the endpoints of its apps. */
export const maxWebhooks = 20;

export const webhookStatuses = ['ACTIVE', 'PAUSED'] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

export const webhookPauseReasons = ['REQUESTED', 'GONE', 'FAILING'] as const;
export type WebhookPauseReason = (typeof webhookPauseReasons)[number];

/** An endpoint that events are sent to, without its secret. */
export const webhookRecord = {
  id: field.int('Webhook id.'),
  url: field.string('The URL that events are sent to.'),
  kinds: field.strings(
    'The kinds of events that the webhook receives. A webhook of an app receives only the kinds that the app may read.',
  ),
  description: field.string('Description of the webhook.').nullable(),
  status: field.oneOf(webhookStatuses, 'Status: whether events are sent to the webhook.'),
  connectionId: field
    .string(
      'Connection id (`con_…`) of the app that created the webhook; the webhook is deleted when the connection ends. Null if no app created it.',
    )
    .nullable(),
  pauseReason: field.oneOf(webhookPauseReasons, 'Why the webhook is paused; null if it is active.').nullable(),
  pausedAt: field.dateTime('Since when the webhook is paused; null if it is active.').nullable(),
  failingSince: field.dateTime('When deliveries began to fail; null if a delivery has succeeded since.').nullable(),
  pausesAt: field
    .dateTime('When the webhook is paused if no delivery succeeds before then: five days after failingSince.')
    .nullable(),
  previousSecretUntil: field
    .dateTime('Until when requests are also signed with the previous secret; null if they are not.')
    .nullable(),
  createdAt: field.dateTime('When the webhook was created.'),
  updatedAt: field.dateTime('When the webhook was last changed.'),
};
export interface Webhook extends RecordOf<typeof webhookRecord> {}

/** An endpoint with a new secret, which is shown only once. */
export const webhookWithSecretRecord = {
  webhook: field.object(webhookRecord, 'The webhook without its secret.'),
  secret: field.inGraph(),
  /** The secret as it is stored, in base64: a response stored for an Idempotency-Key can be read only with the SECRET_KEY. */
  sealedSecret: field.internal<string>(),
};
export interface WebhookWithSecret extends RecordOf<typeof webhookWithSecretRecord> {}

export type WebhookPage = Page<'webhooks', Webhook>;

export const webhookUrl = () =>
  z.string(must('Must be a string')).superRefine((value, context) => {
    const problem = urlProblem(value);
    if (problem) context.addIssue(customIssue({ path: [], ...problem }));
  });

/** One of these kinds of events. */
export const kindOf = <Kind extends string>(known: readonly Kind[]) =>
  z.enum(known, {
    error: ({ input }) => `Unknown kind ${JSON.stringify(input)}; known kinds: ${known.join(', ')}`,
  });

const kinds = () =>
  list(kindOf(allWebhookKinds), allWebhookKinds.length)
    .check(minLength(1, 'Must have at least one kind'))
    .superRefine((values, context) => {
      for (const [index, value] of values.entries()) {
        if (values.indexOf(value) === index) continue;
        context.addIssue(customIssue({ path: [index], code: 'duplicate', message: 'Must not contain a kind twice' }));
      }
    });

const descriptions = {
  url: 'The URL that events are sent to: https, at most 2,048 characters, without user name, password or fragment, and not at a private address.',
  kinds:
    'The kinds of events that the webhook receives, such as `contact.created`. Each requires the scope that reads its record.',
  description: 'Description of the webhook, at most 500 characters.',
};

const description = () => text(500).nullish();
const webhookId = () => id().describe('Webhook id.');

export const createWebhookInput = z.object({
  url: webhookUrl().describe(descriptions.url),
  kinds: kinds().describe(descriptions.kinds),
  description: description().describe(descriptions.description),
});

export const updateWebhookInput = z
  .object({
    id: webhookId(),
    url: webhookUrl().optional().describe(descriptions.url),
    kinds: kinds().optional().describe(descriptions.kinds),
    description: description().describe(`${descriptions.description} Null removes it.`),
    status: enumeration(webhookStatuses)
      .optional()
      .describe(
        'PAUSED stops deliveries. ACTIVE resumes them, including events that were missed while paused or failed since deliveries began to fail.',
      ),
  })
  .refine(...namesChange('id'));

export const deleteWebhookInput = z.object({ id: webhookId() });

export const rotateWebhookSecretInput = z.object({
  id: webhookId(),
  overlapHours: integer(0, 168)
    .default(24)
    .describe('How many hours requests are also signed with the old secret: 0 to 168 (7 days). Default: 24.'),
});

export const webhookListInput = z.object({
  ...pageOf('Webhooks'),
});

export type CreateWebhookInput = z.output<typeof createWebhookInput>;
export type UpdateWebhookInput = z.output<typeof updateWebhookInput>;
export type RotateWebhookSecretInput = z.output<typeof rotateWebhookSecretInput>;
export type WebhookListInput = z.output<typeof webhookListInput>;
