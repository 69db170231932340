import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe } from 'vitest';
import { browserTest, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { appForTests, openAs } from '../../support/web-app.ts';

const folder = path.join(import.meta.dirname, '../../../build/web/pages');
/** `/calls/1` for `calls.$id.html`. */
const paths = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .map((name) => `/${name.replace('home', '').slice(0, -'.html'.length).replaceAll('.', '/').replace('$id', '1')}`);
const scriptsOf = `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))`;
const namedScripts = `[...document.querySelectorAll('script[src], link[rel=modulepreload]')].map((each) => each.src || each.href)`;

describe.skipIf(!hasBrowser)(`the documents of the pages${unlessBrowser}`, () => {
  const app = appForTests();

  browserTest(
    'each names all scripts that its page loads, so that none waits for another',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const { page } = await openAs(newPage, app, owner, '/settings/developer');
      await page.locator('.mantine-AppShell-navbar a').first().waitFor();
      const links = await page
        .locator('.mantine-AppShell-navbar a')
        .evaluateAll((all) => all.map((each) => new URL((each as unknown as { href: string }).href).pathname));
      expect(links).toContain('/settings/developer/webhooks');
      const isPage = (at: string) => !at.startsWith('/docs') && at !== '/graphql';
      expect(paths).toEqual(expect.arrayContaining(links.filter(isPage)));
      for (const at of paths) {
        await page.goto(new URL(at, page.url()).href, { waitUntil: 'networkidle' });
        const [loaded, named] = [await page.evaluate<string[]>(scriptsOf), await page.evaluate<string[]>(namedScripts)];
        expect(named.length, at).toBeGreaterThan(1);
        expect(
          loaded.filter((file) => !named.includes(file)),
          at,
        ).toEqual([]);
      }
    },
  );
});
