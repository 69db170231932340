import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe } from 'vitest';
import { pages } from '#src/site/docs/pages.ts';
import { testApp } from '../support/app.ts';
import { browserTest, hasBrowser, type NewPage, unlessBrowser } from '../support/browser.ts';
import { appForTests } from '../support/web-app.ts';

describe.skipIf(!hasBrowser).concurrent(`the documentation in a browser${unlessBrowser}`, () => {
  const app = appForTests(() => testApp());

  browserTest(
    'shows one language of an example, and remembers the chosen one on every page',
    async ({ newPage, expect }) => {
      const { page, complaints } = await open(newPage, '/docs/booking');
      const examples = (await shownLanguages(page)).length;
      expect(examples).toBeGreaterThan(1);
      expect(await shownLanguages(page)).toEqual(Array(examples).fill('curl'));
      await page.getByText('Python', { exact: true }).first().click();
      expect(await shownLanguages(page)).toEqual(Array(examples).fill('Python'));
      await page.goto(`${app.url}/docs/getting-started`);
      expect(await shownLanguages(page)).toEqual(['Python', 'Python']);
      expect(complaints).toEqual([]);
    },
  );

  browserTest('is read without script: each language is a click or an arrow key away', async ({ newPage, expect }) => {
    const { page } = await open(newPage, '/docs/booking', { javaScriptEnabled: false });
    expect(await page.getByRole('searchbox').count()).toBe(0);
    await page.getByRole('radio', { name: 'curl' }).first().focus();
    await page.keyboard.press('ArrowRight');
    const [first, ...others] = await shownLanguages(page);
    expect([first, [...new Set(others)]]).toEqual(['TypeScript', ['curl']]);
    const next = pages[pages.findIndex(({ name }) => name === 'booking') + 1];
    await page.locator('a[rel=next]').click();
    await page.getByRole('heading', { name: String(next?.title), level: 1 }).waitFor();
  });

  browserTest(
    'shows the place of the page in the list of pages, however low the window is',
    async ({ newPage, expect }) => {
      const { page } = await open(newPage, '/docs/changelog', { viewport: { width: 1280, height: 500 } });
      const present = page.locator('.columns > .pages [aria-current=page]');
      const list = page.locator('.columns > .pages');
      const [item, frame] = [await present.boundingBox(), await list.boundingBox()];
      expect(item?.y).toBeGreaterThanOrEqual(frame?.y ?? Number.NaN);
      expect((item?.y ?? Number.NaN) + (item?.height ?? 0)).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0));
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
    },
  );

  browserTest('shows every column and line of the page about capacity on any screen', async ({ newPage, expect }) => {
    for (const width of [390, 900, 1440]) {
      const { page } = await open(newPage, '/docs/capacity', { viewport: { width, height: 900 } });
      const parts = page.locator('article :is(.table, pre)');
      expect(await parts.count()).toBeGreaterThan(4);
      const hidden = await parts.evaluateAll((elements) =>
        elements.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
      );
      expect([width, hidden]).toEqual([width, []]);
    }
  });

  browserTest('shows every column of the tables of codes on a laptop', async ({ newPage, expect }) => {
    const { page } = await open(newPage, '/docs/errors', { viewport: { width: 1360, height: 900 } });
    const tables = page.locator('article .table');
    expect(await tables.count()).toBeGreaterThan(2);
    expect(await tables.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length)).toBe(0);
  });

  browserTest('finds a section with the keyboard alone', async ({ newPage, expect }) => {
    const { page, complaints } = await open(newPage, '/');
    await page.keyboard.press('/');
    await page.keyboard.type('refresh token');
    await page
      .getByRole('status')
      .getByText(/results?$/)
      .waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await page.locator(':focus').textContent()).toBe('5. RefreshOAuth 2.0');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${app.url}/docs/oauth#5-refresh`);
    await page.keyboard.press('/');
    await page.keyboard.type('xyzzy');
    await page.getByText('No results').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByText('No results').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  browserTest(
    'finds sections where the browser stores nothing, and after the index could not be loaded',
    async ({ newPage, expect }) => {
      const { page } = await open(newPage, '/');
      await page.addInitScript(() => {
        const refuse = () => {
          throw new DOMException('Access is denied', 'SecurityError');
        };
        Object.defineProperty(window, 'localStorage', { get: refuse });
      });
      await page.route('**/docs/search.json', (route) => route.abort(), { times: 1 });
      await page.goto(`${app.url}/docs/booking`);
      const failed = page.waitForEvent('requestfailed');
      await page.keyboard.press('/');
      await failed;
      await page.keyboard.type('refresh token');
      await page
        .getByRole('status')
        .getByText(/results?$/)
        .waitFor();
      await page.getByText('Python', { exact: true }).first().click();
      expect(new Set(await shownLanguages(page))).toEqual(new Set(['Python']));
    },
  );

  browserTest('copies an example', async ({ newPage, expect }) => {
    const { page } = await open(newPage, '/docs/pagination');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
    await page.locator('.in-sh').first().hover();
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain("curl 'http://api.test/v1/deals");
  });

  browserTest('has all pages in a menu on a phone', async ({ newPage, expect }) => {
    const { page } = await open(newPage, '/docs', { viewport: { width: 390, height: 844 } });
    await page.getByText('All pages').click();
    await page.getByRole('link', { name: 'Idempotency', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Idempotency', level: 1 }).waitFor();
    expect(page.url()).toBe(`${app.url}/docs/idempotency`);
  });

  browserTest('prints the text alone', async ({ newPage, expect }) => {
    const { page } = await open(newPage, '/docs/booking');
    await page.emulateMedia({ media: 'print' });
    const shown = await Promise.all(
      ['article', '.columns > .pages', '.search', '.languages'].map((at) => page.locator(at).first().isVisible()),
    );
    expect(shown).toEqual([true, false, false, false]);
  });

  /** The languages that each example shows. */
  function shownLanguages(page: Page): Promise<string[]> {
    return page.locator('.example').evaluateAll((examples) =>
      examples.map((example) =>
        [...example.children]
          .filter((part) => part.matches('[class^=in-]') && part.checkVisibility())
          .map((part) => ({ 'in-sh': 'curl', 'in-ts': 'TypeScript', 'in-python': 'Python' })[part.className])
          .join(),
      ),
    );
  }

  async function open(newPage: NewPage, path: string, options?: BrowserContextOptions) {
    const opened = await newPage(options);
    await opened.page.goto(app.url + path);
    return opened;
  }
});
