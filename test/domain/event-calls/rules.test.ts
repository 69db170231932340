import { describe, expect, test } from 'vitest';
import { outcomeProblem, setOutcomeInput } from '#src/domain/event-calls/booking.ts';
import { actorOf, historyEntryOf, inviteeActor, operatorActor } from '#src/domain/event-calls/call-history.ts';
import {
  isOver,
  linkOfCall,
  needsHostLink,
  noSaleReasons,
  outcomeAt,
  setOutcomes,
} from '#src/domain/event-calls/event-call.ts';
import { isLinkLimit, linkChangeError } from '#src/domain/event-calls/link-changes.ts';
import { mailboxKeyOf, upcomingProblem } from '#src/domain/event-calls/upcoming-calls.ts';
import { problemsIn } from '../../support/problems.ts';

const minuteMs = 60_000;

describe('an outcome', () => {
  test('is of the type of its call', () => {
    const strategy = ['WON', 'NO_SALE'];
    const discovery = ['APPROVED', 'REJECTED', 'QUALIFIED', 'UNQUALIFIED'];
    for (const outcome of setOutcomes) {
      expect(outcomeProblem('STRATEGY_EVENT', outcome)).toBe(
        strategy.includes(outcome) ? undefined : 'Must be one of: WON, NO_SALE, for a STRATEGY_EVENT',
      );
      expect(outcomeProblem('DISCOVERY_EVENT', outcome)).toBe(
        discovery.includes(outcome)
          ? undefined
          : 'Must be one of: APPROVED, REJECTED, QUALIFIED, UNQUALIFIED, for a DISCOVERY_EVENT',
      );
    }
  });

  test.each(setOutcomes)('%s has a reason exactly where nothing was sold', (outcome) => {
    const needsReason = outcome === 'NO_SALE' || outcome === 'REJECTED';
    const without = needsReason ? [`noSaleReason required Is required for ${outcome}`] : [];
    const withReason = needsReason ? [] : ['noSaleReason conflict Is only allowed for NO_SALE and REJECTED'];
    expect(problemsIn(setOutcomeInput, { eventCallId: 1, outcome, objection: 'x' })).toEqual(without);
    for (const noSaleReason of noSaleReasons) {
      expect(problemsIn(setOutcomeInput, { eventCallId: 1, outcome, noSaleReason })).toEqual(withReason);
    }
  });

  test('that is taken back has neither a reason nor an objection', () => {
    const outcome = null;
    expect(problemsIn(setOutcomeInput, { eventCallId: 1, outcome, objectionKind: null, notes: 'x' })).toEqual([]);
    expect(
      problemsIn(setOutcomeInput, {
        eventCallId: 1,
        outcome,
        noSaleReason: 'OTHER',
        objectionKind: 'FEAR',
        objection: '',
      }),
    ).toEqual([
      'noSaleReason conflict Is only allowed for NO_SALE and REJECTED',
      'objectionKind conflict Is only allowed with an outcome',
      'objection conflict Is only allowed with an outcome',
    ]);
  });

  test('that is none is the only problem of its rules', () => {
    expect(problemsIn(setOutcomeInput, { eventCallId: 1, outcome: 'LOST', noSaleReason: 'OTHER' })).toEqual([
      `outcome unknown_value Must be one of: ${setOutcomes.join(', ')}`,
    ]);
  });

  test('is pending from the booking, and due from the end, unless the call was cancelled', () => {
    expect([false, true].map((over) => outcomeAt({ outcome: null, status: 'RESCHEDULED' }, over))).toEqual([
      'PENDING',
      'PENDING_OUTCOME',
    ]);
    expect([false, true].map((over) => outcomeAt({ outcome: null, status: 'CANCELLED' }, over))).toEqual([null, null]);
    expect(outcomeAt({ outcome: 'WON', status: 'SCHEDULED' }, true)).toBe('WON');
    expect(outcomeAt({ outcome: 'WON', status: 'CANCELLED' }, true)).toBe('WON');
    const end = '2027-02-01T10:00:00.000Z';
    expect(isOver(end, '2027-02-01T09:59:59.999Z')).toBe(false);
    expect(isOver(end, end)).toBe(true);
  });
});

