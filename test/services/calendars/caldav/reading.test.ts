import { describe, expect, it } from 'vitest';
import { readBusy } from '#src/services/calendars/providers/caldav/read-busy.ts';
import { accessTo, busyTexts, eventText, readAll } from '../../../support/caldav-access.ts';
import {
  calendarData,
  credential,
  type DavAnswer,
  type DavRequest,
  href,
  multistatus,
  resource,
  statusOf,
  useDavServer,
} from '../../../support/dav-server.ts';

const server = await useDavServer();

const collection = () => `${server.url}work/`;
const access = () => accessTo({ url: server.url, ...credential });
const etag = '<D:getetag>"1"</D:getetag>';
const tag = multistatus(resource('/work/', '<CS:getctag>7</CS:getctag>'));
const hourOf = (day: number) => {
  const date = `202612${String(day).padStart(2, '0')}`;
  return eventText(`day-${day}`, `DTSTART:${date}T100000Z`, `DTEND:${date}T110000Z`);
};
const busyOf = (...days: number[]) =>
  days.map((day) => `2026-12-${String(day).padStart(2, '0')}`).map((date) => `${date}T10:00Z/${date}T11:00Z`);
const oneHour = { from: Date.UTC(2026, 11, 1, 10), until: Date.UTC(2026, 11, 1, 11) };

type Kind = 'state' | 'range' | 'series' | 'texts' | 'principal' | 'addresses';

function kindOf({ method, path, body }: DavRequest): Kind {
  if (method === 'REPORT' && body.includes('calendar-multiget')) return 'texts';
  if (method === 'REPORT') return body.includes('time-range') ? 'range' : 'series';
  if (path === '/principal/') return 'addresses';
  return body.includes('getctag') ? 'state' : 'principal';
}

type Answers = Partial<Record<Kind, DavAnswer | 'hang' | ((request: DavRequest) => DavAnswer)>>;

/** A calendar with the state 7 and without series, but for these answers. */
function answering(answers: Answers): void {
  server.answer((request) => {
    const kind = kindOf(request);
    const standard: Answers = { state: tag, series: multistatus() };
    const answer = answers[kind] ?? standard[kind];
    return typeof answer === 'function' ? answer(request) : answer;
  });
}

const requested = () => server.requests.map(kindOf);
const hrefsOf = ({ body }: DavRequest) => [...body.matchAll(/<D:href>(.*?)<\/D:href>/g)].map(([, path = '']) => path);

