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
  'Whether events are sent to a webhook. Those of a paused one are stored for it.',
);

enumType('WebhookPauseReason', webhookPauseReasons, 'Why a webhook is paused.', {
  REQUESTED: 'Somebody paused it.',
  GONE: 'It answered 410.',
  FAILING: 'No delivery succeeded for five days.',
});

export const WebhookType = builder.prismaObject('Webhook', {
  findUnique: byId,
  description: 'An address that events of the workspace are sent to.',
  fields: (t) => recordFields(t, webhookRecord),
});
registerType(webhookRecord, WebhookType);

export const WebhookPageType = pageType('webhooks', WebhookType, {
  of: 'webhooks',
  count: 'All webhooks that you see.',
});

export const WebhookWithSecretType = recordType('WebhookWithSecret', webhookWithSecretRecord, {
  description: 'A webhook with its new secret. In `/v1` the secret is a field beside those of the webhook.',
  others: (t) => ({
    secret: t.string({
      description: 'The secret that requests are signed with (Standard Webhooks), shown this once: `whsec_…`.',
      // The stored result of an Idempotency-Key is sealed: each response opens the secret.
      resolve: ({ sealedSecret }, _args, { webhookSecrets }) => {
        const secret = webhookSecrets.open(Buffer.from(sealedSecret, 'base64'));
        if (secret !== undefined) return secret;
        throw fieldError(
          'Idempotency-Key',
          'invalid_state',
          'The secret of the first response cannot be read any more',
        );
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
