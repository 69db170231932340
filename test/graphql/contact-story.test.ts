import { beforeEach, describe, expect, test } from 'vitest';
import type { Scope } from '#src/domain/principal/scopes.ts';
import { useApp } from '../support/app.ts';
import { bookingIn, march } from '../support/bookings.ts';
import { contactNote } from '../support/contact-notes.ts';
import type { Member } from '../support/factories.ts';
import { notification } from '../support/notifications.ts';
import { contactOf, deal, transaction } from '../support/sales-factories.ts';
import { contactStages } from '../support/stages.ts';

const app = await useApp();

const fields = `id kind time actor { kind userId name } eventCall { id name dateTime } dateTimeBefore dateTime
  hostBefore { userId } host { userId } outcomeBefore outcome mail { kind recipient status isHeldBack nextAttemptAt }
  value currency text answers { customFieldId name answer } noteId notificationId dealId transactionId`;
const document = `query ($contactId: Int, $previewId: String, $kinds: [ContactStoryKind!], $limit: Int, $cursor: String) {
  contactStory(contactId: $contactId, previewId: $previewId, kinds: $kinds, limit: $limit, cursor: $cursor) {
    nextCursor entries { ${fields} }
  }
}`;

type Entry = { readonly kind: string; readonly text: string | null } & Readonly<Record<string, unknown>>;

interface Page {
  readonly entries: readonly Entry[];
  readonly nextCursor: string | null;
}

const read = async (as: string, variables: object) => (await app.graphql(document, as, variables)).body;
async function storyOf(contactId: number, as: string, variables: object = {}): Promise<Entry[]> {
  const body = await read(as, { contactId, limit: 100, ...variables });
  expect(body.errors).toBeUndefined();
  return body.data.contactStory.entries;
}
const kindsOf = (entries: readonly Entry[]) => entries.map(({ kind }) => kind);

const blank = {
  ...{ actor: null, eventCall: null, dateTimeBefore: null, dateTime: null, hostBefore: null, host: null },
  ...{ outcomeBefore: null, outcome: null, mail: null, value: null, currency: null, text: null, answers: [] },
  ...{ noteId: null, notificationId: null, dealId: null, transactionId: null },
};
const at = (day: string) => `2026-02-${day}T10:00:00.000Z`;

let owner: Member;
let key: string;
let contactId: number;

beforeEach(async () => {
  owner = await app.workspace();
  key = await app.apiKey(owner);
  contactId = await app.contact(owner.workspaceId);
});

/** A call of the member with the contact and its history of one booking, which was written at this time. */
async function bookedCall(host: Member, createdAt: string): Promise<number> {
  const eventCallId = await app.call(host, { contactId });
  const change = { kind: 'BOOKED', actorKind: 'INVITEE', createdAt };
  await app.insert('EventCallChange', { workspaceId: host.workspaceId, eventCallId, ...change });
  return eventCallId;
}

async function mailAbout(eventCallId: number, changes: object) {
  const [call] = await app.sql<Record<string, unknown>>('SELECT * FROM "EventCall" WHERE "id" = $1', [eventCallId]);
  return notification(app, call ?? {}, changes);
}