describe('a calendar', () => {
  it('is read in parts of a hundred entries', async () => {
    const days = Array.from({ length: 250 }, (_, index) => index);
    const day = (path: string) => (Number(/(\d+)\.ics/.exec(path)?.[1]) % 28) + 1;
    answering({
      range: multistatus(...days.map((each) => resource(`/work/${each}.ics`, etag))),
      texts: (request) =>
        multistatus(...hrefsOf(request).map((path) => resource(path, calendarData(hourOf(day(path)))))),
    });
    const read = await readAll(access(), collection());
    expect(busyTexts(read)).toEqual(busyOf(...Array.from({ length: 28 }, (_, index) => index + 1)));
    expect(read.syncState).toContain('7');
    expect(server.requests.filter((each) => kindOf(each) === 'texts').map((each) => hrefsOf(each).length)).toEqual([
      100, 100, 50,
    ]);
  });

  it('is read with one request for each kind of entry where the range is short', async () => {
    answering({ range: multistatus(resource('/work/1.ics', calendarData(hourOf(1)))) });
    expect(busyTexts(await readAll(access(), collection(), oneHour))).toEqual(busyOf(1));
    expect(requested().sort()).toEqual(['range', 'series', 'series', 'state']);
    const [range] = server.requests.filter((each) => kindOf(each) === 'range');
    expect(range?.headers.depth).toBe('1');
    expect(range?.body).toContain('<C:time-range start="20261130T100000Z" end="20261202T110000Z"/>');
  });

  it('is not read where its state is known', async () => {
    answering({ range: multistatus() });
    const { syncState } = await readAll(access(), collection(), oneHour);
    const calendar = { externalId: collection(), timeZone: null, syncState };
    answering({ range: multistatus() });
    expect(await readBusy(access(), calendar, oneHour)).toBe('unchanged');
    expect(requested()).toEqual(['state']);
  });

  it('is read each time where it has no state', async () => {
    answering({ state: multistatus(resource('/work/', '')), range: multistatus() });
    expect(await readAll(access(), collection())).toEqual({ busy: [], own: [], ownUids: [], syncState: null });
  });

  it('gives the texts that it left out', async () => {
    answering({
      range: multistatus(resource('/work/1.ics', calendarData(hourOf(1))), resource('/work/2.ics', etag)),
      texts: multistatus(resource('/work/2.ics', calendarData(hourOf(2)))),
    });
    expect(busyTexts(await readAll(access(), collection(), oneHour))).toEqual(busyOf(1));
    expect(server.requests.filter((each) => kindOf(each) === 'texts').map(hrefsOf)).toEqual([['/work/2.ics']]);
  });

  it('has entries whose addresses are written in several ways', async () => {
    const addresses = ['/work/a%40b%26c.ics', `${server.url}work/d@e.ics`, 'f%20g.ics'];
    answering({
      range: multistatus(...addresses.map((each) => resource(each, etag))),
      texts: multistatus(
        resource(`${server.url}work/a@b%26c.ics`, calendarData(hourOf(1))),
        resource('/work/d%40e.ics', calendarData(hourOf(2))),
        resource('/work/f%20g.ics', calendarData(hourOf(3))),
      ),
    });
    expect(busyTexts(await readAll(access(), collection()))).toEqual(busyOf(1, 2, 3));
    expect(server.requests.filter((each) => kindOf(each) === 'texts').flatMap(hrefsOf)).toEqual(addresses);
  });

  it('has lost an entry between two requests', async () => {
    answering({
      range: multistatus(resource('/work/1.ics', etag), resource('/work/2.ics', etag)),
      texts: multistatus(resource('/work/1.ics', calendarData(hourOf(1))), statusOf('/work/2.ics', 404)),
    });
    expect(busyTexts(await readAll(access(), collection()))).toEqual(busyOf(1));
  });

  it('has series that its server does not find in a range', async () => {
    const series = eventText('series', 'DTSTART:20200107T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY');
    answering({
      range: multistatus(),
      series: ({ body }) =>
        multistatus(...(body.includes('RRULE') ? [resource('/work/s.ics', calendarData(series))] : [])),
    });
    expect(busyTexts(await readAll(access(), collection(), oneHour))).toEqual(busyOf(1));
  });

  it('is read without the series that its server cannot look for', async () => {
    answering({ range: multistatus(resource('/work/1.ics', calendarData(hourOf(1)))), series: { status: 403 } });
    expect(busyTexts(await readAll(access(), collection(), oneHour))).toEqual(busyOf(1));
  });

  it.each([
    ['names a status of the collection', multistatus(statusOf('/work/', 507))],
    [
      'names the condition',
      { status: 403, body: '<D:error xmlns:D="DAV:"><D:number-of-matches-within-limits/></D:error>' },
    ],
  ])('is asked for half of a range where its server does not list all and %s', async (_name, truncated) => {
    const spans: number[] = [];
    answering({
      range: ({ body }) => {
        const [from = 0, until = 0] = [...body.matchAll(/"(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z"/g)].map(
          ([, year, month, day, hour, minute, second]) =>
            Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)),
        );
        spans.push(until - from);
        if (until - from > 31 * 86_400_000) return truncated;
        const found = [1, 20].filter(
          (day) => Date.UTC(2026, 11, day, 10) < until && Date.UTC(2026, 11, day, 11) > from,
        );
        return multistatus(...found.map((day) => resource(`/work/${day}.ics`, etag)));
      },
      texts: (request) =>
        multistatus(...hrefsOf(request).map((path) => resource(path, calendarData(hourOf(Number(/\d+/.exec(path))))))),
    });
    expect(busyTexts(await readAll(access(), collection()))).toEqual(busyOf(1, 20));
    expect(spans).toHaveLength(7);
  });
});

describe('an invitation', () => {
  const invitation = eventText(
    'invitation',
    ...['DTSTART:20261201T100000Z', 'DTEND:20261201T110000Z', 'ORGANIZER:mailto:bob@example.com'],
    'ATTENDEE;PARTSTAT=DECLINED:mailto:lovelace@example.com',
  );
  const range = multistatus(resource('/work/1.ics', calendarData(invitation)));

  it.each<[string, Answers, string[]]>([
    [
      'that the host declined is not busy',
      {
        principal: multistatus(resource('/work/', href('D:current-user-principal', '/principal/'))),
        addresses: multistatus(
          resource(
            '/principal/',
            '<C:calendar-user-address-set><D:href>/principal/</D:href><D:href>MAILTO:Lovelace@example.com</D:href></C:calendar-user-address-set>',
          ),
        ),
      },
      [],
    ],
    [
      'that somebody else declined is busy',
      {
        principal: multistatus(resource('/work/', href('D:current-user-principal', '/principal/'))),
        addresses: multistatus(resource('/principal/', href('C:calendar-user-address-set', 'mailto:ada@example.com'))),
      },
      busyOf(1),
    ],
    ['is busy where the server does not say who the host is', { principal: { status: 403 } }, busyOf(1)],
    ['is busy where the server has no principals', { principal: multistatus(resource('/work/', '')) }, busyOf(1)],
  ])('%s', async (_name, answers, expected) => {
    answering({ range, ...answers });
    expect(busyTexts(await readAll(access(), collection(), oneHour))).toEqual(expected);
  });

  it('that the user by whose mail address one logs in declined is not busy', async () => {
    const own = invitation.replace('lovelace@', 'ada@');
    answering({ range: multistatus(resource('/work/1.ics', calendarData(own))), principal: { status: 404 } });
    expect(busyTexts(await readAll(access(), collection(), oneHour))).toEqual([]);
  });
});

