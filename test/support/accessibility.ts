import type { Page } from 'playwright-core';
import { type Look, looks, type Rules, screenshot, seriousFindings, setLook, takesPictures } from './browser.ts';

/** Returns undefined where the other looks have shown everything. */
export type RulesOf = (look: Look) => Rules | undefined;

/** A wide page in the dark differs only in its colours, a narrow one only in its layout. */
export const distinctRules: RulesOf = ({ colorScheme, width }) => {
  if (width === 1280) return colorScheme === 'light' ? 'all' : 'colors';
  return colorScheme === 'light' ? 'others' : undefined;
};

/** For pages with parts that only a narrow one shows: their colours need a look too. */
export const allRules: RulesOf = ({ colorScheme }) => (colorScheme === 'light' ? 'all' : 'colors');

/** What is wrong with a page as it is, in each look: serious findings of axe, and a page that is wider than the window. */
export async function findingsInAllLooks(
  page: Page,
  name: string,
  { inLooks = looks, rulesOf = distinctRules }: { inLooks?: readonly Look[]; rulesOf?: RulesOf } = {},
): Promise<{ rule: string; target: string }[]> {
  const found = [];
  for (const look of inLooks) {
    const rules = rulesOf(look);
    if (!rules && !takesPictures) continue;
    await setLook(page, look);
    await screenshot(page, `${name}-${look.width}-${look.colorScheme}`);
    const pageWidth = await page.evaluate('document.documentElement.scrollWidth');
    if (pageWidth !== look.width) found.push({ name, ...look, rule: 'width', target: 'html', why: `${pageWidth}` });
    if (rules) found.push(...(await seriousFindings(page, rules)).map((finding) => ({ name, ...look, ...finding })));
  }
  return found;
}
