import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { CalendarAccess, CallEntry, OAuthSecret } from '#src/services/calendars/providers/provider.ts';
import { calendarGateway } from '../../support/calendar-gateway.ts';
import { MicrosoftStandIn } from '../../support/calendar-stand-ins/microsoft.ts';
import { standInClient } from '../../support/calendar-stand-ins/oauth.ts';
import { presentMs } from '../../support/present.ts';

let microsoft: MicrosoftStandIn;
let access: CalendarAccess<OAuthSecret>;
let provider: ReturnType<ReturnType<typeof calendarGateway>['provider']>;
const open: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(open.map((close) => close())));

const id = 'AAMk/own+calendar=';

beforeEach(async () => {
  const opened = await MicrosoftStandIn.open();
  microsoft = opened;
  microsoft.calendar(id, { name: 'Calendar', isDefaultCalendar: true });
  const gateway = calendarGateway({ microsoft: standInClient, endpoints: { MICROSOFT: microsoft.endpoints } });
  open.push(
    () => opened.close(),
    () => gateway.close(),
  );
  provider = gateway.provider('MICROSOFT');
  access = {
    ...{ secret: microsoft.oauth.grant('MICROSOFT', presentMs() + 3_600_000), http: gateway.http },
    ...{ signal: AbortSignal.timeout(120_000), timeZone: 'America/New_York', host: 'slots.example.com' },
    workspaceId: 1,
  };
});

const range = { from: Date.parse('2026-03-01T00:00:00Z'), until: Date.parse('2026-06-01T00:00:00Z') };
const read = (syncState: string | null = null, until = range.until) =>
  provider.readBusy(access, { externalId: id, timeZone: null, syncState }, { ...range, until });
const at = (time: string, timeZone = 'UTC') => ({ dateTime: `2026-03-${time}.0000000`, timeZone });
const put = (name: string, start: string, end: string, rest: object = {}) =>
  microsoft.put(id, { id: name, start: at(start), end: at(end), showAs: 'busy', isCancelled: false, ...rest });
const times = (result: Awaited<ReturnType<typeof read>>) =>
  result === 'unchanged'
    ? result
    : result.busy.map(({ start, end }) => [start, end].map((each) => new Date(each).toISOString().slice(5, 16)));

test('calendars are listed over all pages, and named after the account', async () => {
  microsoft.calendar('shared', { canEdit: false });
  microsoft.calendar('team');
  expect(await provider.listCalendars(access)).toEqual({
    name: 'ada@example.com',
    calendars: [
      { externalId: id, name: 'Calendar', timeZone: null, isWritable: true, isPrimary: true },
      { externalId: 'shared', name: 'shared', timeZone: null, isWritable: false, isPrimary: false },
      { externalId: 'team', name: 'team', timeZone: null, isWritable: true, isPrimary: false },
    ],
  });
});

