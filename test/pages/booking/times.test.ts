import { beforeEach, describe, expect, test } from 'vitest';
import { useApp } from '../../support/app.ts';
import { bookableEvent, openAlways } from '../../support/bookable-events.ts';
import { manyAddresses, openPage } from '../../support/booking-pages.ts';
import { usernameOf } from '../../support/events.ts';
import type { Member } from '../../support/factories.ts';
import { nextSerial } from '../../support/serial.ts';

const app = await useApp(manyAddresses);
beforeEach(() => app.clock.set('2026-03-04T12:00:00.000Z'));

async function eventOf(
  owner: Member,
  draft: object = {},
): Promise<{ linkPrefix: string; eventId: number; path: string }> {
  const linkPrefix = `${await usernameOf(app, owner)}/page-${nextSerial()}`;
  const eventId = await bookableEvent(app, owner, { linkPrefix, ...draft });
  return { linkPrefix, eventId, path: `/e/${linkPrefix}` };
}

const minute = (instant: string) => `${instant.slice(0, 16)}Z`;

async function publicDates(input: object) {
  const { body } = await app.graphql(
    `query ($linkPrefix: String!, $timeZone: String!, $from: Date, $to: Date) {
      publicEventDates(linkPrefix: $linkPrefix, timeZone: $timeZone, from: $from, to: $to) { availabilities dateTimes } }`,
    undefined,
    input,
  );
  return body.data.publicEventDates;
}

