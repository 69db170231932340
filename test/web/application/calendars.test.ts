import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { CalendarGateway } from '#src/services/calendars/gateway.ts';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { testSecretKey } from '../../support/app.ts';
import { browserTest, forAxe, hasBrowser, screenshot, setLook, unlessBrowser } from '../../support/browser.ts';
import { calendarConnection } from '../../support/calendar-connections.ts';
import type { Member } from '../../support/factories.ts';
import { present } from '../../support/present.ts';
import {
  addressOf as calendarAddress,
  calendarText,
  listening,
  publishedCalendar,
} from '../../support/published-calendar.ts';
import { addressOf, appForTests, notice, openAs, webApp } from '../../support/web-app.ts';

const path = '/settings/calendars';
const disconnected = { disconnectedAt: '2026-03-04T10:00:00Z', problem: 'The provider refuses the password.' };

describe.skipIf(!hasBrowser)(`Settings → Calendars${unlessBrowser}`, () => {
  const app = appForTests();

  /** A member and their second calendar, into which bookings can be written. */
  async function withCalendars(member: Member, changes: object = {}): Promise<void> {
    const { id: connectionId } = await calendarConnection(app, member, {
      kind: 'CALDAV',
      name: 'ada@example.com',
      ...changes,
    });
    const row = { workspaceId: member.workspaceId, connectionId, isWritable: true };
    await app.insert('Calendar', { ...row, externalId: 'home', name: 'Home', countsAsBusy: false });
    await app.sql(
      `UPDATE "Calendar" SET "name" = 'Work', "isWritable" = true WHERE "connectionId" = $1 AND "name" LIKE 'Work%'`,
      [connectionId],
    );
  }

  const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const rows = (page: Page, name: string) => panel(page, name).locator('tbody tr');

  browserTest(
    'a calendar is connected by its address, with the keyboard alone, and disconnected',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const { page, complaints, origins } = await openAs(newPage, app, owner, path);
      await page.getByText('No calendars yet').waitFor();
      await page.getByRole('button', { name: 'Connect a calendar' }).first().focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Connect a calendar' });
      await dialog.getByRole('radio', { name: 'Link (ICS)' }).waitFor();
      const field = dialog.getByLabel('Address of the calendar');
      await field.focus();
      await page.keyboard.press('Enter');
      await dialog.getByText('Enter the address', { exact: true }).waitFor();
      // What the server says of it stands at the field, and what was typed stays.
      await field.fill('https://10.0.0.1/x.ics');
      await page.keyboard.press('Enter');
      await dialog.getByText('Must not lead to a private address').waitFor();
      expect(await field.inputValue()).toBe('https://10.0.0.1/x.ics');
      expect(await field.evaluate((node) => node === document.activeElement)).toBe(true);
      expect(await dialog.getByRole('alert').count()).toBe(0);
      await field.fill(await publishedCalendar());
      await page.keyboard.press('Enter');
      await notice(page, '“127.0.0.1” is connected').waitFor();
      await dialog.waitFor({ state: 'hidden' });
      const row = rows(page, 'Your calendars');
      await row.getByText('Dentists').waitFor();
      await row.getByText('Read', { exact: true }).waitFor();

      await row.getByRole('button', { name: 'Actions for 127.0.0.1' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Disconnect…' }).press('Enter');
      await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
      await notice(page, '“127.0.0.1” is disconnected').waitFor();
      await page.getByText('No calendars yet').waitFor();
      expect(await app.sql('SELECT FROM "CalendarConnection" WHERE "workspaceId" = $1', [owner.workspaceId])).toEqual(
        [],
      );
      // A refused document is a 400, which the console shows.
      expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([]);
      expect([...origins]).toEqual([addressOf(app)]);
    },
  );

  browserTest('calendars are chosen: which count as busy, and which takes bookings', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await withCalendars(owner);
    const { id: other } = await calendarConnection(app, owner, { name: 'calendar.example.com' });
    await app.sql(`UPDATE "Calendar" SET "name" = 'Club', "takesBookings" = true WHERE "connectionId" = $1`, [other]);
    const { page } = await openAs(newPage, app, owner, path);
    const heights = ['ada@example.com', 'calendar.example.com'].map(
      async (name) => (await rows(page, 'Your calendars').getByText(name, { exact: true }).boundingBox())?.height,
    );
    const [short, long] = await Promise.all(heights);
    expect(long).toBe(short);
    await page.getByRole('button', { name: 'Actions for ada@example.com' }).click();
    await page.getByRole('menuitem', { name: 'Choose calendars…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Calendars of “ada@example.com”' });
    await dialog.getByText('Now it is “Club” of “calendar.example.com”.').waitFor();
    await dialog.getByRole('checkbox', { name: 'Home' }).check();
    await dialog.getByRole('combobox', { name: 'Add bookings to' }).click();
    await page.getByRole('option', { name: 'Home' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await notice(page, '“ada@example.com” is saved').waitFor();
    await rows(page, 'Your calendars').getByText('Work and Home').waitFor();
    const stored = await app.sql<object>(
      'SELECT "name", "countsAsBusy", "takesBookings" FROM "Calendar" WHERE "workspaceId" = $1 ORDER BY "id"',
      [owner.workspaceId],
    );
    expect(stored).toEqual([
      { name: 'Work', countsAsBusy: true, takesBookings: false },
      { name: 'Home', countsAsBusy: true, takesBookings: true },
      { name: 'Club', countsAsBusy: true, takesBookings: false },
    ]);
  });

  browserTest(
    'one that cannot be read says why, on every page, and has the button that mends it',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      let isBroken = true;
      const server = await listening((_request, response) => {
        if (isBroken) response.writeHead(500).end();
        else response.end(calendarText);
      });
      const secret = app.context as unknown as { calendars: { seal: (secret: object) => Buffer } };
      const sealed = secret.calendars.seal({ kind: 'ICS', url: calendarAddress(server) });
      const unreadable = { readableUntil: '2026-03-04T10:00:00Z', problem: 'The server answered 500.', secret: sealed };
      await calendarConnection(app, owner, { name: 'Holidays', ...unreadable });
      const { page } = await openAs(newPage, app, owner, '/settings/account');
      const banner = page.getByRole('status').filter({ hasText: 'Your calendar “Holidays” cannot be read' });
      await banner.getByRole('link', { name: 'Fix it in Settings → Calendars' }).click();
      await page.waitForURL(`**${path}`);
      const row = rows(page, 'Your calendars');
      await row.getByText('Cannot be read').waitFor();
      await row.getByText('The server answered 500.').waitFor();
      await row.getByText('You are not bookable until it can be read again.').waitFor();
      const again = row.getByRole('button', { name: 'Try again: Holidays' });
      await again.click();
      // It is broken still, and says so in other words than before.
      await row.getByText('The server answered 500.').waitFor({ state: 'hidden' });
      expect(await row.getByText('Cannot be read').count()).toBe(1);
      isBroken = false;
      // A read on request comes ten seconds after the one before.
      app.clock.set(new Date(app.clock.now().getTime() + 10_000).toISOString());
      await again.click();
      await notice(page, '“Holidays” was read').waitFor();
      await banner.waitFor({ state: 'hidden' });
      expect(await row.getByText('Cannot be read').count()).toBe(0);
      server.close();
    },
  );

  browserTest('one that is new is not called read before it was', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { id } = await calendarConnection(app, owner, {
      ...{ name: 'Holidays', lastReadAt: null, leasedUntil: '2100-03-04T12:00:00Z' },
    });
    const { page } = await openAs(newPage, app, owner, path);
    await page.getByRole('status').filter({ hasText: 'Your calendar “Holidays” has not been read yet' }).waitFor();
    const row = rows(page, 'Your calendars');
    await row.getByText('Not read yet. You are not bookable until it is read.').waitFor();
    await row.getByText('Reading…').waitFor();
    expect(await row.getByText('Read', { exact: true }).count()).toBe(0);
    // Another read is under way, whose end nobody knows yet.
    await row.getByRole('button', { name: 'Actions for Holidays' }).click();
    await page.getByRole('menuitem', { name: 'Read now' }).click();
    await notice(page, '“Holidays” is still being read; the status appears here when it has ended').waitFor();
    expect(await notice(page, '“Holidays” was read').count()).toBe(0);
    await app.sql('UPDATE "CalendarConnection" SET "leasedUntil" = NULL, "problem" = \'No answer.\' WHERE "id" = $1', [
      id,
    ]);
    await row.getByText('Cannot be read').waitFor();
    await row.getByText('Reading…').waitFor({ state: 'hidden' });
  });

  browserTest('one that the provider has ended is reconnected, and keeps its choices', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await calendarConnection(app, owner, { name: 'Holidays', ...disconnected });
    const { page } = await openAs(newPage, app, owner, path);
    await page.getByRole('button', { name: 'Reconnect Holidays' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reconnect “Holidays”' });
    await dialog.getByLabel('Address of the calendar').fill(await publishedCalendar());
    await dialog.getByRole('button', { name: 'Reconnect', exact: true }).click();
    await notice(page, 'is connected').waitFor();
    expect(await page.getByText('Reconnect “”').count()).toBe(0);
    const row = rows(page, 'Your calendars');
    await row.getByText('Read', { exact: true }).waitFor();
    expect(await row.count()).toBe(1);
  });

  browserTest(
    'owners see whose calendars cannot be read, and disconnect them; others see nothing of it',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const closer = await app.member(owner.workspaceId, 'CLOSER', { firstName: 'Grace', lastName: 'Hopper' });
      await withCalendars(closer, { name: 'grace@example.com', ...disconnected });
      const { page } = await openAs(newPage, app, owner, path);
      await page.getByRole('status').filter({ hasText: 'A calendar of Grace Hopper cannot be read' }).waitFor();
      const row = rows(page, 'Team');
      await row.getByText('Grace Hopper is not bookable until it is reconnected or can be read.').waitFor();
      expect(await panel(page, 'Team').getByText('Work').count()).toBe(0);
      await row.getByRole('button', { name: 'Disconnect grace@example.com of Grace Hopper' }).click();
      await page.getByText('Only Grace Hopper can connect them again.').waitFor();
      await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
      await notice(page, '“grace@example.com” is disconnected').waitFor();
      await panel(page, 'Team').getByText('Nobody else has connected calendars').waitFor();
      const own = await openAs(newPage, app, closer, path);
      await own.page.getByText('No calendars yet').waitFor();
      expect(await panel(own.page, 'Team').count()).toBe(0);
    },
  );

  browserTest('a feed is made, its address shown once, and revoked', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page } = await openAs(newPage, app, owner, path);
    const feeds = panel(page, 'Feeds');
    await feeds.getByRole('button', { name: 'Create feed' }).click();
    await page.getByRole('menuitem', { name: 'Of all calls of the workspace' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your new feed' });
    const url = await dialog.getByLabel('Address').inputValue();
    expect((await fetch(url)).status).toBe(200);
    await dialog.getByRole('checkbox', { name: 'I have copied it; it cannot be shown again' }).check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const revoke = feeds.getByRole('button', { name: 'Revoke the feed of all calls of the workspace' });
    await revoke.click();
    await page.getByRole('button', { name: 'Revoke the feed', exact: true }).click();
    await notice(page, 'The feed is revoked').waitFor();
    await feeds.getByText('No feeds').waitFor();
    expect((await fetch(url)).status).toBe(404);
  });

  browserTest(
    'each kind that is offered has what it needs: hints of providers, and the way to Google',
    async ({ newPage, expect }) => {
      const google = { clientId: 'a-client', clientSecret: 'a-secret' };
      const offering = await webApp({
        calendars: ({ baseUrl, appUrl }) =>
          new CalendarGateway({
            ...{ secretKeys: testSecretKey, baseUrl, appUrl, maxAgeMinutes: 15, allowsLoopback: true },
            ...{ google, microsoft: undefined },
          }),
      });
      const { page } = await openAs(newPage, offering, await offering.workspace(), path);
      await page.getByRole('button', { name: 'Connect a calendar' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Connect a calendar' });
      await dialog.getByRole('radio', { name: 'CalDAV' }).check();
      await dialog.getByRole('combobox', { name: 'Provider' }).click();
      await page.getByRole('option', { name: 'iCloud' }).click();
      expect(await dialog.getByLabel('Address of the server').inputValue()).toBe('https://caldav.icloud.com');
      await dialog.getByText('Create an app-specific password').waitFor();
      await screenshot(page, 'calendars-caldav');
      await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
      await dialog.getByText('Enter the user name').waitFor();
      await dialog.getByText('Enter the password').waitFor();
      // What the server refuses stands at its field, and leaves the button where it can be seen.
      await page.setViewportSize({ width: 1280, height: 900 });
      await dialog.getByLabel('Address of the server').fill('https://10.0.0.1/');
      await dialog.getByLabel('User name').fill('ada@example.com');
      await dialog.getByLabel(/^Password/).fill('secret');
      const connect = dialog.getByRole('button', { name: 'Connect', exact: true });
      await connect.click();
      await dialog.getByText('Must not lead to a private address').waitFor();
      await screenshot(page, 'calendars-caldav-refused');
      const { y = 0, height = 0 } = (await connect.boundingBox()) ?? {};
      expect(y + height).toBeLessThan(900);
      expect(await dialog.getByRole('radio', { name: 'Outlook or Microsoft 365' }).count()).toBe(0);
      await dialog.getByRole('radio', { name: 'Google Calendar' }).check();
      await screenshot(page, 'calendars-google');
      await page.route('https://accounts.google.com/**', (route) => route.fulfill({ body: 'Google' }));
      await dialog.getByRole('button', { name: 'Continue to Google' }).click();
      await page.waitForURL('https://accounts.google.com/**');
      expect(new URL(page.url()).searchParams.get('client_id')).toBe('a-client');
      await offering.close();
    },
  );

  browserTest(
    'who comes back from a provider reads what came of it, and chooses the calendars',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const { page } = await openAs(newPage, app, owner, `${path}?problem=partial`);
      const alert = page.getByRole('alert').filter({ hasText: 'The calendar was not connected' });
      await alert.getByText('Not all of the access that is needed was allowed').waitFor();
      await alert.getByRole('button', { name: 'Close this message' }).click();
      await page.waitForURL((url) => url.search === '');
      await withCalendars(owner);
      const [connection] = await app.sql<{ id: number }>(
        'SELECT "id" FROM "CalendarConnection" WHERE "workspaceId" = $1',
        [owner.workspaceId],
      );
      await page.goto(`${addressOf(app)}${path}?connected=${connection?.id}`);
      await page.getByRole('dialog', { name: 'Calendars of “ada@example.com”' }).waitFor();
      expect(new URL(page.url()).search).toBe('');
    },
  );

  browserTest('it is accessible in every look, with its dialogs', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const closer = await app.member(owner.workspaceId, 'CLOSER', { firstName: 'Grace', lastName: 'Hopper' });
    const { page } = await openAs(newPage, app, owner, path, forAxe);
    await page.getByText('No calendars yet').waitFor();
    const found = await findingsInAllLooks(page, 'calendars-empty');
    await withCalendars(owner);
    await calendarConnection(app, owner, { name: 'calendar.example.com', ...disconnected });
    await calendarConnection(app, owner, {
      ...{ name: 'holidays.example.org', readableUntil: '2026-03-04T10:00:00Z' },
      problem: 'No complete answer within 20 seconds.',
    });
    await withCalendars(closer, { name: 'grace@example.com', ...disconnected });
    await app.insert('CalendarFeed', { ...owner, scope: 'OWN', tokenHash: Buffer.from('x'), lastReadAt: present() });
    await page.reload();
    await rows(page, 'Team').getByText('Grace Hopper', { exact: true }).waitFor();
    await rows(page, 'Feeds').getByText('Your calls').waitFor();
    found.push(...(await findingsInAllLooks(page, 'calendars')));
    await setLook(page, { colorScheme: 'light', width: 1280 });
    await page.getByRole('button', { name: 'Connect a calendar' }).click();
    await page.getByRole('dialog').getByLabel('Address of the calendar').waitFor();
    found.push(...(await findingsInAllLooks(page, 'calendars-connect')));
    await page.keyboard.press('Escape');
    await setLook(page, { colorScheme: 'light', width: 1280 });
    await page.getByRole('button', { name: 'Actions for ada@example.com' }).click();
    await page.getByRole('menuitem', { name: 'Choose calendars…' }).click();
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Home' }).waitFor();
    found.push(...(await findingsInAllLooks(page, 'calendars-choose')));
    await page.keyboard.press('Escape');
    await setLook(page, { colorScheme: 'light', width: 1280 });
    await page.getByRole('button', { name: 'Actions for ada@example.com' }).click();
    await page.getByRole('menuitem', { name: 'Reconnect…' }).click();
    await page
      .getByRole('dialog')
      .getByLabel(/^Password/)
      .waitFor();
    found.push(...(await findingsInAllLooks(page, 'calendars-reconnect')));
    await screenshot(page, 'calendars-reconnect-end');
    expect(found).toEqual([]);
  });
});
