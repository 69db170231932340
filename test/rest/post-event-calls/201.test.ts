import { describe, expect, test } from 'vitest';
import { answerable } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { type Booking, bookingIn, bookingRows, march, noBookingRows, question } from '../../support/bookings.ts';
import { changeByGraphQL } from '../../support/graphql-calls.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();

const instant = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const ada = { firstName: 'Ada', lastName: 'Price' };

async function emailOf(userId: number): Promise<string | undefined> {
  return (await app.sql<{ email: string }>('SELECT "email" FROM "User" WHERE "id" = $1', [userId]))[0]?.email;
}

const contactsOf = async ({ key }: Booking) => (await app.get('/v1/contacts', key)).body.data.contacts;

describe('POST /v1/eventCalls', () => {
  test.each([
    '2026-03-05T12:00:00+02:00',
    '2026-03-05T15:30:00+05:30',
    '2026-03-05T10:00:00-00:00',
    '2026-03-05t10:00:00z',
    '2026-03-05T04:00:00.000000-06:00',
  ])('books %s, however that instant is written', async (dateTime) => {
    const booking = await bookingIn(app);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const input = { timeZone: 'Asia/Tokyo', email: 'ira@example.com' };
    const { status, body } = await booking.book({ ...input, dateTime }, booking.key, headers);
    expect([status, body.data.dateTime, body.data.timeZone]).toEqual([201, march('05T10:00'), 'Asia/Tokyo']);
    const again = await booking.book({ ...input, dateTime: '2026-03-05T10:00:00Z' }, booking.key, headers);
    expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([201, 'true', body]);
    const taken = await booking.book({ ...input, dateTime: '2026-03-05T11:00:00+01:00' });
    expect([taken.status, Object.keys(taken.body.message.details.fieldErrors)]).toEqual([400, ['dateTime']]);
  });

  test('books a call from every input, and returns it exactly', async () => {
    const link = 'https://meet.example.com/growth';
    const booking = await bookingIn(app, { callType: 'DISCOVERY_EVENT', location: 'CUSTOM', locationLink: link });
    const { owner, workspaceId, eventId } = booking;
    await question(app, booking, { type: 'NAME', statement: 'Your name?' });
    const budget = await answerable(app, workspaceId, { inputType: 'NUMBER', identifier: 'budget', type: 'CALL' });
    const setter = await app.member(workspaceId, 'SETTER', { firstName: 'Sam', lastName: 'Hart' });
    const { status, body } = await booking.book({
      ...{ dateTime: '2026-03-05T10:00:00Z', timeZone: 'Asia/Tokyo', userId: owner.userId, setterId: setter.userId },
      ...{ email: 'Ira@Example.com', phoneNumber: '+14155550101', firstName: 'Ira', lastName: 'Cole' },
      inviteeQuestionAnswers: [{ type: 'NAME', answer: 'Ira von Cole' }],
      secondaryQuestionsAnswer: [{ identifier: 'budget', answer: ['12.50'] }],
      utm: [{ utmKey: 'source', utmValue: 'news' }],
      notes: 'Größer, 成長',
      guests: ['Sam@example.com', 'sam@example.com', 'ira@example.com', 'lee@example.com'],
    });

    const { id, previewId, contactId, linkPrefix, createdAt, updatedAt } = body.data;
    const event = { eventId, name: 'Growth review', linkPrefix, callType: 'DISCOVERY_EVENT' };
    const time = { dateTime: march('05T10:00'), endTime: march('05T11:00'), duration: 60, timeZone: 'Asia/Tokyo' };
    const invitee = { inviteeName: 'Ira Cole', inviteeEmail: 'Ira@Example.com', phoneNumber: '+14155550101' };
    const guests = ['Sam@example.com', 'lee@example.com'];
    const closer = { id: owner.userId, ...ada, email: await emailOf(owner.userId) };
    const setBy = { id: setter.userId, firstName: 'Sam', lastName: 'Hart', email: await emailOf(setter.userId) };
    const nothingYet = { outcome: 'PENDING', noSaleReason: null, objectionKind: null, objection: null };
    expect(status).toBe(201);
    // As text: the order of the keys is part of the record.
    expect(JSON.stringify(body)).toBe(
      JSON.stringify({
        data: {
          ...{ id, previewId, ...event, status: 'SCHEDULED', eventType: 'UPCOMING', ...time, contactId, ...invitee },
          ...{ guests, userId: owner.userId, closer, setterId: setter.userId, setter: setBy, ...nothingYet },
          ...{ notes: 'Größer, 成長', cancelReason: null, rescheduleReason: null },
          ...{ location: 'CUSTOM', locationLink: link },
          questions: [{ statement: 'Your name?', type: 'NAME', answer: 'Ira von Cole' }],
          secondaryAnswers: [{ customFieldId: budget.id, identifier: 'budget', answer: ['12.50'], optionIds: [] }],
          ...{ utm: [{ utmKey: 'source', utmValue: 'news' }], createdAt, updatedAt },
        },
      }),
    );
    expect([id, contactId, createdAt, updatedAt]).toEqual([expect.any(Number), expect.any(Number), instant, createdAt]);
    expect(previewId).toMatch(/^call_[0-9A-Za-z]{22}$/);
    const written = { EventCall: 1, Contact: 1, WebhookEvent: 2, InviteeAnswer: 1, CustomFieldAnswer: 1 };
    expect(await bookingRows(app, workspaceId)).toEqual({ ...noBookingRows, ...written });
  });

  test('a call of no more than what is required has no setter, no notes, no answers', async () => {
    const booking = await bookingIn(app);
    const { owner, eventId } = booking;
    const { status, body } = await booking.book({ dateTime: march('05T10:00') });
    const { id, previewId, contactId, linkPrefix, createdAt, updatedAt } = body.data;
    const time = { dateTime: march('05T10:00'), endTime: march('05T11:00'), duration: 60, timeZone: 'UTC' };
    const closer = { id: owner.userId, ...ada, email: await emailOf(owner.userId) };
    const invitee = { inviteeName: 'ira@example.com', inviteeEmail: 'ira@example.com', phoneNumber: null };
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        data: {
          ...{ id, previewId, eventId, name: 'Growth review', linkPrefix, callType: 'STRATEGY_EVENT' },
          ...{ status: 'SCHEDULED', eventType: 'UPCOMING', ...time, contactId, ...invitee },
          ...{ guests: [], userId: owner.userId, closer, setterId: null, setter: null },
          ...{
            outcome: 'PENDING',
            noSaleReason: null,
            objectionKind: null,
            objection: null,
            notes: null,
            cancelReason: null,
          },
          ...{ rescheduleReason: null, location: 'PHONE_CALL', locationLink: null },
          ...{ questions: [], secondaryAnswers: [], utm: [], createdAt, updatedAt },
        },
      },
    });
  });

  test('writes the events contact.created and call.booked, with the records as they are read', async () => {
    const booking = await bookingIn(app);
    await question(app, booking, { type: 'EMAIL', statement: 'Your e-mail?' });
    const call = await booking.booked({ dateTime: march('05T10:00'), firstName: 'Ira', timeZone: 'Asia/Tokyo' });
    const [contact] = await contactsOf(booking);
    expect(contact).toMatchObject({ id: call.contactId, firstName: 'Ira', timeZone: 'Asia/Tokyo' });
    expect(call.questions).toEqual([{ statement: 'Your e-mail?', type: 'EMAIL', answer: 'ira@example.com' }]);
    expect(await eventsOf(app, booking.workspaceId)).toEqual([
      { kind: 'contact.created', payload: contact },
      { kind: 'call.booked', payload: call },
    ]);
  });

  test('GET returns what was booked, and its time is no longer open', async () => {
    const booking = await bookingIn(app);
    const call = await booking.booked({ dateTime: march('05T10:00') });
    expect((await app.get('/v1/eventCalls', booking.key)).body).toEqual({ data: { eventCalls: [call], count: 1 } });
    const { body } = await booking.dates({ to: '2026-03-05' });
    expect(body.data.availabilities['2026-03-05']).toHaveLength(23);
    expect(body.data.availabilities['2026-03-05']).not.toContain('10:00');
  });

  test('the event may be named by its link', async () => {
    const booking = await bookingIn(app, { linkPrefix: 'ada/growth-review' });
    const { status, body } = await booking.book({
      ...{ eventId: undefined, linkPrefix: 'ada/growth-review', dateTime: march('05T10:00') },
    });
    expect([status, body.data.eventId, body.data.linkPrefix]).toEqual([201, booking.eventId, 'ada/growth-review']);
  });

  test('GraphQL books the same', async () => {
    const booking = await bookingIn(app);
    const { eventId, key } = booking;
    const input = { eventId, timeZone: 'UTC', email: 'ira@example.com', dateTime: march('05T10:00') };
    const { status, body } = await changeByGraphQL(app, key, 'createEventCall', input);
    const read = (await app.get('/v1/eventCalls', key)).body.data.eventCalls;
    expect({ status, body }).toEqual({ status: 200, body: { data: { createEventCall: read[0] } } });
    expect((await eventsOf(app, booking.workspaceId)).map(({ kind }) => kind)).toEqual([
      'contact.created',
      'call.booked',
    ]);
  });

  test.each([
    ...['2026-03-05T10:00Z', '2026-03-05T10:00:00.0Z', '2026-03-05T10:00:00.000000000Z'],
    // PostgreSQL would round this to the next millisecond.
    '2026-03-05T10:00:00.000999999Z',
  ])('%s is one way to write the instant', async (dateTime) => {
    const booking = await bookingIn(app);
    const call = await booking.booked({ dateTime });
    expect([call.dateTime, call.endTime]).toEqual([march('05T10:00'), march('05T11:00')]);
  });

  test('unknown keys are ignored', async () => {
    const booking = await bookingIn(app);
    const input = { id: 1, status: 'CANCELLED', duration: 5, endTime: march('05T10:05'), workspaceId: 1 };
    const call = await booking.booked({ dateTime: march('05T10:00'), ...input });
    expect([call.status, call.duration]).toEqual(['SCHEDULED', 60]);
  });
});

