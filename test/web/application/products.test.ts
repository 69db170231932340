import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { deal, product } from '../../support/sales-factories.ts';
import { appForTests, loseAnswers, notice, openAs } from '../../support/web-app.ts';

describe.skipIf(!hasBrowser)(`Settings → Products${unlessBrowser}`, () => {
  const app = appForTests();
  const path = '/settings/products';
  const rows = (page: Page) => page.getByRole('table', { name: 'Products' }).locator('tbody').getByRole('row');
  const menu = async (page: Page, name: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const stored = (workspaceId: number) =>
    app.sql(
      'SELECT "name", "price", "currency", "description", "isArchived" FROM "Product" WHERE "workspaceId" = $1 ORDER BY "id"',
      [workspaceId],
    );

  browserTest('a product is created once, with what is wrong said at its field', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await product(app, owner, { name: 'Sprint' });
    const { page } = await openAs(newPage, app, owner, path);
    await rows(page).first().waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'New product' });
    await dialog.getByRole('button', { name: 'Create product' }).click();
    await dialog.getByText('Enter a name').waitFor();
    await dialog.getByLabel('Name').fill('sprint');
    await dialog.getByLabel('Price').fill('12.345');
    await dialog.getByRole('button', { name: 'Create product' }).click();
    await dialog.getByText('Enter an amount').waitFor();
    await dialog.getByLabel('Price').fill('1250,5');
    await dialog.getByRole('button', { name: 'Create product' }).click();
    await dialog.getByText('Is the name of another product').waitFor();
    await dialog.getByLabel('Name').fill('Growth plan');
    const restore = await loseAnswers(page);
    await dialog.getByRole('button', { name: 'Create product' }).click();
    await dialog.getByText('The server could not be reached').waitFor();
    await restore();
    await dialog.getByRole('button', { name: 'Create product' }).click();
    await notice(page, '“Growth plan” is created').waitFor();
    await rows(page).filter({ hasText: 'Growth plan' }).filter({ hasText: '$1,250.50' }).waitFor();
    expect((await stored(owner.workspaceId))[1]).toEqual({
      ...{ name: 'Growth plan', price: '1250.50', currency: 'USD', description: null, isArchived: false },
    });
  });

  browserTest('a closer edits, archives and deletes; one with deals is archived', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { workspaceId } = owner;
    const productId = await product(app, owner, { name: 'Coaching', description: 'Six months' });
    await product(app, owner, { name: 'Sprint' });
    await deal(app, owner, { productId, productName: 'Coaching' });
    const { page } = await openAs(newPage, app, await app.member(workspaceId, 'CLOSER'), path);
    await menu(page, 'Coaching', 'Edit…');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Price').fill('90');
    await dialog.getByLabel('Description').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await rows(page).filter({ hasText: '$90.00' }).waitFor();
    await menu(page, 'Sprint', 'Archive');
    await rows(page).filter({ hasText: 'Sprint' }).filter({ hasText: 'Archived' }).waitFor();
    await menu(page, 'Sprint', 'Offer again');
    await notice(page, '“Sprint” is offered again').waitFor();
    await menu(page, 'Coaching', 'Delete…');
    await page.getByRole('button', { name: 'Delete the product' }).click();
    await notice(page, '“Coaching” has deals and is archived').waitFor();
    await menu(page, 'Sprint', 'Delete…');
    await page.getByRole('button', { name: 'Delete the product' }).click();
    await notice(page, '“Sprint” is deleted').waitFor();
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(await stored(workspaceId)).toEqual([
      { name: 'Coaching', price: '90.00', currency: 'USD', description: null, isArchived: true },
    ]);
  });

  browserTest('each look has no serious finding, and fits a phone', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page } = await openAs(newPage, app, owner, path, forAxe);
    await page.getByText('No products yet').waitFor();
    const found = await findingsInAllLooks(page, 'products-empty');
    await product(app, owner, { name: 'x'.repeat(200), isArchived: true, price: '9999999999999999.99' });
    await page.reload();
    await rows(page).first().waitFor();
    found.push(...(await findingsInAllLooks(page, 'products')));
    expect(found).toEqual([]);
  });
});