describe('the story of a contact', () => {
  test('has what members and invitees did with a call, each with who and when', async () => {
    const booking = await bookingIn(app);
    const session = await app.session(booking.owner);
    const { id } = await booking.booked({ dateTime: march('10T10:00') });
    const { eventId, workspaceId } = booking;
    const answer = { type: 'NAME', statement: 'Your name', answer: 'Ira Cole' };
    const about = { workspaceId, eventId, eventCallId: id, contactId: await contactOf(app, id) };
    await app.insert('InviteeAnswer', { ...about, ...answer });
    await booking.reschedule({ id, dateTime: march('11T11:00'), rescheduleReason: 'Ill' }, session);
    await booking.setOutcome({ eventCallId: id, outcome: 'WON' }, session);
    await booking.cancel({ id, cancelReason: 'No need' }, session);
    const entries = await storyOf(about.contactId, session);
    const actor = { kind: 'MEMBER', userId: booking.owner.userId, name: 'Ada Price' };
    const common = {
      ...{ ...blank, id: expect.stringMatching(/^change-\d+$/), time: expect.any(String), actor },
      eventCall: { id, name: expect.any(String), dateTime: march('11T11:00') },
    };
    expect(entries.filter(({ kind }) => kind !== 'MAIL')).toEqual([
      { ...common, kind: 'CANCELLED', text: 'No need' },
      { ...common, kind: 'OUTCOME_SET', outcome: 'WON' },
      { ...common, kind: 'MOVED', dateTimeBefore: march('10T10:00'), dateTime: march('11T11:00'), text: 'Ill' },
      {
        ...{ ...common, kind: 'BOOKED', actor: { ...actor, kind: 'API_KEY' } },
        answers: [{ customFieldId: null, name: 'Your name', answer: ['Ira Cole'] }],
      },
    ]);
  });

  test('has notes, deals, payments, refunds, mails, forms and answers, newest first', async () => {
    const { workspaceId, userId } = owner;
    const eventCallId = await bookedCall(owner, at('01'));
    const mail = await mailAbout(eventCallId, { status: 'SENT', createdAt: at('02'), sentAt: at('03') });
    const noteId = await contactNote(app, owner, { contactId, text: 'Likes tea', createdAt: at('04'), eventCallId });
    const dealId = await deal(app, owner, { contactId, productName: 'Coaching', time: at('05') });
    const paymentId = await transaction(app, owner, { contactId, dealId, description: 'Card', time: at('06') });
    const refund = { contactId, value: '-40.00', refundOf: paymentId, time: at('07') };
    const refundId = await transaction(app, owner, refund);
    const eventId = await app.event(owner, { name: 'Intro' });
    for (const [statement, answer] of [
      ['Your name', 'Ira'],
      ['Your email', 'ira@example.com'],
    ]) {
      const row = { workspaceId, contactId, eventId, type: 'NAME', statement, answer, createdAt: at('08') };
      await app.insert('InviteeAnswer', row);
    }
    const { fieldId } = await contactStages(app, workspaceId, ['Lead', 'Customer']);
    const answered = { workspaceId, contactId, customFieldId: fieldId, answer: ['Lead'], updatedAt: at('09') };
    await app.insert('CustomFieldAnswer', answered);
    const actor = { kind: 'MEMBER', userId, name: 'Ada Price' };
    const eventCall = { id: eventCallId, name: expect.any(String), dateTime: expect.any(String) };
    const usd = { value: '100.00', currency: 'USD' };
    const entry = (kind: string, day: string, values: object) => ({ ...blank, ...{ kind, time: at(day), ...values } });
    expect(await storyOf(contactId, key)).toEqual(
      [
        entry('ANSWERS', '09', { answers: [{ customFieldId: fieldId, name: expect.any(String), answer: ['Lead'] }] }),
        entry('FORM', '08', {
          ...{ text: 'Intro', actor: { kind: 'INVITEE', userId: null, name: null } },
          answers: [
            { customFieldId: null, name: 'Your name', answer: ['Ira'] },
            { customFieldId: null, name: 'Your email', answer: ['ira@example.com'] },
          ],
        }),
        entry('REFUND', '07', { ...usd, value: '-40.00', actor, transactionId: refundId }),
        entry('PAYMENT', '06', { ...usd, text: 'Card', actor, dealId, transactionId: paymentId }),
        entry('DEAL', '05', { ...usd, text: 'Coaching', actor, dealId }),
        entry('NOTE', '04', { text: 'Likes tea', actor, eventCall, noteId }),
        entry('MAIL', '03', {
          ...{ eventCall, notificationId: mail.id },
          mail: { kind: 'INVITATION', recipient: 'INVITEE', status: 'SENT', isHeldBack: false, nextAttemptAt: null },
        }),
        entry('BOOKED', '01', { actor: { kind: 'INVITEE', userId: null, name: null }, eventCall }),
      ].map((expected) => ({ ...expected, id: expect.any(String) })),
    );
  });

  test('has a call from before there was a history as booked, without who', async () => {
    const id = await app.call(owner, { contactId });
    const [booked] = await storyOf(contactId, key);
    expect(booked).toMatchObject({ id: `booking-${id}`, kind: 'BOOKED', actor: null, eventCall: { id } });
  });

  test('leaves hidden fields and other contacts out', async () => {
    const { fieldId } = await contactStages(app, owner.workspaceId, ['Lead']);
    await app.sql('UPDATE "CustomField" SET "hidden" = true WHERE "id" = $1', [fieldId]);
    const answer = { workspaceId: owner.workspaceId, contactId, customFieldId: fieldId, answer: ['Lead'] };
    await app.insert('CustomFieldAnswer', answer);
    await contactNote(app, owner);
    await deal(app, owner);
    expect(await storyOf(contactId, key)).toEqual([]);
  });
});