describe('the page of an event', () => {
  test('has the days of the month and the times of the first open day at once', async () => {
    const { path } = await eventOf(await app.workspace(), { minimumNotice: 24 * 60 });
    const page = await openPage(app, path);
    expect(page.status).toBe(200);
    expect(page.dates[0]).toBe('2026-03-05');
    expect(page.dates.at(-1)).toBe('2026-03-31');
    // The clock stands at noon, and the notice is a day.
    expect(page.dateTimes).toEqual(Array.from({ length: 12 }, (_, hour) => `2026-03-05T${hour + 12}:00Z`));
  });

  test.each(['UTC', 'America/New_York', 'Asia/Kathmandu', 'Europe/Berlin', 'Pacific/Apia'])(
    'has on each day of a month with a change of the clock the times of the API, in %s',
    async (timeZone) => {
      const owner = await app.workspace();
      const { path, linkPrefix, eventId } = await eventOf(owner, { slotInterval: 120 });
      const other = await app.member(owner.workspaceId, 'CLOSER');
      await openAlways(app, other, { eventId, timeZone: 'Europe/London', hours: { sunday: [[0, 300]] } });
      const dates = await publicDates({ linkPrefix, timeZone, from: '2026-03-05', to: '2026-03-31' });
      const month = await openPage(app, `${path}?timeZone=${timeZone}&month=2026-03`);
      expect(month.dates.filter((date) => date > '2026-03-04')).toEqual(Object.keys(dates.availabilities));
      for (const date of ['2026-03-08', '2026-03-29']) {
        const page = await openPage(app, `${path}?timeZone=${timeZone}&date=${date}`);
        const count = dates.availabilities[date].length;
        const before = Object.entries<string[]>(dates.availabilities).filter(([each]) => each < date);
        const first = before.reduce((sum, [, times]) => sum + times.length, 0);
        expect(page.dateTimes).toEqual(dates.dateTimes.slice(first, first + count).map(minute));
      }
    },
  );

  test('shows the hours of the time that the clock shows twice with their zone', async () => {
    app.clock.set('2026-10-20T12:00:00.000Z');
    const { path } = await eventOf(await app.workspace());
    const page = await openPage(app, `${path}?timeZone=Europe/Berlin&date=2026-10-25`, {
      headers: { 'accept-language': 'en-GB' },
    });
    expect(page.text).toContain('02:00 CEST 02:00 CET 03:00');
  });

  test('names its only host, but the workspace of several, and has the zone of the one who is chosen first', async () => {
    const owner = await app.workspace();
    const { path, eventId } = await eventOf(owner);
    const { workspaceId, userId } = owner;
    await app.sql('UPDATE "User" SET "firstName" = $2, "lastName" = $3 WHERE "id" = $1', [userId, 'Ada', 'Byron']);
    await app.sql('UPDATE "Workspace" SET "name" = $2 WHERE "id" = $1', [workspaceId, 'Analytical Engines']);
    const alone = await openPage(app, path);
    expect(alone.html).toContain('<p class="host"><span><bdi>Ada Byron</bdi></span></p>');
    expect(alone.timeZone).toBe('UTC');
    for (const [priority, timeZone] of [
      [1, 'Asia/Tokyo'],
      [2, 'Asia/Dubai'],
      [0, 'Europe/Rome'],
    ] as const) {
      await openAlways(app, await app.member(workspaceId, 'CLOSER'), { eventId, timeZone, priority });
    }
    const shared = await openPage(app, path);
    expect(shared.html).toContain('<p class="host"><span><bdi>Analytical Engines</bdi></span></p>');
    expect(shared.timeZone).toBe('Asia/Dubai');
  });

  test('begins with the first month that has open times', async () => {
    const { path } = await eventOf(await app.workspace(), { minimumNotice: 100 * 24 * 60 });
    const page = await openPage(app, path);
    expect(page.dates[0]).toBe('2026-06-12');
    expect(page.dateTimes[0]).toBe('2026-06-12T12:00Z');
  });

  test('leads from a month without open times to the next open day', async () => {
    const { path } = await eventOf(await app.workspace(), { minimumNotice: 40 * 24 * 60 });
    const page = await openPage(app, `${path}?month=2026-03`);
    expect(page.dates).toEqual([]);
    expect(page.text).toContain('No available times in March 2026.');
    expect(page.html).toContain('name="date" value="2026-04-13"');
  });

  test('offers no month after the last day that can be booked', async () => {
    const { path } = await eventOf(await app.workspace(), { bookingWindow: 40 });
    const march = await openPage(app, `${path}?month=2026-03`);
    expect(march.html).toContain('name="month" value="2026-04"');
    expect(march.html).not.toContain('value="2026-02"');
    const april = await openPage(app, `${path}?month=2026-04`);
    expect(april.dates.at(-1)).toBe('2026-04-13');
    expect(april.html).not.toContain('value="2026-05"');
  });

  test('searches one day where an event has more possible times than are searched at once', async () => {
    const owner = await app.workspace();
    const { path, eventId } = await eventOf(owner, { slotInterval: 1 });
    for (let hosts = 0; hosts < 7; hosts++) {
      await openAlways(app, await app.member(owner.workspaceId, 'CLOSER'), { eventId });
    }
    const page = await openPage(app, `${path}?date=2026-03-20`);
    expect(page.dateTimes).toHaveLength(24 * 60);
    // Any day may have times.
    expect(page.dates).toHaveLength(28);
  });
});

describe('the zone of a page', () => {
  test.each([
    ['of the event', {}, 'Europe/Lisbon'],
    ['of the only zone of the region that the browser names', { 'accept-language': 'de-DE,de;q=0.9' }, 'Europe/Berlin'],
    ['of the event where the region has several', { 'accept-language': 'en-US' }, 'Europe/Lisbon'],
  ])('is that %s', async (_name, headers, timeZone) => {
    const owner = await app.workspace();
    const { path, eventId } = await eventOf(owner);
    await app.sql('UPDATE "Schedule" SET "timeZone" = $1 WHERE "workspaceId" = $2', [
      'Europe/Lisbon',
      owner.workspaceId,
    ]);
    expect(eventId).toBeGreaterThan(0);
    expect((await openPage(app, path, { headers })).timeZone).toBe(timeZone);
  });

  test('is the one that the address names, with all that there are on demand', async () => {
    const { path } = await eventOf(await app.workspace());
    const page = await openPage(app, `${path}?timeZone=Asia/Kathmandu`);
    expect(page.timeZone).toBe('Asia/Kathmandu');
    expect(page.html).not.toContain('America/Boise');
    expect((await openPage(app, `${path}?zones=all`)).html).toContain('America/Boise');
  });

  test.each(['Mars/Olympus', 'PST', '+02:00', '<b>', 'x'.repeat(500)])(
    'is another one, with a word, for %s',
    async (zone) => {
      const { path } = await eventOf(await app.workspace());
      const page = await openPage(app, `${path}?timeZone=${encodeURIComponent(zone)}`);
      expect([page.status, page.timeZone]).toEqual([200, 'UTC']);
      expect(page.text).toContain('We do not recognize this time zone.');
      expect(page.html).not.toContain(`<b>`);
    },
  );
});

