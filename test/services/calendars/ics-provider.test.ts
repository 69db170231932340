import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OutgoingClient } from '#src/lib/network/outgoing-client.ts';
import { icsProvider } from '#src/services/calendars/providers/ics.ts';
import { calendarGateway } from '../../support/calendar-gateway.ts';
import { autumn, entry, iCalendar, timeText } from '../../support/icalendars.ts';
import { later } from '../../support/waiting.ts';
import { type Receiver, webhookReceiver } from '../../support/webhook-receiver.ts';

let server: Receiver;
const gateway = calendarGateway();
beforeEach(async () => {
  server = await webhookReceiver();
});
afterEach(() => server.close());

const { range } = autumn;
const content = iCalendar(
  ...['X-WR-CALNAME:Ada', 'X-WR-TIMEZONE:Asia/Tokyo'],
  entry('UID:1', 'DTSTART:20261005T080000Z', 'DURATION:PT1H'),
  entry('UID:call_aaaaaaaaaaaaaaaaaaaaaa@localhost', 'DTSTART:20261006T080000Z', 'DURATION:PT1H'),
  entry('UID:2', 'DTSTART;VALUE=DATE:20261007'),
);

interface AccessOptions {
  readonly path?: string;
  readonly url?: string;
  readonly timeZone?: string;
  readonly signal?: AbortSignal;
  readonly http?: OutgoingClient;
}

function accessOf({ path = '/private/basic.ics', url = `${server.url}${path}`, ...options }: AccessOptions = {}) {
  const secret = { kind: 'ICS', url } as const;
  const { http, host } = gateway;
  const signal = new AbortController().signal;
  return { secret, http, host, signal, workspaceId: 1, timeZone: 'Europe/Berlin', ...options };
}

interface Read extends AccessOptions {
  readonly syncState?: string | null;
  readonly calendarTimeZone?: string | null;
}

async function read({ syncState = null, calendarTimeZone = null, ...options }: Read = {}) {
  const calendar = { externalId: 'ics', timeZone: calendarTimeZone, syncState };
  const result = await icsProvider.readBusy(accessOf(options), calendar, range);
  return result === 'unchanged' ? result : { ...result, busy: result.busy.map(timeText) };
}

/** The answer to all requests from now on. */
function answer(status: number, body: string | Buffer = '', headers: Record<string, string> = {}) {
  server.answer((response) => response.writeHead(status, headers).end(body));
}

const problemOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'no problem',
    ({ name, message, isRefused, retryAfterMs }) => ({ name, message, isRefused, retryAfterMs }),
  );

const problem = (message: string, retryAfterMs?: number) => ({
  ...{ name: 'CalendarProblem', message },
  isRefused: false,
  retryAfterMs,
});

test('every gateway has it', async () => {
  answer(200, content);
  expect(gateway.kinds).toContain('ICS');
  expect(await gateway.provider('ICS').listCalendars(accessOf())).toEqual(await icsProvider.listCalendars(accessOf()));
});

test('lists the one calendar with its name and zone, or else those of its host', async () => {
  const calendar = { externalId: 'ics', isWritable: false, isPrimary: true };
  answer(200, content);
  expect(await icsProvider.listCalendars(accessOf())).toEqual({
    name: '127.0.0.1',
    calendars: [{ ...calendar, name: 'Ada', timeZone: 'Asia/Tokyo' }],
  });
  answer(200, iCalendar('X-WR-TIMEZONE:UTC'));
  expect(await icsProvider.listCalendars(accessOf())).toEqual({
    name: '127.0.0.1',
    calendars: [{ ...calendar, name: '127.0.0.1', timeZone: null }],
  });
});

test('reads busy times and the entries of ours, in the zone of the calendar or else of the member', async () => {
  answer(200, content);
  const ownUids = ['call_aaaaaaaaaaaaaaaaaaaaaa@localhost'];
  expect(await read()).toMatchObject({
    ownUids,
    busy: ['2026-10-05T08:00/09:00', '2026-10-06T22:00/2026-10-07T22:00'],
  });
  expect(await read({ calendarTimeZone: 'Asia/Tokyo' })).toMatchObject({
    ...{ ownUids, busy: ['2026-10-05T08:00/09:00', '2026-10-06T15:00/2026-10-07T15:00'] },
  });
  expect(server.received[0]?.headers).toMatchObject({ accept: 'text/calendar, */*;q=0.1', 'accept-encoding': 'gzip' });
  expect(server.received[0]?.headers['user-agent']).toMatch(/^Slotline\/\d/);
});

test('asks whether the calendar has changed, and believes 304', async () => {
  const validators = { etag: '"one"', 'last-modified': 'Mon, 05 Oct 2026 08:00:00 GMT' };
  answer(200, content, validators);
  const first = await read();
  if (first === 'unchanged') throw new Error('The first reading has nothing to compare with');
  expect(server.received.at(-1)?.headers).not.toHaveProperty('if-none-match');
  answer(304, '', validators);
  expect(await read({ syncState: first.syncState })).toBe('unchanged');
  expect(server.received.at(-1)?.headers).toMatchObject({
    'if-none-match': '"one"',
    'if-modified-since': 'Mon, 05 Oct 2026 08:00:00 GMT',
  });
  answer(200, iCalendar(), { etag: '"two"' });
  const second = await read({ syncState: first.syncState });
  expect(second).toMatchObject({ busy: [], ownUids: [], syncState: expect.stringContaining('two') });
});

