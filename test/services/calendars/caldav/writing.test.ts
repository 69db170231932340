import { describe, expect, it } from 'vitest';
import { putEntry, removeEntry } from '#src/services/calendars/providers/caldav/write-entries.ts';
import { accessTo, eventText, newCall } from '../../../support/caldav-access.ts';
import {
  calendarData,
  credential,
  type DavAnswer,
  type DavRequest,
  multistatus,
  resource,
  statusOf,
  useDavServer,
} from '../../../support/dav-server.ts';

const server = await useDavServer();

const access = () => accessTo({ url: server.url, ...credential });
/** Without the slash at the end of a collection. */
const collection = () => `${server.url}work`;
const call = newCall();
const ownPath = `/work/${encodeURIComponent(call.uid)}.ics`;
const write = (externalId?: string) => putEntry(access(), call.placeIn(collection(), externalId), call.entry);
const remove = (externalId?: string) => removeEntry(access(), call.placeIn(collection(), externalId));

/** Answers in the order of the requests. */
function answering(...answers: readonly (DavAnswer | 'hang')[]): void {
  const left = [...answers];
  server.answer(() => left.shift());
}

const requested = () => server.requests.map(({ method, path, headers }) => [method, path, headers['if-none-match']]);
const found = (path: string, uid = call.uid) =>
  multistatus(resource(path, calendarData(eventText(uid, 'DTSTART:20261201T100000Z', 'DURATION:PT1H'))));
const created = { status: 201 };
const replaced = { status: 204 };

describe('an entry', () => {
  it('is written once, in lines of 75 octets', async () => {
    answering(created);
    expect(await write()).toBe(`${server.url.slice(0, -1)}${ownPath}`);
    expect(requested()).toEqual([['PUT', ownPath, '*']]);
    const [{ body, headers }] = server.requests as [DavRequest];
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8; component=VEVENT');
    const lines = body.split('\r\n');
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    expect(lines.map((line) => /^[A-Z-]+(?=[:;])/.exec(line)?.[0]).filter((name) => name)).toEqual(
      [
        ['BEGIN', 'VERSION', 'PRODID', 'CALSCALE', 'BEGIN'],
        ['UID', 'SEQUENCE', 'DTSTAMP', 'DTSTART', 'DTEND', 'SUMMARY', 'DESCRIPTION', 'LOCATION'],
        ['STATUS', 'TRANSP', 'END', 'END'],
      ].flat(),
    );
  });

  it('replaces itself where an earlier answer was lost', async () => {
    answering({ status: 412 }, replaced);
    expect(await write()).toBe(`${server.url.slice(0, -1)}${ownPath}`);
    expect(requested()).toEqual([
      ['PUT', ownPath, '*'],
      ['PUT', ownPath, undefined],
    ]);
  });

  it('is written to the address that is known', async () => {
    answering(replaced);
    expect(await write(`${server.url}work/known.ics`)).toBe(`${server.url}work/known.ics`);
    expect(requested()).toEqual([['PUT', '/work/known.ics', undefined]]);
  });

  it.each([207, 403, 409])('is written where the server has it already (%i)', async (status) => {
    answering({ status }, found('/work/moved.ics'), replaced);
    expect(await write()).toBe(`${server.url}work/moved.ics`);
    expect(requested().map(([method, path]) => [method, path])).toEqual([
      ['PUT', ownPath],
      ['REPORT', '/work'],
      ['PUT', '/work/moved.ics'],
    ]);
    expect(server.requests[1]?.body).toContain(`<C:text-match collation="i;octet">${call.uid}</C:text-match>`);
  });

  it('is removed, wherever it is', async () => {
    answering({ status: 404 }, found('/work/moved.ics'), replaced);
    await remove(`${server.url}work/known.ics`);
    expect(requested().map(([method, path]) => [method, path])).toEqual([
      ['DELETE', '/work/known.ics'],
      ['REPORT', '/work'],
      ['DELETE', '/work/moved.ics'],
    ]);
  });

  it.each([
    ['that is gone', [{ status: 404 }, multistatus()]],
    ['that is gone for ever', [{ status: 410 }, multistatus()]],
    ['of a calendar that is gone', [{ status: 404 }, { status: 404 }]],
    ['that somebody else removes at the same time', [{ status: 404 }, found('/work/moved.ics'), { status: 404 }]],
  ])('%s is removed', async (_name, answers) => {
    answering(...answers);
    await remove();
    expect(server.requests).toHaveLength(answers.length);
  });
});

describe('the entries of others', () => {
  it.each(['other', `${call.uid}x`, `x${call.uid}`, call.uid.toUpperCase()])(
    'are neither replaced nor removed where the server does not filter: %s',
    async (uid) => {
      answering({ status: 409 }, found('/work/other.ics', uid));
      await expect(write()).rejects.toThrow('The calendar server rejects the entry');
      answering({ status: 404 }, found('/work/other.ics', uid));
      await remove();
      expect(requested().map(([method]) => method)).toEqual(['DELETE', 'REPORT']);
    },
  );
});

describe('a problem', () => {
  it.each<[string, (DavAnswer | 'hang')[], RegExp]>([
    ['is a calendar that may not be written', [{ status: 403 }, multistatus()], /does not allow this user/],
    [
      'is an entry in another calendar',
      [
        { status: 403, body: '<error xmlns="DAV:"><no-uid-conflict xmlns="urn:ietf:params:xml:ns:caldav"/></error>' },
        multistatus(),
      ],
      /^Another calendar of the account already has the entry\.$/,
    ],
    [
      'is a refusal in part',
      [multistatus(statusOf('/work/1.ics', 412)), multistatus()],
      /rejects a part of the request/,
    ],
    ['is a disk that is full', [{ status: 507 }], /has no space left/],
    ['is a lock', [{ status: 423 }], /is locked on its server/],
    ['is a size', [{ status: 413 }], /does not accept a request of this size/],
    ['is a fault', [{ status: 500 }], /has an error \(status 500\)/],
    ['is a second refusal', [{ status: 412 }, { status: 412 }, multistatus()], /unexpected status 412/],
    [
      'is a fault after a refusal',
      [{ status: 409 }, found('/work/moved.ics'), { status: 502 }],
      /has an error \(status 502\)/,
    ],
  ])('%s', async (_name, answers, message) => {
    answering(...answers);
    const problem = { name: 'CalendarProblem', isRefused: false, message: expect.stringMatching(message) };
    await expect(write()).rejects.toMatchObject(problem);
    expect(server.requests).toHaveLength(answers.length);
  });

  it.each<[DavAnswer, object]>([
    [{ status: 401 }, { isRefused: true }],
    [
      { status: 429, headers: { 'retry-after': '60' } },
      { isRefused: false, retryAfterMs: 60_000 },
    ],
    [{ status: 500 }, { isRefused: false }],
    [multistatus(statusOf('/work/1.ics', 423)), { isRefused: false }],
  ])('keeps an entry from being removed: %o', async (answer, problem) => {
    answering(answer);
    await expect(remove()).rejects.toMatchObject({ name: 'CalendarProblem', ...problem });
  });
});
