import { expect, test, vi } from 'vitest';
import type { StoredCalendar, StoredConnection } from '#src/db/reads/calendar-connections.ts';
import type { CalendarProvider } from '#src/services/calendars/providers/provider.ts';
import { maxTimesOfConnection, readCalendars } from '#src/services/calendars/read-calendars.ts';
import type { CalendarContext } from '#src/services/calendars/store-connection.ts';

const range = { from: Date.UTC(2026, 2, 3), until: Date.UTC(2026, 4, 3) };
const secret = { kind: 'ICS', url: 'https://calendar.example.com/ada.ics' } as const;

const calendar = (id: number, changes: Partial<StoredCalendar> = {}): StoredCalendar => ({
  ...{ id, externalId: `calendar-${id}`, name: `Calendar ${id}`, timeZone: null, countsAsBusy: true },
  ...{ takesBookings: false, syncState: null, busyUntil: '2026-05-03T00:00:00Z', ...changes },
});

interface Reading {
  readonly calendars: readonly StoredCalendar[];
  readonly timeZone?: string;
  readonly host?: string;
  readonly maxMs?: number;
}

function reading(
  readBusy: CalendarProvider['readBusy'],
  { calendars, timeZone = 'Europe/Berlin', host = 'slots.example.com', maxMs = 10_000 }: Reading,
) {
  const provider = { readBusy, listCalendars: () => Promise.reject(new Error('The list is not read')) };
  const gateway = { provider: () => provider, open: () => secret, http: {}, host };
  const context = { calendars: gateway } as unknown as CalendarContext;
  const connection: StoredConnection = {
    ...{ workspaceId: 1, id: 1, userId: 1, kind: 'ICS', secret: Buffer.alloc(0), failures: 0, disconnectedAt: null },
    ...{ refusals: 0, refusedAt: null },
    ...{ timeZone, calendars },
  };
  const aborting = new AbortController().signal;
  return readCalendars(context, { connection, range, lists: false, maxMs, aborting });
}

test.each<[string, Partial<StoredCalendar>, Omit<Reading, 'calendars'>, string | null]>([
  ['the same range, zone and host', {}, {}, 'seven days'],
  ['another range', { busyUntil: '2026-05-02T00:00:00Z' }, {}, null],
  ['another zone of the member', {}, { timeZone: 'Asia/Tokyo' }, null],
  ['another zone of the calendar', { timeZone: 'Asia/Tokyo' }, {}, null],
  [
    'the same zone of the calendar as of the member',
    { timeZone: 'Europe/Berlin' },
    { timeZone: 'Asia/Tokyo' },
    'seven days',
  ],
  ['another host', {}, { host: 'calls.example.com' }, null],
])('the state of the last read is given for %s', async (_, changes, options, expected) => {
  const readBusy = vi.fn<CalendarProvider['readBusy']>(async () => ({
    busy: [],
    own: [],
    ownUids: [],
    syncState: 'seven days',
  }));
  const { read } = await reading(readBusy, { calendars: [calendar(1)] });
  const syncState = read[0]?.syncState ?? null;
  await reading(readBusy, { ...options, calendars: [calendar(1, { syncState, ...changes })] });
  expect(readBusy.mock.calls.map(([, { syncState: given }]) => given)).toEqual([null, expected]);
});

test('an error of this server is said, also where another calendar takes too long', async () => {
  const failure = new TypeError('A fault');
  const readBusy: CalendarProvider['readBusy'] = ({ signal }, { externalId }) =>
    externalId === 'calendar-1'
      ? Promise.reject(failure)
      : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const { problem, unexpected } = await reading(readBusy, { calendars: [calendar(1), calendar(2)], maxMs: 50 });
  expect(unexpected).toBe(failure);
  expect(problem?.message).toContain('this server had an error');
});

test('the calendars of a connection have at most 100,000 times together', async () => {
  const times = (count: number) => Array.from({ length: count }, (_, index) => ({ start: index, end: index + 1 }));
  const busy = times(maxTimesOfConnection / 2);
  const readBusy = async (_access: unknown, { externalId }: { readonly externalId: string }) => ({
    ...{ busy: externalId === 'calendar-3' ? times(1) : busy, own: [], ownUids: [], syncState: null },
  });
  const two = await reading(readBusy, { calendars: [calendar(1), calendar(2)] });
  expect([two.read.length, two.problem]).toEqual([2, undefined]);
  const three = await reading(readBusy, { calendars: [calendar(1), calendar(2), calendar(3)] });
  expect(three.read.length).toBe(2);
  expect(three.problem?.message).toContain('have more than 100,000 busy times in total');
});
