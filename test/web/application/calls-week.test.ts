import type { Locator, Page } from 'playwright-core';
import { describe } from 'vitest';
import { allRules, findingsInAllLooks } from '../../support/accessibility.ts';
import { browserTest, forAxe, hasBrowser, type NewPage, settled, unlessBrowser } from '../../support/browser.ts';
import type { Member } from '../../support/factories.ts';
import { present } from '../../support/present.ts';
import { pause } from '../../support/waiting.ts';
import { addressOf, appForTests, notice, openAs, readsOf } from '../../support/web-app.ts';

const grace = { firstName: 'Grace', lastName: 'Hall' };
/** A Monday. */
/** Of a year that no clock of today is in, so that each date has it beside it, with the days of the week of 2027. */
const monday = '2094-03-08';
const week = `/calls?view=week&week=${monday}`;

describe.skipIf(!hasBrowser)(`The week of calls${unlessBrowser}`, () => {
  const app = appForTests();
  /** Where weeks begin on a Monday. */
  const british = { locale: 'en-GB' } as const;
  const dayOf = (page: Page, name: string) => page.getByRole('region', { name });
  const block = (scope: Page | Locator, name: string) => scope.getByRole('link').filter({ hasText: name });
  const record = (page: Page) => page.getByRole('complementary', { name: 'The call' });
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error('It is not shown');
    return { ...box, right: box.x + box.width, bottom: box.y + box.height };
  };
  const setZone = ({ userId }: Member, zone: string) =>
    app.sql('UPDATE "User" SET "timeZone" = $2 WHERE "id" = $1', [userId, zone]);
  const focusedName = (page: Page) => page.evaluate('document.activeElement.querySelector("bdi")?.textContent');

  browserTest('blocks are at their hours, overlaps side by side, each with its host', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const closer = await app.member(owner.workspaceId, 'CLOSER', grace);
    const other = await app.member(owner.workspaceId, 'CLOSER', { firstName: 'Otto', lastName: 'Other' });
    await app.call(owner, { inviteeName: 'Ann First', dateTime: `${monday}T09:00:00.000Z` });
    await app.call(closer, { inviteeName: 'Bea Second', dateTime: `${monday}T09:15:00.000Z`, duration: 60 });
    await app.call(other, { inviteeName: 'Cal Third', dateTime: `${monday}T09:30:00.000Z`, duration: 45 });
    await app.call(owner, { inviteeName: 'Dee Early', dateTime: '2094-03-10T05:30:00.000Z' });
    await app.call(owner, { inviteeName: 'Eve Short', dateTime: '2094-03-11T10:00:00.000Z', duration: 5 });
    await app.call(owner, { inviteeName: 'Not Here', dateTime: '2094-03-15T09:00:00.000Z' });
    const { page, complaints } = await openAs(newPage, app, owner, '/calls', british);
    await page.getByText('6 calls').waitFor();
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Week').click();
    await page.getByRole('heading', { name: 'Calls' }).waitFor();
    // Any day names its week.
    await page.goto(`${addressOf(app)}/calls?view=week&week=2094-03-12`);
    await page.getByRole('heading', { name: 'March 8 – 14, 2094' }).waitFor();
    await page.getByText('5 calls', { exact: true }).waitFor();
    const day = dayOf(page, 'Monday, March 8, 2094');
    const [first, second, third] = await Promise.all(
      ['Ann First', 'Bea Second', 'Cal Third'].map((name) => boxOf(block(day, name))),
    );
    if (!first || !second || !third) throw new Error('Not all blocks are there');
    expect(second.x).toBeGreaterThanOrEqual(first.right);
    // The third begins when the first is over, and takes its place.
    expect(Math.abs(third.x - first.x)).toBeLessThan(2);
    expect(third.y).toBeGreaterThan(first.bottom);
    const quarter = second.y - first.y;
    expect(Math.abs(third.y - first.y - 2 * quarter)).toBeLessThan(2);
    // Five minutes have as much room as half an hour, so that both names fit.
    const short = await boxOf(block(page, 'Eve Short'));
    expect(Math.abs(short.height - first.height)).toBeLessThan(2);
    expect(Math.abs(short.y - first.y - 4 * quarter)).toBeLessThan(2);
    // The hours begin with the earliest call.
    expect(await page.locator('.call-week-hours span').first().textContent()).toMatch(/^0?6/);
    const colors = await page
      .locator('.call-block')
      .evaluateAll((all) =>
        all.map((each) => [
          getComputedStyle(each as Element).borderLeftColor,
          (each as Element).children[1]?.textContent,
        ]),
      );
    expect(colors.map(([, host]) => host)).toEqual(['Ada Price', 'Grace Hall', 'Otto Other', 'Ada Price', 'Ada Price']);
    expect(new Set(colors.map(([color]) => color)).size).toBe(3);
    const hosts = await page.getByRole('list', { name: 'Hosts' }).getByRole('listitem').allTextContents();
    expect(hosts.sort()).toEqual(['Ada Price', 'Grace Hall', 'Otto Other']);
    expect(complaints).toEqual([]);
  });

  browserTest('a call over midnight is on both days, and reached once by keys', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await app.call(owner, { inviteeName: 'Sue Sunday', dateTime: '2094-03-07T23:30:00.000Z', duration: 60 });
    await app.call(owner, { inviteeName: 'Over Sunday', dateTime: '2094-03-07T22:30:00.000Z', duration: 60 });
    await app.call(owner, { inviteeName: 'Nell Night', dateTime: '2094-03-09T23:00:00.000Z', duration: 120 });
    await app.call(owner, { inviteeName: 'Last Sunday', dateTime: '2094-03-14T23:45:00.000Z', duration: 15 });
    const { page } = await openAs(newPage, app, owner, week, british);
    await page.getByText('3 calls', { exact: true }).waitFor();
    await block(dayOf(page, 'Monday, March 8, 2094'), 'Sue Sunday').waitFor();
    const late = await boxOf(block(dayOf(page, 'Tuesday, March 9, 2094'), 'Nell Night'));
    const early = await boxOf(block(dayOf(page, 'Wednesday, March 10, 2094'), 'Nell Night'));
    expect(Math.abs(late.height - early.height)).toBeLessThan(2);
    expect(late.y).toBeGreaterThan(early.y + 20 * early.height);
    const last = await boxOf(block(dayOf(page, 'Sunday, March 14, 2094'), 'Last Sunday'));
    expect(last.bottom).toBeLessThanOrEqual(late.bottom + 1);
    const reached = [];
    for (let count = 0; count < 3; count++) {
      await page.keyboard.press('j');
      reached.push(await focusedName(page));
    }
    expect(reached).toEqual(['Nell Night', 'Last Sunday', 'Last Sunday']);
    await block(dayOf(page, 'Wednesday, March 10, 2094'), 'Nell Night').click();
    await record(page).getByRole('heading', { name: 'Nell Night' }).waitFor();
  });

  browserTest('the day is in sight, and the night before it by scrolling or by keys', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await app.call(owner, { inviteeName: 'Nell Night', dateTime: '2094-03-09T02:00:00.000Z' });
    await app.call(owner, { inviteeName: 'Dan Day', dateTime: '2094-03-09T09:00:00.000Z' });
    const { page } = await openAs(newPage, app, owner, week, british);
    const scroll = await boxOf(page.locator('.call-week-scroll'));
    const title = await boxOf(page.getByRole('heading', { name: 'Tue 9' }));
    const day = await boxOf(block(page, 'Dan Day'));
    expect((await boxOf(block(page, 'Nell Night'))).bottom).toBeLessThan(scroll.y);
    expect(Math.abs(title.y - scroll.y)).toBeLessThan(2);
    // It begins at eight: an hour is above the call.
    expect(Math.abs(day.y - title.bottom - 68)).toBeLessThan(20);
    await page.keyboard.press('j');
    expect(await focusedName(page)).toBe('Nell Night');
    const night = await boxOf(block(page, 'Nell Night'));
    expect(night.y).toBeGreaterThanOrEqual(title.bottom - 1);
    expect(night.bottom).toBeLessThan(scroll.bottom);
  });

  browserTest('hours are those of the clock where it changes', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await setZone(owner, 'Europe/Berlin');
    await app.call(owner, { inviteeName: 'Before Change', dateTime: '2094-03-27T08:00:00.000Z' });
    await app.call(owner, { inviteeName: 'After Change', dateTime: '2094-03-28T07:00:00.000Z' });
    await app.call(owner, { inviteeName: 'First Half', dateTime: '2094-10-31T00:30:00.000Z' });
    await app.call(owner, { inviteeName: 'Again Half', dateTime: '2094-10-31T01:30:00.000Z' });
    await app.call(owner, { inviteeName: 'Noon Call', dateTime: '2094-10-31T11:00:00.000Z' });
    const { page } = await openAs(newPage, app, owner, '/calls?view=week&week=2094-03-22', british);
    await page.getByText('Times in Berlin time').waitFor();
    const spring = dayOf(page, 'Sunday, March 28, 2094');
    await spring.getByText('Clocks change').waitFor();
    expect(await page.getByText('Clocks change').count()).toBe(1);
    const [before, after] = [await boxOf(block(page, 'Before Change')), await boxOf(block(page, 'After Change'))];
    expect(Math.abs(before.y - after.y)).toBeLessThan(1);
    expect(await block(page, 'After Change').textContent()).toContain('9:00');
    await page.goto(`${addressOf(app)}/calls?view=week&week=2094-10-25`);
    const autumn = dayOf(page, 'Sunday, October 31, 2094');
    await autumn.getByText('Clocks change').waitFor();
    // Both are at half past two.
    const [one, again] = [await boxOf(block(autumn, 'First Half')), await boxOf(block(autumn, 'Again Half'))];
    expect(Math.abs(one.y - again.y)).toBeLessThan(1);
    expect(again.x).toBeGreaterThanOrEqual(one.right);
    expect(await block(autumn, 'Noon Call').textContent()).toContain('12:00');
  });

  browserTest('by keys to other weeks, from call to call, into one and to its outcome', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const closer = await app.member(owner.workspaceId, 'CLOSER', grace);
    await app.call(owner, { inviteeName: 'Bea Second', dateTime: `${monday}T11:00:00.000Z` });
    await app.call(closer, { inviteeName: 'Ann First', dateTime: `${monday}T09:00:00.000Z` });
    const id = await app.call(owner, { inviteeName: 'Cal Third', dateTime: '2094-03-09T08:00:00.000Z' });
    await app.call(owner, { inviteeName: 'Nia Next', dateTime: '2094-03-15T08:00:00.000Z' });
    const { page } = await openAs(newPage, app, owner, week, british);
    await page.getByText('3 calls', { exact: true }).waitFor();
    const reached = [];
    for (const key of ['j', 'j', 'j', 'k', 'j']) {
      await page.keyboard.press(key);
      reached.push(await focusedName(page));
    }
    expect(reached).toEqual(['Ann First', 'Bea Second', 'Cal Third', 'Bea Second', 'Cal Third']);
    await page.keyboard.press('e');
    await page.getByRole('dialog').getByRole('radio', { name: 'Won' }).check();
    await page.keyboard.press('Enter');
    await notice(page, 'Cal Third: won').waitFor();
    await block(page, 'Cal Third').filter({ hasText: 'Won' }).waitFor();
    expect(await app.sql('SELECT "outcome" FROM "EventCall" WHERE "id" = $1', [id])).toEqual([{ outcome: 'WON' }]);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await record(page).getByRole('heading', { name: 'Cal Third' }).waitFor();
    expect(new URL(page.url()).search).toBe(`?view=week&week=${monday}`);
    await page.keyboard.press('Escape');
    await record(page).waitFor({ state: 'detached' });
    expect(await focusedName(page)).toBe('Cal Third');
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'March 15 – 21, 2094' }).waitFor();
    await block(page, 'Nia Next').waitFor();
    expect(await block(page, 'Ann First').count()).toBe(0);
    await page.keyboard.press('p');
    await block(page, 'Ann First').waitFor();
    await page.getByRole('button', { name: 'Previous week' }).click();
    await page.getByRole('heading', { name: 'March 1 – 7, 2094' }).waitFor();
    await page.keyboard.press('t');
    await expect.poll(() => new URL(page.url()).search).toBe('?view=week');
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    for (const title of ['Next week', 'Previous week', 'This week', 'Next call']) await keys.getByText(title).waitFor();
  });

  browserTest('has the filters of the list, but neither period nor order', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const closer = await app.member(owner.workspaceId, 'CLOSER', grace);
    await app.call(owner, { inviteeName: 'Ann First', dateTime: `${monday}T09:00:00.000Z` });
    await app.call(owner, { inviteeName: 'Cal Off', dateTime: `${monday}T10:00:00.000Z`, status: 'CANCELLED' });
    await app.call(closer, { inviteeName: 'Gus Grace', dateTime: `${monday}T10:00:00.000Z` });
    const list = 'when=past&from=2020-01-01&to=2020-02-01&orderColumn=id&orderBy=desc';
    const { page } = await openAs(newPage, app, owner, `${week}&${list}`, british);
    const reads = readsOf(page, 'Calls');
    await page.getByText('3 calls', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Clear' }).count()).toBe(0);
    const off = block(page, 'Cal Off');
    expect(await off.evaluate((element) => getComputedStyle(element as Element).textDecorationLine)).toBe(
      'line-through',
    );
    expect(await off.textContent()).toContain('Cancelled');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Scheduled' }).click();
    await page.getByText('2 calls', { exact: true }).waitFor();
    expect(await off.count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Host' }).click();
    await page.getByRole('option', { name: 'Grace Hall' }).click();
    await page.getByText('1 call', { exact: true }).waitFor();
    expect(reads.at(-1)).toMatchObject({
      types: ['scheduled_events'],
      userIds: [closer.userId],
      dateFrom: '2094-03-07T00:00:00.000Z',
      dateTo: '2094-03-14T23:59:59.999Z',
      orderColumn: 'dateTime',
      orderBy: 'asc',
    });
    expect(reads.at(-1)?.eventType).toBeUndefined();
    for (const label of ['From', 'To', 'Order']) expect(await page.getByLabel(label, { exact: true }).count()).toBe(0);
    expect(await page.getByRole('radiogroup', { name: 'When' }).count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Search calls' }).fill('nobody');
    await page.getByText('No call this week fits these filters').waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByText('3 calls', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('week')).toBe(monday);
  });

  browserTest('reads a week whole, and says where it does not', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const id = await app.call(owner, { inviteeName: 'Sam', dateTime: `${monday}T09:00:00.000Z`, status: 'CANCELLED' });
    const more = (count: number) =>
      app.writeCalls(
        owner.workspaceId,
        `INSERT INTO "EventCall" ("workspaceId", "previewId", "userId", "callType", "timeZone", "location", "status",
           "inviteeName", "inviteeEmail", "inviteeKey", "eventId", "contactId", "dateTime", "endTime", "duration", "utm")
         SELECT "workspaceId", "previewId" || '_' || n || '_${count}', "userId", "callType", "timeZone", "location", "status",
           "inviteeName" || ' ' || n, "inviteeEmail", "inviteeKey", "eventId", "contactId",
           "dateTime" + n * interval '5 minutes', "endTime" + n * interval '5 minutes', "duration", "utm"
         FROM "EventCall", generate_series(1, ${count}) AS n WHERE "workspaceId" = $1 AND "id" = $2 RETURNING *`,
        [owner.workspaceId, id],
      );
    await more(129);
    const { page } = await openAs(newPage, app, owner, '/docs', british);
    const reads = readsOf(page, 'Calls');
    await page.goto(addressOf(app) + week);
    await page.getByText('130 calls', { exact: true }).waitFor();
    // What the first page has may have come with the document.
    expect(reads.at(-1)).toMatchObject({ limit: 100, cursor: expect.not.stringMatching('start') });
    await more(900);
    await page.reload();
    await page.getByText('These are the first 1,000 calls of the week.').waitFor();
    await page.getByText('1,000 calls', { exact: true }).waitFor();
  });

  browserTest(
    'an empty week says what to do, and one that could not be read is tried again',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const { page } = await openAs(newPage, app, owner, week, british);
      await page.getByText('No calls this week').waitFor();
      await page.getByRole('button', { name: 'Go to this week' }).click();
      await expect.poll(() => new URL(page.url()).search).toBe('?view=week');
      expect(await page.getByRole('button', { name: 'Go to this week' }).count()).toBe(0);
      await app.call(owner, { inviteeName: 'Ann First', dateTime: '2094-03-17T09:00:00.000Z' });
      await page.route('**/graphql', (route) => route.abort('connectionreset'));
      await page.goBack();
      await page.keyboard.press('n');
      await page.getByRole('alert').getByText('The server could not be reached').waitFor();
      expect(await page.getByText('No calls this week').count()).toBe(0);
      await page.unrouteAll({ behavior: 'wait' });
      await page.getByRole('button', { name: 'Try again' }).click();
      await block(page, 'Ann First').waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    },
  );

  browserTest('weeks begin on the day on which the locale of the browser begins them', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await app.call(owner, { inviteeName: 'Sue Sunday', dateTime: '2094-03-07T12:00:00.000Z' });
    const { page } = await openAs(newPage, app, owner, week, { locale: 'en-US' });
    const title = page.getByRole('heading', { name: 'March 7 – 13, 2094' });
    await title.waitFor();
    await page.goto(`${addressOf(app)}/calls?view=week&week=2094-03-07`);
    await title.waitFor();
    expect(await page.getByRole('region', { name: /2094/ }).first().getAttribute('aria-label')).toBe(
      'Sunday, March 7, 2094',
    );
  });

  browserTest('a closer sees the own week, with a line for now', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const closer = await app.member(owner.workspaceId, 'CLOSER', grace);
    const dateTime = `${monday}T12:00:00.000Z`;
    await app.call(owner, { inviteeName: 'Olga Owner', dateTime });
    await app.call(closer, { inviteeName: 'Mia Mine', dateTime });
    const newPageAtNoon: NewPage = async (options) => {
      const opened = await newPage(options);
      await opened.page.clock.setFixedTime(`${monday}T12:10:00.000Z`);
      return opened;
    };
    const { page } = await openAs(newPageAtNoon, app, closer, week, british);
    await block(page, 'Mia Mine').first().waitFor();
    expect(await block(page, 'Olga Owner').count()).toBe(0);
    const line = await boxOf(page.locator('.call-week-now'));
    const box = await boxOf(block(page, 'Mia Mine'));
    expect(line.y).toBeGreaterThan(box.y - 1);
    expect(line.y).toBeLessThan(box.bottom);
    expect(await page.locator('.call-week-title[aria-current="date"]').count()).toBe(1);
  });

  browserTest('a phone has a list of days, and nothing moves while a week is read', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await app.call(owner, { inviteeName: 'Sue Sunday', dateTime: '2094-03-07T23:30:00.000Z', duration: 60 });
    await app.call(owner, { inviteeName: 'Nell Night', dateTime: '2094-03-09T23:00:00.000Z', duration: 120 });
    await app.call(owner, { inviteeName: 'Dee Early', dateTime: '2094-03-11T05:00:00.000Z' });
    for (const width of [390, 1280]) {
      const { page } = await openAs(newPage, app, owner, '/calls', { ...british, viewport: { width, height: 900 } });
      await page.addInitScript(observeShifts);
      await page.route('**/graphql', async (route) => {
        await pause(400);
        await route.continue();
      });
      await page.goto(addressOf(app) + week);
      await page.getByText('3 calls', { exact: true }).waitFor();
      await settled(page);
      expect(await page.evaluate('window.shifted'), `${width}`).toBeLessThan(0.01);
      expect(await page.locator('.call-week-column').count()).toBe(width === 390 ? 0 : 7);
      if (width !== 390) continue;
      const texts = await page.locator('.call-agenda-day').allTextContents();
      expect(texts).toHaveLength(7);
      expect(texts[0]).toContain('Sue Sunday');
      expect(texts[1]).toContain('Nell Night');
      expect(texts[2]).toContain('No calls.');
      await page.getByRole('link', { name: 'Nell Night' }).click();
      await record(page).getByRole('heading', { name: 'Nell Night' }).waitFor();
      await page.getByRole('button', { name: 'Close the call' }).click();
      await page.getByRole('link', { name: 'Dee Early' }).waitFor();
    }
  });

  browserTest('has no serious finding of axe, in all looks', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const closer = await app.member(owner.workspaceId, 'CLOSER', grace);
    const now = present();
    const at = (hours: number, days = 0) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, hours)).toISOString();
    const { page } = await openAs(newPage, app, owner, '/calls?view=week', { ...british, ...forAxe });
    await page.getByText('No calls this week').waitFor();
    const found = await findingsInAllLooks(page, 'calls-week-empty', { rulesOf: allRules });
    const long = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim();
    for (const [index, host] of [owner, closer].entries()) {
      for (let day = -3; day <= 3; day++) {
        await app.call(host, { inviteeName: `Ira Cole ${day + 4}`, dateTime: at(9 + index + day, day), duration: 45 });
        await app.call(host, { inviteeName: 'Sam Reed', dateTime: at(14, day), duration: day % 2 ? 30 : 60 });
      }
    }
    await app.call(owner, { inviteeName: long, dateTime: at(12), previewId: 'call_long' });
    await app.call(owner, { inviteeName: 'مريم عبد الرحمن', dateTime: at(16) });
    await app.call(closer, { inviteeName: 'Cal Off', dateTime: at(16), status: 'CANCELLED' });
    await app.call(closer, { inviteeName: 'Nell Night', dateTime: at(23), duration: 120 });
    await page.reload();
    await page.locator('.call-block, .call-agenda-row').first().waitFor();
    found.push(...(await findingsInAllLooks(page, 'calls-week', { rulesOf: allRules })));
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${addressOf(app)}/calls/call_long?view=week`);
    await record(page).getByRole('heading', { name: long }).waitFor();
    // What is open is in sight, also where the columns have no room beside it.
    const open = await boxOf(page.locator('.call-block[aria-current]'));
    const list = await boxOf(page.locator('.call-week-scroll'));
    expect(open.right).toBeLessThanOrEqual(list.right + 1);
    found.push(...(await findingsInAllLooks(page, 'calls-week-open')));
    expect(found).toEqual([]);
  });
});

const observeShifts = `
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;