describe('a page that is not there', () => {
  test.each(['an unknown event', 'a deactivated one', 'one without hosts'])(
    'is a friendly 404 for %s',
    async (kind) => {
      const owner = await app.workspace();
      await app.sql('UPDATE "Workspace" SET "name" = $1 WHERE "id" = $2', ['Secret Ltd', owner.workspaceId]);
      const { path, eventId } = await eventOf(owner, kind === 'a deactivated one' ? { status: 'DEACTIVATED' } : {});
      if (kind === 'one without hosts') await app.sql('DELETE FROM "EventHost" WHERE "eventId" = $1', [eventId]);
      const page = await openPage(app, kind === 'an unknown event' ? `${path}-x` : path);
      expect(page.status).toBe(404);
      expect(page.text).toContain('This page is not available');
      expect(page.html).not.toContain('Secret Ltd');
    },
  );

  test('is the same for every link', async () => {
    const { path } = await eventOf(await app.workspace(), { status: 'DEACTIVATED' });
    const [closed, unknown] = [await openPage(app, path), await openPage(app, '/e/nobody/nothing')];
    expect(closed.html).toBe(unknown.html);
  });
});

test('a time that is gone is told before anybody fills in the form', async () => {
  const { path, linkPrefix } = await eventOf(await app.workspace());
  const dateTime = '2026-03-05T10:00:00Z';
  await app.graphql(
    `mutation ($input: CreatePublicBookingInput!) { createPublicBooking(input: $input) { token } }`,
    undefined,
    { input: { linkPrefix, dateTime, timeZone: 'UTC', email: 'first@example.com' } },
  );
  const taken = await openPage(app, `${path}?dateTime=${dateTime}`);
  expect(taken.text).toContain('Someone just took this time.');
  expect(taken.dateTimes).toContain('2026-03-05T11:00Z');
  expect(taken.dateTimes).not.toContain('2026-03-05T10:00Z');
  expect((await openPage(app, `${path}?dateTime=2026-03-01T10:00Z`)).text).toContain('This time has passed.');
});

test('the page of a member lists live events alone, and is a 404 without any', async () => {
  const owner = await app.workspace();
  const live = await eventOf(owner);
  const closed = await eventOf(owner, { status: 'DEACTIVATED' });
  const page = await openPage(app, `/e/${await usernameOf(app, owner)}`);
  expect(page.status).toBe(200);
  expect(page.html).toContain(`href="../e/${live.linkPrefix}"`);
  expect(page.html).not.toContain(closed.linkPrefix);
  const nobody = await app.workspace();
  expect((await openPage(app, `/e/${await usernameOf(app, nobody)}`)).status).toBe(404);
});

test('a link that is shared has a title, a description and a picture, whatever the names are', async () => {
  const { path, eventId } = await eventOf(await app.workspace());
  const name = '"><script>alert(1)</script>';
  await app.sql('UPDATE "Event" SET "name" = $1, "description" = $2 WHERE "id" = $3', [name, 'Half an hour.', eventId]);
  const { html } = await openPage(app, path);
  expect(html).not.toContain('<script>');
  expect(html).toContain('<meta property="og:description" content="Half an hour.">');
  const [, picture = ''] = /<meta property="og:image" content="([^"]+)">/.exec(html) ?? [];
  expect(new URL(picture).pathname).toBe(`${path}/preview.png`);
});
