import { recordPolicies } from '#src/domain/principal/policy.ts';
import {
  createWebhookInput,
  deleteWebhookInput,
  rotateWebhookSecretInput,
  updateWebhookInput,
  webhookListInput,
} from '#src/domain/webhooks/webhook.ts';
import { targetProblem } from '#src/services/outgoing-target.ts';
import {
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from '#src/services/webhooks/change-webhooks.ts';
import { listWebhooks } from '#src/services/webhooks/read-webhooks.ts';
import { mutation, query, recordById, relationsOfPage } from '../root-fields.ts';
import { WebhookPageType, WebhookStatusEnum, WebhookType, WebhookWithSecretType, webhookTarget } from './types.ts';

const { read, write, rotate } = recordPolicies.Webhook;
const whose = 'For owners and admins, and for apps, which see and change those of their own connection alone';
const notFound = `${whose}; NOT_FOUND for others.`;

query('webhooks', {
  type: WebhookPageType,
  description: `The webhooks of the workspace, newest first. ${whose}.`,
  access: read,
  input: webhookListInput,
  rest: { method: 'GET', path: '/webhooks' },
  read: listWebhooks,
  addRelations: relationsOfPage('webhooks', webhookTarget),
});

recordById('webhook', webhookTarget, { description: `One webhook. ${notFound}` });

mutation('createWebhook', {
  hasSecret: 'sealed',
  type: WebhookWithSecretType,
  description: `Creates a webhook: from now on, events of these kinds are sent to the address. The secret is shown once. A workspace has at most 20. One that an app creates belongs to its connection, and is deleted when that ends. ${whose}.`,
  access: write,
  input: { schema: createWebhookInput, description: 'A new webhook.', argument: 'The webhook.' },
  rest: { method: 'POST', path: '/webhooks', status: 201, idempotent: true, merges: 'webhook' },
  prepare: targetProblem,
  perform: createWebhook,
});

mutation('updateWebhook', {
  type: WebhookType,
  description: `Changes a webhook, pauses or resumes it. A new kind needs the scope that reads it, and a new address the scopes of all its kinds. If nothing differs, \`updatedAt\` stays as it is. ${notFound}`,
  access: write,
  input: {
    schema: updateWebhookInput,
    description: 'Changes to a webhook. What is left out stays as it is.',
    types: { status: WebhookStatusEnum },
    argument: 'The changes.',
  },
  rest: { method: 'PUT', path: '/webhooks', notFound: 'NOT_FOUND' },
  prepare: targetProblem,
  perform: updateWebhook,
});

mutation('deleteWebhook', {
  type: WebhookType,
  description: `Deletes a webhook with its deliveries, and returns it as it was. ${notFound}`,
  access: write,
  input: { schema: deleteWebhookInput, description: 'Which webhook is deleted.', argument: 'The webhook.' },
  rest: { method: 'DELETE', path: '/webhooks', notFound: 'NOT_FOUND' },
  perform: deleteWebhook,
  deletes: webhookTarget,
});

mutation('rotateWebhookSecret', {
  hasSecret: 'sealed',
  type: WebhookWithSecretType,
  description: `Gives a webhook a new secret, which is shown once. For the overlap, requests are signed with the old one as well, so that the receiver can switch without an interruption. Of two that count already, the older one ends at once. For owners' and admins' sessions only; NOT_FOUND if there is none of this id.`,
  access: rotate,
  input: {
    schema: rotateWebhookSecretInput,
    description: 'Which webhook gets a new secret, and how soon the old one ends.',
    argument: 'The webhook and the overlap.',
  },
  perform: rotateWebhookSecret,
});
