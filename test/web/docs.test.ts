import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';
import { hasBrowser, launchBrowser, unlessBrowser, type WatchedPage, watch } from '../support/browser.ts';

describe.skipIf(!hasBrowser)(`the API reference in a browser${unlessBrowser}`, { timeout: 60_000 }, () => {
  let app: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    [app, browser] = await Promise.all([testApp(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  it('shows every endpoint, asks nothing of any other origin and breaks no policy', async () => {
    const { page, requests, complaints } = await open();
    const { body } = await app.request('/openapi.json');
    const operations = Object.values<object>(body.paths).flatMap((path) => Object.keys(path));
    expect(await page.locator('.opblock').count()).toBe(operations.length + Object.keys(body.webhooks).length);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/docs.png` });
    await page.locator('#operations-deals-listDeals .opblock-summary').click();
    await page.getByText('Comma-separated. User ids of closers.').waitFor();
    expect(new Set(requests.map((url) => new URL(url).origin))).toEqual(new Set([app.url]));
    expect(complaints).toEqual([]);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/docs-deals.png` });
    await page.close();
  });

  it('tries a request with the entered key', async () => {
    const owner = await app.workspace();
    await app.contact(owner.workspaceId, { email: 'nora@example.com' });
    const key = await app.apiKey(owner, { scopes: ['contacts:read'] });
    const { page, requests, complaints } = await open();
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
    expect(new Set(requests.map((url) => new URL(url).origin))).toEqual(new Set([app.url]));
    expect(complaints).toEqual([]);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/docs-try.png` });
    await page.close();
  });

  it('is readable on a phone', async () => {
    const { page } = await open({ width: 390, height: 844 });
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(390);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/docs-phone.png` });
    await page.close();
  });

  const authorize = (page: Page) => page.locator('.auth-btn-wrapper button.authorize');

  async function open(viewport = { width: 1400, height: 1000 }): Promise<WatchedPage> {
    const page = await browser.newPage({ viewport });
    const watched = watch(page);
    await page.goto(`${app.url}/docs/reference`);
    await page.locator('.opblock').first().waitFor();
    return watched;
  }
});
