import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { CalendarAccess, CallEntry, OAuthSecret } from '#src/services/calendars/providers/provider.ts';
import { calendarGateway } from '../../support/calendar-gateway.ts';
import { GoogleStandIn } from '../../support/calendar-stand-ins/google.ts';
import { standInClient } from '../../support/calendar-stand-ins/oauth.ts';
import { presentMs } from '../../support/present.ts';
import { retryWhenSlow } from '../../support/retry-when-slow.ts';

let google: GoogleStandIn;
let access: CalendarAccess<OAuthSecret>;
const open: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(open.map((close) => close())));
let provider: ReturnType<ReturnType<typeof calendarGateway>['provider']>;

beforeEach(async () => {
  const opened = await GoogleStandIn.open();
  google = opened;
  const gateway = calendarGateway({ google: standInClient, endpoints: { GOOGLE: google.endpoints } });
  open.push(
    () => opened.close(),
    () => gateway.close(),
  );
  provider = gateway.provider('GOOGLE');
  access = {
    ...{ secret: google.oauth.grant('GOOGLE', presentMs() + 3_600_000), http: gateway.http },
    ...{ signal: AbortSignal.timeout(120_000), timeZone: 'America/New_York', host: 'slots.example.com' },
    workspaceId: 1,
  };
});

const range = { from: Date.parse('2026-03-01T00:00:00Z'), until: Date.parse('2026-06-01T00:00:00Z') };
const read = (externalId: string, syncState: string | null = null, timeZone: string | null = null) =>
  provider.readBusy(access, { externalId, timeZone, syncState }, range);
const at = (time: string) => ({ dateTime: `2026-03-0${time}` });
const event = (id: string, start: string, end: string, rest: object = {}) => ({
  id,
  start: at(start),
  end: at(end),
  ...rest,
});
const times = (result: Awaited<ReturnType<typeof read>>) =>
  result === 'unchanged'
    ? result
    : result.busy.map(({ start, end }) => [start, end].map((each) => new Date(each).toISOString().slice(0, 16)));
const paths = () => google.server.requests.map(({ method, path }) => `${method} ${path.replace('/calendar/v3', '')}`);

describe('calendars', () => {
  test('are listed over all pages, and named after the account', async () => {
    google.calendar('team@example.com', { accessRole: 'freeBusyReader', summary: 'Team' });
    google.calendar('ada@example.com', { primary: true, summary: 'Ada' });
    google.calendar('sailing', { accessRole: 'writer', timeZone: 'Asia/Tokyo' });
    expect(await provider.listCalendars(access)).toEqual({
      name: 'ada@example.com',
      calendars: [
        {
          externalId: 'team@example.com',
          name: 'Team',
          timeZone: 'Europe/Berlin',
          isWritable: false,
          isPrimary: false,
        },
        { externalId: 'ada@example.com', name: 'Ada', timeZone: 'Europe/Berlin', isWritable: true, isPrimary: true },
        { externalId: 'sailing', name: 'sailing', timeZone: 'Asia/Tokyo', isWritable: false, isPrimary: false },
      ],
    });
  });
});