describe('pages', () => {
  test('have each entry once, also where many are of one instant', async () => {
    for (let index = 0; index < 4; index++) {
      const eventCallId = await bookedCall(owner, at('05'));
      await mailAbout(eventCallId, { createdAt: at('05') });
      await contactNote(app, owner, { contactId, createdAt: at('05') });
      await deal(app, owner, { contactId, time: at(`0${4 + index}`) });
      await transaction(app, owner, { contactId, time: at('05') });
    }
    const all = await storyOf(contactId, key);
    expect(all).toHaveLength(20);
    expect(new Set(all.map(({ id }) => id)).size).toBe(20);
    for (const limit of [1, 3, 7]) {
      const walked: Entry[] = [];
      let cursor: string | null = 'start';
      while (cursor !== null) {
        const page: Page = (await read(key, { contactId, limit, cursor })).data.contactStory;
        walked.push(...page.entries);
        cursor = page.nextCursor;
      }
      expect(walked).toEqual(all);
    }
  });

  test('of some kinds go on with these', async () => {
    const paymentId = await transaction(app, owner, { contactId, time: at('02') });
    await transaction(app, owner, { contactId, value: '-1.00', refundOf: paymentId, time: at('03') });
    await contactNote(app, owner, { contactId, createdAt: at('01') });
    await bookedCall(owner, at('04'));
    expect(kindsOf(await storyOf(contactId, key, { kinds: ['REFUND'] }))).toEqual(['REFUND']);
    expect(kindsOf(await storyOf(contactId, key, { kinds: ['MOVED'] }))).toEqual([]);
    const kinds = ['PAYMENT', 'NOTE'];
    const { contactStory } = (await read(key, { contactId, kinds, limit: 1 })).data;
    expect(kindsOf(contactStory.entries)).toEqual(['PAYMENT']);
    const { nextCursor: cursor } = contactStory;
    expect(kindsOf(await storyOf(contactId, key, { limit: 1, cursor }))).toEqual(['NOTE']);
    const other = await read(key, { contactId, kinds: ['DEAL'], cursor });
    expect(other.errors[0].extensions.details.fieldErrors).toEqual({ kinds: [expect.any(String)] });
  });

  test.each([
    [{}, { '': ['Exactly one of contactId and previewId is required'] }],
    [{ contactId: 1, previewId: 'contact_1' }, { '': ['Exactly one of contactId and previewId is required'] }],
    [{ contactId: 1, cursor: 'x' }, { cursor: [expect.stringContaining('Must be `start`')] }],
    [{ contactId: 1, limit: 0 }, { limit: [expect.any(String)] }],
    [{ contactId: 1, kinds: [] }, { kinds: ['Must have at least one value'] }],
  ])('refuse %j', async (variables, fieldErrors) => {
    const { errors } = await read(key, variables);
    const { details } = errors[0].extensions;
    expect({ '': details.formErrors, ...details.fieldErrors }).toMatchObject(fieldErrors);
  });
});

