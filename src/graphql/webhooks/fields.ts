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
const whose = 'For owners and admins, and for apps, which can only see and change the webhooks of their own connection';
const notFound = `${whose}; NOT_FOUND otherwise.`;

query('webhooks', {
  type: WebhookPageType,
  description: `The webhooks of the workspace, newest first. ${whose}.`,
  access: read,
  input: webhookListInput,
  rest: { method: 'GET', path: '/webhooks' },
  read: listWebhooks,
  addRelations: relationsOfPage('webhooks', webhookTarget),
});

recordById('webhook', webhookTarget, { description: `One webhook by id. ${notFound}` });

mutation('createWebhook', {
  hasSecret: 'sealed',
  type: WebhookWithSecretType,
  description: `Creates a webhook: from now on, events of these kinds are sent to the URL. The secret is shown only once. A workspace can have at most 20 webhooks. A webhook that an app creates belongs to the app's connection and is deleted when the connection ends. ${whose}.`,
  access: write,
  input: { schema: createWebhookInput, description: 'A new webhook.', argument: 'The webhook.' },
  rest: { method: 'POST', path: '/webhooks', status: 201, idempotent: true, merges: 'webhook' },
  prepare: targetProblem,
  perform: createWebhook,
});

mutation('updateWebhook', {
  type: WebhookType,
  description: `Changes, pauses or resumes a webhook. A new kind requires the scope that reads it, and a new URL the scopes of all its kinds. If nothing differs, \`updatedAt\` does not change. ${notFound}`,
  access: write,
  changes: ['webhookDeliveries'],
  input: {
    schema: updateWebhookInput,
    description: 'Changes to a webhook. Omitted fields stay as they are.',
    types: { status: WebhookStatusEnum },
    argument: 'The changes.',
  },
  rest: { method: 'PUT', path: '/webhooks', notFound: 'NOT_FOUND' },
  prepare: targetProblem,
  perform: updateWebhook,
});

mutation('deleteWebhook', {
  type: WebhookType,
  description: `Deletes a webhook with its deliveries and returns its last state. ${notFound}`,
  access: write,
  input: { schema: deleteWebhookInput, description: 'The webhook to delete.', argument: 'The webhook.' },
  rest: { method: 'DELETE', path: '/webhooks', notFound: 'NOT_FOUND' },
  perform: deleteWebhook,
  deletes: webhookTarget,
});

mutation('rotateWebhookSecret', {
  hasSecret: 'sealed',
  type: WebhookWithSecretType,
  description: `Creates a new secret for a webhook, which is shown only once. During the overlap, requests are also signed with the old secret, so that the receiver can switch without an interruption. If two secrets are already valid, the older one ends immediately. Only for sessions of owners and admins. NOT_FOUND if the webhook does not exist.`,
  access: rotate,
  changes: [],
  input: {
    schema: rotateWebhookSecretInput,
    description: 'The webhook that gets a new secret, and how long the old one stays valid.',
    argument: 'The webhook and the overlap.',
  },
  perform: rotateWebhookSecret,
});
