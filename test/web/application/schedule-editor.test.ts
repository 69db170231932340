import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { minuteOfTyped } from '#src/web/pages/schedules/clock.ts';
import { hoursText } from '#src/web/pages/schedules/week.ts';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import type { Member } from '../../support/factories.ts';
import { appForTests, openAs } from '../../support/web-app.ts';

const grace = { firstName: 'Grace', lastName: 'Hall' };

test.each([
  ['9', 540],
  ['09', 540],
  ['9:30', 570],
  ['930', 570],
  ['0930', 570],
  ['9.30', 570],
  ['9h30', 570],
  ['9am', 540],
  ['9 PM', 1260],
  ['9:15 p.m.', 1275],
  ['12am', 0],
  ['12 pm', 720],
  ['noon', 720],
  ['midnight', 0],
  ['23:59', 1439],
  ['24', undefined],
  ['25', undefined],
  ['9:60', undefined],
  ['13pm', undefined],
  ['0am', undefined],
  ['soon', undefined],
  ['', undefined],
])('%j is a start at minute %s', (typed, minute) => {
  expect(minuteOfTyped(typed, 'start')).toBe(minute);
});

test.each([
  ['24', 1440],
  ['24:00', 1440],
  ['0:00', 1440],
  ['12 AM', 1440],
  ['midnight', 1440],
  ['24:01', undefined],
  ['1', 60],
])('%j is an end at minute %s', (typed, minute) => {
  expect(minuteOfTyped(typed, 'end')).toBe(minute);
});

test('days with the same hours are named together, where they follow each other', () => {
  const timings = [{ startTime: '09:00', endTime: '12:00' }];
  const late = [{ startTime: '20:00', endTime: '24:00' }];
  expect(hoursText([])).toBe('No hours');
  const week = [
    { name: 'MONDAY' as const, timings },
    { name: 'TUESDAY' as const, timings },
    { name: 'THURSDAY' as const, timings },
    { name: 'FRIDAY' as const, timings: late },
  ];
  // Vitest's locale may have 12 hours or 24.
  expect(hoursText(week).replace(/\d.*?(?=;|$)/g, '…')).toBe('Mon–Tue …; Thu …; Fri …');
});

