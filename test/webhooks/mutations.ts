import type { EventKind } from '#src/domain/webhooks/kinds.ts';
import { type Row, storage } from '../policy/records.ts';
import { answerable, manyContacts } from '../support/answers.ts';
import { bookableEvent, openEventOf } from '../support/bookable-events.ts';
import { leadEvent } from '../support/lead-forms.ts';
import { deal, transaction } from '../support/sales-factories.ts';
import { nextSerial } from '../support/serial.ts';
import { webhook } from '../support/webhooks.ts';
import { type Case, contactOf, email, fieldOf, hour, type Place, record, rowOf } from './place.ts';

const some = (kinds: EventKind[], input: Case['input'], more: Partial<Case> = {}): Case => ({
  kinds,
  input,
  ...more,
});

async function booking(place: Place) {
  const { app, owner } = place;
  const eventId = await bookableEvent(app, owner);
  return { eventId, dateTime: hour(), timeZone: 'UTC', email: email() };
}

async function publicBooking(place: Place) {
  const { eventId, ...input } = await booking(place);
  const [event] = await place.app.sql<{ linkPrefix: string }>('SELECT "linkPrefix" FROM "Event" WHERE "id" = $1', [
    eventId,
  ]);
  return { ...input, linkPrefix: event?.linkPrefix, firstName: 'Ira' };
}

async function tokenOf(place: Place): Promise<string> {
  const query = 'mutation ($input: CreatePublicBookingInput!) { createPublicBooking(input: $input) { token } }';
  const { body } = await place.app.graphql(query, undefined, { input: await publicBooking(place) });
  return body.data.createPublicBooking.token;
}

/** An event that disqualifies who fills in its form. */
async function form(place: Place, contactId?: number) {
  const { linkPrefix } = await leadEvent(place.app, place.owner, { disqualifiesLeads: true });
  return {
    ...{ linkPrefix, contactId },
    inviteeQuestionAnswers: [{ type: 'EMAIL', answer: email() }],
    secondaryQuestionsAnswer: [{ customFieldId: await fieldOf(place), answer: ['a'] }],
  };
}

