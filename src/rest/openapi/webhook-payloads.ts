import type { EventKind } from '#src/domain/webhooks/kinds.ts';

/** The body of an event, and its example. */
interface Payload {
  /** The name of the component of `data`. */
  readonly data: string;
  /** The name of the component of `previous`. Without it, `previous` is null. */
  readonly previous?: string;
  /** True if there may be no earlier values. */
  readonly isPreviousOptional?: boolean;
  /** Values of the example that differ from the usual ones. */
  readonly example?: object;
  readonly previousExample?: object;
}

const contact = { data: 'Contact', previous: 'ContactChanges' };
const call = { data: 'EventCall', previous: 'EventCallChanges' };
const answer = { customFieldId: 42, identifier: 'budget', answer: [], optionIds: [] };

/** The parts of each kind of event. */
export const payloads: Readonly<Record<EventKind, Payload>> = {
  'contact.created': { data: 'Contact' },
  'contact.updated': { ...contact, previousExample: { tag: null } },
  'contact.status_changed': { ...contact, example: { status: 'QUALIFIED' }, previousExample: { status: 'POTENTIAL' } },
  'contact.answers_changed': {
    data: 'ContactAnswersChange',
    previous: 'EarlierAnswers',
    previousExample: { answers: [answer] },
  },
  'contact.deleted': { data: 'DeletedContact' },
  'contact.merged': { data: 'MergedContacts' },
  'contact.merge_undone': { data: 'MergedContacts' },
  'note.created': { data: 'ContactNote' },
  'note.deleted': { data: 'ContactNote' },
  'call.booked': { data: 'EventCall' },
  'call.rescheduled': {
    ...call,
    example: { status: 'RESCHEDULED', rescheduleReason: 'Another appointment' },
    previousExample: {
      status: 'SCHEDULED',
      dateTime: '2026-03-04T09:30:00.000Z',
      endTime: '2026-03-04T10:15:00.000Z',
      rescheduleReason: null,
    },
  },
  'call.cancelled': {
    ...call,
    example: { status: 'CANCELLED', outcome: null },
    previousExample: { status: 'SCHEDULED', outcome: 'PENDING', cancelReason: null },
  },
  'call.guests_changed': { ...call, previousExample: { guests: [] } },
  'call.outcome_added': {
    ...call,
    example: { eventType: 'PAST', outcome: 'WON' },
    previousExample: { outcome: 'PENDING_OUTCOME' },
  },
  'call.answers_changed': {
    data: 'CallAnswersChange',
    previous: 'EarlierAnswers',
    previousExample: { answers: [answer] },
  },
  'call.starting': { data: 'EventCall' },
  'deal.created': { data: 'Deal' },
  'deal.updated': { data: 'Deal', previous: 'DealChanges', previousExample: { value: 1000 } },
  'deal.deleted': { data: 'Deal' },
  'transaction.created': { data: 'Transaction' },
  'transaction.updated': {
    data: 'Transaction',
    previous: 'TransactionChanges',
    previousExample: { description: null },
  },
  'transaction.deleted': { data: 'Transaction' },
  'field.changed': {
    data: 'CustomFieldChange',
    previous: 'CustomFieldChanges',
    isPreviousOptional: true,
    example: { change: 'UPDATED' },
    previousExample: { name: 'Money' },
  },
  'connection.revoked': { data: 'RevokedConnection' },
  'webhook.failing': {
    data: 'Webhook',
    example: { failingSince: '2026-03-04T09:30:00.000Z', pausesAt: '2026-03-09T09:30:00.000Z' },
  },
  'webhook.paused': {
    data: 'Webhook',
    previous: 'WebhookChanges',
    previousExample: { status: 'ACTIVE' },
    example: {
      status: 'PAUSED',
      pauseReason: 'FAILING',
      pausedAt: '2026-03-09T09:30:00.000Z',
      failingSince: '2026-03-04T09:30:00.000Z',
    },
  },
  'webhook.test': { data: 'WebhookTest', example: { message: 'This is a test. Nothing has changed.' } },
};