describe.skipIf(!hasBrowser)(`a schedule${unlessBrowser}`, () => {
  const app = appForTests();
  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
  const block = (page: Page, name: string) =>
    page.getByRole('region', { name: 'Week to draw on' }).getByRole('button', { name, exact: true });
  const saved = (page: Page) => page.getByText('Unsaved changes').waitFor({ state: 'detached' });

  /** From Monday to Tuesday. */
  const mondayOf = (member: Member) =>
    app.schedule(member, { name: 'Office', isDefault: true, hours: { monday: [[540, 1020]] } });

  async function storedWeek(id: number): Promise<Record<string, string>> {
    const found = await app.sql<{ weekday: string; hours: string }>(
      `SELECT d."weekday"::text AS "weekday", string_agg(t."startMinute" || '-' || t."endMinute", ' ' ORDER BY t."startMinute") AS "hours"
       FROM "ScheduleDay" d JOIN "ScheduleTiming" t ON t."workspaceId" = d."workspaceId" AND t."dayId" = d."id"
       WHERE d."scheduleId" = $1 GROUP BY d."weekday"`,
      [id],
    );
    return Object.fromEntries(found.map(({ weekday, hours }) => [weekday.toLowerCase(), hours]));
  }

  browserTest('hours are typed as people write them, and saved', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await mondayOf(owner);
    const { page, complaints } = await openAs(newPage, app, owner, `/schedules/${id}`);
    await field(page, 'Monday from').fill('0830');
    await field(page, 'Monday to').fill('12');
    await page.getByRole('button', { name: 'Add hours to Monday' }).click();
    expect(await field(page, 'Monday from').inputValue()).toBe('8:30 AM');
    await field(page, 'Monday from, 2').fill('8pm');
    await field(page, 'Monday to, 2').fill('midnight');
    await page.getByRole('switch', { name: 'Sunday' }).check();
    await field(page, 'Name').fill('Office and late');
    await save(page).click();
    await saved(page);
    expect(await field(page, 'Monday to, 2').inputValue()).toBe('12:00 AM');
    expect(await storedWeek(id)).toEqual({ monday: '510-720 1200-1440', sunday: '540-1020' });
    await page.getByRole('heading', { name: 'Office and late', level: 1 }).waitFor();
    // The same form goes on.
    await page.getByRole('button', { name: 'Remove 8:00 PM to 12:00 AM of Monday' }).click();
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Berlin');
    await page.getByRole('option', { name: 'Europe/Berlin' }).click();
    await save(page).click();
    await saved(page);
    expect(await storedWeek(id)).toEqual({ monday: '510-720', sunday: '540-1020' });
    const [stored] = await app.sql<object>('SELECT "name", "timeZone" FROM "Schedule" WHERE "id" = $1', [id]);
    expect(stored).toEqual({ name: 'Office and late', timeZone: 'Europe/Berlin' });
    expect(complaints).toEqual([]);
  });

  browserTest('what cannot be is said at the field, and nothing is sent', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await mondayOf(owner);
    const { page } = await openAs(newPage, app, owner, `/schedules/${id}`);
    await field(page, 'Monday to').fill('8');
    await field(page, 'Name').focus();
    await page.getByText('Ends before it starts').waitFor();
    expect(await field(page, 'Monday to').getAttribute('aria-invalid')).toBe('true');
    await save(page).click();
    await page.getByText('Some hours cannot be saved').waitFor();
    await field(page, 'Monday to').fill('five');
    await field(page, 'Name').focus();
    await page.getByText('Write a time, like 9:30 AM').waitFor();
    await field(page, 'Monday to').fill('17');
    await page.getByRole('button', { name: 'Add hours to Monday' }).click();
    await field(page, 'Monday from, 2').fill('16:30');
    await field(page, 'Name').focus();
    await page.getByText('Overlaps 9:00 AM–5:00 PM').waitFor();
    await save(page).click();
    await page.getByText('Some hours cannot be saved').waitFor();
    expect(await storedWeek(id)).toEqual({ monday: '540-1020' });
  });

  browserTest('hours are copied to other days', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await mondayOf(owner);
    const { page } = await openAs(newPage, app, owner, `/schedules/${id}`);
    await page.getByRole('button', { name: 'Copy to other days: the hours of Monday' }).click();
    // Tuesday to Friday are chosen already.
    await page.getByRole('checkbox', { name: 'Friday' }).uncheck();
    await page.getByRole('checkbox', { name: 'Sunday' }).check();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await save(page).click();
    await saved(page);
    const hours = '540-1020';
    expect(await storedWeek(id)).toEqual({
      monday: hours,
      tuesday: hours,
      wednesday: hours,
      thursday: hours,
      sunday: hours,
    });
  });

  browserTest('stretches are drawn, moved and resized with the mouse', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await mondayOf(owner);
    const { page } = await openAs(newPage, app, owner, `/schedules/${id}`);
    await block(page, 'Monday, 9:00 AM to 5:00 PM').scrollIntoViewIfNeeded();
    const placeOf = async (weekday: string, minute: number) => {
      const box = await page.locator(`[data-weekday="${weekday}"]`).boundingBox();
      if (!box) throw new Error(`No column of ${weekday}`);
      return { x: box.x + box.width / 2, y: box.y + (minute / 1440) * box.height };
    };
    const drag = async ([day, from]: [string, number], [toDay, to]: [string, number]) => {
      const [one, other] = [await placeOf(day, from), await placeOf(toDay, to)];
      await page.mouse.move(one.x, one.y);
      await page.mouse.down();
      await page.mouse.move((one.x + other.x) / 2, (one.y + other.y) / 2);
      await page.mouse.move(other.x, other.y);
      await page.mouse.up();
    };
    await drag(['TUESDAY', 600], ['TUESDAY', 720]);
    await block(page, 'Tuesday, 10:00 AM to 12:00 PM').waitFor();
    await drag(['TUESDAY', 660], ['WEDNESDAY', 960]);
    await block(page, 'Wednesday, 3:00 PM to 5:00 PM').waitFor();
    await drag(['MONDAY', 1018], ['MONDAY', 1140]);
    await block(page, 'Monday, 9:00 AM to 7:00 PM').waitFor();
    await drag(['MONDAY', 542], ['MONDAY', 495]);
    await block(page, 'Monday, 8:15 AM to 7:00 PM').waitFor();
    // Nothing is moved onto something else: it stays where it was last shown, between the two. And nothing leaves the day.
    await drag(['WEDNESDAY', 960], ['MONDAY', 960]);
    await block(page, 'Tuesday, 3:00 PM to 5:00 PM').waitFor();
    await drag(['TUESDAY', 960], ['WEDNESDAY', 1439]);
    await block(page, 'Wednesday, 10:00 PM to 12:00 AM').waitFor();
    expect(await field(page, 'Wednesday to').inputValue()).toBe('12:00 AM');
    await save(page).click();
    await saved(page);
    expect(await storedWeek(id)).toEqual({ monday: '495-1140', wednesday: '1320-1440' });
  });

  browserTest('the grid is used by keyboard alone', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await mondayOf(owner);
    const { page } = await openAs(newPage, app, owner, `/schedules/${id}`);
    const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")');
    await page.getByRole('button', { name: 'Tue: draw hours on Tuesday' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Tuesday, 9:00 AM to 10:00 AM');
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe('Tuesday, 9:15 AM to 10:15 AM');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(focused).toBe('Tuesday, 9:00 AM to 10:30 AM');
    // Monday is taken then.
    await page.keyboard.press('ArrowLeft');
    await page.getByText('There is no room').waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(focused).toBe('Wednesday, 9:00 AM to 10:30 AM');
    await block(page, 'Monday, 9:00 AM to 5:00 PM').focus();
    await page.keyboard.press('Delete');
    await expect.poll(focused).toBe('Mon: draw hours on Monday');
    await page.keyboard.press('Control+s');
    await saved(page);
    expect(await storedWeek(id)).toEqual({ wednesday: '540-630' });
  });

  browserTest('what is typed outlasts a reload and a lost answer', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await mondayOf(owner);
    const { page } = await openAs(newPage, app, owner, `/schedules/${id}`);
    await field(page, 'Monday from').fill('7');
    await page.reload();
    await expect.poll(() => field(page, 'Monday from').inputValue()).toMatch(/^7/);
    // The server does it, but its answer is lost.
    await page.route('**/graphql', async (route) => {
      const isRead = !JSON.stringify(route.request().postDataJSON()).includes('SaveSchedule');
      if (isRead) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await save(page).click();
    await page.getByText('The server could not be reached').waitFor();
    expect(await storedWeek(id)).toEqual({ monday: '420-1020' });
    expect(await field(page, 'Monday from').inputValue()).toMatch(/^7/);
    await page.unroute('**/graphql');
    await save(page).click();
    await saved(page);
    // The draft is over, and the next one begins with what is stored.
    await field(page, 'Monday to').fill('6pm');
    await page.reload();
    await expect.poll(() => field(page, 'Monday to').inputValue()).toMatch(/^6/);
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await field(page, 'Monday to').inputValue()).toBe('5:00 PM');
    await page.reload();
    await block(page, 'Monday, 7:00 AM to 5:00 PM').waitFor();
  });

  browserTest('what another tab changed meanwhile is said before it is replaced', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await mondayOf(owner);
    const one = await openAs(newPage, app, owner, `/schedules/${id}`);
    const other = await openAs(newPage, app, owner, `/schedules/${id}`);
    await field(other.page, 'Monday from').fill('10');
    await field(one.page, 'Monday from').fill('8');
    await field(one.page, 'Name').fill('Early');
    await save(one.page).click();
    await saved(one.page);
    await save(other.page).click();
    await other.page.getByText('It is now Mon 8:00 AM–5:00 PM').waitFor();
    expect(await storedWeek(id)).toEqual({ monday: '480-1020' });
    await save(other.page).click();
    await saved(other.page);
    // Only the hours were typed there, so the new name stays.
    await other.page.getByRole('heading', { name: 'Early', level: 1 }).waitFor();
    expect(await storedWeek(id)).toEqual({ monday: '600-1020' });
    // Who comes back to a tab in which nothing is typed sees what is stored.
    await one.page.evaluate('window.dispatchEvent(new Event("focus"))');
    await expect.poll(() => field(one.page, 'Monday from').inputValue()).toBe('10:00 AM');
    // Whoever has typed something reads it.
    await field(one.page, 'Monday from').fill('11');
    await field(other.page, 'Monday from').fill('12');
    await save(other.page).click();
    await saved(other.page);
    await one.page.evaluate('window.dispatchEvent(new Event("focus"))');
    await one.page.getByText('It is now Mon 12:00 PM–5:00 PM').waitFor();
    await one.page.getByRole('button', { name: 'Discard' }).click();
    expect(await field(one.page, 'Monday from').inputValue()).toBe('12:00 PM');
    expect(await save(one.page).isDisabled()).toBe(true);
  });

  browserTest.for(['CLOSER', 'SETTER'] as const)('a %s saves the own one', async (role, { newPage, expect }) => {
    const owner = await app.workspace();
    const member = await app.member(owner.workspaceId, role, grace);
    const id = await mondayOf(member);
    const { page } = await openAs(newPage, app, member, `/schedules/${id}`);
    await page.getByRole('switch', { name: 'Monday' }).uncheck();
    await save(page).click();
    await saved(page);
    expect(await storedWeek(id)).toEqual({});
  });

  browserTest('has no serious finding of axe, in all looks', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await mondayOf(owner);
    const { page } = await openAs(newPage, app, owner, `/schedules/${id}`, forAxe);
    await block(page, 'Monday, 9:00 AM to 5:00 PM').waitFor();
    await page.getByRole('button', { name: 'Add hours to Monday' }).click();
    await field(page, 'Monday from, 2').fill('16:30');
    await field(page, 'Name').focus();
    await page.getByText('Overlaps').waitFor();
    const found = await findingsInAllLooks(page, 'schedule');
    expect(found).toEqual([]);
  });
});
