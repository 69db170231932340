import { type Role, scopesWithinRole } from '../principal/roles.ts';
import type { Scope } from '../principal/scopes.ts';

interface Kind {
  /** The scope that a credential needs to receive and to read its events. */
  readonly scope: Scope;
  /** When the event is written. */
  readonly description: string;
}

/** The kinds of events that webhooks report. The schema, the documentation and the checks of scopes are made from this list. */
export const webhookKinds = {
  'contact.created': { scope: 'contacts:read', description: 'A contact was created.' },
  'contact.updated': { scope: 'contacts:read', description: 'Fields of a contact have changed.' },
  'contact.status_changed': {
    scope: 'contacts:read',
    description: 'The status of a contact has changed. contact.updated is sent as well.',
  },
  'contact.answers_changed': {
    scope: 'contacts:read',
    description:
      "A contact's answers to custom fields have changed. If an option is renamed, only field.changed is sent.",
  },
  'contact.deleted': {
    scope: 'contacts:read',
    description:
      'A contact was erased. Its notes, deals, transactions and past calls changed with it, without events of their own. Stored events about the contact, its notes, its calls and its transactions are emptied.',
  },
  'contact.merged': {
    scope: 'contacts:read',
    description:
      'The contact mergedContactId was merged into the contact id, which has its notes and calls now. contact.updated, deal.updated and transaction.updated are sent for what changed; contact.deleted is not.',
  },
  'contact.merge_undone': {
    scope: 'contacts:read',
    description:
      'The contact mergedContactId, which had been merged into the contact id, exists again, with its notes and calls. contact.updated, deal.updated and transaction.updated are sent for what changed.',
  },
  'note.created': { scope: 'contacts:read', description: 'A note about a contact was created.' },
  'note.deleted': { scope: 'contacts:read', description: 'A note about a contact was deleted.' },
  'call.booked': { scope: 'eventCalls:read', description: 'A call was booked.' },
  'call.rescheduled': { scope: 'eventCalls:read', description: 'A call was moved to another time or another host.' },
  'call.cancelled': { scope: 'eventCalls:read', description: 'A call was cancelled.' },
  'call.guests_changed': { scope: 'eventCalls:read', description: 'Guests were added to a call or removed from it.' },
  'call.outcome_added': {
    scope: 'eventCalls:read',
    description: 'The outcome of a call was set, changed or removed.',
  },
  'call.answers_changed': {
    scope: 'eventCalls:read',
    description:
      "A call's answers to custom fields have changed since it was booked. call.booked has the first answers.",
  },
  'call.starting': { scope: 'eventCalls:read', description: 'A call starts in 15 minutes or less.' },
  'deal.created': { scope: 'deals:read', description: 'A deal was created.' },
  'deal.updated': { scope: 'deals:read', description: 'Fields of a deal have changed.' },
  'deal.deleted': {
    scope: 'deals:read',
    description:
      'A deal was deleted. transaction.updated is sent for each of its transactions, which no longer belong to a deal.',
  },
  'transaction.created': { scope: 'transactions:read', description: 'A transaction was created.' },
  'transaction.updated': { scope: 'transactions:read', description: 'Fields of a transaction have changed.' },
  'transaction.deleted': { scope: 'transactions:read', description: 'A transaction was deleted.' },
  'field.changed': {
    scope: 'fields:read',
    description: 'A custom field was created, or the field or its options have changed.',
  },
  'connection.revoked': { scope: 'webhooks:read', description: 'The connection of an app has ended.' },
  'webhook.failing': {
    scope: 'webhooks:read',
    description: 'No delivery to an endpoint has succeeded for a day. The endpoint is paused after five days.',
  },
  'webhook.paused': {
    scope: 'webhooks:read',
    description: 'An endpoint was paused because it responded with 410 or no delivery has succeeded for five days.',
  },
} as const satisfies Record<string, Kind>;

/** The kinds that an endpoint can choose. */
export type WebhookKind = keyof typeof webhookKinds;

export const allWebhookKinds = Object.keys(webhookKinds) as WebhookKind[];

/** The kind of a test event; no endpoint can choose it. */
export const testKind = 'webhook.test';

export type EventKind = WebhookKind | typeof testKind;

/** All kinds that are ever sent. */
export const allEventKinds: readonly EventKind[] = [...allWebhookKinds, testKind];

export function isWebhookKind(text: string): text is WebhookKind {
  return Object.hasOwn(webhookKinds, text);
}

/** The kinds whose events a credential or a connection with these scopes may read. */
export function kindsWithin(scopes: ReadonlySet<Scope>, kinds: readonly string[]): WebhookKind[] {
  return kinds.filter(isWebhookKind).filter((kind) => scopes.has(webhookKinds[kind].scope));
}

/** The access that an app has through a connection now. */
export interface AppAccess {
  /** The user's role. */
  readonly role: Role;
  readonly scopes: readonly string[];
}

/**
 * The kinds that the endpoint of an app gets now: those that the app could choose for a new endpoint. It gets none if the
 * connection has ended, or if the app or the role of its user may no longer have webhooks. A role that may have webhooks sees
 * all records of the workspace, so events need no check of their records.
 */
export function kindsForApp(access: AppAccess | undefined, kinds: readonly string[]): WebhookKind[] {
  const scopes = new Set(access && scopesWithinRole(access.role, access.scopes));
  return scopes.has('webhooks:write') ? kindsWithin(scopes, kinds) : [];
}
