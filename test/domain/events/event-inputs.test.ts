import { describe, expect, test } from 'vitest';
import { eventDetailInput } from '#src/domain/events/event.ts';
import { createEventInput, linkPrefixFrom, newEventDefaults, updateEventInput } from '#src/domain/events/input.ts';
import { disqualificationRuleInput } from '#src/domain/events/lead-input.ts';
import { problemsIn } from '../../support/problems.ts';

const changing = (facts: object) => problemsIn(updateEventInput, { id: 1, ...facts });

describe('the numbers of an event', () => {
  test.each([
    ['duration', 1, 1_440],
    ['slotInterval', 1, 1_440],
    ['bufferBefore', 0, 1_440],
    ['bufferAfter', 0, 1_440],
    ['minimumNotice', 0, 525_600],
    ['bookingWindow', 0, 3_650],
    ['dailyLimit', 1, 1_000],
    ['maxUpcomingPerInvitee', 1, 100],
  ])('%s is from %i to %i', (name, min, max) => {
    expect(changing({ [name]: min })).toEqual([]);
    expect(changing({ [name]: max })).toEqual([]);
    expect(changing({ [name]: min - 1 })).toEqual([`${name} too_small Must be at least ${min}`]);
    expect(changing({ [name]: max + 1 })).toEqual([`${name} too_big Must be at most ${max}`]);
    expect(changing({ [name]: min + 0.5 })).toEqual([`${name} invalid_type Must be an integer`]);
  });

  test.each([
    ['slotInterval', []],
    ['bookingWindow', []],
    ['dailyLimit', []],
    ['duration', ['duration invalid_type Must be an integer']],
    ['bufferBefore', ['bufferBefore invalid_type Must be an integer']],
    ['minimumNotice', ['minimumNotice invalid_type Must be an integer']],
  ])('%s may be null, or not: %j', (name, problems) => {
    expect(changing({ [name]: null })).toEqual(problems);
  });
});

describe('the lists of an event', () => {
  const times = (count: number, make: (index: number) => object) =>
    Array.from({ length: count }, (_, index) => make(index));
  const question = { statement: 'Who?', type: 'NAME' };

  test.each([
    ['hosts', 200, (index: number) => ({ userId: index + 1 })],
    ['reminders', 10, (index: number) => ({ minutesBefore: index + 1, recipient: 'HOST' })],
    ['inviteeQuestions', 20, () => question],
    ['secondaryQuestions', 50, () => ({ customFieldId: 1 })],
    ['disqualificationRules', 50, () => ({ kind: 'FREE_EMAIL' })],
  ])('%s has %i items at most', (name, max, make) => {
    expect(changing({ [name]: times(max, make) })).toEqual([]);
    expect(changing({ [name]: times(max + 1, make) })).toEqual([`${name} too_many Must have at most ${max} items`]);
    expect(changing({ [name]: [1] })[0]).toMatch(new RegExp(`^${name}\\.0 invalid_type Each must be an object with `));
  });

  test('has a host, with a priority of its own', () => {
    expect(changing({ hosts: [] })).toEqual(['hosts too_few An event needs at least one host']);
    expect(
      changing({
        hosts: [
          { userId: 1, priority: 1_000 },
          { userId: 2, priority: 0, scheduleId: 1 },
        ],
      }),
    ).toEqual([]);
    expect(
      changing({
        hosts: [
          { userId: 1, priority: 1_001 },
          { userId: 2, priority: -1 },
        ],
      }),
    ).toEqual(['hosts.0.priority too_big Must be at most 1000', 'hosts.1.priority too_small Must be at least 0']);
    expect(updateEventInput.parse({ id: 1, hosts: [{ userId: 1 }] }).hosts).toEqual([{ userId: 1, priority: 0 }]);
  });

  test('has each reminder once, from a minute to thirty days before', () => {
    const reminder = (minutesBefore: number, recipient = 'HOST') => ({ minutesBefore, recipient });
    expect(changing({ reminders: [reminder(1), reminder(1, 'INVITEE'), reminder(43_200)] })).toEqual([]);
    expect(changing({ reminders: [reminder(1), reminder(1)] })).toEqual([
      'reminders duplicate Must not have the same reminder twice',
    ]);
    expect(changing({ reminders: [reminder(0), reminder(43_201)] })).toEqual([
      'reminders.0.minutesBefore too_small Must be at least 1',
      'reminders.1.minutesBefore too_big Must be at most 43200',
    ]);
  });

  test('has questions of which each names one field, and is required or not', () => {
    const parsed = updateEventInput.parse({
      id: 1,
      inviteeQuestions: [question],
      secondaryQuestions: [{ identifier: 'a' }],
    });
    expect(parsed.inviteeQuestions).toEqual([{ ...question, required: true }]);
    expect(parsed.secondaryQuestions).toEqual([{ identifier: 'a', required: false }]);
    expect(changing({ secondaryQuestions: [{}, { identifier: '' }, { identifier: 'a', customFieldId: 1 }] })).toEqual([
      'secondaryQuestions.0 exactly_one Exactly one of customFieldId and identifier is required',
      'secondaryQuestions.1.identifier too_short Must not be empty',
      'secondaryQuestions.2 exactly_one Exactly one of customFieldId and identifier is required',
    ]);
  });
});

