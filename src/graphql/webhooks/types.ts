import { webhookOfRow } from '#src/db/reads/webhooks.ts';
import { fieldError } from '#src/domain/errors.ts';
import { type WebhookWithSecret, type webhookPauseReasons, webhookStatuses } from '#src/domain/webhooks/webhook.ts';
import { builder, enumType } from '../builder.ts';
import { pageType } from '../page-type.ts';
import { byId, type RelationTarget } from '../relations/relation-target.ts';

export const WebhookStatusEnum = enumType(
  'WebhookStatus',
  webhookStatuses,
  'Whether events are sent to a webhook. Those of a paused one are stored for it.',
);

const WebhookPauseReasonEnum = builder.enumType('WebhookPauseReason', {
  description: 'Why a webhook is paused.',
  values: {
    REQUESTED: { description: 'Somebody paused it.' },
    GONE: { description: 'It answered 410.' },
    FAILING: { description: 'No delivery succeeded for five days.' },
  } satisfies Record<(typeof webhookPauseReasons)[number], object>,
});

export const WebhookType = builder.prismaObject('Webhook', {
  findUnique: byId,
  description: 'An address that events of the workspace are sent to.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Webhook id.' }),
    url: t.exposeString('url', { description: 'Where events are sent.' }),
    kinds: t.expose('kinds', {
      type: ['String'],
      description: 'The kinds of events that it receives. That of an app receives those that the app may read.',
    }),
    description: t.exposeString('description', { nullable: true, description: 'What it is for.' }),
    status: t.expose('status', { type: WebhookStatusEnum, description: 'Whether events are sent to it.' }),
    connectionId: t.exposeString('connectionId', {
      nullable: true,
      description: 'The connection (`con_…`) of the app that created it, and that it ends with; null where no app did.',
    }),
    pauseReason: t.expose('pauseReason', {
      type: WebhookPauseReasonEnum,
      nullable: true,
      description: 'Why it is paused.',
    }),
    pausedAt: t.expose('pausedAt', { type: 'DateTime', nullable: true, description: 'Since when it is paused.' }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'When deliveries began to fail, if none has succeeded since.',
    }),
    pausesAt: t.expose('pausesAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is paused if no delivery succeeds before: five days after failingSince.',
    }),
    previousSecretUntil: t.expose('previousSecretUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when requests are signed with the secret before the present one as well.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

export const WebhookPageType = pageType('webhooks', WebhookType, {
  of: 'webhooks',
  count: 'All webhooks that you see.',
});

export const WebhookWithSecretType = builder.objectRef<WebhookWithSecret>('WebhookWithSecret').implement({
  description: 'A webhook with its new secret. In `/v1` the secret is a field beside those of the webhook.',
  fields: (t) => ({
    webhook: t.expose('webhook', { type: WebhookType, description: 'The webhook without its secret.' }),
    secret: t.string({
      description: 'The secret that requests are signed with (Standard Webhooks), shown this once: `whsec_…`.',
      // What an Idempotency-Key has stored is sealed: the secret is read for each response.
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