describe('a calendar of the member', () => {
  const own = 'ada+work@example.com';
  beforeEach(() => google.calendar(own));

  test('is read over all pages: opaque, not cancelled, not declined by the host', async () => {
    google.put(own, event('a', '2T09:00:00+01:00', '2T10:00:00+01:00'));
    google.put(own, event('b', '2T11:00:00Z', '2T12:00:00Z', { transparency: 'transparent' }));
    google.put(own, event('c', '2T12:00:00Z', '2T13:00:00Z', { status: 'cancelled' }));
    google.put(
      own,
      event('d', '3T11:00:00Z', '3T12:00:00Z', { attendees: [{ self: true, responseStatus: 'declined' }] }),
    );
    google.put(
      own,
      event('e', '4T11:00:00Z', '4T12:00:00Z', {
        attendees: [{ responseStatus: 'declined' }, { self: true, responseStatus: 'tentative' }],
      }),
    );
    google.put(own, event('f', '5T11:00:00-05:00', '5T12:00:00-05:00', { transparency: 'opaque' }));
    expect(times(await read(own))).toEqual([
      ['2026-03-02T08:00', '2026-03-02T09:00'],
      ['2026-03-04T11:00', '2026-03-04T12:00'],
      ['2026-03-05T16:00', '2026-03-05T17:00'],
    ]);
  });

  test('has whole days in its own zone, also over the change to daylight saving time', async () => {
    google.put(own, { id: 'day', start: { date: '2026-03-29' }, end: { date: '2026-03-30' } });
    expect(times(await read(own))).toEqual([['2026-03-28T23:00', '2026-03-29T22:00']]);
    expect(times(await read(own, null, 'Asia/Tokyo'))).toEqual([['2026-03-28T15:00', '2026-03-29T15:00']]);
  });

  test('gives our own entries apart, with the UIDs also of those that are not busy', async () => {
    const uid = `call_${'a'.repeat(22)}@slots.example.com`;
    const invited = `call_${'b'.repeat(22)}@slots.example.com`;
    google.put(
      own,
      event('a', '2T09:00:00Z', '2T10:00:00Z', { extendedProperties: { private: { slotlineUid: uid } } }),
    );
    google.put(own, event('b', '2T11:00:00Z', '2T12:00:00Z', { iCalUID: invited }));
    google.put(own, event('c', '2T13:00:00Z', '2T14:00:00Z', { iCalUID: `call_${'c'.repeat(22)}@other.example.com` }));
    google.put(own, event('d', '2T15:00:00Z', '2T16:00:00Z', { iCalUID: 'meeting@slots.example.com' }));
    const [free, declined] = ['e', 'f'].map((letter) => `call_${letter.repeat(22)}@slots.example.com`);
    google.put(own, event('e', '2T11:00:00Z', '2T12:00:00Z', { iCalUID: free, transparency: 'transparent' }));
    const attendees = [{ self: true, responseStatus: 'declined' }];
    google.put(own, event('f', '2T11:00:00Z', '2T12:00:00Z', { iCalUID: declined, attendees }));
    const result = await read(own);
    const march2 = (hour: number) => Date.UTC(2026, 2, 2, hour);
    expect(result).toMatchObject({
      ownUids: [uid, invited, free, declined],
      own: [
        { uid, start: march2(9), end: march2(10) },
        { uid: invited, start: march2(11), end: march2(12) },
      ],
    });
    expect(times(result)).toEqual([
      ['2026-03-02T13:00', '2026-03-02T14:00'],
      ['2026-03-02T15:00', '2026-03-02T16:00'],
    ]);
  });

  test('is unchanged until something changes, wherever that is', async () => {
    google.put(own, event('a', '2T09:00:00Z', '2T10:00:00Z'));
    const first = await read(own);
    const { syncState } = first as { syncState: string };
    expect(await read(own, syncState)).toBe('unchanged');
    expect(paths().at(-1)).toBe(`GET /calendars/${encodeURIComponent(own)}/events`);
    google.put(own, { id: 'later', start: { date: '2027-01-01' }, end: { date: '2027-01-02' } });
    const second = await read(own, syncState);
    expect(times(second)).toEqual(times(first));
    expect(second).toMatchObject({ syncState: '2' });
    google.put(own, event('a', '2T09:00:00Z', '2T10:00:00Z', { status: 'cancelled' }));
    expect(times(await read(own, '2'))).toEqual([]);
  });

  test('is read as a whole where Google has forgotten the sync token', async () => {
    google.put(own, event('a', '2T09:00:00Z', '2T10:00:00Z'));
    google.oldestSyncToken = 1;
    expect(times(await read(own, '0'))).toEqual([['2026-03-02T09:00', '2026-03-02T10:00']]);
  });

  test('has the sync token of the last page alone', async () => {
    for (const id of ['a', 'b', 'c']) google.put(own, event(id, '2T09:00:00Z', '2T10:00:00Z'));
    expect(await read(own)).toMatchObject({ syncState: '3' });
    expect(google.server.requests.filter(({ query }) => query.has('pageToken'))).toHaveLength(1);
  });

  test.each([
    ['no offset', { dateTime: '2026-03-02T09:00:00' }],
    ['no day', { date: '2026-02-30' }],
    ['no time', {}],
  ])('is unknown where an event has %s', async (_, start) => {
    google.put(own, { id: 'odd', start, end: at('2T10:00:00Z') });
    await expect(read(own)).rejects.toMatchObject({
      ...{ name: 'CalendarProblem', message: expect.stringContaining('with a time'), isRefused: false },
    });
  });
});

describe('a calendar of somebody else', () => {
  test('is read by when it is busy, in ranges that Google takes', async () => {
    const busy = [
      { start: '2026-03-02T09:00:00Z', end: '2026-03-02T10:00:00Z' },
      { start: '2026-05-20T09:00:00+02:00', end: '2026-05-20T10:00:00+02:00' },
    ];
    google.calendar('team', { accessRole: 'freeBusyReader', busy });
    const result = await read('team');
    expect(times(result)).toEqual([
      ['2026-03-02T09:00', '2026-03-02T10:00'],
      ['2026-05-20T07:00', '2026-05-20T08:00'],
    ]);
    expect(result).toMatchObject({ ownUids: [], syncState: null });
    expect(paths().filter((path) => path === 'POST /freeBusy')).toHaveLength(2);
  });

  test.each(['notFound', 'internalError', 'groupTooBig'])(
    'is unknown, and not free, with the error %s',
    async (reason) => {
      google.calendar('team', { accessRole: 'writer', errors: [{ domain: 'global', reason }] });
      await expect(read('team')).rejects.toMatchObject({ name: 'CalendarProblem', isRefused: false });
    },
  );

  test('is unknown where the answer leaves it out', async () => {
    google.calendar('team', { accessRole: 'reader' });
    google.server.fail(/freeBusy/, { body: { calendars: {} } });
    await expect(read('team')).rejects.toMatchObject({
      message: expect.stringContaining('no longer has this calendar'),
    });
  });
});

