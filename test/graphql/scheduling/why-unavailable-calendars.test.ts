import { expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookableEvent, openAlways } from '../../support/bookable-events.ts';
import type { Member } from '../../support/factories.ts';
import { busyIn, connectedCalendar, storedCalendar, storedConnection } from '../../support/stored-calendars.ts';

const app = await useApp();
const owner = await app.workspace();
const key = await app.apiKey(owner);
const eventId = await bookableEvent(app, owner);

async function hostInBerlin(): Promise<Member> {
  const host = await app.member(owner.workspaceId, 'CLOSER');
  await openAlways(app, host, { eventId, timeZone: 'Europe/Berlin' });
  return host;
}

async function why(host: Member, hour: string) {
  app.statements.splice(0);
  const query = `{ whyUnavailable(eventId: ${eventId}, userId: ${host.userId}, dateTime: "2026-03-${hour}:00Z") { rule message } }`;
  return (await app.graphql(query, key)).body.data.whyUnavailable;
}

// The tests' clock shows 2026-03-04 12:00 in UTC, 13:00 in Berlin.
test('names the calendar that is busy, with the times that overlap alone', async () => {
  const host = await hostInBerlin();
  const { connectionId } = await connectedCalendar(app, host, {
    name: 'Work',
    busy: [busyIn('05T08:00', '05T08:30'), busyIn('05T08:45', '05T10:00'), busyIn('05T11:00', '05T12:00')],
  });
  await storedCalendar(app, host, { connectionId, name: 'Family', busy: [busyIn('05T08:15', '05T08:20')] });
  const busy = (name: string, start: string, end: string) => ({
    rule: 'CALENDAR',
    message: `The calendar ${name} is busy from 2026-03-05 ${start} (Europe/Berlin) to 2026-03-05 ${end} (Europe/Berlin).`,
  });
  expect(await why(host, '05T08:00')).toEqual(
    expect.arrayContaining([
      busy('Work', '09:00', '09:30'),
      busy('Work', '09:45', '11:00'),
      busy('Family', '09:15', '09:20'),
    ]),
  );
  expect(await why(host, '05T09:00')).toEqual([busy('Work', '09:45', '11:00')]);
  expect(await why(host, '05T10:00')).toEqual([]);
});

test('a connection whose first read has failed is unreadable since then, though none of its calendars counts', async () => {
  const host = await hostInBerlin();
  await storedConnection(app, host, { name: 'feed.example', lastReadAt: null, failedAt: '2026-03-04T11:58:00Z' });
  expect(await why(host, '05T08:00')).toEqual([
    {
      rule: 'CALENDAR_UNREADABLE',
      message:
        'The calendar connection feed.example is UNREADABLE since 2026-03-04 12:58 (Europe/Berlin): it has never been read.',
    },
  ]);
});

test('names a connection that cannot be read, its state, and since when', async () => {
  const host = await hostInBerlin();
  const times = { lastReadAt: '2026-03-01T10:00:00Z', readableUntil: '2026-03-01T10:15:00Z' };
  await storedConnection(app, host, { name: 'ada@work.example', ...times });
  await storedConnection(app, host, { name: 'ada@home.example', ...times, disconnectedAt: '2025-07-03T10:00:00Z' });
  await storedConnection(app, host, { name: 'feed.example', ...times, lastReadAt: null });
  const reasons = await why(host, '05T08:00');
  expect(reasons).toHaveLength(3);
  expect(reasons).toEqual(
    expect.arrayContaining([
      {
        rule: 'CALENDAR_UNREADABLE',
        message:
          'The calendar connection ada@work.example is UNREADABLE since 2026-03-01 11:15 (Europe/Berlin): it was last read at 2026-03-01 11:00 (Europe/Berlin).',
      },
      {
        // In summer, two hours ahead of UTC.
        rule: 'CALENDAR_UNREADABLE',
        message:
          'The calendar connection ada@home.example is DISCONNECTED since 2025-07-03 12:00 (Europe/Berlin): its provider rejects the credential.',
      },
      {
        rule: 'CALENDAR_UNREADABLE',
        message:
          'The calendar connection feed.example is UNREADABLE since 2026-03-01 11:15 (Europe/Berlin): it has never been read.',
      },
    ]),
  );
});

test('names the time until which a calendar is read', async () => {
  const host = await hostInBerlin();
  const { connectionId } = await connectedCalendar(app, host, { name: 'Work', busyUntil: '2026-03-05T09:00:00Z' });
  expect(await why(host, '05T08:00')).toEqual([]);
  expect(await why(host, '05T08:30')).toEqual(
    expect.arrayContaining([
      {
        rule: 'CALENDAR_UNREADABLE',
        message: 'The calendar Work has been read only until 2026-03-05 10:00 (Europe/Berlin).',
      },
    ]),
  );
  await storedCalendar(app, host, { connectionId, name: 'New', busyUntil: null });
  expect(await why(host, '05T08:00')).toEqual([
    { rule: 'CALENDAR_UNREADABLE', message: 'The calendar New has not been read yet.' },
  ]);
});

test('reads the names of calendars only for a host who has one', async () => {
  const host = await hostInBerlin();
  await why(host, '05T08:00');
  expect(app.statements).not.toContain('calendarNames.ofMember');
  await connectedCalendar(app, host);
  await why(host, '05T08:00');
  expect(app.statements).toContain('calendarNames.ofMember');
});
