import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe } from 'vitest';
import { testApp } from '../support/app.ts';
import {
  browserTest,
  colorSchemes,
  signIn as giveSession,
  hasBrowser,
  type NewPage,
  screenshot,
  setLook,
  unlessBrowser,
} from '../support/browser.ts';
import { authorizePath, type Visit, visit } from '../support/consent-pages.ts';
import type { Member } from '../support/factories.ts';
import { callWith, challengeFor, exchangeCode, newVerifier, type OAuthApp, oauthApp } from '../support/oauth.ts';
import { type Person, password, person } from '../support/people.ts';
import { appForTests } from '../support/web-app.ts';

const allScopes = ['contacts:read', 'contacts:write', 'eventCalls:read', 'deals:read', 'availabilities:read'];

/** Texts whose contrast with what is behind them is less than 4.5. */
const pale = `(() => {
  const parse = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour[3] !== 0) return colour;
    }
    return [255, 255, 255];
  };
  const texts = [...document.querySelectorAll('body *')].filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) || element.matches('input:not([type=hidden])'));
  if (texts.length < 5) throw new Error('There is hardly any text');
  return texts.flatMap((element) => {
    const [one, other] = [parse(getComputedStyle(element).color), behind(element)].map(light).sort((a, b) => b - a);
    const contrast = (one + 0.05) / (other + 0.05);
    return contrast < 4.5 ? [element.outerHTML.slice(0, 80) + ' ' + contrast.toFixed(2)] : [];
  });
})()`;

/** What reaches beyond the right edge. */
const overflowing = `[...document.querySelectorAll('body, body *')]
  .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5
    || element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline' && element.clientWidth > 0)
  .map((element) => element.outerHTML.slice(0, 80))`;

const sizes: [string, { width: number; height: number }, number][] = [
  ['a phone of 320 px', { width: 320, height: 568 }, 1],
  ['a screen of 1280 px at 200 % zoom', { width: 640, height: 400 }, 1],
  ['letters of twice the size', { width: 640, height: 800 }, 2],
];

