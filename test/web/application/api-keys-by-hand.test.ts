import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { allScopes } from '#src/domain/principal/scopes.ts';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { inDays } from '../../support/connections.ts';
import type { Member } from '../../support/factories.ts';
import { appForTests, openAs } from '../../support/web-app.ts';

const path = '/settings/developer/api-keys';

describe.skipIf(!hasBrowser)(`API keys by keyboard, in two tabs and in all states${unlessBrowser}`, () => {
  const app = appForTests();

  browserTest('a key is created, looked at and revoked by keyboard alone', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page } = await openAs(newPage, app, owner, path);
    await page.getByRole('button', { name: 'Create API key' }).focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Create an API key' });
    await expect.poll(() => focusedName(page)).toContain('Name');
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await form.getByLabel('Ends after').focus();
    await page.keyboard.type('Choose');
    const day = form.getByLabel('Last day');
    await day.fill('');
    await form.getByRole('button', { name: 'Create the key' }).focus();
    await page.keyboard.press('Enter');
    await form.getByText('Choose the last day of the key').waitFor();
    await day.fill(inDays(10).slice(0, 10));
    await page.keyboard.press('Enter');
    const secret = page.getByRole('dialog', { name: 'Your new API key' });
    await secret.getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await secret.waitFor({ state: 'detached' });
    const [stored] = await app.sql<{ expiresAt: string }>('SELECT "expiresAt" FROM "ApiKey" WHERE "workspaceId" = $1', [
      owner.workspaceId,
    ]);
    // The owner's clock is in UTC: the day ends with the midnight after it.
    expect(new Date(String(stored?.expiresAt)).toISOString()).toBe(`${inDays(11).slice(0, 10)}T00:00:00.000Z`);

    const row = page.getByRole('row', { name: /By keyboard/ });
    await row.getByText('1 scope of By keyboard').focus();
    await page.keyboard.press('Enter');
    await row.getByText('contacts:read').waitFor();
    await row.getByRole('button', { name: 'Actions for By keyboard' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Requests of this key' }).waitFor();
    const nextItem = async () => {
      await page.keyboard.press('ArrowDown');
      return focusedName(page);
    };
    await expect.poll(nextItem).toBe('Revoke…');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Revoke the key' }).focus();
    await page.keyboard.press('Enter');
    await row.getByText('Revoked').waitFor();
  });

  browserTest('a key that another tab has revoked is not rotated here', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const key = await app.apiKey(owner);
    const { page } = await openAs(newPage, app, owner, path);
    await page.getByRole('button', { name: 'Actions for Test' }).waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Actions for Test' }).click();
    await other.getByRole('menuitem', { name: 'Revoke…' }).click();
    await other.getByRole('button', { name: 'Revoke the key' }).click();
    await other.getByText('Revoked', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Actions for Test' }).click();
    await page.getByRole('menuitem', { name: 'Rotate…' }).click();
    await page.getByRole('button', { name: 'Rotate the key' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    expect(await page.getByRole('dialog', { name: 'Your new API key' }).count()).toBe(0);
    expect((await app.get('/v1/contacts', key)).status).toBe(401);
    expect(await countOf(owner)).toBe(1);
  });

  browserTest('axe has no serious finding in any state', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const colleague = await app.member(owner.workspaceId, 'ADMIN');
    const states = [
      { name: 'Reports' },
      { name: `Nightly export to the warehouse of ${'averylongname'.repeat(4)}`, expiresAt: inDays(3) },
      { name: 'Old importer', expiresAt: inDays(-2), lastUsedAt: inDays(-3) },
      { name: 'Leaked', revokedAt: inDays(-1), lastUsedAt: inDays(-1) },
      { name: 'Of a colleague', userId: colleague.userId, lastUsedAt: inDays(-0.1) },
    ];
    for (const [index, state] of [...states, ...states, ...states, ...states, ...states].entries()) {
      const scopes = allScopes.slice(0, 1 + index);
      const key = { workspaceId: owner.workspaceId, userId: owner.userId, lastFour: 'aB3x', scopes };
      await app.insert('ApiKey', { ...key, ...state, hash: Buffer.from(`${owner.workspaceId} ${index}`) });
    }
    const { page } = await openAs(newPage, app, owner, path, forAxe);
    await page.getByRole('button', { name: 'Show more' }).waitFor();
    await page.locator('summary').nth(3).click();
    expect(await findingsInAllLooks(page, 'api-keys-list')).toEqual([]);
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByRole('dialog').getByLabel('Ends after').selectOption('Choose a date…');
    expect(await findingsInAllLooks(page, 'api-keys-create')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Actions for Reports' }).first().click();
    await page.getByRole('menuitem', { name: 'Rotate…' }).click();
    await page.getByRole('dialog', { name: 'Rotate “Reports”' }).waitFor();
    expect(await findingsInAllLooks(page, 'api-keys-rotate')).toEqual([]);
  });

  async function countOf({ workspaceId }: Member): Promise<number> {
    const rows = await app.sql('SELECT 1 FROM "ApiKey" WHERE "workspaceId" = $1', [workspaceId]);
    return rows.length;
  }
});

/** What a person hears of the element with the focus. */
function focusedName(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const { activeElement: focused } = document;
    return focused.labels?.[0]?.textContent ?? focused.textContent;
  })()`);
}
