import { sync } from 'node-ical';
import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookableEvent } from '../../support/bookable-events.ts';
import { filledIn, manyAddresses, openPage } from '../../support/booking-pages.ts';
import type { Member } from '../../support/factories.ts';
import { nextSerial } from '../../support/serial.ts';

const app = await useApp(manyAddresses);
let owner: Member;
let eventId: number;
let path: string;
let linkPrefix: string;

const at = (hour: number) => `2026-03-05T${String(hour).padStart(2, '0')}:00:00.000Z`;
const call = async () => {
  const [row] = await app.sql<Record<string, unknown>>(
    'SELECT * FROM "EventCall" WHERE "workspaceId" = $1 ORDER BY "id"',
    [owner.workspaceId],
  );
  return row as Record<string, unknown>;
};

beforeEach(async () => {
  app.clock.set('2026-03-04T12:00:00.000Z');
  owner = await app.workspace();
  linkPrefix = `user-${owner.userId}/own-${nextSerial()}`;
  eventId = await bookableEvent(app, owner, { linkPrefix, location: 'CUSTOM', locationLink: 'https://meet.example/x' });
  await app.sql('UPDATE "User" SET "timeZone" = $1 WHERE "id" = $2', ['Asia/Tokyo', owner.userId]);
  const form = new URLSearchParams({
    ...{ email: 'ira@example.com', 'answer.none': '', dateTime: at(10), timeZone: 'America/New_York' },
  });
  const { location } = await openPage(app, `/e/${linkPrefix}`, { form });
  path = new URL(location ?? '', `${app.url}/e/${linkPrefix}`).pathname;
});

