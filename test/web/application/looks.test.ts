import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { browserTest, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { fromNow } from '../../support/present.ts';
import { appForTests, openAs } from '../../support/web-app.ts';

const hour = 3_600_000;

describe.skipIf(!hasBrowser)(`A page for eyes and thumbs of all kinds${unlessBrowser}`, () => {
  const app = appForTests();

  /** The width of the outline of what is chosen, in pixels; without one it is 0. */
  const outlineOf = (page: Page, selector: string) =>
    page.evaluate<number>(`(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.querySelector(${JSON.stringify(selector)}));
      return outlineStyle === 'none' ? 0 : parseFloat(outlineWidth);
    })()`);

  browserTest('forced colours and more contrast show what is chosen', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await app.call(owner, { inviteeName: 'Ira Lindqvist', dateTime: fromNow(hour) });
    const { page } = await openAs(newPage, app, owner, '/calls');
    await page.getByRole('link', { name: 'Ira Lindqvist' }).click();
    await page.getByRole('complementary', { name: 'The call' }).waitFor();
    const chosen = [
      '.mantine-NavLink-root[data-active]',
      '.mantine-SegmentedControl-label[data-active]',
      'tr[data-open]',
    ];
    const others = [
      '.mantine-NavLink-root:not([data-active])',
      '.mantine-SegmentedControl-label:not([data-active])',
      'th',
    ];
    const outlines = (selectors: readonly string[]) =>
      Promise.all(selectors.map((selector) => outlineOf(page, selector)));
    expect(await outlines(chosen)).toEqual([0, 0, 0]);
    for (const media of [{ forcedColors: 'active' }, { contrast: 'more' }] as const) {
      await page.emulateMedia({ forcedColors: 'none', contrast: 'no-preference', ...media });
      expect([media, await outlines(chosen), await outlines(others)]).toEqual([media, [2, 3, 3], [0, 0, 0]]);
    }
  });

  browserTest('a thumb meets what it means: 44 pixels', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await app.call(owner, { inviteeName: 'Ira Lindqvist', dateTime: fromNow(hour) });
    const { page } = await openAs(newPage, app, owner, '/contacts', {
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    });
    await page.getByRole('button', { name: 'Columns and export of contacts' }).waitFor();
    const heights = await page.evaluate<number[]>(`
      [...document.querySelectorAll('main :is(.mantine-Button-root, .mantine-Input-input, .mantine-SegmentedControl-label)')]
        .map((element) => element.getBoundingClientRect().height).filter((height) => height > 0)`);
    expect(heights.length).toBeGreaterThan(3);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    // Beyond what is seen of a small button, half of 44 pixels from its middle.
    const isHit = await page.evaluate(`(() => {
      const button = document.querySelector('[aria-label="Columns and export of contacts"]');
      const { left, top, width, height } = button.getBoundingClientRect();
      const hit = (right, down) => document.elementFromPoint(left + width / 2 + right, top + height / 2 + down);
      return [[-21, 0], [0, -21], [0, 21]].map((by) => button.contains(hit(...by)));
    })()`);
    expect(isHit).toEqual([true, true, true]);
  });
});
