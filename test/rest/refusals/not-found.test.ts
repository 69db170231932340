import { expect, test } from 'vitest';
import { schema } from '#src/graphql/schema.ts';
import { routesOf } from '#src/rest/routes.ts';
import { answerable } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { contactNote } from '../../support/contact-notes.ts';
import type { Member } from '../../support/factories.ts';
import { leadEvent } from '../../support/lead-forms.ts';
import { restRequest } from '../../support/lists.ts';
import { deal, product, transaction } from '../../support/sales-factories.ts';
import { nextSerial } from '../../support/serial.ts';
import { storedRows } from '../../support/stored-rows.ts';
import { webhook } from '../../support/webhooks.ts';

const app = await useApp();
const owner = await app.workspace();
const otherOwner = await app.workspace();
const key = await app.apiKey(owner);

/** One record of each type. */
async function recordsOf(member: Member) {
  const { workspaceId, userId } = member;
  const eventId = await bookableEvent(app, member, { linkPrefix: `user-${userId}/review` });
  return {
    ...{ contact: await app.contact(workspaceId), call: await app.call(member, { eventId }), user: userId },
    ...{
      event: eventId,
      eventLink: `user-${userId}/review`,
      schedule: await app.schedule(member, { isDefault: false }),
    },
    ...{
      deal: await deal(app, member),
      note: await contactNote(app, member),
      product: await product(app, member),
      transaction: await transaction(app, member),
      webhook: await webhook(app, member),
    },
    ...{ field: (await answerable(app, workspaceId, { identifier: `of-${userId}` })).id, identifier: `of-${userId}` },
    callField: (await answerable(app, workspaceId, { type: 'CALL' })).id,
    lead: (await leadEvent(app, member)).linkPrefix,
  };
}
const own = await recordsOf(owner);
const theirs = await recordsOf(otherOwner);

const nobody: Partial<Record<string, string>> = {
  eventLink: 'nobody/nothing',
  identifier: 'none',
  lead: 'nobody/none',
};
const sale = { contactId: own.contact, value: 1, currency: 'USD', transactionType: 'WON' };
const booking = { dateTime: '2026-03-05T10:00:00Z', timeZone: 'UTC', email: 'ira@example.com' };
const answer = { customFieldId: own.field, contactId: own.contact, answer: ['a'] };
const lead = { linkPrefix: own.lead, inviteeQuestionAnswers: [{ type: 'NAME', answer: 'Ira' }] };

type Place = [endpoint: string, field: string, record: keyof typeof own, input?: object];

/** Where a request names a record; the body of the 404 says the place where there may be several. */
const named: Place[] = [
  ['PUT /v1/deals', 'id', 'deal', { value: 1 }],
  ['PUT /v1/deals', 'contactId', 'contact', { id: own.deal }],
  ['PUT /v1/deals', 'eventCallId', 'call', { id: own.deal }],
  ['POST /v1/deals', 'contactId', 'contact', sale],
  ['POST /v1/deals', 'eventCallId', 'call', sale],
  ['PUT /v1/deals', 'productId', 'product', { id: own.deal }],
  ['POST /v1/deals', 'productId', 'product', sale],
  ['PUT /v1/products', 'id', 'product', { price: 1 }],
  ['DELETE /v1/products', 'id', 'product'],
  ['POST /v1/contacts/merge', 'contactId', 'contact', { mergedContactId: own.contact }],
  ['POST /v1/contacts/merge', 'mergedContactId', 'contact', { contactId: own.contact }],
  ['POST /v1/contacts/undoMerge', 'mergedContactId', 'contact'],
  ['POST /v1/contacts/notes', 'contactId', 'contact', { text: 'x' }],
  ['POST /v1/contacts/notes', 'eventCallId', 'call', { text: 'x', contactId: own.contact }],
  ['PUT /v1/contacts/notes', 'id', 'note', { text: 'x' }],
  ['PUT /v1/contacts/notes', 'eventCallId', 'call', { id: own.note }],
  ['DELETE /v1/contacts/notes', 'id', 'note'],
  ['POST /v1/transactions', 'refundOf', 'transaction', { value: -1, currency: 'USD' }],
  ['PUT /v1/transactions', 'id', 'transaction', { value: 1 }],
  ['PUT /v1/transactions', 'dealId', 'deal', { id: own.transaction }],
  ['PUT /v1/transactions', 'contactId', 'contact', { id: own.transaction }],
  ['POST /v1/transactions', 'dealId', 'deal', { value: 1, currency: 'USD' }],
  ['POST /v1/transactions', 'contactId', 'contact', { value: 1, currency: 'USD' }],
  ['PUT /v1/webhooks', 'id', 'webhook', { status: 'PAUSED' }],
  ['DELETE /v1/webhooks', 'id', 'webhook'],
  ['DELETE /v1/contacts', 'id', 'contact'],
  ['DELETE /v1/deals', 'id', 'deal'],
  ['DELETE /v1/transactions', 'id', 'transaction'],
  ['PUT /v1/userAvailabilities', 'id', 'schedule', { name: 'Mine' }],
  ['DELETE /v1/userAvailabilities', 'id', 'schedule'],
  ['POST /v1/webhooks/test', 'id', 'webhook'],
  ['POST /v1/userAvailabilities', 'userId', 'user', { name: 'Week', timeZone: 'UTC', days: [] }],
  ['POST /v1/fields/answer', 'customFieldId', 'field', answer],
  ['POST /v1/fields/answer', 'identifier', 'identifier', { ...answer, customFieldId: undefined }],
  ['POST /v1/fields/answer', 'contactId', 'contact', answer],
  ['POST /v1/fields/answer', 'contactId', 'contact', { ...answer, answer: [] }],
  ['POST /v1/fields/answer', 'eventCallId', 'call', { customFieldId: own.callField, answer: ['a'] }],
  ['POST /v1/fields/answer', 'eventCallId', 'call', { customFieldId: own.callField, answer: [] }],
  ['POST /v1/fields/answer/bulk', 'customFieldId', 'field', { contactIds: [own.contact], answer: ['a'] }],
  ['POST /v1/fields/answer/bulk', 'identifier', 'identifier', { contactIds: [own.contact], answer: ['a'] }],
  ['POST /v1/fields/inviteeAnswers', 'contactId', 'contact', lead],
  ['POST /v1/eventCalls', 'contactId', 'contact', { ...booking, eventId: own.event }],
  ['POST /v1/eventCalls', 'contactId', 'contact', { ...booking, email: undefined, eventId: own.event }],
];

