import { describe, expect, test } from 'vitest';
import { heldBackUntil, plannedForGuests, plannedNotifications } from '#src/domain/notifications/planned.ts';
import { nextAttemptAt } from '#src/domain/notifications/retries.ts';

const minute = 60_000;
const now = new Date('2027-02-01T10:00:00.000Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * minute);

type Change = Parameters<typeof plannedNotifications>[0];
const call: Change['call'] = {
  ...{ id: 1, userId: 7, status: 'SCHEDULED', inviteeEmail: 'ada@example.com', guests: [] },
  ...{ dateTime: later(120).toISOString(), endTime: later(150).toISOString() },
  ...{ timeZone: 'Europe/Berlin', location: 'ZOOM', locationLink: null },
};
const planned = (facts: Partial<Change>) => plannedNotifications({ before: call, call, reminders: [], now, ...facts });
/** The mails as `KIND RECIPIENT host minutes`. */
const mails = (facts: Partial<Change>) =>
  planned(facts).map(({ kind, recipient, call: { userId }, dueAt }) => {
    return `${kind} ${recipient} ${userId} ${(dueAt.getTime() - now.getTime()) / minute}`;
  });

describe('the mails of a change', () => {
  test.each<[string, Partial<Change>, string[]]>([
    ['a booking', { before: undefined }, ['INVITATION INVITEE 7 0', 'INVITATION HOST 7 0']],
    ['a move', {}, ['CHANGE INVITEE 7 0', 'CHANGE HOST 7 0']],
    [
      'a move to another host, whose calendar has no call yet',
      { call: { ...call, userId: 8 } },
      ['CHANGE INVITEE 8 0', 'CANCELLATION HOST 7 0', 'INVITATION HOST 8 0'],
    ],
    [
      'a cancellation',
      { call: { ...call, status: 'CANCELLED' } },
      ['CANCELLATION INVITEE 7 0', 'CANCELLATION HOST 7 0'],
    ],
    ['a call whose invitee has no address', { call: { ...call, inviteeEmail: null } }, ['CHANGE HOST 7 0']],
  ])('are of %s', (_, facts, expected) => {
    expect(mails(facts)).toEqual(expected);
  });

  test('are none once the call is over', () => {
    const ending = (minutes: number) => ({ ...call, endTime: later(minutes).toISOString() });
    expect(mails({ call: ending(0), before: undefined })).toEqual([]);
    expect(mails({ call: { ...call, endTime: new Date(now.getTime() + 1).toISOString() } })).toHaveLength(2);
  });

  const reminders: Change['reminders'] = [
    { minutesBefore: 60, recipient: 'INVITEE' },
    { minutesBefore: 119, recipient: 'HOST' },
    { minutesBefore: 120, recipient: 'HOST' },
    { minutesBefore: 1440, recipient: 'INVITEE' },
  ];

  test('remind of it at times that are to come', () => {
    const reminding = (facts: Partial<Change>) =>
      mails({ reminders, ...facts }).filter((mail) => mail.startsWith('REMINDER'));
    expect(reminding({})).toEqual(['REMINDER INVITEE 7 60', 'REMINDER HOST 7 1']);
    expect(reminding({ call: { ...call, inviteeEmail: null } })).toEqual(['REMINDER HOST 7 1']);
    expect(reminding({ call: { ...call, status: 'CANCELLED' } })).toEqual([]);
  });

  test('to an invitee wait until the mailbox has room, unless the call is over by then', () => {
    const held = (freeAt: Date | undefined) =>
      heldBackUntil(freeAt, planned({ reminders })).map(({ kind, recipient, dueAt, isHeldBack }) => [
        ...[`${kind} ${recipient}`, (dueAt.getTime() - now.getTime()) / minute, isHeldBack],
      ]);
    const asPlanned = [
      ['CHANGE INVITEE', 0, undefined],
      ['CHANGE HOST', 0, undefined],
      ['REMINDER INVITEE', 60, undefined],
      ['REMINDER HOST', 1, undefined],
    ];
    expect(held(undefined)).toEqual(asPlanned);
    expect(held(later(150))).toEqual(asPlanned);
    expect(held(later(149))).toEqual([['CHANGE INVITEE', 149, true], ...asPlanned.slice(1)]);
  });
});

describe('the mails to guests', () => {
  const reminders: Change['reminders'] = [
    { minutesBefore: 60, recipient: 'INVITEE' },
    { minutesBefore: 30, recipient: 'HOST' },
  ];
  const withGuests = (...guests: string[]) => ({ ...call, guests });
  const named = (notifications: ReturnType<typeof plannedNotifications>) =>
    notifications.map(({ kind, recipient, guestEmail = '' }) => `${kind} ${recipient} ${guestEmail}`.trim());

  test('are those of the invitee, also where the invitee has no address', () => {
    const guests = ['INVITATION GUEST sam', 'INVITATION GUEST lee'];
    const remindersOfGuests = ['REMINDER GUEST sam', 'REMINDER GUEST lee'];
    const booked = { before: undefined, call: withGuests('sam', 'lee'), reminders };
    expect(named(planned(booked))).toEqual([
      ...[
        'INVITATION INVITEE',
        ...guests,
        'INVITATION HOST',
        'REMINDER INVITEE',
        ...remindersOfGuests,
        'REMINDER HOST',
      ],
    ]);
    expect(named(planned({ ...booked, call: { ...booked.call, inviteeEmail: null } }))).toEqual([
      ...[...guests, 'INVITATION HOST', ...remindersOfGuests, 'REMINDER HOST'],
    ]);
    const moved = { before: withGuests('sam'), call: { ...withGuests('sam'), userId: 8 } };
    expect(named(planned(moved))).toContain('CHANGE GUEST sam');
    expect(named(planned({ ...moved, call: { ...withGuests('sam'), status: 'CANCELLED' } }))).toContain(
      'CANCELLATION GUEST sam',
    );
  });

  test('go to those alone who were added or removed', () => {
    const change = { before: withGuests('sam', 'lee'), call: withGuests('lee', 'kim'), reminders, now };
    expect(named(plannedForGuests(change))).toEqual([
      'CANCELLATION GUEST sam',
      'INVITATION GUEST kim',
      'REMINDER GUEST kim',
    ]);
    expect(plannedForGuests({ ...change, call: withGuests('lee', 'sam') })).toEqual([]);
  });
});

describe('a mail that failed', () => {
  const attempt = (kind: 'INVITATION' | 'REMINDER', attempts: number, begins = 1440) => {
    const next = nextAttemptAt({ kind, attempts, dateTime: later(begins), now });
    return next && (next.getTime() - now.getTime()) / minute;
  };

  test('is tried five times more, ever later', () => {
    expect([1, 2, 3, 4, 5, 6].map((attempts) => attempt('INVITATION', attempts))).toEqual([
      ...[1, 5, 30, 120, 360, undefined],
    ]);
  });

  test('reminds of no call that has begun, while others go', () => {
    expect([31, 30, 29].map((begins) => attempt('REMINDER', 3, begins))).toEqual([30, undefined, undefined]);
    expect(attempt('INVITATION', 3, -60)).toBe(30);
  });
});
