import { describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { customField } from '../../support/custom-fields.ts';
import { detailsWith } from '../../support/errors.ts';
import type { Member } from '../../support/factories.ts';
import { nextSerial } from '../../support/serial.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

let owner: Member;
let linkPrefix: string;
let eventId: number;
const app = await useApp();

async function newEvent(): Promise<void> {
  owner = await app.workspace({ timeZone: 'Europe/Berlin' });
  linkPrefix = `user-${owner.userId}/public-${nextSerial()}`;
  eventId = await bookableEvent(app, owner, { linkPrefix });
}

async function invitee(query: string, variables: object = {}) {
  const { status, body } = await app.graphql(query, undefined, variables as Record<string, unknown>);
  return { status, data: body.data, errors: body.errors };
}

const booking =
  'booking { name linkPrefix status dateTime endTime duration timeZone inviteeName inviteeEmail phoneNumber guests location locationLink }';
const book = (input: object) =>
  invitee(`mutation ($input: CreatePublicBookingInput!) { createPublicBooking(input: $input) { ${booking} token } }`, {
    input: { linkPrefix, timeZone: 'Asia/Tokyo', email: 'ira@example.com', ...input },
  });
const free = (hour: number) => new Date(Date.UTC(2026, 2, 5, hour)).toISOString();
const rows = (table: string) =>
  app.sql<Record<string, unknown>>(`SELECT * FROM "${table}" WHERE "workspaceId" = $1`, [owner.workspaceId]);

describe('an invitee without a credential', () => {
  test('chooses the language of what they are written in; English unless stated', async () => {
    await newEvent();
    await book({ dateTime: free(10), language: 'fr' });
    await book({ dateTime: free(12), email: 'other@example.com' });
    expect((await rows('EventCall')).map(({ language }) => language)).toEqual(['fr', 'en']);
  });

  test('sees the form of a live event, and nothing else of the workspace', async () => {
    await newEvent();
    await app.insert('InviteeQuestion', {
      ...{ workspaceId: owner.workspaceId, eventId, statement: 'Your e-mail?', type: 'EMAIL', required: true },
    });
    const customFieldId = await customField(app, owner.workspaceId, { identifier: 'budget', type: 'CALL' });
    await app.insert('EventSecondaryQuestion', { workspaceId: owner.workspaceId, eventId, customFieldId });
    const userFieldId = await customField(app, owner.workspaceId, {
      identifier: 'owner',
      type: 'CALL',
      inputType: 'USER',
    });
    await app.insert('EventSecondaryQuestion', {
      ...{ workspaceId: owner.workspaceId, eventId, customFieldId: userFieldId, required: true },
    });
    const form = `publicEvent(linkPrefix: "${linkPrefix}") { name description linkPrefix duration location
      inviteeQuestions { statement type required } secondaryQuestions { identifier name inputType required options } }`;
    expect((await invitee(`{ ${form} }`)).data.publicEvent).toEqual({
      ...{ name: 'Growth review', description: null, linkPrefix, duration: 60, location: 'PHONE_CALL' },
      inviteeQuestions: [{ statement: 'Your e-mail?', type: 'EMAIL', required: true }],
      // A question whose answer names a member is not asked.
      secondaryQuestions: [
        { identifier: 'budget', name: expect.any(String), inputType: 'TEXT', required: false, options: [] },
      ],
    });
    // The question about a member is not required of the invitee either.
    expect((await book({ dateTime: free(1) })).errors).toBeUndefined();
    const other = await book({
      ...{ dateTime: free(2), secondaryQuestionsAnswer: [{ customFieldId: userFieldId, answer: [`${owner.userId}`] }] },
    });
    expect(other.errors[0].extensions.code).toBe('NOT_FOUND');
  });

  test('sees open times without hosts, and not whose call blocks one', async () => {
    await newEvent();
    await app.call(owner, { eventId, dateTime: '2026-03-05T09:00:00.000Z', duration: 60 });
    const query = `{ publicEventDates(linkPrefix: "${linkPrefix}", timeZone: "UTC", from: "2026-03-05", to: "2026-03-05")
      { timeZone availabilities dateTimes } }`;
    const { data } = await invitee(query);
    const hours = [...Array(24).keys()].filter((hour) => hour !== 9);
    expect(data.publicEventDates).toEqual({
      timeZone: 'UTC',
      availabilities: { '2026-03-05': hours.map((hour) => `${String(hour).padStart(2, '0')}:00`) },
      dateTimes: hours.map(free),
    });
    const withHosts = await invitee(query.replace('dateTimes', 'slots { hostIds }'));
    expect(withHosts.errors[0].message).toContain('Cannot query field "slots"');
  });

  test.each(['publicEvent', 'publicEventDates', 'createPublicBooking'])(
    '%s: a link that is unknown, deactivated, deleted or without hosts is EVENT_NOT_FOUND',
    async (field) => {
      await newEvent();
      const changes = {
        unknown: undefined,
        deactivated: `UPDATE "Event" SET "status" = 'DEACTIVATED' WHERE "id" = $1`,
        deleted: `UPDATE "Event" SET "deletedAt" = now(), "status" = 'ACTIVATED' WHERE "id" = $1`,
        hostless: `DELETE FROM "EventHost" WHERE "eventId" = $1`,
      };
      for (const [how, sql] of Object.entries(changes)) {
        await newEvent();
        if (sql) await app.sql(sql, [eventId]);
        const link = how === 'unknown' ? 'nobody/nothing' : linkPrefix;
        const found = {
          publicEvent: () => invitee(`{ publicEvent(linkPrefix: "${link}") { name } }`),
          publicEventDates: () => invitee(`{ publicEventDates(linkPrefix: "${link}", timeZone: "UTC") { timeZone } }`),
          createPublicBooking: () => book({ linkPrefix: link, dateTime: free(5) }),
        }[field] as () => ReturnType<typeof invitee>;
        const { errors } = await found();
        expect([how, errors[0].extensions, errors[0].message]).toEqual([
          how,
          { code: 'EVENT_NOT_FOUND', details: { path: 'linkPrefix' } },
          'Resource not found!',
        ]);
      }
      expect(await rows('EventCall')).toEqual([]);
    },
  );

  test('books a call, with a new contact, the answers and the event', async () => {
    await newEvent();
    const { data } = await book({ dateTime: free(7), firstName: 'Ira', lastName: 'Cole', phoneNumber: '+14155550101' });
    expect(data.createPublicBooking).toEqual({
      booking: {
        ...{
          name: 'Growth review',
          linkPrefix,
          status: 'SCHEDULED',
          dateTime: free(7),
          endTime: free(8),
          duration: 60,
        },
        ...{ timeZone: 'Asia/Tokyo', inviteeName: 'Ira Cole', inviteeEmail: 'ira@example.com' },
        ...{ phoneNumber: '+14155550101', location: 'PHONE_CALL', locationLink: null, guests: [] },
      },
      token: expect.stringMatching(/^-[\w-]{6}\.call_[0-9A-Za-z]{22}\.[\w-]{43}$/),
    });
    const kinds = (await eventsOf(app, owner.workspaceId)).map(({ kind }) => kind);
    expect(kinds).toEqual(['contact.created', 'call.booked']);
    expect(await rows('EventCall')).toMatchObject([{ userId: owner.userId, inviteeName: 'Ira Cole', setterId: null }]);
  });

  test('learns and changes nothing of a contact that the workspace knows', async () => {
    await newEvent();
    const known = { firstName: 'Secret', lastName: 'Name', phoneNumber: '+14155550199', email: 'known@example.com' };
    const contactId = await app.contact(owner.workspaceId, { ...known, userId: owner.userId });
    const customFieldId = await customField(app, owner.workspaceId, { identifier: 'goal', type: 'CONTACT' });
    await app.insert('EventSecondaryQuestion', { workspaceId: owner.workspaceId, eventId, customFieldId });
    await app.insert('CustomFieldAnswer', {
      workspaceId: owner.workspaceId,
      customFieldId,
      contactId,
      answer: ['old'],
    });
    const answer = { secondaryQuestionsAnswer: [{ identifier: 'goal', answer: ['new'] }] };
    const [before] = await rows('Contact');
    const of = async (email: string, hour: number) => {
      const { data } = await book({ email, dateTime: free(hour), firstName: 'Ann', ...answer });
      const { token: _, booking: seen } = data.createPublicBooking;
      return { ...seen, dateTime: '', endTime: '', inviteeEmail: '' };
    };
    // The answer to a known address is that to an unknown one.
    expect(await of('KNOWN@example.com', 1)).toEqual(await of('unknown@example.com', 2));
    const unnamed = await book({ email: 'known@example.com', dateTime: free(3) });
    expect(unnamed.data.createPublicBooking.booking).toMatchObject({
      inviteeName: 'known@example.com',
      phoneNumber: null,
    });
    expect((await rows('Contact')).find(({ id }) => id === contactId)).toEqual(before);
    const answers = await app.sql<{ answer: string[] }>(
      'SELECT "answer" FROM "CustomFieldAnswer" WHERE "workspaceId" = $1 AND "contactId" IS NOT NULL ORDER BY "id"',
      [owner.workspaceId],
    );
    // The contact that the booking has created has what the invitee answered.
    expect(answers).toEqual([{ answer: ['old'] }, { answer: ['new'] }]);
  });

  test('answers a required question itself, although the workspace knows the answer', async () => {
    await newEvent();
    const known = { firstName: 'Secret', lastName: 'Name', email: 'known@example.com' };
    await app.contact(owner.workspaceId, known);
    await app.insert('InviteeQuestion', {
      ...{ workspaceId: owner.workspaceId, eventId, statement: 'Your name?', type: 'NAME', required: true },
    });
    const { errors } = await book({ email: 'known@example.com', dateTime: free(3) });
    expect(errors[0].extensions.details.fieldErrors).toEqual({
      inviteeQuestionAnswers: ['Must answer the question: Your name?'],
    });
  });

  test('gets the next open times for one that is taken, and a field error for bad input', async () => {
    await newEvent();
    await book({ dateTime: free(4) });
    const taken = await book({ dateTime: free(4), email: 'b@example.com' });
    expect(taken.errors[0].extensions.details).toEqual(
      detailsWith({
        fieldErrors: { dateTime: ['This time is not available'] },
        nextAvailable: [free(5), free(6), free(7)],
      }),
    );
    const calls = await rows('EventCall');
    const fields = { dateTime: free(9), email: 'c@example.com' };
    const refused = async (input: object) => (await book({ ...fields, ...input })).errors[0].extensions.details;
    expect(await refused({ dateTime: '2026-03-05T09:00:00' })).toMatchObject({
      fieldErrors: { dateTime: [expect.stringContaining('ISO 8601 instant')] },
    });
    expect(await refused({ timeZone: 'Mars/Base' })).toMatchObject({ fieldErrors: { timeZone: [expect.any(String)] } });
    expect(await refused({ email: null })).toMatchObject({ fieldErrors: { email: [expect.any(String)] } });
    expect(await refused({ email: undefined })).toMatchObject({
      formErrors: ['One of email and phoneNumber is required'],
    });
    expect(await rows('EventCall')).toEqual(calls);
  });
});
