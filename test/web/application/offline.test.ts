import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { bearer } from '../../support/app.ts';
import { browserTest, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { appForTests, openAs, openUnaware } from '../../support/web-app.ts';

describe.skipIf(!hasBrowser)(`A page without a network${unlessBrowser}`, () => {
  const app = appForTests();

  const createContact = (key: string, firstName: string) =>
    fetch(`${app.url}/v1/contacts`, {
      method: 'POST',
      headers: { ...bearer(key), 'content-type': 'application/json' },
      body: JSON.stringify({ firstName, email: `${firstName.toLowerCase()}@example.com` }),
    });
  const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'You are offline' });
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
  const linkTo = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first();

  browserTest(
    'keeps the page and what was typed at a click on a link, and goes on when it is back',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const key = await app.apiKey(owner);
      const { page } = await openAs(newPage, app, owner, '/contacts');
      await page.getByText('No contacts yet').waitFor();
      await page.context().setOffline(true);
      await banner(page).waitFor();
      await page.getByRole('button', { name: 'Add contact' }).first().click();
      await page.getByRole('dialog').getByLabel('First name').fill('Grace');
      // A dialog is above the links of the page.
      await linkTo(page, 'Events').dispatchEvent('click');
      expect(await page.getByRole('dialog').getByLabel('First name').inputValue()).toBe('Grace');
      await page.keyboard.press('Escape');
      await linkTo(page, 'Events').click();
      await heading(page, 'Contacts').waitFor();
      expect(new URL(page.url()).pathname).toBe('/contacts');
      expect(await page.getByRole('alert').count()).toBe(0);

      await createContact(key, 'Ada');
      await page.context().setOffline(false);
      await banner(page).waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Ada' }).waitFor();
      await linkTo(page, 'Events').click();
      await heading(page, 'Events').waitFor();
    },
  );

  browserTest('keeps the page until the files of the next one can be loaded', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page } = await openUnaware(newPage, app, owner, '/contacts');
    await page.getByText('No contacts yet').waitFor();
    const unreachable = [/\/assets\//, /\/healthz$/];
    for (const url of unreachable) await page.route(url, (route) => route.abort('internetdisconnected'));
    await linkTo(page, 'Events').click();
    await banner(page).waitFor();
    await heading(page, 'Contacts').waitFor();
    expect(await heading(page, 'This page could not be shown').count()).toBe(0);
    for (const url of unreachable) await page.unroute(url);
    await heading(page, 'Events').waitFor();
    await banner(page).waitFor({ state: 'detached' });
  });

  browserTest('says nothing of what it reads by itself, and reads it again', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const key = await app.apiKey(owner);
    const { page } = await openAs(newPage, app, owner, '/contacts');
    await page.getByText('No contacts yet').waitFor();
    await page.route('**/graphql', (route) => route.abort('connectionreset'));
    const failing = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/graphql'));
    await createContact(key, 'Ada');
    await failing;
    await page.getByText('No contacts yet').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.unroute('**/graphql');
    await page.getByRole('link', { name: 'Ada' }).waitFor();
  });
});