const incomplete = 'The calendar server does not return all entries of the calendar.';
const notCaldav = 'The address responds, but not as a CalDAV server.';
const bomb = `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(1_000)}"><!ENTITY b "${'&a;'.repeat(1_000)}">]><multistatus>${'&b;'.repeat(1_000)}</multistatus>`;

describe('what is not known is not free', () => {
  const one = multistatus(resource('/work/1.ics', etag));
  it.each<[string, Answers, string | RegExp]>([
    ['no calendar', { state: { status: 404 } }, /no longer has a calendar at this address \(status 404\)/],
    ['a calendar that is gone', { state: { status: 410 } }, /no longer has a calendar at this address \(status 410\)/],
    ['a calendar of others', { range: { status: 403 } }, /does not allow this user to do that/],
    ['a fault', { range: { status: 500 } }, 'The calendar server has an error (status 500).'],
    [
      'a series that its server cannot look for now',
      { range: multistatus(), series: { status: 503 } },
      /temporarily unavailable/,
    ],
    ['a page', { range: { status: 200, body: '<html><body>Log in</body></html>' } }, notCaldav],
    ['a page with the right status', { range: { status: 207, body: '<html><body>Log in</body></html>' } }, notCaldav],
    ['an answer that was cut', { range: { status: 207, body: (one.body ?? '').slice(0, -20) } }, notCaldav],
    ['a bomb', { range: { status: 207, body: bomb } }, notCaldav],
    ['a status of teapots', { range: { status: 418 } }, /unexpected status 418/],
    ['an entry that is not to be seen', { range: multistatus(statusOf('/work/1.ics', 403)) }, incomplete],
    ['an entry that was not given', { range: one, texts: multistatus() }, incomplete],
    [
      'another entry in its place',
      { range: one, texts: multistatus(resource('/work/2.ics', calendarData(hourOf(2)))) },
      incomplete,
    ],
    ['an entry with a fault', { range: one, texts: multistatus(statusOf('/work/1.ics', 500)) }, incomplete],
    ['an entry without a text', { range: one, texts: multistatus(resource('/work/1.ics', etag)) }, incomplete],
    [
      'an entry that is no calendar',
      { range: one, texts: multistatus(resource('/work/1.ics', calendarData('<html>'))) },
      incomplete,
    ],
    [
      'an entry that was cut',
      { range: one, texts: multistatus(resource('/work/1.ics', calendarData(hourOf(1).slice(0, -30)))) },
      /./,
    ],
    ['an entry at no address', { range: multistatus(resource('mailto:a@example.com', etag)) }, incomplete],
    ['a range that never is listed', { range: multistatus(statusOf('/work/', 507)) }, incomplete],
    [
      'an endless answer',
      { range: { status: 207, body: ' '.repeat(33 * 1024 * 1024) } },
      'The response is larger than 32 MiB.',
    ],
  ])('%s is a problem', async (_name, answers, message) => {
    answering(answers);
    await expect(readAll(access(), collection())).rejects.toMatchObject({
      ...{ name: 'CalendarProblem', isRefused: false, retryAfterMs: undefined },
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  it.each<[DavAnswer, number | undefined]>([
    [{ status: 429, headers: { 'retry-after': '120' } }, 120_000],
    [{ status: 503, headers: { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' } }, 0],
    [{ status: 503, headers: { 'retry-after': '999999999' } }, 3_600_000],
    [{ status: 429, headers: { 'retry-after': 'soon' } }, undefined],
    [{ status: 503 }, undefined],
  ])('waits as long as the server wants: %o', async (answer, retryAfterMs) => {
    answering({ range: answer });
    await expect(readAll(access(), collection())).rejects.toMatchObject({ name: 'CalendarProblem', retryAfterMs });
  });

  it.each<[string, string | undefined, RegExp]>([
    ['a password that it no longer takes', 'Basic realm="x"', /rejects the user name or the password/],
    ['an authentication that is not Basic', 'Digest realm="x", nonce="1"', /does not offer HTTP Basic authentication/],
    ['no word about it', undefined, /rejects the user name or the password/],
  ])('%s ends the connection', async (_name, scheme, message) => {
    answering({ state: { status: 401, ...(scheme && { headers: { 'www-authenticate': scheme } }) } });
    await expect(readAll(access(), collection())).rejects.toMatchObject({
      isRefused: true,
      message: expect.stringMatching(message),
    });
  });

  it('ends with the signal of the caller', async () => {
    answering({ range: 'hang' });
    const stopped = { ...access(), signal: AbortSignal.timeout(200) };
    await expect(readAll(stopped, collection())).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
