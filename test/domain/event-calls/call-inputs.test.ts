import { describe, expect, test } from 'vitest';
import {
  cancelEventCallInput,
  createEventCallInput,
  rescheduleEventCallInput,
  setOutcomeInput,
} from '#src/domain/event-calls/booking.ts';
import {
  eventCallDefaults,
  eventCallDetailInput,
  eventCallListInput,
  statusOfType,
} from '#src/domain/event-calls/event-call.ts';
import {
  cancelPublicBookingInput,
  createPublicBookingInput,
  createPublicLeadInput,
  publicBookingInput,
  publicEventDatesInput,
  publicEventInput,
  reschedulePublicBookingInput,
} from '#src/domain/event-calls/public-booking.ts';
import { codesIn, formErrorsIn, type Schema } from '../../support/problems.ts';

const slot = { dateTime: '2027-02-01T10:00:00+01:00', timeZone: 'Europe/Berlin' };
const empty = { inviteeQuestionAnswers: [], secondaryQuestionsAnswer: [], utm: [] };

describe('a booking', () => {
  const reachable = 'required One of contactId, email and phoneNumber is required';

  test.each([
    [{ contactId: 1 }, []],
    [{ email: 'ada@example.com' }, []],
    [{ phoneNumber: '+4915112345678' }, []],
    [{}, [reachable]],
    [{ firstName: 'Ada' }, [reachable]],
  ])('by a member is of somebody who can be reached: %j', (invitee, problems) => {
    expect(formErrorsIn(createEventCallInput, { ...slot, eventId: 1, ...invitee })).toEqual(problems);
  });

  test.each([
    ['a booking', createPublicBookingInput],
    ['a lead', createPublicLeadInput],
  ])('%s by an invitee has an address or a number', (_, schema) => {
    const errors = (invitee: object) => formErrorsIn(schema, { ...slot, linkPrefix: 'a/b', ...invitee });
    expect(errors({ phoneNumber: '+4915112345678' })).toEqual([]);
    expect(errors({ email: 'ada@example.com' })).toEqual([]);
    expect(errors({})).toEqual(['required One of email and phoneNumber is required']);
  });

  test('says when, in which zone and of which event, and nothing else need be said', () => {
    expect(codesIn(createEventCallInput, { contactId: 1 })).toEqual([
      ...['dateTime required', 'timeZone required', ' exactly_one'],
    ]);
    const dateTime = '2027-02-01T09:00:00.000Z';
    expect(createEventCallInput.parse({ ...slot, eventId: 1, contactId: 1 })).toEqual({
      ...{ ...slot, dateTime, eventId: 1, contactId: 1, ...empty, guests: [], language: 'en' },
    });
    const invitee = { linkPrefix: 'a/b', email: 'ada@example.com' };
    expect(createPublicBookingInput.parse({ ...slot, ...invitee })).toEqual({
      ...{ ...slot, dateTime, ...invitee, ...empty, guests: [], language: 'en' },
    });
    expect(createPublicLeadInput.parse(invitee)).toEqual({ ...invitee, ...empty });
  });

  test('has texts and answers of a certain length', () => {
    const most = { firstName: 'x'.repeat(100), lastName: 'x'.repeat(100), notes: 'x'.repeat(10_000) };
    expect(codesIn(createEventCallInput, { ...slot, eventId: 1, contactId: 1, ...most })).toEqual([]);
    const more = Object.fromEntries(Object.entries(most).map(([name, text]) => [name, `${text}x`]));
    const answers = {
      inviteeQuestionAnswers: Array.from({ length: 21 }, () => ({ type: 'NAME', answer: 'x' })),
      secondaryQuestionsAnswer: Array.from({ length: 101 }, () => ({ identifier: 'a', answer: [] })),
    };
    expect(
      codesIn(createEventCallInput, { ...slot, eventId: 1, contactId: 1, ...more, ...answers, language: 'xx' }),
    ).toEqual([
      ...['firstName too_long', 'lastName too_long', 'inviteeQuestionAnswers too_many'],
      ...['secondaryQuestionsAnswer too_many', 'language unknown_value', 'notes too_long'],
    ]);
  });
});

