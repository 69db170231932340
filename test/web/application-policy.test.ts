import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type TestApp, testApp } from '../support/app.ts';
import { browserTest, hasBrowser, unlessBrowser } from '../support/browser.ts';
import { type BuiltApplication, builtApplication } from '../support/built-application.ts';

/** What a page of the application may do and may not, written into the page itself. */
const script = `
const refused = (act) => { try { act(); return false; } catch (error) { return error.name; } };
const root = document.getElementById('root');
const before = refused(() => { root.innerHTML = '<b>text</b>'; });
const other = refused(() => trustedTypes.createPolicy('other', {}));
trustedTypes.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });
const style = document.createElement('style');
style.innerHTML = '#root { color: rgb(1, 2, 3) }';
document.head.append(style);
root.setAttribute('style', 'width: 123px');
window.results = {
  before, other,
  element: refused(() => { root.innerHTML = '<b>text</b>'; }),
  color: getComputedStyle(root).color, width: getComputedStyle(root).width,
  inline: window.inline === true,
};`;

describe.skipIf(!hasBrowser)(`the policy of the application in a browser${unlessBrowser}`, () => {
  let build: BuiltApplication;
  let app: TestApp;
  beforeAll(async () => {
    build = builtApplication({
      'index.html': `<!doctype html><html lang="en"><title>Slotline</title><div id="root"></div>
<script>window.inline = true</script><script type="module" src="/assets/index-12345678.js"></script></html>`,
      'assets/index-12345678.js': script,
    });
    app = await testApp({ application: build });
  });
  afterAll(async () => {
    await app?.close();
    build?.[Symbol.dispose]();
  });

  browserTest('lets its own script run and write styles, and no inline script or markup', async ({ newPage }) => {
    const { page, complaints, origins } = await newPage();
    await page.goto(`${app.url}/settings/developer`);
    await expect.poll(() => page.evaluate('typeof window.results')).toBe('object');
    expect(await page.evaluate('window.results')).toEqual({
      before: 'TypeError',
      other: 'TypeError',
      element: 'TypeError',
      color: 'rgb(1, 2, 3)',
      width: '123px',
      inline: false,
    });
    expect([...origins]).toEqual([app.url]);
    expect(complaints.some((each) => each.includes('inline script'))).toBe(true);
  });
});