test.each([
  ['GOOGLE_MEET', null, true, 'host'],
  ['ZOOM', '', true, 'host'],
  ['CUSTOM', null, true, 'host'],
  ['ZOOM', 'event', false, 'event'],
  ['PHONE_CALL', null, false, null],
  ['IN_PERSON', 'event', false, 'event'],
] as const)('a call by %s with the link %j needs that of its host: %s', (location, locationLink, needed, link) => {
  expect(needsHostLink({ location, locationLink })).toBe(needed);
  expect(linkOfCall({ location, locationLink }, 'host')).toBe(link);
});

describe('a call that is moved by its link', () => {
  const now = new Date('2027-02-01T10:00:00.000Z');
  const errorOf = (...minutes: number[]) => {
    const error = linkChangeError(
      minutes.map((age) => age * minuteMs),
      { idField: 'token', now },
    );
    return error && { code: error.code, rate: error.rate, fieldErrors: error.details?.fieldErrors };
  };

  test('may be moved five times an hour: the fifth newest decides', () => {
    expect(errorOf()).toBeUndefined();
    expect(errorOf(0, 1, 2, 3)).toBeUndefined();
    expect(errorOf(0, 1, 2, 3, 60)).toBeUndefined();
    expect(errorOf(0, 1, 2, 3, 60, 61)).toBeUndefined();
    expect(errorOf(0, 1, 2, 3, 40, 50)).toEqual({
      code: 'RATE_LIMIT_EXCEEDED',
      fieldErrors: undefined,
      rate: {
        ...{ allowed: false, limit: 5, remaining: 0, windowSeconds: 3600, retryAfterSeconds: 1200 },
        ...{
          resetAt: now.getTime() + 20 * minuteMs,
          reason: 'This call was rescheduled by its link as often as is allowed within an hour',
        },
      },
    });
    expect(linkChangeError([0, 0, 0, 0, 3_599_999], { idField: 'id', now })?.rate?.retryAfterSeconds).toBe(1);
  });

  test('may be moved twenty times in all, however long ago', () => {
    const ages = (count: number) => Array.from({ length: count }, (_, index) => 100 + index);
    expect(errorOf(...ages(19))).toBeUndefined();
    const message =
      'The call was rescheduled 20 times by its link, which is the maximum: ask the host to reschedule it, or cancel it';
    expect(errorOf(...ages(20))).toMatchObject({ code: 'VALIDATION_FAILED', fieldErrors: { token: [message] } });
    const error = linkChangeError(ages(20), { idField: 'token', now });
    expect(error?.details?.errors).toEqual([{ path: 'token', code: 'limit_reached', message }]);
  });

  test('is told apart from an address with too many requests', () => {
    const { rate } = linkChangeError([0, 0, 0, 0, 0], { idField: 'id', now }) ?? {};
    expect(isLinkLimit(rate ?? {})).toBe(true);
    expect(isLinkLimit({})).toBe(false);
  });
});