describe.skipIf(!hasBrowser).concurrent(`connecting an app in a browser${unlessBrowser}`, () => {
  const app = appForTests(() => testApp());

  const it = browserTest.extend<{ owner: Person; client: OAuthApp }>({
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of needed fixtures from this pattern.
    owner: async ({}, use) => use(await person(app)),
    client: async ({ owner }, use) => use(await newApp(owner)),
  });

  const newApp = (owner: Person, row: object = {}) =>
    oauthApp(app, owner, {
      name: 'Acme Dialer',
      homepageUrl: 'https://www.acme.example/dialer',
      allowedScopes: allScopes,
      ...row,
    });

  it('signs in, allows and gives the app a code that works, without script and with nothing but the keyboard', async ({
    newPage,
    owner,
    client,
    expect,
  }) => {
    const verifier = newVerifier();
    const { page, complaints, answered } = await open(
      newPage,
      client,
      { javaScriptEnabled: false },
      challengeFor(verifier),
    );
    await screenshot(page, 'sign-in');
    await page.locator('input[type=email]:focus').waitFor();
    await page.keyboard.type(owner.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Acme Dialer wants access to your workspace' }).waitFor();
    await screenshot(page, 'consent');
    await tabTo(page, 'Allow access');
    await page.keyboard.press('Enter');
    const { origin, pathname, searchParams } = await answered;
    expect(`${origin}${pathname}`).toBe(client.redirectUri);
    expect(Object.fromEntries(searchParams)).toEqual({
      code: expect.stringMatching(/^service_ac_/),
      state: 'a b&c',
      iss: 'http://api.test',
    });
    await page.getByRole('heading', { name: 'Back at the app' }).waitFor();
    const proof = { code_verifier: verifier };
    const { body } = await exchangeCode(app, client, String(searchParams.get('code')), proof);
    expect(body.scope).toBe(allScopes.join(' '));
    expect(await callWith(app, body.access_token)).toBe(200);
    expect(complaints).toEqual([]);
  });

  it('says on the page that the password is wrong, and goes on with the right one', async ({
    newPage,
    owner,
    client,
    expect,
  }) => {
    const { page, complaints } = await open(newPage, client);
    await signIn(page, owner, 'wrong');
    expect(await page.getByRole('alert').textContent()).toBe('Wrong email or password.');
    expect(await page.getByLabel('Email').inputValue()).toBe(owner.email);
    expect(await page.getByLabel('Password').getAttribute('aria-invalid')).toBe('true');
    await signIn(page, owner);
    await page.getByRole('button', { name: 'Allow access' }).waitFor();
    expect(complaints.filter((complaint) => !complaint.includes('status of 401'))).toEqual([]);
  });

  it('returns to the app when the user denies', async ({ newPage, owner, client, expect }) => {
    const { page, answered } = await openSignedIn(newPage, client, owner);
    await page.getByRole('button', { name: 'Deny' }).click();
    expect(Object.fromEntries((await answered).searchParams)).toMatchObject({ error: 'access_denied', state: 'a b&c' });
  });

  it('lets the person choose the workspace, and change to another account', async ({
    newPage,
    owner,
    client,
    expect,
  }) => {
    const beta = await app.insert('Workspace', { name: 'Beta' });
    await app.insert('Membership', { workspaceId: beta.id, userId: owner.userId, role: 'CLOSER' });
    const { page, answered } = await open(newPage, client);
    await signIn(page, owner);
    await page.getByRole('button', { name: 'Use a different account' }).click();
    await signIn(page, owner);
    await page.getByLabel('Workspace').selectOption('Beta');
    await page.getByRole('button', { name: 'Allow access' }).click();
    await answered;
    const grants = await app.sql('SELECT "workspaceId" FROM "OAuthGrant" WHERE "clientId" = $1', [client.clientId]);
    expect(grants).toEqual([{ workspaceId: beta.id }]);
  });

  it('shows members of its workspace that a Pending app waits, and others that they cannot connect it', async ({
    newPage,
    owner,
    expect,
  }) => {
    const client = await newApp(owner, { status: 'PENDING' });
    const { page } = await openSignedIn(newPage, client, owner);
    expect(await page.getByRole('note').textContent()).toContain('This app is waiting for approval.');
    await page.getByRole('button', { name: 'Allow access' }).waitFor();
    await screenshot(page, 'pending');
    const stranger = await openSignedIn(newPage, client, await app.workspace());
    await stranger.page.getByRole('heading', { name: 'You cannot connect Acme Dialer' }).waitFor();
    expect(await stranger.page.getByRole('note').textContent()).toContain('Access denied:');
    expect(await stranger.page.getByRole('button', { name: 'Allow access' }).count()).toBe(0);
    await screenshot(stranger.page, 'pending-stranger');
    await stranger.page.getByRole('button', { name: 'Back to the app' }).click();
    expect((await stranger.answered).searchParams.get('error')).toBe('access_denied');
  });

  it('shows the logo, which is a picture and nothing else', async ({ newPage, owner, client, expect }) => {
    const logo =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#0a7d55"/></svg>';
    await app.sql(`UPDATE "OAuthClient" SET "logo" = $2, "logoType" = 'image/svg+xml' WHERE "clientId" = $1`, [
      client.clientId,
      Buffer.from(logo),
    ]);
    const { page, complaints } = await openSignedIn(newPage, client, owner);
    const shown = page.locator('img.logo');
    await shown.waitFor();
    expect(
      await shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
    ).toBeGreaterThan(0);
    await screenshot(page, 'logo');
    expect(complaints).toEqual([]);
  });

  it('shows what is wrong with a request, and does not redirect', async ({ newPage, owner, client, expect }) => {
    const { page } = await openSignedIn(newPage, client, owner, { client_id: 'ocl_unknown' });
    await page.getByRole('heading', { name: 'This app cannot be connected' }).waitFor();
    await screenshot(page, 'unknown');
    expect(new URL(page.url()).pathname).toBe('/oauth/authorize');
  });

  it('fits a phone, a zoomed screen and large letters: nothing is cut off, nothing scrolls sideways', async ({
    newPage,
    owner,
    client,
    expect,
  }) => {
    await app.sql('UPDATE "OAuthClient" SET "name" = $2 WHERE "clientId" = $1', [client.clientId, 'Q'.repeat(100)]);
    const { page } = await open(newPage, client, { deviceScaleFactor: 2 });
    const expectToFit = async () => {
      for (const [name, viewport, letters] of sizes) {
        await page.setViewportSize(viewport);
        await page.evaluate(`document.documentElement.style.fontSize = '${letters * 100}%'`);
        expect([name, await page.evaluate(overflowing)]).toEqual([name, []]);
        await screenshot(page, name);
      }
    };
    await expectToFit();
    await signIn(page, owner);
    await page.getByRole('button', { name: 'Allow access' }).waitFor();
    await expectToFit();
  });

  it('can be read: every text has a contrast of 4.5, light and dark', async ({ newPage, owner, expect }) => {
    const { page } = await open(newPage, await newApp(owner, { status: 'PENDING' }));
    const expectContrast = async () => {
      for (const colorScheme of colorSchemes) {
        await setLook(page, { colorScheme, width: 1280 });
        expect([colorScheme, await page.evaluate(pale)]).toEqual([colorScheme, []]);
        await screenshot(page, colorScheme);
      }
    };
    await signIn(page, owner, 'wrong');
    await page.getByRole('alert').waitFor();
    await expectContrast();
    await signIn(page, owner);
    await page.getByRole('note').waitFor();
    await expectContrast();
  });

  it('is read by a screen reader in order, each field and list by its name', async ({
    newPage,
    owner,
    client,
    expect,
  }) => {
    const { page } = await open(newPage, client);
    expect(await page.getByRole('heading').allTextContents()).toEqual(['Sign in']);
    expect(await page.getByLabel('Email').evaluate((field) => field.matches(':focus'))).toBe(true);
    await page.keyboard.press('Tab');
    expect(await page.getByLabel('Password').evaluate((field) => field.matches(':focus'))).toBe(true);
    await signIn(page, owner);
    await page.getByRole('list', { name: 'It will be able to:' }).waitFor();
    const first = page.getByRole('list', { name: 'It will be able to:' }).getByRole('listitem').first();
    expect(await first.textContent()).toContain('See your name and email address, and the name of your workspace');
    expect(await page.title()).toBe('Connect Acme Dialer – Slotline');
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    expect(await page.getByRole('heading').allTextContents()).toEqual([
      'Acme Dialer wants access to your workspace',
      'It will be able to:',
    ]);
    expect(await page.getByRole('button').allTextContents()).toEqual([
      'Allow access',
      'Deny',
      'Use a different account',
    ]);
  });

  async function open(
    newPage: NewPage,
    client: OAuthApp,
    options: BrowserContextOptions = {},
    fields = {},
  ): Promise<Visit> {
    const visited = await visit(newPage, client, options);
    await visited.page.goto(app.url + authorizePath(client, fields));
    return visited;
  }

  /** Opens the page with a session, for tests that are not about signing in. */
  async function openSignedIn(newPage: NewPage, client: OAuthApp, member: Member, fields = {}): Promise<Visit> {
    const visited = await visit(newPage, client);
    await giveSession(visited.page, app.url, await app.session(member));
    await visited.page.goto(app.url + authorizePath(client, fields));
    return visited;
  }

  async function signIn(page: Page, owner: Person, typed = password): Promise<void> {
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password').fill(typed);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  async function tabTo(page: Page, name: string): Promise<void> {
    const button = page.getByRole('button', { name });
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab');
      if (await button.and(page.locator(':focus')).count()) return;
    }
    throw new Error(`${name} cannot be reached with the keyboard`);
  }
});
