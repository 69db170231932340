import ical from 'node-ical';
import { describe, expect, it } from 'vitest';
import { type CallCalendar, callCalendar, callUid } from '#src/domain/event-calls/call-calendar.ts';

const call: CallCalendar = {
  ...{ method: 'REQUEST', sequence: 2, uid: callUid('call_abc', 'https://book.example.com:8443/') },
  ...{ stamp: new Date('2026-11-26T12:00:00.000Z'), name: 'Strategy call' },
  ...{
    description: ['With Ada', 'Reschedule or cancel: https://book.example.com/b/x'],
    location: 'https://meet.example.com/a',
  },
  ...{ dateTime: '2026-12-01T10:00:00.000Z', endTime: '2026-12-01T10:30:00.000Z' },
  ...{ url: 'https://book.example.com/b/x', organizer: { name: 'Ada Lovelace', email: 'ada@example.com' } },
  attendees: [
    { name: 'Bob', email: 'bob@example.org' },
    { name: '', email: 'sam@example.org' },
  ],
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
      ...['BEGIN:VEVENT', 'UID:call_abc@book.example.com', 'SEQUENCE:2', 'DTSTAMP:20261126T120000Z'],
      ...['DTSTART:20261201T100000Z', 'DTEND:20261201T103000Z'],
      ...['SUMMARY:Strategy call', 'DESCRIPTION:With Ada\\nReschedule or cancel: https://book.example.com/b/x'],
      ...[
        'LOCATION:https://meet.example.com/a',
        'URL:https://book.example.com/b/x',
        'STATUS:CONFIRMED',
        'TRANSP:OPAQUE',
      ],
      'ORGANIZER;CN=Ada Lovelace:mailto:ada@example.com',
      'ATTENDEE;CN=Bob;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:bob@example.org',
      'ATTENDEE;CN=sam@example.org;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:sam@example.org',
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
    const text = callCalendar({ ...call, ...changes, attendees: [person], url: 'https://x.test/b\r\nX-C:3' });
    const plain = linesOf({ attendees: [person] }).map((line) => line.slice(0, line.search(/[:;]/)));
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
