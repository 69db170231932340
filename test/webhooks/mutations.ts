import type { EventKind } from '#src/domain/webhooks/kinds.ts';
import { storage } from '../policy/records.ts';
import { answerable, manyContacts } from '../support/answers.ts';
import type { TestApp } from '../support/app.ts';
import { bookableEvent } from '../support/bookable-events.ts';
import type { Member } from '../support/factories.ts';
import { leadEvent } from '../support/lead-forms.ts';
import { inputOf, newRow, placeOf } from '../support/root-fields/place.ts';
import { isAnonymous, mutationSamples } from '../support/root-fields/registry.ts';
import { anyEmail, freeHour, type MutationSample } from '../support/root-fields/sample.ts';
import { deal, transaction } from '../support/sales-factories.ts';

/** A workspace and its owner, whose session calls the mutations. */
interface Place {
  readonly app: TestApp;
  readonly owner: Member;
}

interface Case {
  /** What the case is about, where a mutation has several. */
  readonly about?: string;
  /** The kinds that one call writes, in their order. */
  readonly kinds: readonly EventKind[];
  /** Stores what the call needs, and returns its input. Undefined for a mutation without one. */
  readonly input: (place: Place) => Promise<object | undefined>;
  /** The same call again changes nothing. */
  readonly isRepeatable?: true | undefined;
  /** An invitee calls, or somebody who is not signed in. */
  readonly isAnonymous?: boolean;
}

function caseOf(sample: MutationSample): Case {
  const { events, isRepeatable } = sample;
  return {
    kinds: typeof events === 'string' ? [] : events,
    isRepeatable,
    isAnonymous: isAnonymous(sample),
    input: async ({ app, owner }) => inputOf(app, owner, sample, await placeOf(app, owner)),
  };
}

const again = { isRepeatable: true } as const;

const contactOf = ({ app, owner }: Place) => app.contact(owner.workspaceId);
const fieldOf = async ({ app, owner }: Place, draft: Parameters<typeof answerable>[2] = {}) =>
  (await answerable(app, owner.workspaceId, draft)).id;

/** An event that disqualifies who fills in its form. */
async function form(place: Place, contactId?: number) {
  const { linkPrefix } = await leadEvent(place.app, place.owner, { disqualifiesLeads: true });
  return {
    ...{ linkPrefix, contactId },
    inviteeQuestionAnswers: [{ type: 'EMAIL', answer: anyEmail() }],
    secondaryQuestionsAnswer: [{ customFieldId: await fieldOf(place), answer: ['a'] }],
  };
}

/** Inputs beside the sample of a mutation that write other events, or none for a reason of their own. */
const more: Readonly<Record<string, readonly Case[]>> = {
  createContact: [
    {
      ...again,
      about: 'that is there',
      kinds: ['contact.updated'],
      async input({ app, owner }) {
        const email = anyEmail();
        await app.contact(owner.workspaceId, { email });
        return { email, tag: 'a' };
      },
    },
  ],
  updateContact: [
    {
      ...again,
      about: 'status',
      kinds: ['contact.updated', 'contact.status_changed'],
      input: async (place) => ({ contactId: await contactOf(place), status: 'QUALIFIED' }),
    },
  ],
  answerCustomField: [
    {
      ...again,
      about: 'of a call',
      kinds: ['call.answers_changed'],
      input: async (place) => ({
        eventCallId: await place.app.call(place.owner),
        customFieldId: await fieldOf(place, { type: 'CALL', inputType: 'MULTIPLE_SELECT', options: ['a', 'b'] }),
        answer: ['b', 'a'],
      }),
    },
  ],
  answerCustomFieldInBulk: [
    {
      ...again,
      about: 'of two contacts',
      kinds: ['contact.answers_changed', 'contact.answers_changed'],
      input: async (place) => ({
        contactIds: await manyContacts(place.app, place.owner.workspaceId, 2),
        customFieldId: await fieldOf(place, { inputType: 'SINGLE_SELECT', options: ['a'] }),
        answer: ['a'],
      }),
    },
  ],
  insertInviteeAnswers: [
    { about: 'of somebody new', kinds: ['contact.created', 'contact.answers_changed'], input: (place) => form(place) },
    {
      ...again,
      about: 'of a contact',
      kinds: ['contact.answers_changed', 'contact.updated', 'contact.status_changed'],
      input: async (place) => form(place, await contactOf(place)),
    },
  ],
  updateCustomField: [
    {
      ...again,
      about: 'options',
      kinds: ['field.changed'],
      async input({ app, owner }) {
        const draft = { inputType: 'SINGLE_SELECT', options: ['a', 'b'] } as const;
        const { id, optionIds } = await answerable(app, owner.workspaceId, draft);
        return { id, options: [{ id: optionIds[0], isArchived: true }] };
      },
    },
  ],
  updateDeal: [
    {
      ...again,
      about: 'value',
      kinds: ['deal.updated'],
      input: async ({ app, owner }) => ({ id: await deal(app, owner), value: '7.50' }),
    },
  ],
  updateTransaction: [
    {
      ...again,
      about: 'value',
      kinds: ['transaction.updated'],
      input: async ({ app, owner }) => ({ id: await transaction(app, owner), value: '7.50' }),
    },
  ],
  deleteDeal: [
    {
      about: 'with a payment',
      kinds: ['transaction.updated', 'deal.deleted'],
      async input({ app, owner }) {
        const id = await deal(app, owner);
        await transaction(app, owner, { dealId: id });
        return { id };
      },
    },
  ],
  createEventCall: [
    {
      about: 'of a contact, with answers',
      kinds: ['contact.answers_changed', 'call.booked'],
      input: async (place) => ({
        eventId: await bookableEvent(place.app, place.owner),
        ...{ dateTime: freeHour(), timeZone: 'UTC', contactId: await contactOf(place) },
        secondaryQuestionsAnswer: [{ customFieldId: await fieldOf(place), answer: ['a'] }],
      }),
    },
  ],
  removeUser: [
    {
      about: 'with calls, contacts and connections',
      kinds: ['call.cancelled', 'contact.updated', 'connection.revoked'],
      async input({ app, owner: { workspaceId } }) {
        const member = await app.member(workspaceId, 'CLOSER');
        await app.call(member, { dateTime: '2026-03-05T12:00:00Z' });
        await storage.Connection.create(app, member);
        const contactId = await app.contact(workspaceId);
        await app.sql('UPDATE "Contact" SET "userId" = $1 WHERE "id" = $2', [member.userId, contactId]);
        return { id: member.userId, cancelCalls: true };
      },
    },
  ],
  updateUser: [
    {
      about: 'role',
      kinds: [],
      input: async ({ app, owner }) => ({
        ...{ id: (await app.member(owner.workspaceId, 'CLOSER')).userId, role: 'SETTER' },
      }),
    },
  ],
  deleteOAuthClient: [
    {
      about: 'that is connected',
      kinds: ['connection.revoked'],
      async input({ app, owner }) {
        const { clientId } = await newRow(app, 'Connection', owner);
        return (await app.sql<{ id: number }>('SELECT "id" FROM "OAuthClient" WHERE "clientId" = $1', [clientId]))[0];
      },
    },
  ],
};

/** Every mutation, by its sample and by what is special to it. */
export const mutationCases: Readonly<Record<string, readonly Case[]>> = Object.fromEntries(
  Object.entries(mutationSamples).map(([name, sample]) => [name, [caseOf(sample), ...(more[name] ?? [])]]),
);
