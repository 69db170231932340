import { describe, expect, test } from 'vitest';
import { answerable, storedAnswers } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import { type Booking, bookingIn, march, question } from '../../support/bookings.ts';
import { nextSerial } from '../../support/serial.ts';
import { eventsOf } from '../../support/webhook-rows.ts';

const app = await useApp();

const dateTime = march('05T10:00');
const someoneElse = { firstName: 'Someone', lastName: 'Else', timeZone: 'Asia/Tokyo' };
const utm = [{ utmKey: 'source', utmValue: 'news' }];

const contacts = ({ workspaceId }: Booking) =>
  app.sql<{ id: number }>('SELECT * FROM "Contact" WHERE "workspaceId" = $1 ORDER BY "id"', [workspaceId]);

/** A contact whose details and owner are known, and all contacts as they are stored. */
async function known(booking: Booking, row: object = {}) {
  const previewId = `contact_${nextSerial()}`;
  const name = { firstName: 'Ira', lastName: 'Cole', email: 'ira@example.com', phoneNumber: '+14155550101' };
  const { workspaceId, userId } = booking.owner;
  const { id } = await app.insert('Contact', { workspaceId, userId, previewId, ...name, ...row });
  return { id, before: await contacts(booking) };
}

const kinds = async ({ workspaceId }: Booking) => (await eventsOf(app, workspaceId)).map(({ kind }) => kind);

describe('the contact of a call', () => {
  test.each<[string, (contactId: number) => object]>([
    ['id', (contactId) => ({ contactId, email: 'other@example.com', phoneNumber: '+14155550199' })],
    ['e-mail', () => ({ email: 'ira@example.com', phoneNumber: '+14155550199' })],
    ['e-mail in another letter case', () => ({ email: 'IRA@Example.COM' })],
    ['phone number, where no e-mail is given', () => ({ email: undefined, phoneNumber: '+14155550101' })],
    [
      'e-mail among the answers, where the input names the phone number only',
      () => ({
        ...{ email: undefined, phoneNumber: '+14155550199' },
        inviteeQuestionAnswers: [{ type: 'EMAIL', answer: 'ira@example.com' }],
      }),
    ],
  ])('is found by its %s, and is left as it is', async (_, who) => {
    const booking = await bookingIn(app);
    await question(app, booking, { type: 'EMAIL', statement: 'Your e-mail?', required: false });
    const { id, before } = await known(booking);
    const call = await booking.booked({ dateTime, ...someoneElse, utm, ...who(id) });
    expect([call.contactId, call.inviteeName]).toEqual([id, 'Someone Else']);
    expect(await contacts(booking)).toEqual(before);
    expect(await kinds(booking)).toEqual(['call.booked']);
  });

  test('is the one that changed last, of those with the phone number', async () => {
    const booking = await bookingIn(app);
    const { id } = await known(booking, { updatedAt: '2026-03-02T00:00:00Z' });
    await known(booking, { email: 'old@example.com', updatedAt: '2026-03-01T00:00:00Z' });
    const call = await booking.booked({ dateTime, email: undefined, phoneNumber: '+14155550101' });
    expect(call.contactId).toBe(id);
  });

  test('gives the call what the request does not say of the invitee', async () => {
    const booking = await bookingIn(app);
    const { id } = await known(booking);
    const call = await booking.booked({ dateTime, email: undefined, contactId: id });
    const { inviteeName, inviteeEmail, phoneNumber } = call;
    expect({ inviteeName, inviteeEmail, phoneNumber }).toEqual({
      ...{ inviteeName: 'Ira Cole', inviteeEmail: 'ira@example.com', phoneNumber: '+14155550101' },
    });
  });

  test.each<[string, object, object]>([
    [
      'e-mail, also if the phone number is known',
      { email: 'new@example.com', phoneNumber: '+14155550101', firstName: 'Noa' },
      { firstName: 'Noa', lastName: null, email: 'new@example.com', phoneNumber: '+14155550101' },
    ],
    [
      'phone number alone',
      { email: undefined, phoneNumber: '+14155550199', lastName: 'Lind' },
      { firstName: null, lastName: 'Lind', email: null, phoneNumber: '+14155550199' },
    ],
  ])('is created by its %s', async (_, input, columns) => {
    const booking = await bookingIn(app);
    const { before } = await known(booking);
    const call = await booking.booked({ dateTime, timeZone: 'Asia/Tokyo', utm, ...input });
    const [found, created] = await contacts(booking);
    expect([found]).toEqual(before);
    const defaults = { status: 'POTENTIAL', timeZone: 'Asia/Tokyo', userId: booking.owner.userId, tag: null, utm };
    expect(created).toMatchObject({ id: call.contactId, ...columns, ...defaults });
    expect(await kinds(booking)).toEqual(['contact.created', 'call.booked']);
  });

  test('gets the setter of the call, and a known one keeps theirs', async () => {
    const booking = await bookingIn(app);
    const { workspaceId } = booking;
    const [first, second] = [await app.member(workspaceId, 'SETTER'), await app.member(workspaceId, 'SETTER')];
    await booking.booked({ dateTime, setterId: first.userId });
    await booking.booked({ dateTime: march('05T11:00'), setterId: second.userId });
    expect(await contacts(booking)).toMatchObject([{ setterId: first.userId }]);
  });

  test('of the same e-mail in another workspace is another contact', async () => {
    const [booking, other] = [await bookingIn(app), await bookingIn(app)];
    const { id } = await known(other);
    expect((await booking.booked({ dateTime })).contactId).not.toBe(id);
    expect(await contacts(booking)).toHaveLength(1);
  });

  test('is named by the answers to the questions, a whole name in its parts', async () => {
    const booking = await bookingIn(app);
    await question(app, booking, { type: 'NAME', statement: 'Your name?' });
    await question(app, booking, { type: 'PHONE_NO', statement: 'Your number?' });
    const call = await booking.booked({
      dateTime,
      inviteeQuestionAnswers: [
        { type: 'PHONE_NO', answer: '+14155550101' },
        { type: 'NAME', answer: ' Ira  van Cole ' },
      ],
    });
    expect(await contacts(booking)).toMatchObject([
      { firstName: 'Ira', lastName: 'van Cole', email: 'ira@example.com', phoneNumber: '+14155550101' },
    ]);
    const { inviteeName, phoneNumber, questions } = call;
    expect({ inviteeName, phoneNumber, questions }).toEqual({
      ...{ inviteeName: 'Ira van Cole', phoneNumber: '+14155550101' },
      questions: [
        { statement: 'Your name?', type: 'NAME', answer: ' Ira  van Cole ' },
        { statement: 'Your number?', type: 'PHONE_NO', answer: '+14155550101' },
      ],
    });
  });

  test('has no name of spaces, nor half a character where a long name is cut', async () => {
    const booking = await bookingIn(app);
    await question(app, booking, { type: 'NAME', statement: 'Your name?' });
    const named = (email: string, answer: string, hour: string) =>
      booking.booked({ dateTime: march(hour), email, inviteeQuestionAnswers: [{ type: 'NAME', answer }] });
    const spaces = { dateTime: march('05T10:00'), email: 'a@example.com', firstName: ' ', lastName: '   ' };
    const refused = await booking.book(spaces);
    expect(refused.body.message.details.fieldErrors).toEqual({
      inviteeQuestionAnswers: ['Must answer the question: Your name?'],
    });
    await named('b@example.com', `${'x'.repeat(99)}😀`, '05T11:00');
    expect(await contacts(booking)).toMatchObject([{ firstName: 'x'.repeat(99), lastName: null }]);
  });
});

