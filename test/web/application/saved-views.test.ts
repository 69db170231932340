import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { addressOf, appForTests, loseAnswers, notice, openAs } from '../../support/web-app.ts';

describe.skipIf(!hasBrowser)(`saved views of lists${unlessBrowser}`, () => {
  const app = appForTests();
  const views = (page: Page) => page.getByRole('menu', { name: 'Views' });
  const open = async (page: Page) => {
    await page.getByRole('button', { name: 'Views' }).click();
    await views(page).waitFor();
  };
  const view = (page: Page, name: string) => views(page).getByRole('menuitem', { name, exact: true });

  async function save(page: Page, name: string, action = 'Save the view'): Promise<void> {
    await open(page);
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: action }).click();
    await notice(page, `The view “${name}” is saved`).last().waitFor();
    await dialog.waitFor({ state: 'detached' });
  }

  browserTest('a view is saved, opened on another device, and seen by nobody else', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const admin = await app.member(owner.workspaceId, 'ADMIN');
    const at = '/calls?when=past&outcomes=WON%2CNO_SALE&sort=createdAt';
    const { page, complaints } = await openAs(newPage, app, owner, at);
    await page.getByText('No past call fits these filters').waitFor();
    await save(page, 'Decided');
    await open(page);
    expect(await view(page, 'Decided').getAttribute('aria-current')).toBe('page');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.waitForURL((url) => !url.search.includes('outcomes'));
    await open(page);
    expect(await view(page, 'Decided').getAttribute('aria-current')).toBeNull();

    const { page: other } = await openAs(newPage, app, owner, '/calls');
    await open(other);
    await view(other, 'Decided').click();
    await other.waitForURL(/outcomes=WON%2CNO_SALE/);
    await other.getByText('No past call fits these filters').waitFor();
    const { searchParams } = new URL(other.url());
    expect(Object.fromEntries(searchParams)).toEqual({ when: 'past', outcomes: 'WON,NO_SALE', sort: 'createdAt' });

    const { page: another } = await openAs(newPage, app, admin, '/calls');
    await open(another);
    await views(another).getByText('No saved views yet').waitFor();
    expect(complaints).toEqual([]);
  });

  browserTest('where a view is not saved, the dialog says why', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page } = await openAs(newPage, app, owner, '/calls');
    await open(page);
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByLabel('Name').fill('Long');
    const restore = await loseAnswers(page);
    await dialog.getByRole('button', { name: 'Save the view' }).click();
    await dialog.getByText('The server could not be reached').waitFor();
    expect(await dialog.getByText('The filters and columns').count()).toBe(0);
    await restore();
    await app.sql(
      `INSERT INTO "SavedView" ("workspaceId", "userId", "list", "name", "search")
       SELECT $1, $2, '/calls', 'View ' || n, '' FROM generate_series(1, 50) n`,
      [owner.workspaceId, owner.userId],
    );
    await dialog.getByLabel('Name').fill('One more');
    await dialog.getByRole('button', { name: 'Save the view' }).click();
    await dialog.getByText('A list can have at most 50 views').waitFor();
  });

  browserTest('each list has views of its own, and one takes the place of another', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page } = await openAs(newPage, app, owner, '/contacts?view=board&statuses=QUALIFIED');
    await save(page, 'Mine');
    await page.goto(`${addressOf(app)}/settings/team?role=CLOSER`);
    await save(page, 'Mine');
    await page.getByLabel('Role').selectOption('Setter');
    await save(page, 'Mine', 'Replace the view');
    await page.goto(`${addressOf(app)}/settings/team`);
    await open(page);
    await view(page, 'Mine').click();
    await page.waitForURL(/\/settings\/team\?role=SETTER/);
    await page.goto(`${addressOf(app)}/events`);
    await open(page);
    await views(page).getByText('No saved views yet').waitFor();
    await page.goto(`${addressOf(app)}/contacts`);
    await open(page);
    await view(page, 'Mine').click();
    await page.waitForURL(/view=board/);
    expect(new URL(page.url()).searchParams.get('statuses')).toBe('QUALIFIED');
  });

  browserTest('by keyboard alone: a view is opened, deleted and taken back', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const row = { workspaceId: owner.workspaceId, userId: owner.userId, list: '/calls' };
    await app.insert('SavedView', { ...row, name: 'Won', search: 'outcomes=WON&when=all' });
    const { page } = await openAs(newPage, app, owner, '/calls');
    const focused = () =>
      page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent');
    await page.getByRole('button', { name: 'Views' }).focus();
    await page.keyboard.press('Enter');
    await view(page, 'Won').waitFor();
    await expect.poll(focused).toBe('Save this view…');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('Won');
    await page.keyboard.press('Enter');
    await page.waitForURL(/outcomes=WON/);
    await expect.poll(focused).toBe('Views');
    await page.keyboard.press('Enter');
    await view(page, 'Won').waitFor();
    await expect.poll(focused).toBe('Save this view…');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('Delete the view “Won”');
    await page.keyboard.press('Enter');
    await notice(page, 'The view “Won” is deleted').waitFor();
    const stored = () => app.sql('SELECT "name" FROM "SavedView" WHERE "userId" = $1', [owner.userId]);
    expect(await stored()).toEqual([]);
    await page.keyboard.press('u');
    await expect.poll(stored).toEqual([{ name: 'Won' }]);
    await open(page);
    await view(page, 'Won').waitFor();
  });

  browserTest('says what cannot be saved at the name', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await app.sql(
      `INSERT INTO "SavedView" ("workspaceId", "userId", "list", "name", "search")
       SELECT $1, $2, '/calls', 'View ' || n, '' FROM generate_series(1, 50) n`,
      [owner.workspaceId, owner.userId],
    );
    const { page } = await openAs(newPage, app, owner, '/calls');
    await open(page);
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByRole('button', { name: 'Save the view' }).click();
    await dialog.getByText('Enter a name').waitFor();
    await dialog.getByLabel('Name').fill('One more');
    await dialog.getByRole('button', { name: 'Save the view' }).click();
    await dialog.getByText('A list can have at most 50 views').waitFor();
    expect(await dialog.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
  });

  browserTest('each look has no serious finding, and fits a phone', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const row = { workspaceId: owner.workspaceId, userId: owner.userId, list: '/calls' };
    await app.insert('SavedView', { ...row, name: 'Everything', search: '' });
    await app.insert('SavedView', { ...row, name: `Long ${'name'.repeat(20)}`, search: 'when=past' });
    const { page } = await openAs(newPage, app, owner, '/calls', forAxe);
    await open(page);
    await view(page, 'Everything').waitFor();
    expect(await findingsInAllLooks(page, 'views')).toEqual([]);
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    await page.getByRole('dialog', { name: 'Save this view' }).waitFor();
    expect(await findingsInAllLooks(page, 'views-save')).toEqual([]);
  });

  browserTest('what is touched is large enough for a thumb', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const row = { workspaceId: owner.workspaceId, userId: owner.userId, list: '/calls' };
    await app.insert('SavedView', { ...row, name: 'Won', search: 'outcomes=WON' });
    const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };
    const { page } = await openAs(newPage, app, owner, '/calls', phone);
    await page.getByRole('button', { name: 'Views' }).tap();
    await view(page, 'Won').waitFor();
    for (const item of await views(page).getByRole('menuitem').all()) {
      const box = await item.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await view(page, 'Won').tap();
    await page.waitForURL(/outcomes=WON/);
  });
});
