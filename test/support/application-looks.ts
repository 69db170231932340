import type { Page } from 'playwright-core';
import { looks, screenshot, seriousFindings, setLook } from './browser.ts';

/**
 * What is wrong with the page as it is, light and dark, wide and narrow: serious findings of axe, and a page that is wider
 * than the window. Rules that have nothing to do with colours run once at each width.
 */
export async function findingsInAllLooks(page: Page, name: string): Promise<object[]> {
  const found: object[] = [];
  for (const look of looks) {
    await setLook(page, look);
    await screenshot(page, `${name}-${look.width}-${look.colorScheme}`);
    const pageWidth = await page.evaluate('document.documentElement.scrollWidth');
    if (pageWidth !== look.width) found.push({ name, ...look, rule: 'width', pageWidth });
    const rules = look.colorScheme === 'light' ? 'all' : 'colors';
    found.push(...(await seriousFindings(page, rules)).map((finding) => ({ name, ...look, ...finding })));
  }
  return found;
}
