import { afterAll, beforeAll, describe } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';
import { browserTest, hasBrowser, unlessBrowser, widths } from '../support/browser.ts';

describe.skipIf(!hasBrowser)(`the home page in a browser${unlessBrowser}`, () => {
  let app: TestApp;
  beforeAll(async () => {
    const demo = { ownerEmail: 'demo@slotline.example', ownerPassword: 'slotline-demo', key: 'service_demo' };
    app = await testApp({ demo, baseUrl: 'http://app.test' });
  });
  afterAll(() => app?.close());

  browserTest('has a first request to copy, with the key of the demo', async ({ newPage, expect }) => {
    const { page, origins, complaints } = await newPage();
    await page.goto(app.url);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      "curl 'http://app.test/v1/eventCalls?eventType=UPCOMING&orderBy=asc&limit=5' \\\n  -H 'Authorization: Bearer service_demo'",
    );
    expect([...origins]).toEqual([app.url]);
    expect(complaints).toEqual([]);
  });

  browserTest(
    'shows the product in pictures, dark ones in the dark, and leads to a booking page of the demo',
    async ({ newPage, expect }) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page, complaints } = await newPage({ colorScheme });
        await page.goto(app.url);
        await page.waitForFunction('[...document.images].every((image) => image.complete)');
        const pictures = await page.locator('.pictures img').evaluateAll((all) =>
          all.map((each) => {
            const { currentSrc, naturalWidth } = each as unknown as { currentSrc: string; naturalWidth: number };
            return [currentSrc.split('/').at(-1), naturalWidth];
          }),
        );
        expect(pictures).toEqual([
          [`booking-${colorScheme}.webp`, 1280],
          [`today-${colorScheme}.webp`, 1280],
        ]);
        expect(complaints).toEqual([]);
      }
    },
  );

  browserTest('needs no script, and has no search then', async ({ newPage, expect }) => {
    const { page } = await newPage({ javaScriptEnabled: false });
    await page.goto(app.url);
    expect(await page.getByText("curl 'http").isVisible()).toBe(true);
    expect(await page.getByRole('searchbox').count()).toBe(0);
    await page.getByRole('link', { name: /^Getting started/ }).click();
    await page.getByRole('heading', { name: 'Getting started', level: 1 }).waitFor();
  });

  browserTest('moves nothing while it loads', async ({ newPage, expect }) => {
    const measure = async (width: (typeof widths)[number]) => {
      const { page } = await newPage({ viewport: { width, height: 900 } });
      await page.addInitScript(`
        window.shifted = 0;
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) window.shifted += value;
        }).observe({ type: 'layout-shift', buffered: true });
      `);
      for (const path of ['/', '/docs/booking', '/graphql']) {
        await page.goto(app.url + path);
        if (path === '/graphql') await page.locator('.identity:not(:empty)').waitFor();
        else await page.locator('.copy').first().waitFor({ state: 'attached' });
        await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
        const shifted = Number(await page.evaluate('window.shifted'));
        // The tabs of GraphiQL itself move a little when its font is there.
        expect([path, width, shifted < (path === '/graphql' ? 0.01 : 0.0001)]).toEqual([path, width, true]);
      }
    };
    await Promise.all(widths.map(measure));
  });

  browserTest('has the same header as every page, also for the keyboard', async ({ newPage, expect }) => {
    const { page } = await newPage({ viewport: { width: 1280, height: 900 } });
    // All the operations of the reference take seconds to appear, and none of them is in the header.
    await page.route('**/openapi.json', (route) => route.fulfill({ json: { openapi: '3.1.0', info: {}, paths: {} } }));
    const headers: unknown[] = [];
    for (const path of ['/', '/docs', '/docs/reference', '/graphql', '/nothing']) {
      await page.goto(app.url + path);
      const names: unknown[] = [];
      for (let step = 0; step < 7; step++) {
        await page.keyboard.press('Tab');
        names.push(await page.evaluate('document.activeElement.textContent || document.activeElement.placeholder'));
      }
      const box = await page.locator('header.bar').boundingBox();
      headers.push({ names, height: box?.height, brand: await page.locator('.brand').boundingBox() });
    }
    expect(headers[0]).toMatchObject({
      names: ['Skip to content', 'Slotline', 'Search', 'Docs', 'Reference', 'GraphiQL', 'Settings'],
      height: 60,
    });
    for (const header of headers) expect(header).toEqual(headers[0]);
  });
});
