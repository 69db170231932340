import ical from 'node-ical';
import { describe, expect, it } from 'vitest';
import { type CallCalendar, callCalendar, callUid } from '#src/domain/event-calls/call-calendar.ts';
import { timeZones } from '#src/lib/time/time-zone-names.ts';

const call: CallCalendar = {
  ...{ method: 'REQUEST', sequence: 2, uid: callUid('call_abc', 'https://book.example.com:8443/') },
  ...{ stamp: new Date('2026-11-26T12:00:00.000Z'), name: 'Strategy call' },
  ...{
    description: ['With Ada', 'Move or cancel: https://book.example.com/b/x'],
    location: 'https://meet.example.com/a',
  },
  ...{ dateTime: '2026-12-01T10:00:00.000Z', endTime: '2026-12-01T10:30:00.000Z', timeZone: 'Europe/Berlin' },
  ...{ url: 'https://book.example.com/b/x', organizer: { name: 'Ada Lovelace', email: 'ada@example.com' } },
  attendee: { name: 'Bob', email: 'bob@example.org' },
};

const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n').slice(0, -1);
const linesOf = (changes: Partial<CallCalendar>) => unfolded(callCalendar({ ...call, ...changes }));
const valuesOf = (lines: readonly string[], name: string) =>
  lines
    .filter((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`))
    .map((line) => line.slice(line.indexOf(':') + 1));

function eventOf(text: string) {
  const parsed = Object.values(ical.sync.parseICS(text));
  const [event] = parsed.flatMap((each) => (each?.type === 'VEVENT' ? [each] : []));
  if (!event) throw new Error('No VEVENT');
  return event;
}

describe('a call as iCalendar', () => {
  it('is these lines', () => {
    expect(linesOf({})).toEqual([
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Slotline//Slotline//EN', 'CALSCALE:GREGORIAN', 'METHOD:REQUEST'],
      ...['BEGIN:VTIMEZONE', 'TZID:Europe/Berlin'],
      ...['BEGIN:DAYLIGHT', 'DTSTART:20260329T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'END:DAYLIGHT'],
      ...['BEGIN:STANDARD', 'DTSTART:20261025T030000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'END:STANDARD'],
      ...['BEGIN:DAYLIGHT', 'DTSTART:20270328T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'END:DAYLIGHT'],
      ...['END:VTIMEZONE', 'BEGIN:VEVENT', 'UID:call_abc@book.example.com', 'SEQUENCE:2', 'DTSTAMP:20261126T120000Z'],
      ...['DTSTART;TZID=Europe/Berlin:20261201T110000', 'DTEND;TZID=Europe/Berlin:20261201T113000'],
      ...['SUMMARY:Strategy call', 'DESCRIPTION:With Ada\\nMove or cancel: https://book.example.com/b/x'],
      ...[
        'LOCATION:https://meet.example.com/a',
        'URL:https://book.example.com/b/x',
        'STATUS:CONFIRMED',
        'TRANSP:OPAQUE',
      ],
      'ORGANIZER;CN=Ada Lovelace:mailto:ada@example.com',
      'ATTENDEE;CN=Bob;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:bob@example.org',
      ...['END:VEVENT', 'END:VCALENDAR'],
    ]);
  });

  it('says that a call is cancelled, and invites nobody where it is published', () => {
    expect(linesOf({ method: 'CANCEL' })).toEqual(expect.arrayContaining(['METHOD:CANCEL', 'STATUS:CANCELLED']));
    const published = linesOf({ method: 'PUBLISH' });
    expect([valuesOf(published, 'METHOD'), valuesOf(published, 'ATTENDEE')]).toEqual([['PUBLISH'], []]);
    expect(valuesOf(published, 'STATUS')).toEqual(['CONFIRMED']);
    const cancelled = linesOf({ method: 'PUBLISH', isCancelled: true });
    expect([valuesOf(cancelled, 'METHOD'), valuesOf(cancelled, 'STATUS')]).toEqual([['PUBLISH'], ['CANCELLED']]);
  });

  it('has no line of more than 75 octets, and comes apart into the same characters', () => {
    const name = 'Übergröße 日本語 👩‍👩‍👧 '.repeat(20).trim();
    const text = callCalendar({ ...call, name });
    const longest = Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)));
    expect(longest).toBeLessThanOrEqual(75);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(eventOf(text).summary).toBe(name);
  });

  const hostile =
    'A"; CN=x:mailto:z@z\r\nATTENDEE:mailto:spy@example.com\nBEGIN:VALARM\u2028X-A:1\u0085X-B:2\0\u202Eevil\u2066\ud800 \\n,<b>';
  it('lets no name, place or address make a property, a parameter or a line', () => {
    const person = { name: hostile, email: 'a"b>\r\nBcc: <spy@example.com>@example.com' };
    const changes = { name: hostile, description: [hostile, hostile], location: hostile, organizer: person };
    const text = callCalendar({ ...call, ...changes, attendee: person, url: 'https://x.test/b\r\nX-C:3' });
    const plain = linesOf({}).map((line) => line.slice(0, line.search(/[:;]/)));
    expect(unfolded(text).map((line) => line.slice(0, line.search(/[:;]/)))).toEqual(plain);
    expect(text).not.toMatch(/\p{Bidi_Control}|[^\P{Cc}\r\n]/u);
    const event = eventOf(text);
    expect(event.summary).toContain(
      'A"; CN=x:mailto:z@z\nATTENDEE:mailto:spy@example.com\nBEGIN:VALARM\nX-A:1\nX-B:2evil',
    );
    const attendee = event.attendee as unknown as { params: Record<string, string>; val: string };
    expect(Object.keys(attendee.params)).toEqual(['CN', 'CUTYPE', 'ROLE', 'PARTSTAT', 'RSVP']);
    expect(attendee.val).toBe(
      `mailto:${encodeURIComponent('a"b>\r\nBcc: <spy@example.com>@example.com').replaceAll('%40', '@')}`,
    );
  });
});

describe('the zone of a call', () => {
  const instants = [
    '2026-03-29T00:30:00.000Z',
    '2026-10-25T00:59:00.000Z',
    '2026-11-01T05:30:00.000Z',
    '2031-07-01T00:00:00.000Z',
  ];

  it.each(instants)('is right in every zone of the world at %s', (dateTime) => {
    const endTime = new Date(Date.parse(dateTime) + 24 * 3_600_000).toISOString();
    const wrong = timeZones.filter((timeZone) => {
      const lines = linesOf({ dateTime, endTime, timeZone });
      const [start = ''] = valuesOf(lines, `DTSTART;TZID=${timeZone}`);
      const [end = ''] = valuesOf(lines, `DTEND;TZID=${timeZone}`);
      return (
        !readings(lines, start).includes(Date.parse(dateTime)) || !readings(lines, end).includes(Date.parse(endTime))
      );
    });
    expect(wrong).toEqual([]);
  });

  /** The instants of a wall-clock time by the VTIMEZONE of the text; two where it comes twice. */
  function readings(lines: readonly string[], wall: string): number[] {
    const changes = lines.flatMap((line, index) =>
      /^BEGIN:(STANDARD|DAYLIGHT)$/.test(line)
        ? [lines.slice(index + 1, index + 4).map((each) => each.split(':')[1] ?? '')]
        : [],
    );
    const offsets = changes.map(([at = '', from = '', to = '']) => ({
      at: utcOf(at) - msOf(from),
      from: msOf(from),
      to: msOf(to),
    }));
    const candidates = [...offsets.map(({ to }) => to), offsets[0]?.from ?? 0].map((offset) => ({
      offset,
      instant: utcOf(wall) - offset,
    }));
    return candidates
      .filter(({ offset, instant }) => {
        const latest = offsets.filter(({ at }) => at <= instant).at(-1);
        return (latest?.to ?? offsets[0]?.from) === offset;
      })
      .map(({ instant }) => instant);
  }

  const utcOf = (text: string) =>
    Date.parse(text.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:$6Z'));
  const msOf = (offset: string) =>
    (offset.startsWith('-') ? -60_000 : 60_000) * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3, 5)));

  it('is read by node-ical as the same instants', () => {
    for (const timeZone of ['America/New_York', 'Asia/Kolkata', 'UTC', 'Pacific/Chatham']) {
      const event = eventOf(callCalendar({ ...call, timeZone }));
      expect([event.start.toISOString(), event.end?.toISOString()]).toEqual([call.dateTime, call.endTime]);
    }
  });
});