describe('answers that are none:', () => {
  beforeEach(() => google.calendar('own'));

  test.each([
    ['429 with a time', { status: 429, headers: { 'retry-after': '7' } }, { retryAfterMs: 7_000 }],
    ['429 without one', { status: 429 }, { retryAfterMs: 60_000 }],
    [
      '403 for too many requests',
      { status: 403, headers: { 'retry-after': '9' }, body: { error: { errors: [{ reason: 'rateLimitExceeded' }] } } },
      { retryAfterMs: 9_000 },
    ],
    [
      '403 for a lack of permission',
      { status: 403, body: { error: { errors: [{ reason: 'insufficientPermissions' }] } } },
      { retryAfterMs: undefined, message: expect.stringContaining('does not allow') },
    ],
    [
      '503',
      { status: 503, headers: { 'retry-after': '1' } },
      { retryAfterMs: 1_000, message: expect.stringContaining('503') },
    ],
    ['no JSON', { body: '<html>' }, { message: expect.stringContaining('does not understand') }],
    ['JSON of another shape', { body: { items: 'none' } }, { message: expect.stringContaining('does not understand') }],
    ['a number in the place of JSON', { body: '7' }, { message: expect.stringContaining('does not understand') }],
    ['404', { status: 404 }, { message: expect.stringContaining('no longer has this calendar') }],
  ])('%s', async (_, answer, problem) => {
    google.server.fail(/events$/, answer);
    await expect(read('own')).rejects.toMatchObject({ name: 'CalendarProblem', isRefused: false, ...problem });
  });

  test('a token that is refused, and no way to renew it', async () => {
    google.oauth.expireAccess();
    await expect(read('own')).rejects.toMatchObject({ name: 'CalendarProblem', isRefused: true });
  });

  test('a stall beyond the time of the caller', { retry: retryWhenSlow }, async () => {
    google.server.fail(/events$/, { delayMs: 5_000 });
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(300);
    const calendar = { externalId: 'own', timeZone: null, syncState: null };
    await expect(provider.readBusy({ ...access, signal }, calendar, range)).rejects.toMatchObject({
      ...{ name: 'CalendarProblem', message: 'Google did not respond in time.' },
    });
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});

describe('an entry', () => {
  const uid = `call_${'A'.repeat(22)}@slots.example.com`;
  const place = (externalId: string | null) => ({ calendar: { externalId: 'own' }, uid, externalId });
  const entry: CallEntry = {
    ...{ uid, sequence: 0, start: new Date('2026-03-02T09:00:00Z'), end: new Date('2026-03-02T09:30:00Z') },
    ...{ timeZone: 'Europe/Berlin', summary: 'Call with Grace', description: 'About slots', location: null },
  };
  const put = (externalId: string | null, changes: Partial<CallEntry> = {}) =>
    provider.putEntry?.(access, place(externalId), { ...entry, ...changes });
  const stored = () => [...(google.calendars.get('own')?.events.values() ?? [])];
  beforeEach(() => google.calendar('own'));

  test('is written, changed and removed', async () => {
    const id = (await put(null)) as string;
    expect(stored()).toMatchObject([
      { id, summary: 'Call with Grace', start: { dateTime: '2026-03-02T09:00:00.000Z', timeZone: 'Europe/Berlin' } },
    ]);
    google.put('own', { ...stored()[0], id, colorId: '7' });
    expect(await put(id, { summary: 'Moved', start: new Date('2026-03-02T09:15:00Z') })).toBe(id);
    expect(stored()).toMatchObject([{ id, summary: 'Moved', colorId: '7' }]);
    expect(await read('own')).toMatchObject({ busy: [], ownUids: [uid] });
    await provider.removeEntry?.(access, place(id));
    expect(stored()).toMatchObject([{ status: 'cancelled' }]);
    expect(await read('own')).toMatchObject({ busy: [], ownUids: [] });
  });

  test('is written once where the first answer was lost', async () => {
    const id = await put(null);
    expect(await put(null, { summary: 'Again' })).toBe(id);
    expect(stored()).toMatchObject([{ id, summary: 'Again' }]);
  });

  test('comes back where the host deleted it, whether or not its id is known', async () => {
    const id = (await put(null)) as string;
    for (const known of [id, null]) {
      await provider.removeEntry?.(access, place(id));
      expect(await put(known)).toBe(id);
      expect(stored()).toMatchObject([{ id, status: 'confirmed' }]);
    }
  });

  test('is written anew where Google has forgotten it', async () => {
    const id = await put('0000000000');
    expect(stored()).toMatchObject([{ id }]);
  });

  test('is removed twice without a problem, and where it never was', async () => {
    const id = (await put(null)) as string;
    await provider.removeEntry?.(access, place(id));
    await provider.removeEntry?.(access, place(null));
    await provider.removeEntry?.(access, { ...place(null), uid: `call_${'B'.repeat(22)}@slots.example.com` });
    expect(stored()).toHaveLength(1);
  });

  test('is refused in a calendar of somebody else', async () => {
    google.calendar('own', { accessRole: 'reader' });
    await expect(put(null)).rejects.toMatchObject({ name: 'CalendarProblem', isRefused: false });
  });
});
