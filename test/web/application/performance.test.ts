import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { browserTest, hasBrowser, settled, signIn, unlessBrowser } from '../../support/browser.ts';
import { fromNow } from '../../support/present.ts';
import { addressOf, appForTests } from '../../support/web-app.ts';

const build = path.join(import.meta.dirname, '../../../build/web');
const kB = 1000;

interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

describe('the script of the web application', () => {
  const chunks = JSON.parse(readFileSync(path.join(build, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const entry = Object.keys(chunks).find((name) => chunks[name]?.isEntry) ?? '';
  const first = withImports(entry);
  const pages = Object.keys(chunks).filter((name) => chunks[name]?.src?.startsWith('pages/'));

  /** With the library of charts. It is loaded once the page can be used, whose tables have the same numbers. */
  const chart = 'pages/overview/chart.tsx';

  /** A chunk and all that it needs at once. */
  function withImports(name: string, found = new Set<string>()): Set<string> {
    if (found.has(name)) return found;
    found.add(name);
    for (const imported of chunks[name]?.imports ?? []) withImports(imported, found);
    return found;
  }

  /** As they are sent to a browser. */
  const compressedSize = (names: Iterable<string>) =>
    [...names]
      .map((name) => String(chunks[name]?.file))
      .filter((file) => file.endsWith('.js'))
      .reduce((sum, file) => sum + statSync(path.join(build, `${file}.br`)).size, 0);

  test('is below 250 kB compressed on the first load', () => {
    const size = compressedSize(first);
    report('first load', { kB: size / kB });
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThan(250 * kB);
  });

  test('is below 50 kB compressed for each later page', () => {
    const sizes = Object.fromEntries(
      pages.map((name) => [name, compressedSize([...withImports(name)].filter((each) => !first.has(each)))]),
    );
    for (const [name, size] of Object.entries(sizes)) report(name, { kB: size / kB });
    expect(Object.keys(sizes)).toEqual(expect.arrayContaining(['pages/developer/requests/page.tsx', chart]));
    const maxSize = (name: string) => (name === chart ? 130 : 50) * kB;
    expect(Object.entries(sizes).filter(([name, size]) => size >= maxSize(name))).toEqual([]);
  });
});

/** The Fast 3G of the browser's tools. */
const fast3g = { offline: false, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, latency: 150 };
/** Far more than a quiet machine needs, since others may use this one. The figures of a run are printed. */
const maxPaintMs = 30_000;
const maxShift = 0.01;

describe.skipIf(!hasBrowser)(`pages over Fast 3G${unlessBrowser}`, () => {
  const app = appForTests();

  browserTest('show themselves soon, and nothing on them moves', async ({ newPage, expect: expectHere }) => {
    const owner = await app.workspace();
    for (let count = 0; count < 5; count++) {
      await app.apiKey(owner);
      await app.schedule(owner, { name: `Hours ${count}` });
      await app.call(owner, { dateTime: fromNow(count * 60 * 60 * 1000) });
    }
    // More than one page of the list.
    for (let count = 0; count < 35; count++) {
      const { workspaceId } = owner;
      await app.insert('Contact', { workspaceId, previewId: `contact_${count}_${workspaceId}`, firstName: 'Ada' });
    }
    const open = { '/': 'h1', '/sign-in': 'h1' };
    const own = {
      ...{
        '/?who=me': '.today',
        '/calls': '.records',
        '/overview': '.tile',
        '/calls?view=week': '.call-block',
        '/contacts': '.records',
        '/events': '.records',
      },
      ...{ '/schedules': '.records', '/settings/developer/api-keys': '.records', '/settings/developer': '.link-card' },
    };
    const measure = async (at: string, selector: string, isSignedIn: boolean) => {
      const { page } = await newPage();
      if (isSignedIn) {
        const expiresAt = fromNow(60 * 60 * 1000);
        await signIn(page, addressOf(app), await app.session(owner, { expiresAt }));
      }
      await page.addInitScript(observe);
      const client = await page.context().newCDPSession(page);
      await client.send('Network.enable');
      await client.send('Network.emulateNetworkConditions', fast3g);
      for (const cache of isSignedIn ? ['cold', 'warm'] : ['cold']) {
        await page.goto(addressOf(app) + at);
        await page.locator(selector).first().waitFor();
        await page.waitForLoadState('networkidle');
        const { paintMs, shift } = await figures(page);
        report(`${at}, ${cache} cache`, { paintMs, shift });
        expectHere(paintMs, at).toBeGreaterThan(0);
        expectHere(paintMs, at).toBeLessThan(maxPaintMs);
        expectHere(shift, at).toBeLessThan(maxShift);
      }
    };
    const pages = [
      ...Object.entries(open).map(
        ([at, selector]) =>
          () =>
            measure(at, selector, false),
      ),
      ...Object.entries(own).map(
        ([at, selector]) =>
          () =>
            measure(at, selector, true),
      ),
    ];
    // They mostly wait for the slow network. With ten at once the browser sometimes lets no request of one of them go.
    while (pages.length > 0) await Promise.all(pages.splice(0, 4).map((measured) => measured()));
  });
});

const observe = `
  window.seen = { paintMs: 0, shift: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.seen.paintMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** Once the browser has reported all that it saw. */
async function figures(page: Page): Promise<{ paintMs: number; shift: number }> {
  await settled(page);
  return page.evaluate('window.seen');
}

function report(name: string, values: Readonly<Record<string, number>>): void {
  const texts = Object.entries(values).map(([unit, value]) => `${Number(value.toFixed(3))} ${unit}`);
  // biome-ignore lint/suspicious/noConsole: the figures of a run are for its reader.
  console.info(`${name}: ${texts.join(', ')}`);
}
