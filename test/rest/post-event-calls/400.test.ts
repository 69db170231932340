import { beforeEach, describe, expect, test } from 'vitest';
import { answerable } from '../../support/answers.ts';
import { useApp } from '../../support/app.ts';
import {
  type Booking,
  bookingIn,
  bookingPath,
  bookingRows,
  march,
  noBookingRows,
  question,
  refusedWith,
  secondaryQuestion,
} from '../../support/bookings.ts';
import { detailsWith } from '../../support/errors.ts';
import { changeByGraphQL } from '../../support/graphql-calls.ts';

let booking: Booking;
const app = await useApp();
beforeEach(async () => {
  booking = await bookingIn(app);
});

const dateTime = march('05T10:00');

/** Refused with these details, and nothing is written: no contact, no answer, no event, no Idempotency-Key. */
async function refuses(input: object, details: object): Promise<void> {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const { status, body } = await booking.book({ dateTime, ...input }, booking.key, headers);
  expect({ status, body }).toEqual(refusedWith(detailsWith(details), ['POST', bookingPath]));
  expect(await bookingRows(app, booking.workspaceId)).toEqual(noBookingRows);
}

/** Both transports refuse it with the same details. */
async function refusesTwice(input: object, details: object): Promise<void> {
  await refuses(input, details);
  const { eventId, key } = booking;
  const whole = { eventId, timeZone: 'UTC', email: 'ira@example.com', dateTime, ...input };
  const { status, body } = await changeByGraphQL(app, key, 'createEventCall', whole);
  expect([status, body.data, body.errors[0].message]).toEqual([400, { createEventCall: null }, 'Validation failed']);
  expect(body.errors[0].extensions).toEqual({ code: 'VALIDATION_FAILED', details: detailsWith(details) });
  expect(await bookingRows(app, booking.workspaceId)).toEqual(noBookingRows);
}

const wrong = (input: object, fieldErrors: Record<string, string[]>) => refusesTwice(input, { fieldErrors });
const oneEvent = ['Exactly one of eventId and linkPrefix is required'];

describe('POST /v1/eventCalls, and nothing is written', () => {
  test.each(['2026-03-04T12:00:00Z', '2026-03-04T11:59:59.999Z', '2000-01-01T00:00:00Z'])(
    'the instant %s is not in the future',
    (text) => wrong({ dateTime: text }, { dateTime: ['Must be in the future'] }),
  );

  test('neither of eventId and linkPrefix', () => refusesTwice({ eventId: undefined }, { formErrors: oneEvent }));

  test('both of eventId and linkPrefix', () => refusesTwice({ linkPrefix: 'a/b' }, { formErrors: oneEvent }));

  test('no way to name the contact', async () => {
    const formErrors = ['One of contactId, email and phoneNumber is required'];
    await refusesTwice({ email: undefined, firstName: 'Ira' }, { formErrors });
    await question(app, booking, { type: 'EMAIL', statement: 'Your e-mail?' });
    const inviteeQuestionAnswers = [{ type: 'EMAIL', answer: 'ira@example.com' }];
    await refusesTwice({ email: undefined, inviteeQuestionAnswers }, { formErrors });
  });

  test.each<[object, Record<string, string[]>]>([
    [
      { inviteeQuestionAnswers: [{ type: 'EMAIL', answer: 'nobody' }] },
      { inviteeQuestionAnswers: ['answer: Invalid email format'] },
    ],
    [
      { secondaryQuestionsAnswer: [{ answer: ['x'] }] },
      { secondaryQuestionsAnswer: ['Exactly one of customFieldId and identifier is required'] },
    ],
  ])('%j is refused by name', (input, fieldErrors) => wrong(input, fieldErrors));

  test('a setter who is no member, also one of another workspace', async () => {
    const message = { setterId: ['Must be a member of the workspace'] };
    await wrong({ setterId: 2_147_483_647 }, message);
    await wrong({ setterId: (await app.workspace()).userId }, message);
  });

  test('a user who is no host of the event, also one of another event', async () => {
    const message = { userId: ['Must be a host of the event'] };
    await wrong({ userId: 2_147_483_647 }, message);
    await wrong({ userId: (await app.member(booking.workspaceId, 'CLOSER')).userId }, message);
  });
});

