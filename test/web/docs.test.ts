import { describe } from 'vitest';
import { testApp } from '../support/app.ts';
import { browserTest, hasBrowser, screenshot, unlessBrowser } from '../support/browser.ts';
import { appForTests } from '../support/web-app.ts';

/** On a busy machine it takes long to show all its operations. */
const referenceMs = 60_000;

/** The fonts of what is read, those of code taken together. */
const fontsOfTexts = `(() => {
  const fonts = [...document.querySelectorAll('body *')]
    .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
    .map((element) => getComputedStyle(element).fontFamily);
  return [...new Set(fonts.map((font) => (font.includes('monospace') ? 'monospace' : font)))].sort();
})()`;

describe.skipIf(!hasBrowser)(`the API reference in a browser${unlessBrowser}`, () => {
  const app = appForTests(() => testApp());

  // One page for all, because the reference takes seconds to load.
  browserTest(
    'shows every endpoint, opens one by its former address and tries one with the entered key',
    async ({ newPage, expect }) => {
      const { page, origins, complaints } = await newPage({ viewport: { width: 1400, height: 1000 } });
      page.setDefaultTimeout(referenceMs);
      await page.goto(`${app.url}/docs#/deals/listDeals`);
      await page.waitForURL(`${app.url}/docs/reference#/deals/listDeals`);
      await page.locator('#operations-deals-listDeals .opblock-body').waitFor();
      await page.getByText('Comma-separated. Only deals of these closers, by user id.').waitFor();
      await screenshot(page, 'docs-deals', false);
      expect(await page.evaluate(fontsOfTexts)).toEqual([
        expect.stringMatching(/monospace/),
        expect.stringMatching(/^system-ui/),
      ]);
      const { body } = await app.request('/openapi.json');
      const operations = Object.values<object>(body.paths).flatMap((path) => Object.keys(path));
      expect(await page.locator('.opblock').count()).toBe(operations.length + Object.keys(body.webhooks).length);

      const owner = await app.workspace();
      await app.contact(owner.workspaceId, { email: 'nora@example.com' });
      const key = await app.apiKey(owner, { scopes: ['contacts:read'] });
      await page.getByRole('button', { name: 'Authorize' }).first().click();
      const dialog = page.locator('.auth-btn-wrapper');
      await page.locator('.auth-container input').fill(key);
      await dialog.getByRole('button', { name: 'Apply' }).or(dialog.locator('.authorize')).first().click();
      await dialog.getByRole('button', { name: 'Close' }).click();
      const operation = page.locator('#operations-contacts-getContact');
      await operation.locator('.opblock-summary').click();
      expect(await operation.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
      await operation.getByRole('button', { name: 'Try it out' }).click();
      await operation.locator('tr[data-param-name="email"] input').fill('NORA@example.com');
      const request = page.waitForRequest((each) => each.url().includes('/v1/contacts/detail'));
      await operation.getByRole('button', { name: 'Execute' }).click();
      expect((await request).headers().authorization).toBe(`Bearer ${key}`);
      await operation.locator('.live-responses-table').getByText('"nora@example.com"').first().waitFor();
      await screenshot(page, 'docs-try', false);
      expect([...origins]).toEqual([app.url]);
      expect(complaints).toEqual([]);
    },
  );
});