describe('a calendar', () => {
  test('is read over all pages: not free, not cancelled, not declined by the host', async () => {
    put('a', '02T09:00:00', '02T10:00:00');
    put('b', '03T09:00:00', '03T10:00:00', { showAs: 'free' });
    put('c', '04T09:00:00', '04T10:00:00', { showAs: 'workingElsewhere' });
    put('d', '05T09:00:00', '05T10:00:00', { isCancelled: true });
    put('e', '06T09:00:00', '06T10:00:00', { responseStatus: { response: 'declined' } });
    put('f', '07T09:00:00', '07T10:00:00', { showAs: 'tentative', responseStatus: { response: 'notResponded' } });
    put('g', '08T09:00:00', '08T10:00:00', { showAs: 'oof', responseStatus: null, transactionId: null });
    put('h', '09T09:00:00', '09T10:00:00', { showAs: 'unknown' });
    expect(times(await read())).toEqual([
      ['03-02T09:00', '03-02T10:00'],
      ['03-07T09:00', '03-07T10:00'],
      ['03-08T09:00', '03-08T10:00'],
      ['03-09T09:00', '03-09T10:00'],
    ]);
    const views = microsoft.server.requests.filter(({ path }) => path.endsWith('calendarView'));
    expect(views.map(({ headers }) => headers.prefer)).toEqual(Array(4).fill('outlook.timezone="UTC"'));
  });

  test('keeps what a series says of its occurrences, which the changes leave out', async () => {
    put('free', '02T09:00:00', '02T10:00:00', { type: 'occurrence', seriesMasterId: 'm', showAs: 'free' });
    put('busy', '03T09:00:00', '03T10:00:00', { type: 'occurrence', seriesMasterId: 'n' });
    expect(times(await read())).toEqual([['03-03T09:00', '03-03T10:00']]);
  });

  test('has whole days in the zone of the member', async () => {
    put('day', '08T00:00:00', '09T00:00:00', { isAllDay: true });
    put('converted', '10T05:00:00', '11T04:00:00', { isAllDay: true });
    expect(times(await read())).toEqual([
      ['03-08T05:00', '03-09T04:00'],
      ['03-10T05:00', '03-11T04:00'],
    ]);
  });

  test.each([
    ['Pacific Standard Time', '2026-03-02T17:00'],
    ['Europe/Berlin', '2026-03-02T08:00'],
    ['tzone://Microsoft/Utc', '2026-03-02T09:00'],
    [null, '2026-03-02T09:00'],
  ])('has times in the zone %s where Microsoft cannot convert', async (timeZone, start) => {
    const inZone = (time: string) => ({ ...at(time), timeZone: timeZone as string });
    microsoft.put(id, { id: 'a', start: inZone('02T09:00:00'), end: inZone('02T10:00:00'), showAs: 'busy' });
    const { busy } = (await read()) as { busy: readonly { start: number }[] };
    expect(busy.map((each) => new Date(each.start).toISOString().slice(0, 16))).toEqual([start]);
  });

  test.each(['Customized Time Zone', 'tzone://Microsoft/Custom', 'PST'])(
    'an event in the zone %s, which may be any, is busy wherever it can lie',
    async (timeZone) => {
      const own = `call_${'a'.repeat(22)}@slots.example.com`;
      put('a', '02T09:00:00', '02T10:00:00', {
        ...{ start: at('02T09:00:00', timeZone), end: at('02T10:00:00', timeZone), transactionId: own },
      });
      const result = await read();
      expect(times(result)).toEqual([['03-01T19:00', '03-02T22:00']]);
      // No time that the host has moved the call to.
      expect(result).toMatchObject({ own: [], ownUids: [own] });
    },
  );

  test('gives our own entries apart, with the UIDs also of those that are not busy', async () => {
    const [uid, invited] = ['a', 'b'].map((letter) => `call_${letter.repeat(22)}@slots.example.com`);
    put('a', '02T09:00:00', '02T10:00:00', { transactionId: uid });
    put('b', '02T09:00:00', '02T10:00:00', { iCalUId: invited });
    put('c', '02T11:00:00', '02T12:00:00', { transactionId: 'something', iCalUId: '040000008200E0' });
    put('d', '02T13:00:00', '02T14:00:00', {
      transactionId: `call_${'d'.repeat(22)}@slots.example.com`,
      isCancelled: true,
    });
    const [free, declined] = ['e', 'f'].map((letter) => `call_${letter.repeat(22)}@slots.example.com`);
    put('e', '02T09:00:00', '02T10:00:00', { transactionId: free, showAs: 'free' });
    put('f', '02T09:00:00', '02T10:00:00', { iCalUId: declined, responseStatus: { response: 'declined' } });
    const result = await read();
    const time = { start: Date.UTC(2026, 2, 2, 9), end: Date.UTC(2026, 2, 2, 10) };
    expect(result).toMatchObject({
      ownUids: [uid, invited, free, declined],
      own: [
        { uid, ...time },
        { uid: invited, ...time },
      ],
    });
    expect(times(result)).toEqual([['03-02T11:00', '03-02T12:00']]);
  });

  test('is unchanged until something changes', async () => {
    for (const day of ['02', '03', '04']) put(day, `${day}T09:00:00`, `${day}T10:00:00`);
    const { syncState } = (await read()) as { syncState: string };
    const before = microsoft.server.requests.length;
    expect(await read(syncState)).toBe('unchanged');
    expect(microsoft.server.requests.slice(before).map(({ query }) => query.get('$deltatoken'))).toEqual(['3']);
    microsoft.remove(id, '03');
    const second = await read(syncState);
    expect(times(second)).toHaveLength(2);
    expect(await read((second as { syncState: string }).syncState)).toBe('unchanged');
  });

  test('is read as a whole where Microsoft has forgotten the link to the changes', async () => {
    put('a', '02T09:00:00', '02T10:00:00');
    const { syncState } = (await read()) as { syncState: string };
    microsoft.oldestDeltaToken = 5;
    expect(times(await read(syncState))).toEqual([['03-02T09:00', '03-02T10:00']]);
  });

  test('is read in one request for the time of a booking', async () => {
    put('a', '02T09:00:00', '02T10:00:00');
    const result = await read(null, range.from + 2 * 24 * 3_600_000);
    expect(result).toMatchObject({ syncState: null });
    expect(times(result)).toHaveLength(1);
    expect(microsoft.server.requests).toHaveLength(1);
  });

  test.each([403, 501])('is read without its changes where Microsoft shows none (%s)', async (status) => {
    put('a', '02T09:00:00', '02T10:00:00');
    microsoft.server.fail(/delta$/, { status });
    const result = await read();
    expect(result).toMatchObject({ syncState: null });
    expect(times(result)).toEqual([['03-02T09:00', '03-02T10:00']]);
  });

  test('sends no token to an address that is not of Microsoft', async () => {
    const other = await MicrosoftStandIn.open();
    open.push(() => other.close());
    microsoft.server.fail(/calendarView$/, { body: { value: [], '@odata.nextLink': `${other.server.url}/v1.0/next` } });
    await expect(read()).rejects.toMatchObject({ message: 'Microsoft returned an address that is not its own.' });
    expect(other.server.requests).toEqual([]);
  });

  test.each([
    ['429', { status: 429, headers: { 'retry-after': '120' } }, { retryAfterMs: 120_000 }],
    [
      '503 until a date',
      { status: 503, headers: { 'retry-after': 'Mon, 01 Jan 2001 00:00:00 GMT' } },
      { retryAfterMs: 0 },
    ],
    ['403', { status: 403 }, { message: expect.stringContaining('does not allow') }],
    ['404', { status: 404 }, { message: expect.stringContaining('no longer has this calendar') }],
    ['no JSON', { body: 'Service unavailable' }, { message: expect.stringContaining('does not understand') }],
    [
      'an event without a time',
      { body: { value: [{ id: 'a' }] } },
      { message: expect.stringContaining('does not understand') },
    ],
    [
      'an event with an impossible time',
      { body: { value: [{ start: { dateTime: 'soon' }, end: { dateTime: 'late' } }] } },
      { message: expect.stringContaining('with a time') },
    ],
  ])('is unknown, and not free, after %s', async (_, answer, problem) => {
    microsoft.server.fail(/calendarView$/, answer);
    await expect(read()).rejects.toMatchObject({ name: 'CalendarProblem', isRefused: false, ...problem });
  });
});