describe('the page of a booking', () => {
  test('says what, when in both zones, with whom and where, and leads into calendars', async () => {
    const page = await openPage(app, path);
    expect(page.status).toBe(200);
    for (const text of [
      'Your call is booked',
      'Growth review',
      'Thursday, March 5, 2026, 5:00 AM – 6:00 AM',
      'America/New York',
      'Thursday, March 5, 2026, 7:00 PM in your host’s time zone (Asia/Tokyo)',
      'Ada Price',
      'ira@example.com',
    ]) {
      expect(page.text.replaceAll('\u202f', ' ')).toContain(text);
    }
    expect(page.html).toContain('href="https://meet.example/x"');
    const [google = ''] = /https:\/\/calendar\.google\.com[^"]+/.exec(page.html) ?? [];
    expect(new URL(google.replaceAll('&#38;', '&')).searchParams.get('dates')).toBe(
      '20260305T100000Z/20260305T110000Z',
    );
    expect(page.html).toContain('https://outlook.live.com/');
  });

  test('has the call as a file for calendars', async () => {
    const response = await fetch(`${app.url}${path}.ics`, { headers: { connection: 'close' } });
    const text = await response.text();
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(text).toContain('METHOD:PUBLISH');
    const entries = Object.values(sync.parseICS(text)).filter((each) => each?.type === 'VEVENT');
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ summary: 'Growth review', start: new Date(at(10)), end: new Date(at(11)) });
    expect(text).toContain(`UID:${(await call()).previewId}@api.test`);
  });

  test('keeps the hours that the invitee has chosen while the call is moved', async () => {
    const days = await openPage(app, `${path}?move=1&hours=H24&timeZone=UTC`);
    expect(days.html).toContain('<input type="hidden" name="hours" value="H24">');
    const cancel = await openPage(app, `${path}?cancel=1&hours=H24`);
    expect(cancel.html).toContain('href="?hours=H24"');
  });

  test.each([
    ['CUSTOM', 'WhatsApp, ask for Ada', undefined],
    ['IN_PERSON', 'https://maps.example/x', undefined],
    ['IN_PERSON', '1 Lime Street', 'When it is time, come to 1 Lime Street.'],
    ['ZOOM', 'https://zoom.example/j/8', 'When it is time, join with the link on this page.'],
    ['PHONE_CALL', '+1 202 555 0123', 'When it is time, call +1 202 555 0123.'],
  ])('for %s at %s says what happens next', async (location, locationLink, sentence) => {
    await app.writeCalls(
      owner.workspaceId,
      'UPDATE "EventCall" SET "location" = $2::"EventLocation", "locationLink" = $3 WHERE "workspaceId" = $1',
      [owner.workspaceId, location, locationLink],
    );
    const { text } = await openPage(app, path);
    if (sentence === undefined) expect(text).not.toContain('When it is time');
    else expect(text).toContain(sentence);
  });

  test('moves the call to another open time, and offers its own time to nobody', async () => {
    const days = await openPage(app, `${path}?move=1&date=2026-03-05&timeZone=UTC`);
    expect(days.dateTimes).not.toContain('2026-03-05T10:00Z');
    expect(days.dateTimes).toContain('2026-03-05T11:00Z');
    const confirm = await openPage(app, `${path}?move=1&dateTime=2026-03-05T11:00Z&timeZone=UTC`);
    expect(confirm.text).toContain('Reschedule your call');
    const form = filledIn(confirm, { rescheduleReason: 'A <b>train</b>' });
    const moved = await openPage(app, path, { form });
    expect(moved.status).toBe(303);
    expect(moved.location).toContain('event=rescheduled');
    expect(await call()).toMatchObject({ dateTime: at(11), status: 'RESCHEDULED', rescheduleReason: 'A <b>train</b>' });
    const file = await openPage(app, `${path}.ics`);
    expect(file.html).toContain('SEQUENCE:1');
    // The same form once more: it is done.
    expect((await openPage(app, path, { form })).status).toBe(303);
  });

  test('says at once that a time was taken, and offers others', async () => {
    const confirm = await openPage(app, `${path}?move=1&dateTime=2026-03-05T12:00Z&timeZone=UTC`);
    const other = new URLSearchParams({ email: 'other@example.com', dateTime: at(12), timeZone: 'UTC' });
    await openPage(app, `/e/${linkPrefix}`, { form: other });
    const taken = await openPage(app, path, { form: confirm.values });
    expect(taken.status).toBe(400);
    expect(taken.text).toContain('Someone just took this time.');
    expect(taken.dateTimes).toContain('2026-03-05T13:00Z');
    expect((await openPage(app, `${path}?move=1&dateTime=2026-03-05T12:00Z`)).text).toContain(
      'Someone just took this time.',
    );
  });

  test('keeps the reason, and says at it what is wrong with it', async () => {
    const confirm = await openPage(app, `${path}?move=1&dateTime=2026-03-05T12:00Z&timeZone=UTC`);
    const form = filledIn(confirm, { rescheduleReason: 'x'.repeat(10_001) });
    const page = await openPage(app, path, { form });
    expect(page.status).toBe(400);
    expect(page.html).toContain('id="rescheduleReason-error"');
    expect(page.html).toContain('x'.repeat(10_001));
    const cancel = new URLSearchParams({ do: 'cancel', cancelReason: 'x'.repeat(10_001) });
    expect((await openPage(app, path, { form: cancel })).html).toContain('id="cancelReason-error"');
    const other = new URLSearchParams({ email: 'other@example.com', dateTime: at(12), timeZone: 'UTC' });
    await openPage(app, `/e/${linkPrefix}`, { form: other });
    const taken = await openPage(app, path, { form: filledIn(confirm, { rescheduleReason: 'A train' }) });
    expect(taken.values.get('rescheduleReason')).toBe('A train');
    expect(await call()).toMatchObject({ status: 'SCHEDULED', cancelReason: null });
  });

  test('cancels the call after a question, with a reason', async () => {
    const ask = await openPage(app, `${path}?cancel=1`);
    expect(ask.text).toContain('Cancel your call?');
    const form = filledIn(ask, { cancelReason: 'Ill' });
    const cancelled = await openPage(app, path, { form });
    expect(cancelled.location).toContain('event=cancelled');
    expect(await call()).toMatchObject({ status: 'CANCELLED', cancelReason: 'Ill' });
    // Who opens the file now has no call back in the calendar.
    expect((await openPage(app, `${path}.ics`)).html).toContain('STATUS:CANCELLED');
    const page = await openPage(app, `${path}?event=booked`);
    expect(page.html).not.toContain('data-event');
    expect(page.text).toContain('Your call is cancelled');
    expect(page.html).not.toContain('name="move"');
    expect(page.html).toContain(`href="../e/${linkPrefix}"`);
    expect((await openPage(app, path, { form })).status).toBe(303);
  });

  test('of a call that has begun changes nothing', async () => {
    const confirm = await openPage(app, `${path}?move=1&dateTime=2026-03-06T11:00Z&timeZone=UTC`);
    app.clock.set(at(10));
    const page = await openPage(app, path);
    expect(page.text).toContain('This call has ended');
    expect(page.html).not.toContain('name="cancel"');
    expect((await openPage(app, path, { form: confirm.values })).status).toBe(400);
    expect((await openPage(app, path, { form: new URLSearchParams({ do: 'cancel' }) })).status).toBe(400);
    expect(await call()).toMatchObject({ status: 'SCHEDULED', dateTime: at(10) });
  });

  test('of an event that is closed offers to cancel alone', async () => {
    await app.sql('UPDATE "Event" SET "status" = $1 WHERE "id" = $2', ['DEACTIVATED', eventId]);
    const page = await openPage(app, path);
    expect(page.html).not.toContain('name="move"');
    expect((await openPage(app, `${path}?move=1`)).text).toContain('This event is not taking bookings at the moment');
    expect((await openPage(app, path, { form: new URLSearchParams({ do: 'cancel' }) })).status).toBe(303);
  });

  test('moves a call with a form that was changed by hand to no impossible time', async () => {
    for (const dateTime of ['', 'x', '2026-03-05T11:17:00Z', '2020-01-01T00:00:00Z']) {
      const page = await openPage(app, path, { form: new URLSearchParams({ do: 'move', dateTime, timeZone: 'UTC' }) });
      expect(page.status).toBe(400);
      expect(page.text).not.toContain('Something went wrong');
    }
    expect(await call()).toMatchObject({ status: 'SCHEDULED', dateTime: at(10) });
  });
});

describe('a link of a booking', () => {
  test('that is cut short, changed or too old is a friendly 404', async () => {
    app.clock.set('2026-05-04T12:00:00.000Z');
    const old = await openPage(app, path);
    app.clock.set('2026-03-04T12:00:00.000Z');
    const cut = await openPage(app, path.slice(0, -3));
    const changed = await openPage(app, path.replace('/b/', '/b/1'));
    const file = await openPage(app, `${path.slice(0, -3)}.ics`);
    for (const page of [old, cut, changed, file]) {
      expect(page.status).toBe(404);
      expect(page.text).toContain('This link does not work');
    }
  });

  test('is in no log', async () => {
    app.logged.length = 0;
    await openPage(app, path);
    await openPage(app, `${path}/`);
    await openPage(app, `${path}/more`);
    const logged = JSON.stringify(app.logged);
    expect(logged).toContain('/b/…');
    expect(logged).not.toContain(path.slice(3));
  });

  test('is framed by no page of others, not stored and tells no other page where it came from', async () => {
    const { headers } = await openPage(app, path);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self';");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });
});
