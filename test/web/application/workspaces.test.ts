import { describe } from 'vitest';
import { browserTest, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { appForTests, openAs, webApp } from '../../support/web-app.ts';

const path = '/settings/account';

describe.skipIf(!hasBrowser)(`the workspaces of a person${unlessBrowser}`, () => {
  const app = appForTests(() => webApp({ signUp: true }));

  browserTest('a second one is made, begins empty, and leads back to the first', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await app.sql('UPDATE "Workspace" SET "name" = \'The first\' WHERE "id" = $1', [owner.workspaceId]);
    await app.apiKey(owner);
    const { page, complaints } = await openAs(newPage, app, owner, path);
    await page.getByRole('button', { name: 'Create workspace' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a workspace' });
    await dialog.getByRole('button', { name: 'Create workspace' }).click();
    await dialog.getByText('Give the workspace a name').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('The second');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Account and workspace: The second' }).waitFor();
    await page.getByRole('link', { name: 'Developer', exact: true }).click();
    await page.getByRole('link', { name: 'API keys' }).first().click();
    await page.getByText('No API keys yet').waitFor();

    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await page.getByRole('button', { name: 'Switch to The first' }).click();
    await page.getByRole('button', { name: 'Account and workspace: The first' }).waitFor();
    await page.getByRole('link', { name: 'Developer', exact: true }).click();
    await page.getByRole('link', { name: 'API keys' }).first().click();
    await page.getByRole('row', { name: /Active/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  browserTest('none can be made where the operator makes them', async ({ newPage, expect }) => {
    const closed = await webApp({ signUp: false, databaseUrl: app.databaseUrl });
    const { page } = await openAs(newPage, closed, await app.workspace(), path);
    await page.getByRole('heading', { name: 'Workspaces' }).waitFor();
    await page.getByRole('heading', { name: 'Sessions' }).waitFor();
    expect(await page.getByRole('button', { name: 'Create workspace' }).count()).toBe(0);
    await closed.close();
  });
});
