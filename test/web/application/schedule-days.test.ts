import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import type { Member } from '../../support/factories.ts';
import { fromNow, presentMs } from '../../support/present.ts';
import { appForTests, loseAnswers, openAs } from '../../support/web-app.ts';

const grace = { firstName: 'Grace', lastName: 'Hall' };
const dayMs = 86_400_000;

describe.skipIf(!hasBrowser)(`days with other hours${unlessBrowser}`, () => {
  const app = appForTests();
  const dialog = (page: Page) => page.getByRole('dialog');
  const rows = (page: Page) => page.getByRole('table', { name: 'Date overrides' }).locator('tbody').getByRole('row');
  /** The day of the month view. */
  const dayOf = (page: Page, date: string) => page.locator(`.month-day[data-day="${date}"]`);
  /** A Monday that is to come, and its month is shown after so many presses. */
  const monday = (() => {
    const day = new Date(presentMs() + dayMs);
    while (day.getUTCDay() !== 1) day.setTime(day.getTime() + dayMs);
    return day.toISOString().slice(0, 10);
  })();
  const show = async (page: Page, date: string) => {
    await page.locator('.month-day').first().waitFor();
    if (date.slice(0, 7) !== fromNow().slice(0, 7)) {
      await page.getByRole('button', { name: 'The next month' }).click();
    }
  };
  const office = (member: Member) => app.schedule(member, { name: 'Office', hours: { monday: [[540, 1020]] } });
  const stored = (scheduleId: number) =>
    app.sql<{ date: string; startMinutes: number[]; endMinutes: number[] }>(
      `SELECT "date"::text AS "date", "startMinutes", "endMinutes" FROM "ScheduleOverride" WHERE "scheduleId" = $1 ORDER BY "date"`,
      [scheduleId],
    );

  browserTest.for(['OWNER', 'CLOSER', 'SETTER'] as const)(
    'a day is closed, opened at other hours, deleted and brought back by an %s',
    async (role, { newPage, expect }) => {
      const owner = await app.workspace();
      const member = role === 'OWNER' ? owner : await app.member(owner.workspaceId, role, grace);
      const id = await office(member);
      const { page, complaints } = await openAs(newPage, app, member, `/schedules/${id}`);
      await show(page, monday);
      await dayOf(page, monday).click();
      await dialog(page).getByText('No hours', { exact: true }).click();
      await dialog(page).getByRole('button', { name: 'Save the day' }).click();
      await page.getByText(/has no hours$/).waitFor();
      expect(await stored(id)).toEqual([{ date: monday, startMinutes: [], endMinutes: [] }]);
      await expect.poll(() => dayOf(page, monday).getAttribute('aria-label')).toMatch(/: No hours on this day$/);
      await dayOf(page, monday).click();
      await dialog(page).getByText('Other hours', { exact: true }).click();
      await dialog(page).getByRole('textbox', { name: 'Monday from', exact: true }).fill('10');
      await dialog(page).getByRole('textbox', { name: 'Monday to', exact: true }).fill('9');
      await dialog(page).getByRole('button', { name: 'Save the day' }).click();
      await dialog(page).getByText('Ends before it starts').waitFor();
      await dialog(page).getByRole('textbox', { name: 'Monday to', exact: true }).fill('24:00');
      await dialog(page).getByRole('button', { name: 'Save the day' }).click();
      await rows(page).filter({ hasText: '10:00 AM–12:00 AM' }).waitFor();
      const own = [{ date: monday, startMinutes: [600], endMinutes: [1440] }];
      expect(await stored(id)).toEqual(own);
      await rows(page)
        .getByRole('button', { name: /^Delete/ })
        .click();
      await page.getByText(/^Monday, .* has its weekly hours again/).waitFor();
      expect(await stored(id)).toEqual([]);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('is restored').waitFor();
      expect(await stored(id)).toEqual(own);
      expect(complaints).toEqual([]);
    },
  );

  browserTest('what is typed outlasts a reload and a lost answer', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await office(owner);
    const { page } = await openAs(newPage, app, owner, `/schedules/${id}`);
    const open = async () => {
      await show(page, monday);
      await dayOf(page, monday).click();
    };
    await open();
    await dialog(page).getByText('Other hours', { exact: true }).click();
    await dialog(page).getByRole('textbox', { name: 'Monday from', exact: true }).fill('11');
    await page.reload();
    await open();
    const from = dialog(page).getByRole('textbox', { name: 'Monday from', exact: true });
    await expect.poll(() => from.inputValue()).toMatch(/^11/);
    const restore = await loseAnswers(page);
    await dialog(page).getByRole('button', { name: 'Save the day' }).click();
    await dialog(page).getByText('The server could not be reached').waitFor();
    await restore();
    await dialog(page).getByRole('button', { name: 'Save the day' }).click();
    await page.getByText('has hours of its own').waitFor();
    expect(await stored(id)).toEqual([{ date: monday, startMinutes: [660], endMinutes: [1020] }]);
  });

  browserTest('a day that another tab gave hours meanwhile is said', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await office(owner);
    const { page } = await openAs(newPage, app, owner, `/schedules/${id}`);
    await show(page, monday);
    await dayOf(page, monday).click();
    await dialog(page).getByText('Other hours', { exact: true }).click();
    const other = { scheduleId: id, workspaceId: owner.workspaceId, date: monday, startMinutes: [], endMinutes: [] };
    await app.insert('ScheduleOverride', other);
    await dialog(page).getByRole('button', { name: 'Save the day' }).click();
    await dialog(page)
      .getByText(/already has an override for/)
      .waitFor();
    expect(await stored(id)).toHaveLength(1);
  });

  browserTest('days are reached by keyboard alone', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await office(owner);
    const { page } = await openAs(newPage, app, owner, `/schedules/${id}`);
    const inDays = (days: number) => fromNow(days * dayMs).slice(0, 10);
    const focused = () => page.evaluate('document.activeElement.dataset.day');
    await dayOf(page, inDays(0)).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe(inDays(7));
    for (let week = 2; week <= 5; week++) {
      await page.keyboard.press('ArrowDown');
      await expect.poll(focused).toBe(inDays(7 * week));
    }
    await page.keyboard.press('ArrowLeft');
    await expect.poll(focused).toBe(inDays(34));
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('button', { name: 'Save the day' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(focused).toBe(inDays(34));
  });

  browserTest('has no serious finding of axe, in all looks', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await office(owner);
    const other = { scheduleId: id, workspaceId: owner.workspaceId, date: monday };
    await app.insert('ScheduleOverride', { ...other, startMinutes: [600, 780], endMinutes: [720, 1440] });
    const { page } = await openAs(newPage, app, owner, `/schedules/${id}`, forAxe);
    await show(page, monday);
    const found = await findingsInAllLooks(page, 'schedule-days');
    await dayOf(page, monday).click();
    await dialog(page).getByRole('button', { name: 'Save the day' }).waitFor();
    found.push(...(await findingsInAllLooks(page, 'schedule-day')));
    expect(found).toEqual([]);
  });
});