describe('who sees what', () => {
  test('closers and setters have the entries of their own calls and sales, and all notes and answers', async () => {
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    const setter = await app.member(owner.workspaceId, 'SETTER');
    await mailAbout(await bookedCall(owner, at('01')), { createdAt: at('02') });
    await mailAbout(await bookedCall(closer, at('03')), { createdAt: at('04') });
    const about = await app.call(owner, { contactId });
    await contactNote(app, owner, { contactId, eventCallId: about, createdAt: at('05') });
    await app.sql('DELETE FROM "EventCallChange" WHERE "eventCallId" = $1', [about]);
    for (const [member, day] of [
      [owner, '06'],
      [closer, '07'],
    ] as const) {
      await deal(app, member, { contactId, time: at(day) });
      await transaction(app, member, { contactId, time: at(day) });
    }
    const seen = async (member: Member) => kindsOf(await storyOf(contactId, await app.session(member)));
    expect((await seen(owner)).filter((kind) => kind !== 'BOOKED').sort()).toEqual([
      'DEAL',
      'DEAL',
      'MAIL',
      'MAIL',
      'NOTE',
      'PAYMENT',
      'PAYMENT',
    ]);
    expect(await seen(closer)).toEqual(['PAYMENT', 'DEAL', 'NOTE', 'MAIL', 'BOOKED']);
    expect(await seen(setter)).toEqual(['NOTE']);
    const [note] = await storyOf(contactId, await app.session(closer), { kinds: ['NOTE'] });
    expect(note?.eventCall).toBeNull();
    const value = async (member: Member) => {
      const { body } = await app.graphql(
        `{ contactValue(contactId: ${contactId}) { won { value currency } paid { value currency } } }`,
        await app.session(member),
      );
      return body.data.contactValue;
    };
    const usd = (amount: string) => [{ value: amount, currency: 'USD' }];
    expect(await value(owner)).toEqual({ won: usd('200.00'), paid: usd('200.00') });
    expect(await value(closer)).toEqual({ won: usd('100.00'), paid: usd('100.00') });
    expect(await value(setter)).toEqual({ won: [], paid: [] });
  });

  test.each<[Scope[], string[]]>([
    [['contacts:read'], ['NOTE']],
    [
      ['contacts:read', 'eventCalls:read'],
      ['NOTE', 'BOOKED'],
    ],
    [
      ['contacts:read', 'deals:read'],
      ['DEAL', 'NOTE'],
    ],
    [
      ['contacts:read', 'transactions:read'],
      ['PAYMENT', 'NOTE'],
    ],
  ])('a key with %j has %j', async (scopes, kinds) => {
    const eventCallId = await bookedCall(owner, at('01'));
    await contactNote(app, owner, { contactId, eventCallId, createdAt: at('02') });
    await deal(app, owner, { contactId, time: at('03') });
    await transaction(app, owner, { contactId, time: at('04') });
    const limited = await app.apiKey(owner, { scopes });
    const entries = await storyOf(contactId, limited);
    expect(kindsOf(entries)).toEqual(kinds);
    const callOfNote = entries.find(({ kind }) => kind === 'NOTE')?.eventCall;
    expect(callOfNote !== null).toBe(scopes.includes('eventCalls:read'));
    expect(kindsOf(await storyOf(contactId, limited, { kinds: ['DEAL', 'NOTE'] }))).toEqual(
      kinds.filter((kind) => ['DEAL', 'NOTE'].includes(kind)),
    );
  });

  test('a contact that is erased, unknown or of another workspace has no story', async () => {
    const eventCallId = await bookedCall(owner, at('01'));
    await contactNote(app, owner, { contactId });
    await deal(app, owner, { contactId });
    const [{ previewId } = { previewId: '' }] = await app.sql<{ previewId: string }>(
      'SELECT "previewId" FROM "Contact" WHERE "id" = $1',
      [contactId],
    );
    const foreign = await app.apiKey(await app.workspace());
    const codes = async (as: string) => {
      const bodies = [await read(as, { contactId }), await read(as, { previewId })];
      const { body } = await app.graphql(`{ contactValue(contactId: ${contactId}) { won { value } } }`, as);
      return [...bodies, body].map(({ errors }) => errors?.[0].extensions.code);
    };
    expect(await codes(key)).toEqual([undefined, undefined, undefined]);
    expect(await codes(foreign)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
    const erase = `mutation { eraseContact(input: { id: ${contactId} }) { id } }`;
    expect((await app.graphql(erase, await app.session(owner))).body.data.eraseContact).toEqual({ id: contactId });
    expect(await codes(key)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
    expect(await app.sql('SELECT "contactId" FROM "EventCall" WHERE "id" = $1', [eventCallId])).toEqual([
      { contactId: null },
    ]);
  });
});

test('the value of a contact is a sum for each currency, with refunds taken off what was paid', async () => {
  const sales = [
    ['USD', '100.00'],
    ['EUR', '50.50'],
    ['USD', '0.10'],
  ] as const;
  for (const [currency, value] of sales) await deal(app, owner, { contactId, currency, value });
  const refundOf = await transaction(app, owner, { contactId });
  await transaction(app, owner, { contactId, value: '-30.00', refundOf });
  await transaction(app, owner);
  const query = `{ contactValue(contactId: ${contactId}) { won { value currency } paid { value currency } } }`;
  expect((await app.graphql(query, key)).body.data.contactValue).toEqual({
    won: [
      { value: '50.50', currency: 'EUR' },
      { value: '100.10', currency: 'USD' },
    ],
    paid: [{ value: '70.00', currency: 'USD' }],
  });
  const limited = await app.apiKey(owner, { scopes: ['contacts:read', 'deals:read'] });
  expect((await app.graphql(query, limited)).body.data.contactValue).toMatchObject({ paid: null });
});
