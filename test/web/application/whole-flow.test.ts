import { describe } from 'vitest';
import { browserTest, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { appForTests, openAs } from '../../support/web-app.ts';

describe.skipIf(!hasBrowser)(`OAuth in the application alone${unlessBrowser}`, () => {
  const app = appForTests();

  browserTest('from registering a client to a revoked token, and to its deletion', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page } = await openAs(newPage, app, owner, '/settings/developer/oauth-clients/new');
    await page.getByRole('textbox', { name: 'Name' }).fill('Acme Dialer');
    await page.getByRole('radio', { name: 'Public' }).check();
    await page.getByRole('textbox', { name: 'Redirect URI 1' }).fill('https://dialer.example/callback');
    await page.getByLabel('See the contacts of the workspace').check();
    await page.getByRole('button', { name: 'Register client' }).click();
    await page.getByRole('heading', { level: 1, name: 'Acme Dialer', exact: true }).waitFor();

    await page.getByRole('link', { name: 'Try the flow' }).click();
    await page.getByRole('button', { name: 'Add it to the client' }).click();
    await page.getByText('The client is registered for it.').waitFor();
    await page.getByRole('button', { name: 'Run all' }).click();
    await page.getByRole('button', { name: 'Allow access' }).click();
    await page.getByText('The flow is complete').waitFor();
    expect(await page.getByText('Done', { exact: true }).count()).toBe(8);
    const [grant] = await app.sql<{ revokedAt: Date | null }>('SELECT "revokedAt" FROM "OAuthGrant"');
    expect(grant?.revokedAt).not.toBeNull();

    await page.getByRole('link', { name: 'Acme Dialer' }).click();
    await page.getByRole('button', { name: 'Delete the client…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Acme Dialer');
    await dialog.getByRole('button', { name: 'Delete the client' }).click();
    await page.getByText('No OAuth clients yet').waitFor();
    expect(await app.sql('SELECT "id" FROM "OAuthClient"')).toEqual([]);
  });
});
