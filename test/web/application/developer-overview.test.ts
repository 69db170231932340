import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { loggedRequest } from '../../support/api-requests.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { connection, inDays, unfinishedConnection } from '../../support/connections.ts';
import { oauthApp } from '../../support/oauth.ts';
import { appForTests, openAs } from '../../support/web-app.ts';

describe.skipIf(!hasBrowser)(`Settings → Developer${unlessBrowser}`, () => {
  const app = appForTests();

  browserTest('each part says what is there now, from one request', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await app.apiKey(owner);
    await app.apiKey(owner, { expiresAt: inDays(5.5) });
    await app.apiKey(owner, { expiresAt: inDays(-1) });
    const ofErrors = { status: 429, represents: 12 };
    await loggedRequest(app, owner, { ...ofErrors, time: inDays(-1 / 48) });
    await loggedRequest(app, owner, { ...ofErrors, time: inDays(-1 / 12) });
    await loggedRequest(app, owner, { status: 200, time: inDays(-1 / 48) });
    const client = await oauthApp(app, owner);
    await connection(app, owner, client);
    await unfinishedConnection(app, owner, client, inDays(1));
    const { page } = await openAs(newPage, app, owner, '/settings/account', forAxe);
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) sent.push(request.postDataJSON().operationName);
    });
    await page.getByRole('link', { name: 'Developer' }).click();
    await page.getByRole('link', { name: /2 active keys, 1 ends in 5 days/ }).waitFor();
    await page.getByRole('link', { name: /12 errors in the last hour/ }).waitFor();
    await page.getByRole('link', { name: /1 live connection of yours, 1 not finished/ }).waitFor();
    await page.getByRole('link', { name: /No webhooks/ }).waitFor();
    // The frame around all pages reads the state of the calendars when it likes.
    expect(sent.filter((name) => name !== 'CalendarState')).toEqual(['DeveloperOverview']);
    expect(await findingsInAllLooks(page, 'overview')).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    await page.getByText('2 active keys').waitFor();
    const onScreenOnly = page.getByRole('banner').or(page.getByRole('navigation')).or(page.getByRole('button'));
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await onScreenOnly.count()).toBe(0);
    }
  });

  browserTest('the links remain where the numbers do not come', async ({ newPage, expect }) => {
    const { page } = await openAs(newPage, app, await app.workspace(), '/settings/account');
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
    await page.route('**/graphql', (route) => route.abort('connectionreset'));
    await page.getByRole('link', { name: 'Developer' }).click();
    await page.getByText('Not all numbers could be loaded').waitFor();
    const cards = page.locator('main').getByRole('link');
    expect(await cards.count()).toBeGreaterThanOrEqual(4);
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No active keys').waitFor();
    await cards.filter({ hasText: 'API keys' }).click();
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
  });
});