describe('the calls to come of an invitee', () => {
  const rule = (max: number, where: string) =>
    `An invitee can have at most ${max} upcoming ${max === 1 ? 'call' : 'calls'} ${where}: reschedule or cancel one of them instead`;

  test.each([
    [1, 10, 1, undefined],
    [2, 2, 1, rule(1, 'for this event')],
    [3, 10, 3, undefined],
    [4, 4, 3, rule(3, 'for this event')],
    [4, 11, 3, rule(3, 'for this event')],
    [1, 11, 1, rule(10, 'in total')],
    [10, 11, 10, rule(10, 'in total')],
    [12, 12, 12, undefined],
    [1, 13, 12, rule(12, 'in total')],
  ])('are %i with the event and %i in all, of which the event allows %i', (withEvent, withWorkspace, max, problem) => {
    expect(upcomingProblem({ withEvent, withWorkspace, maxUpcomingPerInvitee: max })).toBe(problem);
  });

  test('are counted by the mailbox, apart for each workspace', () => {
    const key = mailboxKeyOf(1, 'ada@example.com');
    expect(key).toBeTypeOf('bigint');
    expect(mailboxKeyOf(1, 'Ada+2@Example.com')).toBe(key);
    expect(mailboxKeyOf(2, 'ada@example.com')).not.toBe(key);
    expect(mailboxKeyOf(1, 'bob@example.com')).not.toBe(key);
    expect(mailboxKeyOf(1, null)).toBeNull();
  });
});

describe('the history of a call', () => {
  const before: Parameters<typeof historyEntryOf>[0] = {
    ...{ status: 'SCHEDULED', dateTime: '2027-02-01T10:00:00.000Z', userId: 7, outcome: 'PENDING' },
    ...{ cancelReason: 'ill', rescheduleReason: 'late' },
  };
  const later = '2027-02-02T10:00:00.000Z';
  const none = {
    ...{ dateTimeBefore: null, dateTime: null, userIdBefore: null, userId: null },
    ...{ outcomeBefore: null, outcome: null, reason: null },
  };
  const moved = { dateTimeBefore: before.dateTime, dateTime: later };

  test.each([
    [{}, undefined],
    [{ outcome: 'PENDING_OUTCOME' }, undefined],
    [{ outcome: null }, undefined],
    [{ dateTime: later }, { ...none, ...moved, kind: 'MOVED', reason: 'late' }],
    [{ userId: 8 }, { ...none, kind: 'REASSIGNED', userIdBefore: 7, userId: 8 }],
    [
      { dateTime: later, userId: 8 },
      { ...none, ...moved, kind: 'MOVED', userIdBefore: 7, userId: 8, reason: 'late' },
    ],
    [{ outcome: 'WON' }, { ...none, kind: 'OUTCOME_SET', outcome: 'WON' }],
    [
      { status: 'CANCELLED', outcome: null },
      { ...none, kind: 'CANCELLED', reason: 'ill' },
    ],
    [
      { status: 'CANCELLED', outcome: 'NO_SALE' },
      { ...none, kind: 'CANCELLED', outcome: 'NO_SALE', reason: 'ill' },
    ],
  ] as const)('says of the change %j what it did', (change, expected) => {
    expect(historyEntryOf(before, { ...before, ...change })).toEqual(expected);
  });

  test('has an outcome of a cancelled call, and one that is taken back', () => {
    const cancelled = { ...before, status: 'CANCELLED' } as const;
    expect(historyEntryOf(cancelled, { ...cancelled, outcome: 'NO_SALE' })?.kind).toBe('OUTCOME_SET');
    expect(historyEntryOf({ ...before, outcome: 'WON' }, before)).toEqual({
      ...none,
      ...{ kind: 'OUTCOME_SET', outcomeBefore: 'WON' },
    });
  });

  test('names who acts: the member, and the key or the app by which they do', () => {
    const ids = { actorId: 7, apiKeyId: null, clientId: null };
    const caller = { workspaceId: 1, userId: 7 };
    expect(actorOf(caller)).toEqual({ ...ids, actorKind: 'MEMBER' });
    expect(actorOf({ ...caller, apiKeyId: 3 })).toEqual({ ...ids, actorKind: 'API_KEY', apiKeyId: 3 });
    expect(actorOf({ ...caller, clientId: 'app' })).toEqual({ ...ids, actorKind: 'APP', clientId: 'app' });
    expect(inviteeActor).toEqual({ ...ids, actorKind: 'INVITEE', actorId: null });
    expect(operatorActor).toEqual({ ...ids, actorKind: 'OPERATOR', actorId: null });
  });
});