test('the same content is unchanged, also where the server knows no conditions', async () => {
  answer(200, content);
  const first = await read();
  if (first === 'unchanged') throw new Error('The first reading has nothing to compare with');
  expect(await read({ syncState: first.syncState })).toBe('unchanged');
  expect(first.syncState).not.toContain('private');
});

test('whole days and floating times are those of the member, where the calendar has no zone', async () => {
  answer(200, content);
  const moved = await read({ timeZone: 'America/New_York' });
  expect(moved).toMatchObject({ busy: ['2026-10-05T08:00/09:00', '2026-10-07T04:00/2026-10-08T04:00'] });
});

test('an invitation that the owner of the address declined takes no time', async () => {
  const invitation = (email: string) =>
    entry(`UID:${email}`, 'DTSTART:20261005T080000Z', 'DURATION:PT1H', `ATTENDEE;PARTSTAT=DECLINED:mailto:${email}`);
  answer(200, iCalendar(invitation('ada@example.com')));
  const path = '/calendar/ical/ada%40example.com/private-abc/basic.ics';
  expect(await read({ path })).toMatchObject({ busy: [] });
  expect(await read()).toMatchObject({ busy: ['2026-10-05T08:00/09:00'] });
  answer(200, iCalendar(invitation('bob@example.com')));
  expect(await read({ path })).toMatchObject({ busy: ['2026-10-05T08:00/09:00'] });
});

test('reads what is compressed', async () => {
  answer(200, gzipSync(content), { 'content-encoding': 'gzip' });
  expect(await read()).toMatchObject({ busy: [expect.anything(), expect.anything()] });
});

const anew = 'Copy the address of the calendar again.';
const secretAnew = 'Copy the secret address of the calendar again.';
test.each<[status: number, headers: Record<string, string>, message: string, retryAfterMs?: number]>([
  [401, {}, `The calendar cannot be read with this address (status 401). ${secretAnew}`],
  [403, {}, `The calendar cannot be read with this address (status 403). ${secretAnew}`],
  [404, {}, `There is no longer a calendar at this address (status 404). ${anew}`],
  [410, {}, `There is no longer a calendar at this address (status 410). ${anew}`],
  [429, {}, 'The calendar server received too many requests (status 429).'],
  [429, { 'retry-after': '90' }, 'The calendar server received too many requests (status 429).', 90_000],
  [503, { 'retry-after': '7' }, 'The calendar server responds with status 503.', 7_000],
  [503, { 'retry-after': '999999999' }, 'The calendar server responds with status 503.', 3_600_000],
  [503, { 'retry-after': 'Mon, 05 Oct 2020 08:00:00 GMT' }, 'The calendar server responds with status 503.', 0],
  [503, { 'retry-after': 'later' }, 'The calendar server responds with status 503.'],
  [500, {}, 'The calendar server responds with status 500.'],
  [204, {}, 'The calendar server responds with status 204.'],
  [304, {}, 'The calendar server responds with status 304.'],
])('the status %i %j is a problem, and none that is final', async (status, headers, message, retryAfterMs) => {
  answer(status, '', headers);
  expect(await problemOf(read())).toEqual(problem(message, retryAfterMs));
});

test.each([
  [
    '<!doctype html><title>Sign in</title>',
    'The address returns a web page instead of a calendar: it may require a sign-in.',
  ],
  ['\n  <html>', 'The address returns a web page instead of a calendar: it may require a sign-in.'],
  ['', 'The response is not a calendar in iCalendar format.'],
  ['{"error":"no"}', 'The response is not a calendar in iCalendar format.'],
  [content.slice(0, -30), expect.stringMatching(/^(?:The calendar is incomplete|A component of the calendar ends)/)],
  [
    iCalendar(entry('DTSTART:20261005T080000Z', 'RRULE:FREQ=HOURLY;INTERVAL=0')),
    'An entry of the calendar on 2026-10-05 repeats by a rule that this server cannot read.',
  ],
])('%j is a problem', async (body, message) => {
  answer(200, body, { 'content-type': 'text/calendar' });
  expect(await problemOf(read())).toEqual(problem(message));
});

test('an endless answer, one that breaks off and one that never comes', async () => {
  server.answer((response) => {
    response.on('error', () => undefined);
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const more = () => void (response.writable && response.write(chunk, (error) => error ?? setImmediate(more)));
    more();
  });
  expect(await problemOf(read())).toEqual(problem('The response is larger than 50 MiB.'));
  server.answer((response) => {
    response.writeHead(200, { 'content-length': '1000' }).write(content.slice(0, 100));
    later(50, () => response.destroy());
  });
  expect(await problemOf(read())).toEqual(
    problem(expect.stringMatching(/closed the connection before its response was complete/)),
  );
  server.answer(() => undefined);
  const signal = AbortSignal.timeout(300);
  expect(await problemOf(read({ signal }))).toMatchObject({ name: 'TimeoutError' });
});

test.each([
  ['https://10.0.0.1/a.ics', '10.0.0.1 is a private address, which this server does not connect to.'],
  ['http://192.0.2.1/a.ics', '192.0.2.1 is a documentation address, which this server does not connect to.'],
])('%s is not asked', async (url, message) => {
  expect(await problemOf(read({ url }))).toEqual(problem(message));
});
