import type { Page, Route } from 'playwright-core';
import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import type { Answer } from '../../support/app.ts';
import { browserTest, forAxe, hasBrowser, settled, signIn, unlessBrowser } from '../../support/browser.ts';
import type { Member } from '../../support/factories.ts';
import { callWith, connect, exchangeCode } from '../../support/oauth.ts';
import { pngFile, svgFile } from '../../support/pictures.ts';
import { fromNow } from '../../support/present.ts';
import { addressOf, appForTests, loseAnswers, notice, openAs } from '../../support/web-app.ts';

const path = '/settings/developer/oauth-clients/new';

describe.skipIf(!hasBrowser)(`Settings → Developer → OAuth clients → Register${unlessBrowser}`, () => {
  const app = appForTests();

  const clientsOf = async ({ workspaceId }: Member) =>
    (await app.sql('SELECT * FROM "OAuthClient" WHERE "workspaceId" = $1', [workspaceId])) as Answer['body'][];
  const register = (page: Page) => page.getByRole('button', { name: 'Register client' });
  const uri = (page: Page, number: number) => page.getByRole('textbox', { name: `Redirect URI ${number}` });

  async function fill(page: Page, type: 'Confidential' | 'Public', redirectUri: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Name' }).fill('Acme Dialer');
    await page.getByRole('radio', { name: type }).check();
    await uri(page, 1).fill(redirectUri);
    await page.getByLabel('See the contacts of the workspace').check();
    await page.getByLabel('See booked calls and their outcomes').check();
  }

  /** Of what the last registration showed. */
  async function savedSecret(page: Page): Promise<string> {
    const dialog = page.getByRole('dialog', { name: "The client's secret" });
    const secret = await dialog.getByLabel('Client secret').inputValue();
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    return secret;
  }

  browserTest('a confidential client gets a logo and a secret that exchanges a code', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page, complaints, origins } = await openAs(newPage, app, owner, '/settings/developer/oauth-clients');
    await page.getByText('No OAuth clients yet').waitFor();
    await page.getByRole('link', { name: 'Register a client' }).click();
    const redirectUri = 'https://dialer.example/callback';
    await fill(page, 'Confidential', redirectUri);
    await page.getByRole('textbox', { name: 'App Homepage URL' }).fill('https://dialer.example/');
    await page.getByRole('button', { name: 'Add another' }).click();
    // The new line has the focus.
    await page.keyboard.type('http://localhost:3000/callback');
    await page.locator('input[type=file]').setInputFiles(await pngFile(64));
    await page.locator('img[src^="blob:"]').waitFor();
    await register(page).click();
    await page.getByRole('dialog').waitFor();
    await goBack(page);
    const secret = await savedSecret(page);
    await page.getByRole('heading', { level: 1, name: 'Acme Dialer', exact: true }).waitFor();
    const [client] = await clientsOf(owner);
    expect(client).toMatchObject({
      name: 'Acme Dialer',
      homepageUrl: 'https://dialer.example/',
      redirectUris: [redirectUri, 'http://localhost:3000/callback'],
      allowedScopes: ['contacts:read', 'eventCalls:read'],
      clientType: 'CONFIDENTIAL',
      logoType: 'image/png',
    });
    await page.locator(`img[src^="/oauth/logos/${client.clientId}"]`).first().waitFor();
    const registered = { workspaceId: owner.workspaceId, clientId: client.clientId, secret, redirectUri };
    const { access_token } = await connect(app, await app.session(owner, { expiresAt: tomorrow() }), registered);
    expect(await callWith(app, access_token)).toBe(200);

    await page.getByRole('link', { name: 'OAuth clients' }).first().click();
    const row = page.getByRole('row', { name: /Acme Dialer/ });
    await row.getByText('1 connection').waitFor();
    expect(await row.textContent()).toMatch(
      /Confidential2 scopes.*contacts:read.*eventCalls:read.*Pending.*Only for this workspace.*by you/s,
    );
    expect(complaints).toEqual([]);
    expect([...origins]).toEqual([addressOf(app)]);
  });

  browserTest('the authorize URL of a public client leads to tokens', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page } = await openAs(newPage, app, owner, path);
    const redirectUri = `${addressOf(app)}/callback`;
    await fill(page, 'Public', redirectUri);
    await register(page).click();
    const panel = page.getByRole('region', { name: 'Authorize URL' });
    await panel.getByText('Scopes: 2 of 2').click();
    await panel.getByLabel('See booked calls and their outcomes').uncheck();
    const url = new URL((await panel.locator('pre').textContent()) ?? '');
    expect(await panel.getByRole('link', { name: 'Open the consent page' }).getAttribute('href')).toBe(url.href);
    expect(await panel.getByLabel('With PKCE, which a public client must use').isDisabled()).toBe(true);
    const [state, verifier] = await panel.locator('dd code').allTextContents();
    await signIn(page, addressOf(app), await app.session(owner, { expiresAt: tomorrow() }));
    await page.goto(url.href);
    await page.getByRole('heading', { name: 'Acme Dialer wants access' }).waitFor();
    await page.getByRole('button', { name: 'Allow access' }).click();
    await page.waitForURL(/callback/);
    const answered = new URL(page.url()).searchParams;
    expect(answered.get('state')).toBe(state);
    const client = { ...(await clientsOf(owner))[0], secret: '', redirectUri };
    const tokens = await exchangeCode(app, client, answered.get('code') ?? '', { code_verifier: verifier });
    expect([tokens.status, tokens.body.scope]).toEqual([200, 'contacts:read']);
  });

  browserTest('each mistake is named at its field, by the page and by the server', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page } = await openAs(newPage, app, owner, path);
    await register(page).click();
    for (const text of [
      'Enter the name',
      'Choose one; it cannot',
      'Enter at least one redirect',
      'at least one scope',
    ]) {
      await page.getByText(text).waitFor();
    }
    const name = page.getByRole('textbox', { name: 'Name' });
    await expect.poll(() => name.evaluate((field) => field.matches(':focus'))).toBe(true);
    await fill(page, 'Public', 'http://dialer.example/callback');
    await page.getByRole('textbox', { name: 'App Homepage URL' }).fill('dialer.example');
    await register(page).click();
    await page.getByText('Must be https, or http with the host localhost').waitFor();
    await page.getByText('Must be a URL that begins with https://').waitFor();
    await page.getByRole('textbox', { name: 'App Homepage URL' }).fill('');
    await uri(page, 1).fill('https://dialer.example/callback');
    await page.getByRole('button', { name: 'Add another' }).click();
    await uri(page, 2).fill('https://dialer.example/callback');
    await register(page).click();
    await page.getByText('in the list already').waitFor();

    // The page finds every such mistake itself, so it is made on the way to the server.
    const spoil = (route: Route) =>
      route.continue({ postData: route.request().postData()?.replace('dialer.example/2', 'dialer.example/*') ?? '' });
    await uri(page, 2).fill('https://dialer.example/2');
    await page.route('**/graphql', spoil);
    await register(page).click();
    await page.getByText('"https://dialer.example/*" must not contain a wildcard').waitFor();
    expect(await uri(page, 2).getAttribute('aria-invalid')).toBe('true');
    expect(await uri(page, 1).getAttribute('aria-invalid')).not.toBe('true');
    expect(await uri(page, 2).inputValue()).toBe('https://dialer.example/2');
    await page.unroute('**/graphql', spoil);
    await page.getByRole('textbox', { name: 'Name' }).fill('Acme\u202eDialer');
    await register(page).click();
    await page.getByText('Must not contain line breaks or invisible characters').waitFor();
    expect(await clientsOf(owner)).toEqual([]);
  });

  browserTest(
    'a logo that is refused or lost loses no registration and makes no second',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const { page } = await openAs(newPage, app, owner, path);
      const file = page.locator('input[type=file]');
      await file.setInputFiles(await pngFile(64, 32));
      await page.getByText('must be square, but is 64 by 32 pixels').waitFor();
      await file.setInputFiles({ ...(await pngFile(8)), buffer: Buffer.from('no picture') });
      await page.getByText('The image is damaged').waitFor();
      await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') });
      await page.getByText('must be a JPG, PNG, WebP or SVG').waitFor();
      await file.setInputFiles({ ...(await pngFile(8)), buffer: Buffer.alloc(2 * 1024 * 1024 + 1) });
      await page.getByText('The image must be at most 2 MB (2,048 kB), but has 2,049 kB', { exact: true }).waitFor();

      await file.setInputFiles(svgFile(64, 32));
      await fill(page, 'Confidential', 'https://dialer.example/callback');
      await register(page).click();
      expect(await savedSecret(page)).toMatch(/^service_cs_/);
      await page.getByRole('heading', { level: 1, name: 'Edit “Acme Dialer”' }).waitFor();
      await page.getByRole('alert').getByText('must be square, but is 64 by 32').waitFor();
      await file.setInputFiles(svgFile(64));
      await page.route('**/logo', (route) => route.abort('connectionreset'));
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('The server could not be reached').waitFor();
      await page.unroute('**/logo');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { level: 1, name: 'Acme Dialer', exact: true }).waitFor();
      const clients = await clientsOf(owner);
      expect(clients.map(({ logoType }) => logoType)).toEqual(['image/png']);
    },
  );

  browserTest(
    'where the answer is lost, what was typed stays and the page says where to look',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const { page } = await openAs(newPage, app, owner, path);
      await fill(page, 'Confidential', 'https://dialer.example/callback');
      const restore = await loseAnswers(page);
      await register(page).click();
      await page.getByText('We do not know whether the client was registered').waitFor();
      expect(await uri(page, 1).inputValue()).toBe('https://dialer.example/callback');
      await restore();
      const [list] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('link', { name: 'list of OAuth clients' }).click(),
      ]);
      await list.getByRole('row', { name: /Acme Dialer/ }).waitFor();
    },
  );

  browserTest('by keyboard alone, and nothing for axe to find', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page } = await openAs(newPage, app, owner, path, forAxe);
    await page.getByRole('textbox', { name: 'Name' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Enter the name').waitFor();
    expect(await findingsInAllLooks(page, 'register-oauth-client')).toEqual([]);
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.keyboard.type('Acme Dialer');
    // Homepage, the logo, the type.
    await press('Tab', 'Tab', 'Tab', 'Space', 'Tab');
    await page.keyboard.type('https://dialer.example/callback');
    // Add another, the refresh token, the first scope.
    await press('Tab', 'Tab', 'Tab', 'Space', 'Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await findingsInAllLooks(page, 'oauth-client-secret')).toEqual([]);
    await press('Tab', 'Tab', 'Space', 'Tab', 'Enter');
    await notice(page, '“Acme Dialer” is registered').waitFor();
    expect((await clientsOf(owner))[0]).toMatchObject({ clientType: 'CONFIDENTIAL', allowedScopes: ['contacts:read'] });
  });
});

/** With the button of the browser, up to what comes of it. */
async function goBack(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    addEventListener('popstate', resolve, { once: true });
    history.back();
  })`);
  await settled(page);
}

function tomorrow(): string {
  return fromNow(24 * 60 * 60 * 1000);
}
