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

type Input = Case['input'];

const special = (about: string, kinds: readonly EventKind[], input: Input, isRepeatable?: true): Case => ({
  ...{ about, kinds, input, isRepeatable },
});
/** The same call again changes nothing. */
const again = true;

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
    special('that is there', ['contact.updated'], async (place) => ({ email: await emailOf(place), tag: 'a' }), again),
  ],
  updateContact: [
    special(
      'status',
      ['contact.updated', 'contact.status_changed'],
      async (place) => ({ contactId: await contactOf(place), status: 'QUALIFIED' }),
      again,
    ),
  ],
  answerCustomField: [
    special(
      'of a call',
      ['call.answers_changed'],
      async (place) => ({
        eventCallId: await place.app.call(place.owner),
        customFieldId: await fieldOf(place, { type: 'CALL', inputType: 'MULTIPLE_SELECT', options: ['a', 'b'] }),
        answer: ['b', 'a'],
      }),
      again,
    ),
  ],
  answerCustomFieldInBulk: [
    special(
      'of two contacts',
      ['contact.answers_changed', 'contact.answers_changed'],
      async (place) => ({
        contactIds: await manyContacts(place.app, place.owner.workspaceId, 2),
        customFieldId: await fieldOf(place, { inputType: 'SINGLE_SELECT', options: ['a'] }),
        answer: ['a'],
      }),
      again,
    ),
  ],
  insertInviteeAnswers: [
    special('of somebody new', ['contact.created', 'contact.answers_changed'], (place) => form(place)),
    special(
      'of a contact',
      ['contact.answers_changed', 'contact.updated', 'contact.status_changed'],
      async (place) => form(place, await contactOf(place)),
      again,
    ),
  ],
  updateCustomField: [
    special(
      'options',
      ['field.changed'],
      async ({ app, owner }) => {
        const draft = { inputType: 'SINGLE_SELECT', options: ['a', 'b'] } as const;
        const { id, optionIds } = await answerable(app, owner.workspaceId, draft);
        return { id, options: [{ id: optionIds[0], isArchived: true }] };
      },
      again,
    ),
  ],
  updateDeal: [
    special(
      'value',
      ['deal.updated'],
      async ({ app, owner }) => ({ id: await deal(app, owner), value: '7.50' }),
      again,
    ),
  ],
  updateTransaction: [
    special(
      'value',
      ['transaction.updated'],
      async ({ app, owner }) => ({ id: await transaction(app, owner), value: '7.50' }),
      again,
    ),
  ],
  deleteDeal: [
    special('with a payment', ['transaction.updated', 'deal.deleted'], async ({ app, owner }) => {
      const id = await deal(app, owner);
      await transaction(app, owner, { dealId: id });
      return { id };
    }),
  ],
  createEventCall: [
    // The host becomes the owner of the contact.
    special(
      'of a contact, with answers',
      ['contact.updated', 'contact.answers_changed', 'call.booked'],
      async (place) => ({
        eventId: await bookableEvent(place.app, place.owner),
        ...{ dateTime: freeHour(), timeZone: 'UTC', contactId: await contactOf(place) },
        secondaryQuestionsAnswer: [{ customFieldId: await fieldOf(place), answer: ['a'] }],
      }),
    ),
  ],
  removeUser: [
    special(
      'with calls, contacts and connections',
      ['call.cancelled', 'contact.updated', 'connection.revoked'],
      async ({ app, owner: { workspaceId } }) => {
        const member = await app.member(workspaceId, 'CLOSER');
        await app.call(member, { dateTime: '2026-03-05T12:00:00Z' });
        await storage.Connection.create(app, member);
        const contactId = await app.contact(workspaceId);
        await app.sql('UPDATE "Contact" SET "userId" = $1 WHERE "id" = $2', [member.userId, contactId]);
        return { id: member.userId, cancelCalls: true };
      },
    ),
  ],
  updateUser: [
    special('role', [], async ({ app, owner }) => ({
      id: (await app.member(owner.workspaceId, 'CLOSER')).userId,
      role: 'SETTER',
    })),
  ],
  deleteOAuthClient: [
    special('that is connected', ['connection.revoked'], async ({ app, owner }) => {
      const { clientId } = await newRow(app, 'Connection', owner);
      return (await app.sql<{ id: number }>('SELECT "id" FROM "OAuthClient" WHERE "clientId" = $1', [clientId]))[0];
    }),
  ],
};

async function emailOf({ app, owner }: Place): Promise<string> {
  const email = anyEmail();
  await app.contact(owner.workspaceId, { email });
  return email;
}

/** Every mutation, by its sample and by what is special to it. */
export const mutationCases: Readonly<Record<string, readonly Case[]>> = Object.fromEntries(
  Object.entries(mutationSamples).map(([name, sample]) => [name, [caseOf(sample), ...(more[name] ?? [])]]),
);
