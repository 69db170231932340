import { webhookOfRow } from '#src/db/reads/webhooks.ts';
import { fieldError } from '#src/domain/errors.ts';
import {
  webhookPauseReasons,
  webhookRecord,
  webhookStatuses,
  webhookWithSecretRecord,
} from '#src/domain/webhooks/webhook.ts';
import { builder, enumType, registerType } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { recordFields, recordType } from '../record-types.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';

export const WebhookStatusEnum = enumType(
  'WebhookStatus',
  webhookStatuses,
  'Whether events are sent to a webhook. The events of a paused webhook are stored for it.',
);

enumType('WebhookPauseReason', webhookPauseReasons, 'Why a webhook is paused.', {
  REQUESTED: 'Someone paused it.',
  GONE: 'It responded with 410.',
  FAILING: 'No delivery succeeded for five days.',
});

export const WebhookType = builder.prismaObject('Webhook', {
  findUnique: byId,
  description: 'A URL that events of the workspace are sent to.',
  fields: (t) => recordFields(t, webhookRecord),
});
registerType(webhookRecord, WebhookType);

export const WebhookPageType = pageType('webhooks', WebhookType, {
  of: 'webhooks',
  count: 'Total number of webhooks that you can see.',
});

export const WebhookWithSecretType = recordType('WebhookWithSecret', webhookWithSecretRecord, {
  description: 'A webhook with its new secret. In `/v1`, the secret is a field next to the fields of the webhook.',
  others: (t) => ({
    secret: t.string({
      description:
        'The secret that requests are signed with (Standard Webhooks), shown only in this response: `whsec_…`.',
      // The stored result of an Idempotency-Key is sealed: each response opens the secret.
      resolve: ({ sealedSecret }, _args, { webhookSecrets }) => {
        const secret = webhookSecrets.open(Buffer.from(sealedSecret, 'base64'));
        if (secret !== undefined) return secret;
        throw fieldError('Idempotency-Key', 'invalid_state', 'The secret of the first response can no longer be read');
      },
    }),
  }),
});

export const webhookTarget: RelationTarget<Parameters<typeof webhookOfRow>[0]> = {
  type: WebhookType,
  record: 'Webhook',
  model: 'webhook',
  toRecord: webhookOfRow,
  orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
};
