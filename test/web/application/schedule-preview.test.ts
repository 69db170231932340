import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openTime, united, without } from '#src/web/pages/schedules/schedule/open-time.ts';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { allHours } from '../../support/bookable-events.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import type { Member } from '../../support/factories.ts';
import { fromNow, presentMs } from '../../support/present.ts';
import { connectedCalendar } from '../../support/stored-calendars.ts';
import { addressOf, appForTests, openAs } from '../../support/web-app.ts';

const grace = { firstName: 'Grace', lastName: 'Hall' };
const dayMs = 86_400_000;
const at = (text: string) => Date.parse(`${text}Z`);

test('intervals that touch are one, and what is taken is left out', () => {
  expect(
    united([
      { start: 5, end: 7 },
      { start: 1, end: 3 },
      { start: 3, end: 4 },
    ]),
  ).toEqual([
    { start: 1, end: 4 },
    { start: 5, end: 7 },
  ]);
  expect(without([{ start: 0, end: 10 }], [{ start: 2, end: 3 }])).toEqual([
    { start: 0, end: 2 },
    { start: 3, end: 10 },
  ]);
  expect(without([{ start: 0, end: 10 }], [{ start: -1, end: 20 }])).toEqual([]);
});

test('hours hold on the clock of the zone across the end of summer time, and a day has hours of its own', () => {
  const timings = [{ startTime: '09:00', endTime: '10:00' }];
  const days = (['FRIDAY', 'SATURDAY', 'SUNDAY', 'MONDAY'] as const).map((name) => ({ name, timings }));
  const overrides = [{ date: '2026-10-26', timings: [{ startTime: '23:00', endTime: '24:00' }] }];
  const open = openTime({ timeZone: 'Europe/Berlin', days, overrides }, at('2026-10-23T07:30'));
  expect(open.slice(0, 4)).toEqual([
    { start: at('2026-10-23T07:30'), end: at('2026-10-23T08:00') },
    { start: at('2026-10-24T07:00'), end: at('2026-10-24T08:00') },
    { start: at('2026-10-25T08:00'), end: at('2026-10-25T09:00') },
    { start: at('2026-10-26T22:00'), end: at('2026-10-26T23:00') },
  ]);
});

