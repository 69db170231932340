import type { Locator, Page } from 'playwright-core';
import { describe } from 'vitest';
import { openAlways } from '../../support/bookable-events.ts';
import { browserTest, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { fromNow } from '../../support/present.ts';
import { appForTests, notice, openAs } from '../../support/web-app.ts';

const minuteMs = 60_000;

describe.skipIf(!hasBrowser)(`A day of calls${unlessBrowser}`, () => {
  const app = appForTests();
  const at = (minutes: number) => fromNow(minutes * minuteMs);
  const record = (page: Page) => page.getByRole('complementary', { name: 'The call' });

  async function tabTo(page: Page, target: Locator): Promise<void> {
    for (let steps = 0; steps < 12; steps++) {
      await page.keyboard.press('Tab');
      if (await target.first().evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`Tab never reaches ${target}`);
  }

  browserTest('needs no mouse, from the next call to the last outcome', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const eventId = await app.event(owner, { name: 'Demo call' });
    await openAlways(app, owner, { eventId });
    await app.call(owner, {
      eventId,
      inviteeName: 'Nora Next',
      dateTime: at(30),
      locationLink: 'https://zoom.example/1',
    });
    for (const [name, minutes] of Object.entries({ 'Ann First': -300, 'Bea Second': -200, 'Cal Third': -100 }))
      await app.call(owner, { eventId, inviteeName: name, dateTime: at(minutes) });
    const { page, complaints } = await openAs(newPage, app, owner, '/');
    const { keyboard } = page;
    await page.getByRole('heading', { name: '3 calls without an outcome' }).waitFor();

    // The next call is opened, read and left.
    await keyboard.press('o');
    await record(page).getByRole('heading', { name: 'Nora Next' }).waitFor();
    await keyboard.press('Escape');
    await record(page).waitFor({ state: 'detached' });
    await keyboard.press('Control+k');
    await keyboard.type('Today');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: '3 calls without an outcome' }).waitFor();

    // It is moved to another time.
    await keyboard.press('m');
    const move = page.getByRole('dialog', { name: 'Move the call with Nora Next' });
    await move.locator('.times section').first().waitFor();
    await tabTo(page, page.getByRole('button', { name: /^\d\d?:\d\d/ }));
    for (let times = 0; times < 5; times++) await keyboard.press('ArrowRight');
    await keyboard.press('Space');
    await move.getByText(/^Chosen: /).waitFor();
    // What was chosen is kept where the dialog is left, and Tab stops at it.
    await keyboard.press('Escape');
    await move.waitFor({ state: 'detached' });
    await keyboard.press('Control+k');
    await keyboard.type('Today');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: '3 calls without an outcome' }).waitFor();
    await keyboard.press('m');
    await move.getByText(/^Chosen: /).waitFor();
    await tabTo(page, move.locator('.times [aria-pressed="true"]'));
    await tabTo(page, page.getByRole('button', { name: 'Move the call' }));
    await keyboard.press('Enter');
    await notice(page, 'Moved to').waitFor();
    await move.waitFor({ state: 'detached' });

    // The palette leads back, and each past call gets its outcome: by its number, with a reason, and beside the list.
    await keyboard.press('Control+k');
    await keyboard.type('Today');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: '3 calls without an outcome' }).waitFor();
    await keyboard.press('j');
    await keyboard.press('1');
    const sale = page.getByRole('dialog', { name: 'Outcome of the call with Bea Second' });
    await sale.waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Set the outcome' }));
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: '2 calls without an outcome' }).waitFor();
    // The mark is on the first call that is left, and does not stop at the one that has its outcome.
    await keyboard.press('j');
    await keyboard.press('e');
    const outcome = page.getByRole('dialog', { name: 'Outcome of the call with Ann First' });
    await outcome.waitFor();
    await tabTo(page, page.getByRole('radio', { name: 'Won' }));
    await keyboard.press('ArrowDown');
    await keyboard.press('Tab');
    await keyboard.type('Not interested');
    await tabTo(page, page.getByRole('button', { name: 'Set the outcome' }));
    await keyboard.press('Enter');
    await outcome.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: '1 call without an outcome' }).waitFor();
    await keyboard.press('Control+k');
    await keyboard.type('won cal');
    await page.locator('[data-action][data-selected]', { hasText: 'Cal Third: set to Won' }).waitFor();
    await keyboard.press('Enter');
    const last = page.getByRole('dialog', { name: 'Outcome of the call with Cal Third' });
    await last.waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Set the outcome' }));
    await keyboard.press('Enter');
    await notice(page, 'Cal Third: won').waitFor();
    const outcomes = await app.sql(
      'SELECT "inviteeName", "outcome" FROM "EventCall" WHERE "workspaceId" = $1 ORDER BY 1',
      [owner.workspaceId],
    );
    expect(outcomes).toEqual([
      { inviteeName: 'Ann First', outcome: 'NO_SALE' },
      { inviteeName: 'Bea Second', outcome: 'WON' },
      { inviteeName: 'Cal Third', outcome: 'WON' },
      { inviteeName: 'Nora Next', outcome: null },
    ]);
    expect(complaints).toEqual([]);
  });
});