describe('the questions of the event, and nothing is written', () => {
  const name = { type: 'NAME', answer: 'Ira' };

  test('a required question that is unanswered', async () => {
    await question(app, booking, { type: 'EMAIL', statement: 'Your e-mail?' });
    await question(app, booking, { type: 'NAME', statement: 'Your name?', displayIndex: 1 });
    await question(app, booking, { type: 'PHONE_NO', statement: 'Your number?', required: false });
    await wrong({}, { inviteeQuestionAnswers: ['Must answer the question: Your name?'] });
    await wrong({ firstName: ' ' }, { inviteeQuestionAnswers: ['Must answer the question: Your name?'] });
    await wrong(
      { email: undefined, phoneNumber: '+14155550101', firstName: 'Ira' },
      { inviteeQuestionAnswers: ['Must answer the question: Your e-mail?'] },
    );
  });

  test('a second required question of a type is not answered by the fields of the invitee', async () => {
    await question(app, booking, { type: 'EMAIL', statement: 'Your e-mail?' });
    await question(app, booking, { type: 'EMAIL', statement: 'That of your partner?', displayIndex: 1 });
    await wrong({}, { inviteeQuestionAnswers: ['Must answer the question: That of your partner?'] });
  });

  test('an answer of a type that the event does not ask, or more of them than questions', async () => {
    const message = { inviteeQuestionAnswers: ['INVALID_INVITEE_QUESTION_TYPE'] };
    await wrong({ inviteeQuestionAnswers: [name] }, message);
    // The graph has an enum, which refuses it before the field does.
    await refuses({ inviteeQuestionAnswers: [{ ...name, type: 'FAX' }] }, { fieldErrors: message });
    await question(app, booking, { type: 'NAME', statement: 'Your name?' });
    await wrong({ inviteeQuestionAnswers: [name, name] }, message);
  });

  test('a required custom field that is unanswered, or answered with nothing', async () => {
    const { id: customFieldId } = await answerable(app, booking.workspaceId, {
      ...{ type: 'CALL', name: 'Budget', identifier: 'yearly-budget' },
    });
    await secondaryQuestion(app, booking, { customFieldId, required: true });
    const optional = await answerable(app, booking.workspaceId);
    await secondaryQuestion(app, booking, { customFieldId: optional.id });
    const message = { secondaryQuestionsAnswer: ['Must answer the question: Budget (yearly-budget)'] };
    await wrong({}, message);
    await wrong({ secondaryQuestionsAnswer: [{ customFieldId, answer: [] }] }, message);
    await wrong({ secondaryQuestionsAnswer: [{ customFieldId: optional.id, answer: ['x'] }] }, message);
  });

  test('an answer that does not fit its field, a field named twice, a field of neither calls nor contacts', async () => {
    const { workspaceId } = booking;
    const { id } = await answerable(app, workspaceId, { type: 'CALL', inputType: 'NUMBER', identifier: 'budget' });
    const ofEvent = await answerable(app, workspaceId, { type: 'EVENT' });
    const wrongAnswer = (answers: object[], message: string) =>
      wrong({ secondaryQuestionsAnswer: answers }, { secondaryQuestionsAnswer: [message] });
    await wrongAnswer([{ customFieldId: id, answer: ['much'] }], 'Must be a decimal number such as 1250 or -12.5');
    await wrongAnswer(
      [
        { customFieldId: id, answer: ['1'] },
        { identifier: 'budget', answer: ['2'] },
      ],
      'Must not contain a field twice',
    );
    await wrongAnswer([{ customFieldId: ofEvent.id, answer: ['x'] }], 'An EVENT field must be answered for an event');
  });
});