describe.skipIf(!hasBrowser)(`the coming fortnight of a schedule${unlessBrowser}`, () => {
  const app = appForTests();
  // Of one day in UTC, even where midnight passes.
  const begin = presentMs();
  const inDays = (days: number) => new Date(begin + days * dayMs).toISOString().slice(0, 10);
  const panel = (page: Page) => page.getByRole('region', { name: 'The coming fortnight' });
  /** By its date: the first column is today in the zone, which in Tokyo is tomorrow from 15:00 UTC on. */
  const column = (page: Page, days: number) =>
    panel(page)
      .locator('.fortnight-day')
      .filter({ has: page.getByText(new RegExp(`^\\w+ ${Number(inDays(days).slice(8))}$`)) });
  const texts = (page: Page, days: number) => column(page, days).getByRole('listitem').allTextContents();

  /** Open from nine to five each day, with a live event of an hour where it is used. */
  async function office(member: Member, { isUsed = true } = {}) {
    const hours = Object.fromEntries(Object.keys(allHours).map((day) => [day, [[540, 1020]]])) as typeof allHours;
    if (!isUsed) return app.schedule(member, { name: 'Office', hours });
    const eventId = await app.event(member, { name: 'Growth review' });
    await app.sql('UPDATE "Event" SET "duration" = 60, "bookingWindow" = NULL WHERE "id" = $1', [eventId]);
    const id = await app.schedule(member, { name: 'Office', hours, eventIds: [eventId] });
    return id;
  }

  browserTest.for(['OWNER', 'CLOSER', 'SETTER'] as const)(
    'what invitees are offered is shown to an %s in any zone, which stands in the address',
    async (role, { newPage, expect }) => {
      const owner = await app.workspace();
      const member = role === 'OWNER' ? owner : await app.member(owner.workspaceId, role, grace);
      const id = await office(member);
      await app.call(member, { dateTime: `${inDays(2)}T12:00:00.000Z`, duration: 60 });
      const off = { startTime: `${inDays(3)}T00:00:00Z`, endTime: `${inDays(4)}T00:00:00Z` };
      await app.insert('TimeOff', { ...member, ...off });
      const { page, complaints } = await openAs(newPage, app, member, `/schedules/${id}`);
      await expect.poll(() => texts(page, 2)).toEqual(['9:00 AM–12:00 PM', '1:00 PM–5:00 PM']);
      expect(await texts(page, 3)).toEqual([]);
      expect(await texts(page, 4)).toEqual(['9:00 AM–5:00 PM']);
      expect(await texts(page, 13)).toEqual(['9:00 AM–5:00 PM']);
      await panel(page).getByText('No calendar of yours is connected').waitFor();
      await panel(page).getByRole('combobox', { name: 'On the clock of' }).fill('Asia/Tokyo');
      await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
      await page.waitForURL(/zone=Asia/);
      await page.reload();
      // From six in the evening to two in the morning of the next day.
      const evening = panel(page).getByRole('listitem').filter({ hasText: '6:00 PM–12:00 AM' });
      await evening.first().waitFor();
      await panel(page)
        .getByRole('listitem')
        .filter({ hasText: '12:00 AM–2:00 AM' })
        .first()
        .waitFor({ state: 'attached' });
      expect(complaints).toEqual([]);
    },
  );

  browserTest('without an event it is the hours of the schedule, without time off', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await office(owner, { isUsed: false });
    const day = { workspaceId: owner.workspaceId, scheduleId: id, date: inDays(5) };
    await app.insert('ScheduleOverride', { ...day, startMinutes: [600], endMinutes: [660] });
    const off = { startTime: `${inDays(3)}T12:00:00Z`, endTime: `${inDays(5)}T00:00:00Z` };
    await app.insert('TimeOff', { ...owner, ...off });
    const { page } = await openAs(newPage, app, owner, `/schedules/${id}?zone=Nowhere/At_all`);
    await panel(page).getByText('No event that can be booked uses the schedule').waitFor();
    await expect.poll(() => texts(page, 2)).toEqual(['9:00 AM–5:00 PM']);
    expect(await texts(page, 3)).toEqual(['9:00 AM–12:00 PM']);
    expect(await texts(page, 4)).toEqual([]);
    expect(await texts(page, 5)).toEqual(['10:00 AM–11:00 AM']);
    // A day that is saved is seen at once.
    await page.getByRole('button', { name: /^Delete/ }).click();
    await expect.poll(() => texts(page, 5)).toEqual(['9:00 AM–5:00 PM']);
  });

  const readNow = () => ({
    lastReadAt: fromNow(),
    readableUntil: fromNow(60 * 60_000),
  });
  const busyOn = (days: number, from: string, to: string) => ({
    start: at(`${inDays(days)}T${from}`),
    end: at(`${inDays(days)}T${to}`),
  });
  const connect = (member: Member, busy: readonly ReturnType<typeof busyOn>[]) =>
    connectedCalendar(app, member, { busy, busyUntil: '2999-01-01T00:00:00Z', connection: readNow() });
  const busyText = (hours: string) => `Busy in a connected calendar, ${hours}`;

  browserTest(
    'what a connected calendar holds as busy is drawn among the open times, in any zone',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const id = await office(owner);
      await connect(owner, [
        busyOn(2, '12:00', '13:00'),
        // Before and after the hours that are shown.
        busyOn(3, '06:00', '09:30'),
        busyOn(3, '20:00', '21:00'),
      ]);
      const { page, complaints } = await openAs(newPage, app, owner, `/schedules/${id}`);
      await expect
        .poll(() => texts(page, 2))
        .toEqual(['9:00 AM–12:00 PM', busyText('12:00 PM–1:00 PM'), '1:00 PM–5:00 PM']);
      expect(await texts(page, 3)).toEqual([busyText('9:00 AM–9:30 AM'), '9:30 AM–5:00 PM']);
      await panel(page).getByText('While Work says that you are busy').waitFor();
      await page.goto(`${addressOf(app)}/schedules/${id}?zone=Asia/Tokyo`);
      await expect.poll(() => texts(page, 2)).toContain(busyText('9:00 PM–10:00 PM'));
      await panel(page).getByRole('link', { name: 'Settings → Calendars' }).click();
      await page.waitForURL(/settings\/calendars/);
      expect(complaints).toEqual([]);
    },
  );

  browserTest('owners see it of others, without the names of calendars', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const closer = await app.member(owner.workspaceId, 'CLOSER', grace);
    const id = await office(closer, { isUsed: false });
    await connect(closer, [busyOn(2, '12:00', '13:00')]);
    const { page } = await openAs(newPage, app, owner, `/schedules/${id}`);
    // No event takes the busy time away, so it lies over the hours.
    await expect.poll(() => texts(page, 2)).toEqual(['9:00 AM–5:00 PM', busyText('12:00 PM–1:00 PM')]);
    await panel(page).getByText('1 connection of Grace Hall to calendars elsewhere').waitFor();
    expect(await panel(page).textContent()).not.toContain('Work');
  });

  browserTest(
    'that no calendar is connected, or one cannot be read, is said with the way there',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const id = await office(owner);
      const { page } = await openAs(newPage, app, owner, `/schedules/${id}`);
      await panel(page).getByText('No calendar of yours is connected').waitFor();
      await panel(page).getByRole('link', { name: 'Settings → Calendars' }).waitFor();
      await connectedCalendar(app, owner, { connection: { name: 'ada@work.example' } });
      await page.reload();
      await panel(page).getByText('Your calendar “ada@work.example” cannot be read, so nobody can book you').waitFor();
      const link = panel(page).getByRole('link', { name: 'Settings → Calendars' });
      expect(await link.getAttribute('href')).toBe('/settings/calendars');
    },
  );

  browserTest('has no serious finding of axe, in all looks', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await office(owner);
    await connect(owner, [busyOn(2, '12:00', '13:00'), busyOn(4, '09:00', '15:30'), busyOn(8, '10:30', '11:00')]);
    const { page } = await openAs(newPage, app, owner, `/schedules/${id}?zone=Asia/Tokyo`, forAxe);
    await panel(page).locator('.fortnight-busy').first().waitFor();
    await column(page, 3).getByRole('listitem').first().waitFor();
    const found = await findingsInAllLooks(page, 'schedule-preview');
    const empty = await app.schedule(owner, { name: 'Empty' });
    await page.goto(`${addressOf(app)}/schedules/${empty}`);
    await page.getByText('No open time in these two weeks').waitFor();
    found.push(...(await findingsInAllLooks(page, 'schedule-preview-empty')));
    expect(found).toEqual([]);
  });
});