const ofEvents: Place[] = [
  ['POST /v1/eventCalls', 'eventId', 'event', booking],
  ['POST /v1/eventCalls', 'linkPrefix', 'eventLink', booking],
  ['POST /v1/events/eventDates', 'eventId', 'event', { timeZone: 'UTC' }],
  ['POST /v1/events/eventDates', 'linkPrefix', 'eventLink', { timeZone: 'UTC' }],
];

const onlyRecord: Place[] = [
  ['GET /v1/contacts/detail', 'contactId', 'contact'],
  ['PUT /v1/contacts', 'contactId', 'contact', { tag: 'a' }],
  ['GET /v1/deals/detail', 'id', 'deal'],
  ['GET /v1/products/detail', 'id', 'product'],
  ['GET /v1/transactions/detail', 'id', 'transaction'],
  ['GET /v1/eventCalls/detail', 'id', 'call'],
  ['PUT /v1/eventCalls/cancel', 'id', 'call'],
  ['PUT /v1/eventCalls/guests', 'id', 'call', { guests: [] }],
  ['PUT /v1/eventCalls/reschedule', 'id', 'call', { dateTime: '2026-03-06T10:00:00Z' }],
  ['POST /v1/outcomes', 'eventCallId', 'call', { outcome: 'WON' }],
  ['POST /v1/eventCalls/finish', 'eventCallId', 'call', { outcome: 'WON' }],
  ['POST /v1/eventCalls/undoFinish', 'eventCallId', 'call'],
  ['PUT /v1/fields', 'id', 'field', { name: 'Mine' }],
  ['GET /v1/users/detail', 'id', 'user'],
  ['PUT /v1/users', 'id', 'user', { lastName: 'Mine' }],
  ['GET /v1/userAvailabilities', 'userId', 'user'],
  ['GET /v1/userAvailabilities/detail', 'id', 'schedule'],
];

const onlyEvent: Place[] = [
  ['GET /v1/events/detail', 'eventId', 'event'],
  ['GET /v1/events/detail', 'linkPrefix', 'eventLink'],
  ['PUT /v1/events/status', 'eventId', 'event', { status: 'DEACTIVATED' }],
  ['PUT /v1/events', 'id', 'event', { name: 'Mine' }],
  ['DELETE /v1/events', 'id', 'event'],
];

const groups = [
  [named, 'NOT_FOUND', true],
  [ofEvents, 'EVENT_NOT_FOUND', true],
  [onlyRecord, 'NOT_FOUND', false],
  [onlyEvent, 'EVENT_NOT_FOUND', false],
] as const;

test('every endpoint that may not find a record is tried here', () => {
  const tried = groups.flatMap(([places]) => places.map(([endpoint]) => endpoint));
  const routes = routesOf(schema).filter(({ notFound }) => notFound);
  const others = routes
    .map(({ method, path }) => `${method} /v1${path}`)
    .filter((endpoint) => !tried.includes(endpoint));
  // The stage of contacts has no id, and a delivery is named by a text.
  expect(others).toEqual(['GET /v1/fields/contact-stage', 'POST /v1/webhooks/deliveries/resend']);
});

test.each(
  groups.flatMap(([places, code, saysPlace]) =>
    places.map(([endpoint, field, record, input]) => ({ endpoint, field, record, input, code, saysPlace })),
  ),
)('$endpoint with the $field of no $record, or of one of another workspace, is the same 404', async (place) => {
  const { endpoint, field, record, input, code, saysPlace } = place;
  const [method, path] = endpoint.split(' ') as [string, string];
  const details = saysPlace ? { details: { path: field } } : {};
  const before = await storedRows(app);
  for (const value of [nobody[record] ?? 2_147_483_647, theirs[record]]) {
    const request = restRequest(method, path, { ...input, [field]: value });
    const more: Record<string, string> = method === 'POST' ? { 'idempotency-key': `refused-${nextSerial()}` } : {};
    const headers = { authorization: `Bearer ${key}`, ...request.headers, ...more };
    const { status, body } = await app.request(request.path, { ...request, headers });
    expect({ status, body }).toEqual({ status: 404, body: { message: 'Resource not found!', code, ...details } });
  }
  expect(await storedRows(app)).toEqual(before);
});