describe('a change of a call', () => {
  test.each<[string, Schema, object, string[]]>([
    ['a move', rescheduleEventCallInput, { id: 1, dateTime: slot.dateTime, rescheduleReason: 'x'.repeat(10_000) }, []],
    [
      'a move',
      rescheduleEventCallInput,
      { rescheduleReason: 'x'.repeat(10_001) },
      ['id required', 'rescheduleReason too_long', 'dateTime required'],
    ],
    [
      'a move to a date',
      rescheduleEventCallInput,
      { id: 1, dateTime: '2027-02-01', timeZone: 'CET+1' },
      ['dateTime invalid_format', 'timeZone unknown_value'],
    ],
    ['a cancellation', cancelEventCallInput, { id: 1, cancelReason: 'x'.repeat(10_000) }, []],
    [
      'a cancellation',
      cancelEventCallInput,
      { cancelReason: 'x'.repeat(10_001) },
      ['id required', 'cancelReason too_long'],
    ],
    ['an outcome', setOutcomeInput, {}, ['eventCallId required', 'outcome required']],
    [
      'an outcome',
      setOutcomeInput,
      { eventCallId: 1, outcome: 'WON', objection: 'x'.repeat(10_001), notes: 'x'.repeat(10_001) },
      ['objection too_long', 'notes too_long'],
    ],
    ['a move by the link', reschedulePublicBookingInput, { token: 'x', dateTime: slot.dateTime }, []],
    ['a move by the link', reschedulePublicBookingInput, {}, ['token required', 'dateTime required']],
    ['a cancellation by the link', cancelPublicBookingInput, { token: 'x'.repeat(200) }, []],
    [
      'a cancellation by the link',
      cancelPublicBookingInput,
      { cancelReason: 1 },
      ['token required', 'cancelReason invalid_type'],
    ],
    ['a look by the link', publicBookingInput, { token: 'x'.repeat(201) }, ['token too_long']],
    ['a look at an event', publicEventInput, {}, ['linkPrefix required']],
    ['a look at its dates', publicEventDatesInput, { linkPrefix: 'a/b' }, ['timeZone required']],
  ])('%s: %#', (_, schema, input, problems) => {
    expect(codesIn(schema, input)).toEqual(problems);
  });
});

describe('a list of calls', () => {
  test('is filtered by the names of statuses in the contract', () => {
    expect(statusOfType).toEqual({
      ...{ scheduled_events: 'SCHEDULED', rescheduled_events: 'RESCHEDULED', cancelled_events: 'CANCELLED' },
    });
    expect(eventCallDefaults).toEqual({ orderColumn: 'dateTime', orderBy: 'desc', eventType: 'ALL' });
    const types = Object.keys(statusOfType);
    expect(codesIn(eventCallListInput, { types, eventType: 'PAST', callTypes: ['STRATEGY_EVENT'] })).toEqual([]);
    expect(
      codesIn(eventCallListInput, { types: ['SCHEDULED'], outcomes: [], ids: [], search: 'x'.repeat(201) }),
    ).toEqual([...['ids too_few', 'outcomes too_few', 'types.0 unknown_value', 'search too_long']]);
  });

  test('has calls that are each named by their id or their preview id', () => {
    expect(formErrorsIn(eventCallDetailInput, { id: 1 })).toEqual([]);
    expect(formErrorsIn(eventCallDetailInput, { previewId: 'call_x' })).toEqual([]);
    for (const input of [{}, { id: 1, previewId: 'call_x' }]) {
      expect(formErrorsIn(eventCallDetailInput, input)).toEqual([
        'exactly_one Exactly one of id and previewId is required',
      ]);
    }
  });
});
