import { expect, test } from 'vitest';
import { nextEntryAttempt } from '#src/domain/calendars/entry-retries.ts';
import { entryTexts } from '#src/domain/calendars/entry-texts.ts';
import { type CalendarNotice, calendarNotice } from '#src/domain/calendars/notice-mail.ts';
import { pauseAfterFailure, pauseAfterRead, readingRange } from '#src/domain/calendars/reading.ts';

const minute = 60_000;
const day = 1440 * minute;
const instant = (text: string) => Date.parse(text);

test.each([
  [0, '2026-05-03'],
  [56, '2026-05-03'],
  [57, '2026-05-04'],
  [365, '2027-03-08'],
])('a window of %i days is read until the %s, in whole days', (windowDays, until) => {
  for (const time of ['00:00:00.000', '23:59:59.999']) {
    const range = readingRange(new Date(`2026-03-04T${time}Z`), windowDays);
    expect(range).toEqual({ from: instant('2026-03-03T00:00Z'), until: instant(`${until}T00:00Z`) });
  }
});

test('every call that can be booked ends within the range', () => {
  // The last bookable date may begin fourteen hours before that of UTC ends, and a call may last a day.
  for (const windowDays of [1, 60, 365, 730]) {
    const now = instant('2026-03-04T23:59:59.999Z');
    const lastEnd = now + windowDays * day + 2 * day + 14 * 60 * minute;
    expect(readingRange(new Date(now), windowDays).until).toBeGreaterThanOrEqual(lastEnd);
  }
});

test('the pause after a good read is shorter than the time for which it is believed', () => {
  expect(pauseAfterRead('ICS', 15 * minute)).toBe(5 * minute);
  expect(pauseAfterRead('CALDAV', 15 * minute)).toBe(2 * minute);
  expect(pauseAfterRead('GOOGLE', 3 * minute)).toBe(minute);
});

test('the provider may ask for more time than the pause after a failure, but not for less', () => {
  expect([1, 2, 3, 4, 50].map((failures) => pauseAfterFailure(failures) / minute)).toEqual([1, 2, 5, 10, 10]);
  expect(pauseAfterFailure(4, minute)).toBe(10 * minute);
  expect(pauseAfterFailure(1, 20 * minute)).toBe(20 * minute);
  expect(pauseAfterFailure(1, day)).toBe(60 * minute);
});

test('an entry is tried again for five days', () => {
  let now = instant('2026-03-04T12:00Z');
  const pauses: number[] = [];
  for (let attempts = 1; ; attempts++) {
    const next = nextEntryAttempt({ attempts }, new Date(now));
    if (!next) break;
    pauses.push((next.getTime() - now) / minute);
    now = next.getTime();
  }
  expect(pauses.slice(0, 7)).toEqual([1, 2, 5, 15, 30, 60, 60]);
  expect((now - instant('2026-03-04T12:00Z')) / day).toBeCloseTo(5, 0);
  const wait = nextEntryAttempt({ attempts: 1, retryAfterMs: 10 * day }, new Date(0));
  expect(wait).toEqual(new Date(day));
});

const call: Parameters<typeof entryTexts>[0] = {
  ...{ previewId: 'call_abcdefghijklmnopqrstuv', name: 'Strategy call', inviteeName: 'Ira\nFox' },
  ...{ inviteeEmail: 'ira@example.com', phoneNumber: '+4915112345678', guests: ['sam@example.com', 'lee@example.com'] },
  ...{ location: 'ZOOM', locationLink: 'https://zoom.example/j/8' },
};

test('an entry names event and invitee, leads to the call, and says where it is', () => {
  expect(entryTexts(call, 'https://app.example.com')).toEqual({
    summary: 'Strategy call: Ira Fox',
    description: [
      ...[
        'With: Ira Fox',
        'Email: ira@example.com',
        'Phone: +4915112345678',
        'Guests: sam@example.com, lee@example.com',
      ],
      'Call: https://app.example.com/calls/call_abcdefghijklmnopqrstuv',
    ].join('\n'),
    location: 'Zoom: https://zoom.example/j/8',
  });
  const phone = { ...call, location: 'PHONE_CALL', locationLink: null } as const;
  expect(entryTexts(phone, '').location).toBe('Phone call: +4915112345678');
  expect(entryTexts({ ...call, location: 'CUSTOM', locationLink: null }, '').location).toBeNull();
});

test('the entry of an invitee who was erased names nobody', () => {
  const erased = { ...call, inviteeName: '', guests: [], inviteeEmail: null, phoneNumber: null };
  expect(entryTexts(erased, 'https://app.example.com')).toMatchObject({
    summary: 'Strategy call',
    description: 'Call: https://app.example.com/calls/call_abcdefghijklmnopqrstuv',
  });
});

const notice: CalendarNotice = {
  ...{ to: 'ada@example.com', isHost: true, host: { name: 'Ada Hart', email: 'ada@example.com' }, workspace: 'Lime' },
  ...{ kind: 'CALDAV', name: 'cloud', isDisconnected: false, problem: 'No answer.', lastReadAt: null },
  appUrl: 'https://app.example.com',
};

test('a notice says whose calendar it is, its state and its problem, and who can mend it', () => {
  const { subject, text } = calendarNotice(notice);
  expect(subject).toBe('Your calendar connection cannot be read');
  expect(text).toContain('nobody can book you. The next successful read makes your times bookable again.');
  expect(text).toContain('Connection: CalDAV: cloud\nStatus: Unreadable\nProblem: No answer.\nLast read: Never');
  expect(text).toContain('https://app.example.com/settings/calendars');
  const owner = { ...notice, isHost: false, isDisconnected: true, lastReadAt: '2026-03-04T12:00:00.000Z' };
  const forOwner = calendarNotice(owner);
  expect(forOwner.subject).toBe('A calendar connection of Ada Hart was rejected by its provider');
  expect(forOwner.text).toContain(
    'nobody can book them. Only Ada Hart can reconnect it to make their times bookable again. Until then, Slotline retries once an hour for a week',
  );
  expect(calendarNotice({ ...owner, isHost: true }).text).toContain('Reconnect it to make your times bookable again.');
  expect(forOwner.text).toContain('Last read: 2026-03-04 12:00 UTC');
});

test('no name of a notice becomes an address that somebody may press', () => {
  const { subject, text } = calendarNotice({
    ...{ ...notice, isHost: false, name: 'evil.example' },
    host: { name: 'www.evil.example', email: 'ada@example.com' },
  });
  expect(subject).toBe('A calendar connection of ada@example.com cannot be read');
  expect(text).not.toContain('evil.example');
});
