import { describe, expect } from 'vitest';
import { useApp } from '../support/app.ts';
import {
  browserTest,
  forAxe,
  hasBrowser,
  looks,
  screenshot,
  seriousFindings,
  setLook,
  unlessBrowser,
} from '../support/browser.ts';
import { password } from '../support/people.ts';

const app = await useApp({ ownAddress: true });

async function invitation(): Promise<string> {
  const owner = await app.workspace();
  const query = 'mutation { createInvitation(input: { email: "ira@example.com", role: CLOSER }) { link } }';
  const { body } = await app.graphql(query, await app.session(owner));
  return body.data.createInvitation.link.slice('http://app.test'.length);
}

const pages: readonly (readonly [name: string, path: () => string | Promise<string>])[] = [
  ['sign-in', () => '/sign-in'],
  ['sign-up', () => '/sign-up'],
  ['forgot-password', () => '/forgot-password'],
  ['reset-password-ended', () => '/reset-password?token=x'],
  ['invitation', invitation],
  ['sign-out', () => '/sign-out'],
];

describe.skipIf(!hasBrowser)(`the pages of people who are not signed in${unlessBrowser}`, () => {
  browserTest.for(pages)(
    '%s: axe finds nothing serious, wide and narrow, light and dark',
    async ([name, path], { newPage }) => {
      const { page } = await newPage(forAxe);
      await page.goto(app.url + (await path()));
      for (const look of looks) {
        await setLook(page, look);
        expect(await seriousFindings(page, 'all')).toEqual([]);
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        expect(overflow).toBeLessThanOrEqual(0);
        await screenshot(page, `${name}-${look.colorScheme}-${look.width}`);
      }
    },
  );

  browserTest(
    'a sign-up by keyboard alone, without script, shows what is wrong and then signs in',
    async ({ newPage }) => {
      const { page, complaints, origins } = await newPage({ javaScriptEnabled: false });
      await page.goto(`${app.url}/sign-up`);
      await page.keyboard.type('ada@example.com');
      for (const text of ['Ada', 'Price', 'Lime']) {
        await page.keyboard.press('Tab');
        await page.keyboard.type(text);
      }
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.type('short');
      await page.keyboard.press('Enter');
      await page.waitForSelector('#password-error');
      expect(await page.inputValue('#workspaceName')).toBe('Lime');
      expect(await page.inputValue('#password')).toBe('');
      await screenshot(page, 'sign-up-wrong');
      await page.fill('#password', password);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${app.url}/`);
      const cookies = await page.context().cookies();
      expect(cookies.some(({ name, httpOnly }) => name === 'session' && httpOnly)).toBe(true);
      expect([...origins]).toEqual([app.url]);
      expect(complaints.filter((text) => /violat|refused to/i.test(text))).toEqual([]);
    },
  );
});