describe('a contact whom the workspace knows', () => {
  test('answers the questions that name, e-mail and phone number answer', async () => {
    const booking = await bookingIn(app);
    await question(app, booking, { type: 'NAME', statement: 'Your name?', required: true });
    await question(app, booking, { type: 'EMAIL', statement: 'Your e-mail?', required: true });
    const { id: contactId } = await known(booking);
    const [contact] = await app.sql<{ firstName: string; lastName: string; email: string }>(
      'SELECT "firstName", "lastName", "email" FROM "Contact" WHERE "id" = $1',
      [contactId],
    );
    const { questions, inviteeName } = await booking.booked({ dateTime, email: undefined, contactId });
    const name = `${contact?.firstName} ${contact?.lastName}`;
    expect([inviteeName, questions]).toEqual([
      name,
      [
        { statement: 'Your name?', type: 'NAME', answer: name },
        { statement: 'Your e-mail?', type: 'EMAIL', answer: contact?.email },
      ],
    ]);
  });
});

describe('answers to custom fields', () => {
  test('are stored with the call; those to fields of contacts with the contact as well', async () => {
    const booking = await bookingIn(app);
    const { id: contactId } = await known(booking);
    const ofCall = await answerable(app, booking.workspaceId, { type: 'CALL', identifier: 'goals' });
    const ofContact = await answerable(app, booking.workspaceId, { type: 'CONTACT', identifier: 'budget' });
    const cleared = await answerable(app, booking.workspaceId, { type: 'CALL' });
    const call = await booking.booked({
      dateTime,
      secondaryQuestionsAnswer: [
        { identifier: 'goals', answer: ['More'] },
        { customFieldId: ofContact.id, answer: ['1250'] },
        { customFieldId: cleared.id, answer: [] },
      ],
    });
    expect(call.secondaryAnswers).toEqual([
      { customFieldId: ofCall.id, identifier: 'goals', answer: ['More'], optionIds: [] },
      { customFieldId: ofContact.id, identifier: 'budget', answer: ['1250'], optionIds: [] },
    ]);
    expect(await storedAnswers(app, booking)).toEqual([
      { customFieldId: ofCall.id, contactId: null, eventCallId: call.id, answer: ['More'] },
      { customFieldId: ofContact.id, contactId: null, eventCallId: call.id, answer: ['1250'] },
      { customFieldId: ofContact.id, contactId, eventCallId: null, answer: ['1250'] },
    ]);
  });

  test('of one identifier go to the field that the event asks for, else to that of calls', async () => {
    const booking = await bookingIn(app);
    const ofContact = await answerable(app, booking.workspaceId, { type: 'CONTACT', identifier: 'budget' });
    const ofCall = await answerable(app, booking.workspaceId, { type: 'CALL', identifier: 'budget' });
    const secondaryQuestionsAnswer = [{ identifier: 'budget', answer: ['1'] }];
    const first = await booking.booked({ dateTime, secondaryQuestionsAnswer });
    expect(first.secondaryAnswers).toMatchObject([{ customFieldId: ofCall.id }]);
    const { workspaceId, eventId } = booking;
    await app.insert('EventSecondaryQuestion', { workspaceId, eventId, customFieldId: ofContact.id });
    const second = await booking.booked({ dateTime: march('05T11:00'), secondaryQuestionsAnswer });
    expect(second.secondaryAnswers).toMatchObject([{ customFieldId: ofContact.id }]);
  });
});
