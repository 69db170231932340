import { describe } from 'vitest';
import { testApp } from '../support/app.ts';
import { browserTest, hasBrowser, unlessBrowser } from '../support/browser.ts';
import { oauthApp } from '../support/oauth.ts';
import { appForTests } from '../support/web-app.ts';

describe.skipIf(!hasBrowser).concurrent(`a logo in a browser${unlessBrowser}`, () => {
  const app = appForTests(() => testApp());

  /** Put where no upload would let it come: this is about the second wall. */
  async function stored(content: string): Promise<string> {
    const { clientId } = await oauthApp(app, await app.workspace());
    await app.sql(`UPDATE "OAuthClient" SET "logo" = $2, "logoType" = 'image/svg+xml' WHERE "clientId" = $1`, [
      clientId,
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${content}<title>still</title></svg>`),
    ]);
    return `/oauth/logos/${clientId}`;
  }

  browserTest.for([
    ['a script', '<script>document.title = "ran"; document.querySelector("title").textContent = "ran"</script>'],
    [
      'an event',
      '<image href="data:," width="8" height="8" onerror="document.querySelector(\'title\').textContent = \'ran\'"/>',
    ],
    ['a picture from elsewhere', '<image href="http://elsewhere.test/a.png" width="8" height="8"/>'],
    ['a style from elsewhere', '<style>@import "http://elsewhere.test/a.css";</style>'],
    [
      'a frame',
      '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="http://elsewhere.test/"/></foreignObject>',
    ],
  ] as const)('that has %s does nothing with it, alone in a tab', async ([, content], { newPage, expect }) => {
    const { page } = await newPage();
    const requested: string[] = [];
    await page.route('**/*', (route) => {
      requested.push(new URL(route.request().url()).host);
      return route.request().url().startsWith(app.url) ? route.continue() : route.abort();
    });
    const path = await stored(content);
    await page.goto(app.url + path, { waitUntil: 'load' });
    expect(await page.locator('title').first().textContent()).toBe('still');
    expect(new Set(requested)).toEqual(new Set([new URL(app.url).host]));
  });
});
