import type { CDPSession, Page } from 'playwright-core';
import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { appForTests, openAs } from '../../support/web-app.ts';

describe.skipIf(!hasBrowser)(`a schedule by touch${unlessBrowser}`, () => {
  const app = appForTests();
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const week = (page: Page) => page.getByRole('region', { name: 'Week to draw on' });
  const block = (page: Page, name: string) => week(page).getByRole('button', { name, exact: true });
  const chosen = (page: Page) => week(page).locator('.week-grid-chosen');

  interface Place {
    readonly x: number;
    readonly y: number;
  }

  /** One finger on the page. */
  class Finger {
    readonly page: Page;
    readonly #client: CDPSession;

    private constructor(page: Page, client: CDPSession) {
      this.page = page;
      this.#client = client;
    }

    static async on(page: Page): Promise<Finger> {
      return new Finger(page, await page.context().newCDPSession(page));
    }

    #send(type: 'touchStart' | 'touchMove' | 'touchEnd', place?: Place) {
      return this.#client.send('Input.dispatchTouchEvent', { type, touchPoints: place ? [place] : [] });
    }

    async drag(from: Place, to: Place, { holds }: { holds: boolean }): Promise<void> {
      const moves = [0.1, 0.4, 0.7, 1].map(
        (part) => () =>
          this.#send('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }),
      );
      if (holds) {
        await this.#send('touchStart', from);
        await this.page.locator('.week-grid[data-dragging]').waitFor();
        for (const move of moves) await move();
      } else {
        // All at once: on a busy machine the answer to the first takes longer than a finger has to hold.
        await Promise.all([this.#send('touchStart', from), ...moves.map((move) => move())]);
      }
      await this.#send('touchEnd');
    }
  }

  async function opened(newPage: Parameters<typeof openAs>[0], options = {}) {
    const owner = await app.workspace();
    const id = await app.schedule(owner, { name: 'Office', hours: { monday: [[540, 1020]] } });
    const { page } = await openAs(newPage, app, owner, `/schedules/${id}`, { ...phone, ...options });
    await block(page, 'Monday, 9:00 AM to 5:00 PM').waitFor();
    const showGrid = () => page.locator('.week-grid-columns').evaluate((grid) => grid.scrollIntoView());
    await showGrid();
    const placeOf = async (weekday: string, minute: number): Promise<Place> => {
      const box = await page.locator(`[data-weekday="${weekday}"]`).boundingBox();
      if (!box) throw new Error(`No column of ${weekday}`);
      return { x: box.x + box.width / 2, y: box.y + (minute / 1440) * box.height };
    };
    /** Where the grid is in the window. A line more of typed hours above it changes nothing. */
    const top = async () => Math.round((await placeOf('MONDAY', 0)).y);
    return { page, id, showGrid, placeOf, top, finger: await Finger.on(page) };
  }

  const hold = { holds: true };
  const atOnce = { holds: false };

  browserTest('a finger that holds draws and moves, and the page stays', async ({ newPage, expect }) => {
    const { page, id, placeOf, top, finger } = await opened(newPage);
    const before = await top();
    await finger.drag(await placeOf('TUESDAY', 610), await placeOf('TUESDAY', 840), hold);
    await block(page, 'Tuesday, 10:00 AM to 2:00 PM').waitFor();
    await finger.drag(await placeOf('TUESDAY', 720), await placeOf('THURSDAY', 780), hold);
    await block(page, 'Thursday, 11:00 AM to 3:00 PM').waitFor();
    // One that does not move draws an hour.
    await finger.drag(await placeOf('FRIDAY', 490), await placeOf('FRIDAY', 490), hold);
    await block(page, 'Friday, 8:00 AM to 9:00 AM').waitFor();
    expect(await top()).toBe(before);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    const stored = await app.sql<{ hours: string }>(
      `SELECT d."weekday" || ' ' || t."startMinute" || '-' || t."endMinute" AS "hours"
       FROM "ScheduleDay" d JOIN "ScheduleTiming" t ON t."workspaceId" = d."workspaceId" AND t."dayId" = d."id"
       WHERE d."scheduleId" = $1 ORDER BY d."weekday"`,
      [id],
    );
    expect(stored.map(({ hours }) => hours)).toEqual(['monday 540-1020', 'thursday 660-900', 'friday 480-540']);
  });

  browserTest('a finger that moves at once scrolls the page and draws nothing', async ({ newPage, expect }) => {
    const { page, showGrid, placeOf, finger } = await opened(newPage);
    /** How far the grid went. A finger that lets go in a move throws the page, which rests only some time later. */
    const scrolledBy = async (from: Place, y: number): Promise<number> => {
      const rest = await page.locator('.week-grid-columns').evaluateHandle((grid) => {
        const { top } = grid.getBoundingClientRect();
        return {
          // The end of what scrolled before this finger came moves nothing.
          moved: new Promise<number>((resolve) => {
            const rests = () => {
              const by = grid.getBoundingClientRect().top - top;
              if (by !== 0) resolve(by);
            };
            document.addEventListener('scrollend', rests, { capture: true });
          }),
        };
      });
      await finger.drag(from, { x: from.x, y: from.y + y }, atOnce);
      return rest.evaluate(({ moved }) => moved);
    };
    expect(await scrolledBy(await placeOf('TUESDAY', 1200), -150)).toBeLessThan(-50);
    // From a block as well, which stays as it is.
    await showGrid();
    expect(await scrolledBy(await placeOf('MONDAY', 900), 120)).toBeGreaterThan(50);
    expect(await week(page).locator('.week-grid-block').count()).toBe(1);
    await block(page, 'Monday, 9:00 AM to 5:00 PM').waitFor();
    expect(await chosen(page).count()).toBe(0);
  });

  browserTest('what is tapped has ends to pull, and can be removed', async ({ newPage, expect }) => {
    const { page, showGrid, placeOf, top, finger } = await opened(newPage);
    const before = await top();
    await block(page, 'Monday, 9:00 AM to 5:00 PM').tap();
    await chosen(page).getByText('Monday, 9:00 AM–5:00 PM').waitFor();
    const pull = async (edge: 'start' | 'end', by: number) => {
      const box = await page.locator(`[data-handle="${edge}"]`).boundingBox();
      if (!box) throw new Error(`No handle of the ${edge}`);
      const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      await finger.drag(from, { x: from.x, y: from.y + by }, atOnce);
    };
    const { y: noon } = await placeOf('MONDAY', 720);
    const { y: two } = await placeOf('MONDAY', 840);
    await pull('end', two - noon);
    await block(page, 'Monday, 9:00 AM to 7:00 PM').waitFor();
    await pull('start', (noon - two) / 2);
    await chosen(page).getByText('Monday, 8:00 AM–7:00 PM').waitFor();
    expect(await top()).toBe(before);
    await page.getByRole('textbox', { name: 'Monday from', exact: true }).fill('7');
    await chosen(page).getByText('Monday, 7:00 AM–7:00 PM').waitFor();
    // A tap beside it lets it go.
    await showGrid();
    const { x, y } = await placeOf('SATURDAY', 720);
    await page.touchscreen.tap(x, y);
    await chosen(page).waitFor({ state: 'detached' });
    expect(await week(page).locator('.week-grid-block').count()).toBe(1);
    await block(page, 'Monday, 7:00 AM to 7:00 PM').tap();
    await chosen(page).getByRole('button', { name: 'Remove' }).tap();
    await chosen(page).waitFor({ state: 'detached' });
    expect(await week(page).locator('.week-grid-block').count()).toBe(0);
  });

  browserTest('has no serious finding of axe where hours are chosen', async ({ newPage, expect }) => {
    const { page } = await opened(newPage, forAxe);
    await week(page).getByText('Hold a finger on the grid').waitFor();
    await week(page).getByText('Drag to draw').waitFor({ state: 'hidden' });
    await block(page, 'Monday, 9:00 AM to 5:00 PM').tap();
    await chosen(page).waitFor();
    expect(await findingsInAllLooks(page, 'schedule-touch')).toEqual([]);
  });
});