/** Every mutation that writes events, and which. */
export const eventfulMutations: Readonly<Record<string, readonly Case[]>> = {
  createContact: [
    some(['contact.created'], async () => ({ email: email() })),
    some(['contact.updated'], async (place) => ({ email: await emailOf(place), tag: 'a' }), {
      ...{ about: 'that is there', isRepeatable: true },
    }),
  ],
  updateContact: [
    some(['contact.updated'], async (place) => ({ contactId: await contactOf(place), tag: 'a' }), {
      isRepeatable: true,
    }),
    some(
      ['contact.updated', 'contact.status_changed'],
      async (place) => ({ contactId: await contactOf(place), status: 'QUALIFIED' }),
      { about: 'status', isRepeatable: true },
    ),
  ],
  answerCustomField: [
    some(
      ['contact.answers_changed'],
      async (place) => ({ contactId: await contactOf(place), customFieldId: await fieldOf(place), answer: ['a'] }),
      { about: 'of a contact', isRepeatable: true },
    ),
    some(
      ['call.answers_changed'],
      async (place) => ({
        eventCallId: await place.app.call(place.owner),
        customFieldId: await fieldOf(place, { type: 'CALL', inputType: 'MULTIPLE_SELECT', options: ['a', 'b'] }),
        answer: ['b', 'a'],
      }),
      { about: 'of a call', isRepeatable: true },
    ),
  ],
  answerCustomFieldInBulk: [
    some(
      ['contact.answers_changed', 'contact.answers_changed'],
      async (place) => ({
        contactIds: await manyContacts(place.app, place.owner.workspaceId, 2),
        customFieldId: await fieldOf(place, { inputType: 'SINGLE_SELECT', options: ['a'] }),
        answer: ['a'],
      }),
      { isRepeatable: true },
    ),
  ],
  insertInviteeAnswers: [
    some(['contact.created', 'contact.answers_changed'], (place) => form(place), { about: 'of somebody new' }),
    some(
      ['contact.answers_changed', 'contact.updated', 'contact.status_changed'],
      async (place) => form(place, await contactOf(place)),
      { about: 'of a contact', isRepeatable: true },
    ),
  ],
  createCustomField: [
    some(['field.changed'], async () => ({
      ...{ name: `Field ${nextSerial()}`, type: 'CALL', inputType: 'SINGLE_SELECT' },
      options: [{ name: 'a' }],
    })),
  ],
  updateCustomField: [
    some(['field.changed'], record('CustomField', { name: 'Size' }), { about: 'name', isRepeatable: true }),
    some(
      ['field.changed'],
      async ({ app, owner }) => {
        const draft = { inputType: 'SINGLE_SELECT', options: ['a', 'b'] } as const;
        const { id, optionIds } = await answerable(app, owner.workspaceId, draft);
        return { id, options: [{ id: optionIds[0], isArchived: true }] };
      },
      { about: 'options', isRepeatable: true },
    ),
  ],
  eraseContact: [some(['contact.deleted'], async ({ app, owner }) => ({ id: await app.contact(owner.workspaceId) }))],
  createDeal: [
    some(['deal.created'], async (place) => ({
      contactId: await contactOf(place),
      ...{ currency: 'USD', transactionType: 'WON', value: '5' },
    })),
  ],
  updateDeal: [
    some(['deal.updated'], async ({ app, owner }) => ({ id: await deal(app, owner), value: '7.50' }), {
      isRepeatable: true,
    }),
  ],
  deleteDeal: [
    some(['transaction.updated', 'deal.deleted'], async ({ app, owner }) => {
      const id = await deal(app, owner);
      await transaction(app, owner, { dealId: id });
      return { id };
    }),
  ],
  createTransaction: [some(['transaction.created'], async () => ({ currency: 'USD', value: '5' }))],
  updateTransaction: [
    some(['transaction.updated'], async ({ app, owner }) => ({ id: await transaction(app, owner), value: '7.50' }), {
      isRepeatable: true,
    }),
  ],
  deleteTransaction: [some(['transaction.deleted'], async ({ app, owner }) => ({ id: await transaction(app, owner) }))],
  createEventCall: [
    some(['contact.created', 'call.booked'], booking, { about: 'of somebody new' }),
    some(
      ['contact.answers_changed', 'call.booked'],
      async (place) => ({
        ...(await booking(place)),
        email: undefined,
        contactId: await contactOf(place),
        secondaryQuestionsAnswer: [{ customFieldId: await fieldOf(place), answer: ['a'] }],
      }),
      { about: 'of a contact, with answers' },
    ),
  ],
  rescheduleEventCall: [
    some(['call.rescheduled'], async (place) => {
      const call = await rowOf(place, 'EventCall');
      await openEventOf(place.app, call);
      return { id: call.id, dateTime: hour() };
    }),
  ],
  cancelEventCall: [
    some(['call.cancelled'], async ({ app, owner }) => ({ id: await app.call(owner) }), { isRepeatable: true }),
  ],
  setOutcome: [
    some(
      ['call.outcome_added'],
      async ({ app, owner }) => ({ eventCallId: await app.call(owner), outcome: 'NO_SALE', noSaleReason: 'NO_SHOW' }),
      { isRepeatable: true },
    ),
  ],
  createPublicBooking: [some(['contact.created', 'call.booked'], publicBooking, { isAnonymous: true })],
  createPublicLead: [
    some(
      ['contact.created'],
      async (place) => {
        const { linkPrefix } = await publicBooking(place);
        await place.app.sql(`UPDATE "Event" SET "bookingFlow" = 'FORM_FIRST' WHERE "linkPrefix" = $1`, [linkPrefix]);
        return { linkPrefix, email: email() };
      },
      { isAnonymous: true, isRepeatable: true },
    ),
  ],
  reschedulePublicBooking: [
    some(['call.rescheduled'], async (place) => ({ token: await tokenOf(place), dateTime: hour() }), {
      isAnonymous: true,
    }),
  ],
  cancelPublicBooking: [
    some(['call.cancelled'], async (place) => ({ token: await tokenOf(place) }), {
      ...{ isAnonymous: true, isRepeatable: true },
    }),
  ],
  removeUser: [
    some(['call.cancelled', 'contact.updated', 'connection.revoked'], async ({ app, owner: { workspaceId } }) => {
      const member = await app.member(workspaceId, 'CLOSER');
      await app.call(member, { dateTime: '2026-03-05T12:00:00Z' });
      await storage.Connection.create(app, member);
      const contactId = await app.contact(workspaceId);
      await app.sql('UPDATE "Contact" SET "userId" = $1 WHERE "id" = $2', [member.userId, contactId]);
      return { id: member.userId, cancelCalls: true };
    }),
  ],
  revokeConnection: [some(['connection.revoked'], record('Connection'), { isRepeatable: true })],
  revokeAllConnections: [
    some(['connection.revoked'], async (place) => ({ clientId: (await rowOf(place, 'Connection')).clientId }), {
      isRepeatable: true,
    }),
  ],
  deleteOAuthClient: [
    some(['connection.revoked'], async (place) => {
      const { clientId } = await rowOf(place, 'Connection');
      const [client] = await place.app.sql<Row>('SELECT "id" FROM "OAuthClient" WHERE "clientId" = $1', [clientId]);
      return { id: client?.id };
    }),
  ],
  sendWebhookTest: [some(['webhook.test'], async ({ app, owner }) => ({ id: await webhook(app, owner) }))],
};

async function emailOf({ app, owner }: Place): Promise<string> {
  const address = email();
  await app.contact(owner.workspaceId, { email: address });
  return address;
}