describe('an Idempotency-Key', () => {
  const at = { dateTime: march('05T10:00') };

  test('of a cancelled call blocks no new booking with another key', async () => {
    const booking = await bookingIn(app);
    const first = await booking.book(at, booking.key, { 'idempotency-key': 'one' });
    await booking.cancel({ id: first.body.data.id });
    const second = await booking.book(at, booking.key, { 'idempotency-key': 'two' });
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(second.body.data.id).not.toBe(first.body.data.id);
    const again = await booking.book(at, booking.key, { 'idempotency-key': 'one' });
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  test('of a booking that was refused is free again', async () => {
    const booking = await bookingIn(app);
    const call = await booking.booked(at);
    expect((await booking.book(at, booking.key, { 'idempotency-key': 'one' })).status).toBe(400);
    await booking.cancel({ id: call.id });
    expect((await booking.book(at, booking.key, { 'idempotency-key': 'one' })).status).toBe(201);
  });
});

describe('the setter', () => {
  test('of a call that a SETTER books is the caller, unless another is named', async () => {
    const booking = await bookingIn(app);
    const setter = await app.member(booking.workspaceId, 'SETTER');
    const as = await app.apiKey(setter);
    expect((await booking.booked({ dateTime: march('05T10:00') }, as)).setterId).toBe(setter.userId);
    const named = { setterId: booking.owner.userId };
    expect((await booking.booked({ dateTime: march('05T11:00'), ...named }, as)).setterId).toBe(booking.owner.userId);
  });

  test.each(['OWNER', 'ADMIN', 'CLOSER'] as const)('is nobody when the %s who books names none', async (role) => {
    const booking = await bookingIn(app);
    const as = await app.apiKey(await app.member(booking.workspaceId, role), { scopes: ['eventCalls:write'] });
    const call = await booking.booked({ dateTime: march('05T10:00') }, as);
    expect([call.setterId, call.userId]).toEqual([null, booking.owner.userId]);
  });
});