describe('an entry', () => {
  const uid = `call_${'A'.repeat(22)}@slots.example.com`;
  const place = (externalId: string | null) => ({ calendar: { externalId: id }, uid, externalId });
  const entry: CallEntry = {
    ...{ uid, sequence: 0, start: new Date('2026-03-02T09:00:00Z'), end: new Date('2026-03-02T09:30:00Z') },
    ...{
      timeZone: 'Europe/Berlin',
      summary: 'Call with Grace',
      description: 'About slots',
      location: 'https://meet.example.com',
    },
  };
  const write = async (externalId: string | null, changes: Partial<CallEntry> = {}) =>
    (await provider.putEntry?.(access, place(externalId), { ...entry, ...changes })) as string;
  const stored = () => [...(microsoft.calendars.get(id)?.events.values() ?? [])];

  test('is written, changed and removed', async () => {
    const written = await write(null);
    expect(stored()).toMatchObject([
      {
        ...{ id: written, subject: 'Call with Grace', showAs: 'busy', transactionId: uid },
        start: { dateTime: '2026-03-02T09:00:00.000', timeZone: 'UTC' },
        location: { displayName: 'https://meet.example.com' },
      },
    ]);
    expect(await write(written, { summary: 'Moved', location: null })).toBe(written);
    expect(stored()).toMatchObject([{ subject: 'Moved', location: { displayName: '' } }]);
    expect(await read()).toMatchObject({ busy: [], ownUids: [uid] });
    await provider.removeEntry?.(access, place(written));
    expect(stored()).toEqual([]);
  });

  test('is written once where the first answer was lost', async () => {
    const written = await write(null);
    expect(await write(null, { summary: 'Again' })).toBe(written);
    expect(stored()).toMatchObject([{ id: written, subject: 'Again' }]);
  });

  test('is written once where the first attempt shows only when it is written again', async () => {
    const written = await write(null);
    microsoft.server.fail(/events$/, { body: { value: [] } });
    expect(await write(null)).toBe(written);
    expect(stored()).toHaveLength(1);
  });

  test('is written anew where the host deleted it', async () => {
    const written = await write(null);
    microsoft.remove(id, written);
    const again = await write(written);
    expect(stored()).toMatchObject([{ id: again }]);
  });

  test('is removed twice without a problem, and where its id is not known', async () => {
    await write(null);
    await provider.removeEntry?.(access, place(null));
    expect(stored()).toEqual([]);
    await provider.removeEntry?.(access, place(null));
    await provider.removeEntry?.(access, place('event-1'));
  });

  test('is a problem where Microsoft neither creates nor has it', async () => {
    microsoft.server.fail(/events$/, { body: { value: [] } });
    microsoft.server.fail(/events$/, { status: 409 });
    await expect(write(null)).rejects.toMatchObject({
      message: expect.stringContaining('neither created nor changed'),
    });
  });
});
