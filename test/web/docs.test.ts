import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';
import {
  browserTest,
  hasBrowser,
  type NewPage,
  type OpenedPage,
  screenshot,
  unlessBrowser,
} from '../support/browser.ts';

describe.skipIf(!hasBrowser)(`the API reference in a browser${unlessBrowser}`, () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app?.close());

  browserTest(
    'shows every endpoint, asks nothing of any other origin and breaks no policy',
    async ({ newPage, expect }) => {
      const { page, origins, complaints } = await open(newPage);
      const { body } = await app.request('/openapi.json');
      const operations = Object.values<object>(body.paths).flatMap((path) => Object.keys(path));
      expect(await page.locator('.opblock').count()).toBe(operations.length + Object.keys(body.webhooks).length);
      await screenshot(page, 'docs', false);
      await page.locator('#operations-deals-listDeals .opblock-summary').click();
      await page.getByText('Comma-separated. User ids of closers.').waitFor();
      expect([...origins]).toEqual([app.url]);
      expect(complaints).toEqual([]);
      await screenshot(page, 'docs-deals', false);
    },
  );

  browserTest('tries a request with the entered key', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await app.contact(owner.workspaceId, { email: 'nora@example.com' });
    const key = await app.apiKey(owner, { scopes: ['contacts:read'] });
    const { page, origins, complaints } = await open(newPage);
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.locator('.auth-container input').fill(key);
    await page.locator('.auth-btn-wrapper').getByRole('button', { name: 'Apply' }).or(authorize(page)).first().click();
    await page.locator('.auth-btn-wrapper').getByRole('button', { name: 'Close' }).click();
    await page.locator('.opblock-summary', { hasText: '/v1/contacts/detail' }).click();
    await page.locator('tr[data-param-name="email"] input').fill('NORA@example.com');
    const request = page.waitForRequest((each) => each.url().includes('/v1/contacts/detail'));
    await page.getByRole('button', { name: 'Execute' }).click();
    expect((await request).headers().authorization).toBe(`Bearer ${key}`);
    await page.locator('.live-responses-table').getByText('"nora@example.com"').first().waitFor();
    expect([...origins]).toEqual([app.url]);
    expect(complaints).toEqual([]);
    await screenshot(page, 'docs-try', false);
  });

  browserTest('is readable on a phone', async ({ newPage, expect }) => {
    const { page } = await open(newPage, { width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await screenshot(page, 'docs-phone', false);
  });

  const authorize = (page: Page) => page.locator('.auth-btn-wrapper button.authorize');

  async function open(newPage: NewPage, viewport = { width: 1400, height: 1000 }): Promise<OpenedPage> {
    const opened = await newPage({ viewport });
    await opened.page.goto(`${app.url}/docs/reference`);
    await opened.page.locator('.opblock').first().waitFor();
    return opened;
  }
});
