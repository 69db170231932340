import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import type { ScheduleDraft } from '../../support/factories.ts';
import { fromNow } from '../../support/present.ts';
import { timeOff } from '../../support/schedules.ts';
import { addressOf, appForTests, loseAnswers, openAs } from '../../support/web-app.ts';

const grace = { firstName: 'Grace', lastName: 'Hall' };
const office: ScheduleDraft['hours'] = { monday: [[540, 1020]], tuesday: [[540, 1020]], friday: [[600, 720]] };

describe.skipIf(!hasBrowser)(`Schedules${unlessBrowser}`, () => {
  const app = appForTests();
  const rows = (page: Page) => page.getByRole('table', { name: 'Schedules' }).locator('tbody').getByRole('row');
  const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
  const menuItem = async (page: Page, schedule: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${schedule}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const schedulesOf = (userId: number) =>
    app.sql<{ name: string; isDefault: boolean; timeZone: string }>(
      'SELECT "name", "isDefault", "timeZone" FROM "Schedule" WHERE "userId" = $1 ORDER BY "name"',
      [userId],
    );

  browserTest(
    'an owner sees hours, zone, default and events of the own schedules, and those of a chosen member',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const closer = await app.member(owner.workspaceId, 'CLOSER', grace);
      const eventId = await app.event(owner, { name: 'Growth review' });
      await app.schedule(owner, {
        name: 'Office',
        timeZone: 'America/New_York',
        isDefault: true,
        hours: office,
        eventIds: [eventId],
      });
      await app.schedule(closer, { name: 'Evenings' });
      const { page, complaints, origins } = await openAs(newPage, app, owner, '/schedules');
      const row = rowOf(page, 'Office');
      await row.filter({ hasText: 'Default' }).filter({ hasText: 'Growth review' }).waitFor();
      expect(await row.textContent()).toContain('Mon–Tue 9:00 AM–5:00 PM; Fri 10:00 AM–12:00 PM');
      expect(await row.textContent()).toContain('America/New York');
      await page.getByRole('combobox', { name: 'Member' }).click();
      await page.getByRole('option', { name: 'Grace Hall' }).click();
      await page.waitForURL(new RegExp(`user=${closer.userId}`));
      await rowOf(page, 'Evenings').filter({ hasText: 'No hours' }).filter({ hasText: 'No event' }).waitFor();
      expect(await rowOf(page, 'Office').count()).toBe(0);
      await page.reload();
      await rowOf(page, 'Evenings').getByRole('link').click();
      await page.getByText('Of Grace Hall').waitFor();
      await page.locator('.back-link').click();
      await rowOf(page, 'Evenings').waitFor();
      expect(complaints).toEqual([]);
      expect([...origins]).toEqual([addressOf(app)]);
    },
  );

  browserTest.for(['CLOSER', 'SETTER'] as const)(
    'a %s sees and makes the own schedules alone',
    async (role, { newPage, expect }) => {
      const owner = await app.workspace();
      const member = await app.member(owner.workspaceId, role, grace);
      const foreign = await app.schedule(owner, { name: 'Of the owner' });
      const { page } = await openAs(newPage, app, member, `/schedules?user=${owner.userId}`);
      await page.getByText('No schedules yet').waitFor();
      expect(await page.getByRole('combobox', { name: 'Member' }).count()).toBe(0);
      await page.getByRole('button', { name: 'New schedule' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'New schedule' });
      await dialog.getByRole('button', { name: 'Create schedule' }).click();
      await dialog.getByText('Enter a name').waitFor();
      await dialog.getByRole('textbox', { name: 'Name' }).fill('My hours');
      await dialog.getByRole('button', { name: 'Create schedule' }).click();
      await page.waitForURL(/schedules[/]\d+$/);
      await page.getByRole('heading', { name: 'My hours', level: 1 }).waitFor();
      expect(await schedulesOf(member.userId)).toEqual([{ name: 'My hours', isDefault: true, timeZone: 'UTC' }]);
      await page.goto(`${addressOf(app)}/schedules/${foreign}`);
      await page.getByText('This no longer exists').waitFor();
    },
  );

  browserTest('a new schedule outlasts a lost answer and a reload, and is made once', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await app.schedule(owner, { name: 'Office', hours: office, isDefault: true });
    const { page } = await openAs(newPage, app, owner, '/schedules');
    await rowOf(page, 'Office').waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'New schedule' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Copy of it');
    await dialog.getByRole('combobox', { name: 'Start with' }).click();
    await page.getByRole('option', { name: 'The hours of “Office”' }).click();
    await page.reload();
    await rowOf(page, 'Office').waitFor();
    await page.keyboard.press('n');
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Copy of it');
    const restore = await loseAnswers(page);
    await dialog.getByRole('button', { name: 'Create schedule' }).click();
    await dialog.getByText('The server could not be reached').waitFor();
    await restore();
    await dialog.getByRole('button', { name: 'Create schedule' }).click();
    await page.getByRole('heading', { name: 'Copy of it', level: 1 }).waitFor();
    expect((await schedulesOf(owner.userId)).map(({ name }) => name)).toEqual(['Copy of it', 'Office']);
    expect(await page.getByRole('textbox', { name: 'Friday from' }).inputValue()).toBe('10:00 AM');
  });

  browserTest('another schedule becomes the default, and that is taken back', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await app.schedule(owner, { name: 'First', isDefault: true });
    await app.schedule(owner, { name: 'Second' });
    const { page } = await openAs(newPage, app, owner, '/schedules');
    const defaults = async () => (await schedulesOf(owner.userId)).map(({ isDefault }) => isDefault);
    await menuItem(page, 'Second', 'Set as default');
    await page.getByText('“Second” is the default').waitFor();
    await rowOf(page, 'Second').filter({ hasText: 'Default' }).waitFor();
    expect(await rowOf(page, 'First').filter({ hasText: 'Default' }).count()).toBe(0);
    expect(await defaults()).toEqual([false, true]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('“First” is the default').waitFor();
    expect(await defaults()).toEqual([true, false]);
  });

  browserTest('what still needs a schedule is said, and one that nothing needs goes', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const eventId = await app.event(owner, { name: 'Growth review' });
    await app.schedule(owner, { name: 'Main', isDefault: true });
    await app.schedule(owner, { name: 'Hosting', eventIds: [eventId] });
    const spare = await app.schedule(owner, { name: 'Spare' });
    const { page } = await openAs(newPage, app, owner, '/schedules');
    await menuItem(page, 'Hosting', 'Delete…');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 event uses it: Growth review').waitFor();
    expect(await dialog.getByRole('button', { name: 'Delete the schedule' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
    await menuItem(page, 'Main', 'Delete…');
    await dialog.getByText('Set another schedule as the default first').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // In another tab it is given to a host meanwhile.
    await menuItem(page, 'Spare', 'Delete…');
    const other = await app.event(owner, { name: 'Just made' });
    await app.insert('EventHost', { ...owner, eventId: other, scheduleId: spare });
    await dialog.getByRole('button', { name: 'Delete the schedule' }).click();
    await dialog.getByText('Just made').waitFor();
    await app.sql('DELETE FROM "EventHost" WHERE "eventId" = $1', [other]);
    await dialog.getByRole('button', { name: 'Delete the schedule' }).click();
    await page.getByText('“Spare” is deleted').waitFor();
    await rowOf(page, 'Spare').waitFor({ state: 'detached' });
    expect((await schedulesOf(owner.userId)).map(({ name }) => name)).toEqual(['Hosting', 'Main']);
  });

  const inDays = (days: number) => fromNow(days * 86_400_000).slice(0, 10);
  const offs = (page: Page) => page.getByRole('table', { name: 'Time off' }).locator('tbody').getByRole('row');
  const storedOff = async (userId: number) =>
    (
      await app.sql<{ startTime: Date; endTime: Date }>(
        'SELECT "startTime", "endTime" FROM "TimeOff" WHERE "userId" = $1 ORDER BY "startTime"',
        [userId],
      )
    ).map(({ startTime, endTime }) => [new Date(startTime).toISOString(), new Date(endTime).toISOString()]);

  browserTest.for(['OWNER', 'CLOSER', 'SETTER'] as const)(
    'the time off of a member is entered, changed, deleted and brought back by an %s',
    async (role, { newPage, expect }) => {
      const owner = await app.workspace();
      const member = await app.member(owner.workspaceId, role === 'OWNER' ? 'CLOSER' : role, grace);
      await app.sql(`UPDATE "User" SET "timeZone" = 'Asia/Tokyo' WHERE "id" = $1`, [member.userId]);
      const viewer = role === 'OWNER' ? owner : member;
      const path = role === 'OWNER' ? `/schedules?user=${member.userId}` : '/schedules';
      const { page } = await openAs(newPage, app, viewer, path);
      await page.getByText('No time off', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Block time' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('In Asia/Tokyo').waitFor();
      await dialog.getByLabel('First day').fill(inDays(10));
      await dialog.getByLabel('Last day').fill(inDays(9));
      await dialog.getByRole('button', { name: 'Block time' }).click();
      await dialog.getByText('Ends before it starts').waitFor();
      await dialog.getByLabel('Last day').fill(inDays(11));
      await dialog.getByRole('button', { name: 'Block time' }).click();
      await page.getByText('The time is blocked').waitFor();
      // Whole days are days of Tokyo, nine hours before UTC.
      const whole = [[`${inDays(9)}T15:00:00.000Z`, `${inDays(11)}T15:00:00.000Z`]];
      expect(await storedOff(member.userId)).toEqual(whole);
      await offs(page)
        .getByRole('button', { name: /^Delete/ })
        .click();
      await page.getByText('is deleted').waitFor();
      expect(await storedOff(member.userId)).toEqual([]);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('is restored').waitFor();
      expect(await storedOff(member.userId)).toEqual(whole);
      await offs(page)
        .getByRole('button', { name: /^Change/ })
        .click();
      expect(await dialog.getByLabel('Last day').inputValue()).toBe(inDays(11));
      await dialog.getByText('Part of a day').click();
      await dialog.getByRole('textbox', { name: 'From, time' }).fill('1330');
      await dialog.getByRole('textbox', { name: 'To, time' }).fill('3pm');
      await dialog.getByLabel('To', { exact: true }).fill(inDays(10));
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('The time off is saved').waitFor();
      await offs(page).filter({ hasText: '1:30 PM–3:00 PM' }).waitFor();
      expect(await storedOff(member.userId)).toEqual([[`${inDays(10)}T04:30:00.000Z`, `${inDays(10)}T06:00:00.000Z`]]);
    },
  );

  browserTest('time off outlasts a lost answer and a reload, and is entered once', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page } = await openAs(newPage, app, owner, '/schedules');
    const dialog = page.getByRole('dialog');
    const enter = () => page.getByRole('button', { name: 'Block time' }).click();
    await enter();
    await dialog.getByLabel('First day').fill(inDays(20));
    await page.reload();
    await enter();
    await expect.poll(() => dialog.getByLabel('First day').inputValue()).toBe(inDays(20));
    const restore = await loseAnswers(page);
    await dialog.getByRole('button', { name: 'Block time' }).click();
    await dialog.getByText('The server could not be reached').waitFor();
    await restore();
    await dialog.getByRole('button', { name: 'Block time' }).click();
    await page.getByText('The time is blocked').waitFor();
    expect(await storedOff(owner.userId)).toHaveLength(1);
  });

  browserTest('has no serious finding of axe, in all looks', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await app.member(owner.workspaceId, 'CLOSER', grace);
    const { page } = await openAs(newPage, app, owner, '/schedules', forAxe);
    await page.getByText('No schedules yet').waitFor();
    const found = await findingsInAllLooks(page, 'schedules-empty');
    await app.schedule(owner, { name: 'Main', isDefault: true, hours: office });
    await app.schedule(owner, { name: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim() });
    await timeOff(app, owner);
    await page.reload();
    await rowOf(page, 'Main').waitFor();
    await offs(page).first().waitFor();
    found.push(...(await findingsInAllLooks(page, 'schedules')));
    await page.getByRole('button', { name: 'New schedule' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor();
    found.push(...(await findingsInAllLooks(page, 'schedules-new')));
    expect(found).toEqual([]);
  });
});