describe('a booking link', () => {
  test.each(['a/b', 'ada-king/strategy-call-2', `a/${'b'.repeat(253)}`])('may be %s', (linkPrefix) => {
    expect(changing({ linkPrefix })).toEqual([]);
  });

  test.each(['a', 'a/', '/b', 'a/b/c', 'A/b', 'a--b/c', 'a/-b', 'a/b-', 'a/b\n', ' a/b', `a/${'b'.repeat(254)}`])(
    'may not be %j',
    (linkPrefix) => {
      expect(changing({ linkPrefix })).toHaveLength(1);
    },
  );

  test('is made from the user and the name', () => {
    expect(linkPrefixFrom('ada', 'Größe & mehr')).toBe('ada/grosse-mehr');
    expect(linkPrefixFrom('ada', '!')).toBe('ada/event');
    expect(linkPrefixFrom('ada', 'x'.repeat(200))).toBe(`ada/${'x'.repeat(180)}`);
  });
});

test('a new event names what has no default, and a change something', () => {
  expect(problemsIn(createEventInput, {})).toEqual([
    ...['name required Is required', 'callType required Is required', 'duration required Is required'],
    'hosts required Is required',
  ]);
  expect(changing({})).toEqual([' required At least one field to change is required']);
  expect(changing({ isListed: false })).toEqual([]);
  expect(newEventDefaults).toMatchObject({
    ...{ slotInterval: null, bufferBefore: 0, bufferAfter: 0, minimumNotice: 0, bookingWindow: 60, dailyLimit: null },
    ...{ maxUpcomingPerInvitee: 3, location: 'PHONE_CALL', sendsMail: true, status: 'ACTIVATED', isListed: true },
    reminders: [
      { minutesBefore: 1_440, recipient: 'INVITEE' },
      { minutesBefore: 60, recipient: 'INVITEE' },
    ],
  });
});

test('an event is named by its id or by its link', () => {
  const one = ' exactly_one Exactly one of eventId and linkPrefix is required';
  expect(problemsIn(eventDetailInput, { eventId: 1 })).toEqual([]);
  expect(problemsIn(eventDetailInput, { linkPrefix: 'a/b' })).toEqual([]);
  expect(problemsIn(eventDetailInput, {})).toEqual([one]);
  expect(problemsIn(eventDetailInput, { eventId: 1, linkPrefix: 'a/b' })).toEqual([one]);
});

describe('a rule that disqualifies', () => {
  const fields = 'questionType, customFieldId and identifier';
  const one = ` exactly_one Exactly one of ${fields} is required for ANSWER`;
  const only = ` conflict ${fields} are only allowed for ANSWER`;
  const answer = { kind: 'ANSWER', operator: 'EQUALS', values: ['no'] };
  const country = 'Must be the ISO 3166-1 alpha-2 code of a country with its own phone numbers';

  test.each<[object, string[]]>([
    [{ ...answer, questionType: 'NAME' }, []],
    [{ ...answer, customFieldId: 1, identifier: null }, []],
    [{ ...answer, identifier: 'a', operator: 'CONTAINS' }, []],
    [answer, [one]],
    [{ ...answer, questionType: 'NAME', identifier: 'a' }, [one]],
    [{ ...answer, questionType: 'NAME', operator: null }, ['operator required Is required for ANSWER']],
    [{ ...answer, questionType: 'NAME', values: [] }, ['values required Must have at least one value']],
    [{ kind: 'FREE_EMAIL' }, []],
    [{ kind: 'FREE_EMAIL', values: ['x'] }, ['values conflict Must be empty for FREE_EMAIL']],
    [
      { kind: 'FREE_EMAIL', operator: 'EQUALS', identifier: 'a' },
      [only, 'operator conflict Is only allowed for ANSWER'],
    ],
    [{ kind: 'PHONE_COUNTRY', values: ['DE', 'US'] }, []],
    [{ kind: 'PHONE_COUNTRY' }, ['values required Must have at least one value']],
    [
      { kind: 'PHONE_COUNTRY', values: ['DE', 'de', 'XX'] },
      [`values.1 invalid_format ${country}`, `values.2 invalid_format ${country}`],
    ],
    [{ kind: 'EMAIL_DOMAIN', values: ['example.com', 'Sub.Example.co', 'bücher.example', `${'a'.repeat(63)}.de`] }, []],
    [
      {
        kind: 'EMAIL_DOMAIN',
        values: ['localhost', '-a.com', 'a-.com', 'a..com', `${'a'.repeat(64)}.de`, 'a@b.com', 'a.b-'],
      },
      [0, 1, 2, 3, 4, 5, 6].map((index) => `values.${index} invalid_format Must be a domain such as example.com`),
    ],
    [
      { kind: 'NONE', values: 1 },
      [
        'kind unknown_value Must be one of: ANSWER, PHONE_COUNTRY, EMAIL_DOMAIN, FREE_EMAIL',
        'values invalid_type Must be a list',
      ],
    ],
  ])('%j', (rule, problems) => {
    expect(problemsIn(disqualificationRuleInput, rule)).toEqual(problems);
  });

  test('has a thousand values at most, together with all others of its event', () => {
    const rules = (counts: number[]) =>
      counts.map((count) => ({ ...answer, identifier: 'a', values: Array.from({ length: count }, () => 'x') }));
    expect(changing({ disqualificationRules: rules([200, 200, 200, 200, 200]) })).toEqual([]);
    expect(changing({ disqualificationRules: rules([200, 200, 200, 200, 200, 1]) })).toEqual([
      'disqualificationRules too_many Must have at most 1,000 values across all rules',
    ]);
  });
});
