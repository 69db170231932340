import { spawnSync } from 'node:child_process';
import ICAL from 'ical.js';
import ical from 'node-ical';
import { describe, expect, it } from 'vitest';
import { eventCalendar } from '#src/domain/calendars/event-calendar.ts';
import { feedCalendar } from '#src/domain/calendars/feed-calendar.ts';
import { callCalendar } from '#src/domain/event-calls/call-calendar.ts';
import { timeZones } from '#src/lib/time/time-zone-names.ts';

// Programs read the times of a VTIMEZONE in different ways, and a time that the clock shows twice as the first one. So the hours
// around the changes of the clock, of all zones, are where a time that is no instant would be read as another one.

const range = { from: Date.parse('2026-01-01T00:00Z'), until: Date.parse('2029-01-01T00:00Z') };
const minuteMs = 60_000;

function changesOf(timeZone: string): number[] {
  const changes: number[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(range.from)
    .toZonedDateTimeISO(timeZone)
    .getTimeZoneTransition('next');
  while (at && at.epochMilliseconds < range.until) {
    changes.push(at.epochMilliseconds);
    at = at.getTimeZoneTransition('next');
  }
  return changes;
}

const changes = [...new Set(timeZones.flatMap(changesOf))];
/** And 60 days of the year that comes. */
const days = Array.from({ length: 60 }, (_, index) => Date.parse('2027-01-01T10:30Z') + index * 6 * 24 * 60 * minuteMs);
/** Calls of an hour that end, last and begin while a clock changes, also by half an hour or two hours. */
const calls = [...changes, ...days].flatMap((change) =>
  [-120, -60, -30, 0, 30, 60].map((minutes) => ({
    dateTime: new Date(change + minutes * minuteMs).toISOString(),
    endTime: new Date(change + (minutes + 60) * minuteMs).toISOString(),
  })),
);
type Times = (typeof calls)[number];

const host = { name: 'Ada', email: 'ada@example.com' };
const event = {
  ...{ uid: 'call_abc@example.com', sequence: 0, stamp: new Date('2026-11-26T12:00:00.000Z') },
  ...{ description: '', location: null, url: undefined },
};

const writers: readonly (readonly [name: string, write: (times: Times) => string])[] = [
  ...(['REQUEST', 'CANCEL', 'PUBLISH'] as const).map((method) => {
    const call = { ...event, method, name: 'Call', description: [], organizer: host, attendees: [] };
    return [method, (times: Times) => callCalendar({ ...call, ...times })] as const;
  }),
  [
    'an entry of a connected calendar',
    ({ dateTime, endTime }) => eventCalendar({ ...event, summary: 'Call', start: dateTime, end: endTime }),
  ],
  [
    'a feed',
    (times) =>
      feedCalendar({
        ...{ name: 'Calls', baseUrl: 'https://example.com' },
        calls: [
          {
            ...{ ...times, previewId: 'call_abc', sequence: 0, updatedAt: '2026-11-26T12:00:00.000Z', name: 'Call' },
            ...{ inviteeName: 'Bob', inviteeEmail: null, phoneNumber: null, guests: [], locationLink: null },
            ...{ hostName: host.name, hostEmail: host.email },
          },
        ],
      }),
  ],
];

function readByICalJs(text: string): Times {
  const entry = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent') ?? undefined;
  const { startDate, endDate } = new ICAL.Event(entry);
  return { dateTime: startDate.toJSDate().toISOString(), endTime: endDate.toJSDate().toISOString() };
}

function readByNodeIcal(text: string): Times {
  const entry = Object.values(ical.sync.parseICS(text)).find((each) => each?.type === 'VEVENT');
  if (entry?.type !== 'VEVENT' || !entry.end) throw new Error('No VEVENT with an end');
  return { dateTime: entry.start.toISOString(), endTime: entry.end.toISOString() };
}

/** Debian's python3-icalendar, which Xandikos brings. */
const python = '/usr/bin/python3';
const hasPython = spawnSync(python, ['-c', 'import icalendar']).status === 0;
const reader = `
import json, sys, datetime, icalendar
def time(event, name):
    return event[name].dt.astimezone(datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%S.000Z')
def times(text):
    event = icalendar.Calendar.from_ical(text).walk('VEVENT')[0]
    return {'dateTime': time(event, 'DTSTART'), 'endTime': time(event, 'DTEND')}
json.dump([times(text) for text in json.load(sys.stdin)], sys.stdout)
`;

function readByPython(texts: readonly string[]): Times[] {
  const input = JSON.stringify(texts);
  const { stdout, stderr } = spawnSync(python, ['-c', reader], { input, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout) as Times[];
}

describe.each(writers)('the times of %s', (_, write) => {
  it('are instants, so that no program needs a zone to read them', () => {
    expect(changes.length).toBeGreaterThan(50);
    const written = calls.map(write);
    expect(written.filter((text) => /TZID|VTIMEZONE|X-WR-TIMEZONE/.test(text))).toEqual([]);
    expect(written.map(readByICalJs)).toEqual(calls);
    expect(written.map(readByNodeIcal)).toEqual(calls);
  });

  it.skipIf(!hasPython)(
    `are the same to Python${hasPython ? '' : " (skipped: no icalendar of Python's, which Xandikos brings)"}`,
    () => {
      expect(readByPython(calls.map(write))).toEqual(calls);
    },
  );
});
