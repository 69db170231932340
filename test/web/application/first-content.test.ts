import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { browserTest, hasBrowser, signIn, unlessBrowser } from '../../support/browser.ts';
import type { Member } from '../../support/factories.ts';
import { fromNow } from '../../support/present.ts';
import { pause, until } from '../../support/waiting.ts';
import { addressOf, appForTests, openAs, sessionOf, webApp } from '../../support/web-app.ts';

const build = path.join(import.meta.dirname, '../../../build/web');
const hour = 60 * 60 * 1000;
const app = appForTests();
afterEach(() => expect(app.unexpected).toEqual([]));

/** The document of a page, as the browser of a person who is signed in gets it. */
async function documentOf(at: string, person?: Member, headers: Record<string, string> = {}, method = 'GET') {
  const cookie = person && { Cookie: `session=${await sessionOf(app, person)}` };
  const response = await fetch(addressOf(app) + at, {
    method,
    headers: { Accept: 'text/html', ...cookie, ...headers },
  });
  const text = await response.text();
  return { response, text, isDrawn: text.includes('id="initial-state"') };
}

/** The same of a page that the server draws, which it leaves to the browser where this machine is too busy to do it in time. */
function drawnDocumentOf(...asked: Parameters<typeof documentOf>) {
  return until(async () => {
    const opened = await documentOf(...asked);
    return opened.isDrawn ? opened : undefined;
    // Of one person, two pages are drawn at once.
  }, 100);
}

async function callOf(closer: Member, inviteeName: string): Promise<string> {
  const id = await app.call(closer, { inviteeName, dateTime: fromNow(hour) });
  const [call] = await app.sql<{ previewId: string }>('SELECT "previewId" FROM "EventCall" WHERE "id" = $1', [id]);
  return call?.previewId ?? '';
}

describe('the first content of a page', () => {
  it('has what the page shows, of the person and the workspace of the session', async () => {
    const [one, other] = [await app.workspace(), await app.workspace()];
    const call = await callOf(one, 'Ira Lindqvist');
    await callOf(other, 'Noor Haddad');
    for (const at of ['/', '/calls', `/calls/${call}`, '/calls?view=week']) {
      const { text, isDrawn, response } = await drawnDocumentOf(at, one);
      expect([at, isDrawn, response.headers.get('cache-control')]).toEqual([at, true, 'private, no-store']);
      const names = ['Ira Lindqvist', 'Noor Haddad'].map((name) => text.split('id="initial-state"')[0]?.includes(name));
      expect([at, ...names]).toEqual([at, true, false]);
    }
  });

  it('never has what another person sees, also of pages that are drawn at once', async () => {
    const people = await Promise.all(
      ['Ada', 'Bo', 'Cyd', 'Dag', 'Eve'].map(async (name) => {
        const owner = await app.workspace();
        await callOf(owner, `${name} Unmistakable`);
        return { owner, name };
      }),
    );
    const openAll = () =>
      Promise.all(
        [...people, ...people, ...people].map(async ({ owner, name }) => ({
          name,
          ...(await documentOf('/calls', owner)),
        })),
      );
    // Where many wait, a browser draws its page by itself, and on a busy machine all of them may.
    let isAnyDrawn = false;
    while (!isAnyDrawn) {
      const opened = await openAll();
      for (const { name, text, isDrawn } of opened) {
        const expected = isDrawn ? [`${name} Unmistakable`] : [];
        expect([...new Set(text.match(/\w+ Unmistakable/g) ?? [])]).toEqual(expected);
      }
      isAnyDrawn = opened.some(({ isDrawn }) => isDrawn);
    }
  });

  it('is that of the role: a closer sees the own calls alone', async () => {
    const owner = await app.workspace();
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    await callOf(owner, 'Of the owner');
    await callOf(closer, 'Of the closer');
    const { text, isDrawn } = await drawnDocumentOf('/calls', closer);
    expect([isDrawn, text.includes('Of the closer'), text.includes('Of the owner')]).toEqual([true, true, false]);
    expect(text.includes('href="/settings/developer/webhooks"')).toBe(false);
  });

  it('is not there without a session, for HEAD, for an API key, and after the session ended', async () => {
    const owner = await app.workspace();
    const key = await app.apiKey(owner);
    const ended = await app.session(owner, { expiresAt: fromNow(-hour) });
    const documents = await Promise.all([
      documentOf('/calls'),
      documentOf('/calls', owner, {}, 'HEAD'),
      documentOf('/calls', undefined, { Authorization: `Bearer ${key}` }),
      documentOf('/calls', undefined, { Cookie: `session=${ended}` }),
      documentOf('/calls', undefined, { Cookie: 'session=service_ses_unknown' }),
    ]);
    expect(documents.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200]);
    expect(documents.map(({ isDrawn }) => isDrawn)).toEqual([false, false, false, false, false]);
    expect(documents.map(({ response }) => response.headers.get('cache-control'))).toEqual(Array(5).fill('no-cache'));
  });

  it('is not there where the page leads elsewhere, or is only known to the browser', async () => {
    const owner = await app.workspace();
    for (const at of ['/settings', '/calls?ids=x&view=heap']) {
      expect([at, (await documentOf(at, owner)).isDrawn]).toEqual([at, false]);
    }
    for (const at of ['callback?code=1&state=2', '1/try']) {
      const { text } = await drawnDocumentOf(`/settings/developer/oauth-clients/${at}`, owner);
      expect([at, text.includes('id="initial-state"'), text.includes('<h1')]).toEqual([at, true, false]);
    }
  });

  it('is not there for a frame, an image or a script, nor where the address would make the page too long', async () => {
    const owner = await app.workspace();
    for (const to of ['iframe', 'image', 'script', 'empty']) {
      expect([to, (await documentOf('/calls', owner, { 'Sec-Fetch-Dest': to })).isDrawn]).toEqual([to, false]);
    }
    expect((await drawnDocumentOf('/calls', owner, { 'Sec-Fetch-Dest': 'document' })).isDrawn).toBe(true);
    const long = `/calls?${'a=b&'.repeat(600)}`;
    expect((await documentOf(long, owner)).isDrawn).toBe(false);
  });

  it('says what is gone, and is left out where the data are refused', async () => {
    const owner = await app.workspace();
    const gone = await drawnDocumentOf('/calls/unknown', owner);
    expect([gone.isDrawn, gone.text.includes('NOT_FOUND')]).toEqual([true, true]);
    const limited = await app.workspace({ graphqlCost: 1 });
    expect((await documentOf('/calls', limited)).isDrawn).toBe(false);
  });

  it('has names as text, whatever they are', async () => {
    const owner = await app.workspace();
    const name = '</script><script>globalThis.ran = true</script><!--<script>';
    await callOf(owner, name);
    const { text, isDrawn } = await drawnDocumentOf('/calls', owner);
    expect(isDrawn).toBe(true);
    expect(text.includes('<script>globalThis')).toBe(false);
    const json = /<script type="application\/json" id="initial-state">(.*?)<\/script>/s.exec(text)?.[1] ?? '';
    expect(JSON.stringify(JSON.parse(json))).toContain('globalThis.ran = true');
  });

  it('has the hours of the language that the browser prefers', async () => {
    const owner = await app.workspace();
    const closer = await app.member(owner.workspaceId, 'CLOSER');
    await callOf(closer, 'Ira Lindqvist');
    const documents = await Promise.all(
      ['en-US,en;q=0.9', 'en-GB', '*', 'no language;q=1, en-GB;q=0.5'].map((language) =>
        drawnDocumentOf('/calls', owner, { 'Accept-Language': language }),
      ),
    );
    const isAmerican = documents.map(({ text }) => /\d:\d\d[\s ][AP]M/.test(text));
    expect(isAmerican).toEqual([true, false, true, false]);
  });

  it('is left out where the database is slow, after a second', async () => {
    const slow = await webApp();
    try {
      const owner = await slow.workspace();
      const session = await sessionOf(slow, owner);
      const open = () => fetch(`${addressOf(slow)}/calls`, { headers: { Cookie: `session=${session}` } });
      await expect.poll(async () => (await (await open()).text()).includes('id="initial-state"')).toBe(true);
      const other = new pg.Client(slow.databaseUrl);
      await other.connect();
      await other.query('BEGIN; LOCK TABLE "EventCall" IN ACCESS EXCLUSIVE MODE');
      const response = await open();
      await other.end();
      expect([response.status, (await response.text()).includes('id="initial-state"')]).toEqual([200, false]);
      expect(slow.unexpected).toEqual([]);
    } finally {
      await slow.close();
    }
  });

  it('is left out while there is no script for it, and comes with the next build', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'application-'));
    cpSync(build, folder, { recursive: true, filter: (file) => !file.includes('/assets/') });
    const other = await webApp({ application: { folder } });
    try {
      const session = await sessionOf(other, await other.workspace());
      const open = async () => {
        const response = await fetch(`${addressOf(other)}/events`, { headers: { Cookie: `session=${session}` } });
        return (await response.text()).includes('id="initial-state"');
      };
      const script = path.join(folder, 'server/render.cjs');
      renameSync(script, `${script}.new`);
      expect(await open()).toBe(false);
      renameSync(`${script}.new`, script);
      await expect.poll(open).toBe(true);
      expect(other.unexpected).toEqual([]);
    } finally {
      await other.close();
      rmSync(folder, { recursive: true });
    }
  });
});

describe.skipIf(!hasBrowser)(`a page that the server drew${unlessBrowser}`, () => {
  const sentBy = (page: Page) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) sent.push(request.postDataJSON().operationName);
    });
    return sent;
  };

  /** Remembers what the server drew, before the application runs. */
  const watchDrawn = (page: Page) =>
    page.addInitScript(`document.addEventListener('readystatechange', () => {
      if (document.readyState !== 'interactive') return;
      globalThis.drawn = document.getElementById('initial-state') ? [...document.querySelectorAll('#app *')] : [];
    })`);
  /** Opens a page once more where the machine was too busy to draw it. */
  const openDrawn = async (page: Page, at: string, sent: string[] = []) => {
    for (let tries = 0; tries < 10; tries++) {
      sent.length = 0;
      await page.goto(addressOf(app) + at, { waitUntil: 'networkidle' });
      if (await page.evaluate<boolean>('drawn.length > 0')) return;
    }
    throw new Error(`The server did not draw ${at} in ten tries`);
  };
  const isInPlace = (page: Page) => page.evaluate<boolean>('drawn.every((each) => each.isConnected)');

  browserTest('is taken over as it is by the application, which sends no query anew', async ({ newPage }) => {
    const owner = await app.workspace();
    const call = await callOf(owner, 'Ira Lindqvist');
    const event = `/events/${await app.event(owner)}`;
    const { page, complaints } = await openAs(newPage, app, owner, '/docs');
    await watchDrawn(page);
    const sent = sentBy(page);
    const pages = [
      '/',
      '/calls',
      `/calls/${call}`,
      '/calls?view=week',
      '/contacts',
      '/contacts?view=board',
      '/events',
      event,
      ...['hosts', 'questions', 'flow', 'mail'].map((section) => `${event}?section=${section}`),
      '/schedules',
    ];
    const settings = ['account', 'emails', 'team', 'developer/webhooks'].map((each) => `/settings/${each}`);
    for (const at of [...pages, ...settings]) {
      await openDrawn(page, at, sent);
      expect([at, await isInPlace(page), sent]).toEqual([at, true, []]);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    await page.getByRole('link', { name: 'Contacts' }).first().click();
    await page.getByRole('heading', { name: 'Contacts' }).waitFor();
    expect(sent).toContain('Contacts');
    // The frame with a mail runs no script, not even that of this test.
    expect(complaints.filter((complaint) => !complaint.includes('blob:'))).toEqual([]);
  });

  browserTest('is taken over whatever the clock and the window of the browser are', async ({ newPage }) => {
    const owner = await app.workspace();
    await callOf(owner, 'Ira Lindqvist');
    const { page, complaints } = await openAs(newPage, app, owner, '/docs', { viewport: { width: 700, height: 800 } });
    await page.clock.setFixedTime(fromNow(-50 * hour));
    await watchDrawn(page);
    for (const at of ['/', '/calls', '/calls?view=week', '/settings/developer']) {
      await openDrawn(page, at);
      // Once the page is taken over, it follows the clock and the window of the browser.
      const isTitleInPlace = await page.evaluate<boolean>(`drawn.find(({ tagName }) => tagName === 'H1').isConnected`);
      expect([at, isTitleInPlace]).toEqual([at, true]);
    }
    expect(complaints).toEqual([]);
  });

  /** Opens a page whose scripts wait until they are released, once more where the machine was too busy to draw it. */
  const openHeld = async (page: Page, at: string) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/*.js', async (route) => {
      await released;
      // Those of a page that was left are gone.
      await route.continue().catch(() => undefined);
    });
    for (let tries = 0; tries < 10; tries++) {
      await page.goto(addressOf(app) + at, { waitUntil: 'commit' });
      await page.locator('#content h1').or(page.locator('.boot')).first().waitFor();
      if ((await page.locator('.boot').count()) === 0) return release;
    }
    throw new Error(`The server did not draw ${at} in ten tries`);
  };

  browserTest('takes what is typed before the application runs', async ({ newPage, expect }) => {
    const { page } = await openAs(newPage, app, await app.workspace(), '/docs');
    const release = await openHeld(page, '/contacts');
    const search = page.getByRole('searchbox').first();
    await search.fill('Lindqvist');
    release();
    await page.waitForURL(/search=Lindqvist/);
    expect(await search.inputValue()).toBe('Lindqvist');
  });

  browserTest('takes what is chosen before the application runs', async ({ newPage, expect }) => {
    const { page } = await openAs(newPage, app, await app.workspace(), '/docs');
    const choose = {
      '/calls?view=week': () => page.getByText('Week', { exact: true }).first().click(),
      '/events?status=ACTIVATED': () => page.getByLabel('Status', { exact: true }).selectOption('Published'),
    };
    for (const [to, act] of Object.entries(choose)) {
      const [at = ''] = to.split('?');
      const release = await openHeld(page, at);
      await act();
      release();
      await expect.poll(() => page.url()).toBe(addressOf(app) + to);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  });

  browserTest('leads on by links, and by no form, before any script runs', async ({ newPage, expect }) => {
    const { page } = await openAs(newPage, app, await app.workspace(), '/docs');
    await openHeld(page, '/settings/account');
    const form = page.url();
    await page.getByRole('textbox').first().press('Enter');
    await page.getByRole('link', { name: 'Contacts' }).first().click();
    await page.waitForURL(/contacts/, { waitUntil: 'commit' });
    await page.goBack({ waitUntil: 'commit' });
    expect(page.url()).toBe(form);
  });

  browserTest('reads a page again when it is shown again', async ({ newPage }) => {
    const owner = await app.workspace();
    await callOf(owner, 'Ira Lindqvist');
    const { page } = await openAs(newPage, app, owner, '/calls');
    const sent = sentBy(page);
    await page.getByText('Ira Lindqvist').first().waitFor();
    await callOf(await app.member(owner.workspaceId, 'CLOSER'), 'Noor Haddad');
    // So long what came with the document counts as new.
    await pause(2_500);
    await page.getByRole('link', { name: 'Events' }).first().click();
    await page.getByRole('link', { name: 'Calls' }).first().click();
    await page.getByText('Noor Haddad').first().waitFor();
    expect(sent).toContain('Calls');
  });

  browserTest('can be read before any script runs, in light and dark', async ({ newPage }) => {
    const owner = await app.workspace();
    await callOf(owner, 'Ira Lindqvist');
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await newPage({ colorScheme });
      await signIn(page, addressOf(app), await sessionOf(app, owner));
      await openHeld(page, '/calls');
      await page.getByText('Ira Lindqvist').first().waitFor();
      const [red] = await page.evaluate<number[]>(
        `getComputedStyle(document.querySelector('header')).backgroundColor.match(/\\d+/g).map(Number)`,
      );
      expect(red).toSatisfy((value: number) => (colorScheme === 'light' ? value > 200 : value < 60));
    }
  });

  browserTest('shows nothing of the page after the sign-out, also by the button Back', async ({ newPage }) => {
    const owner = await app.workspace();
    await callOf(owner, 'Ira Lindqvist');
    const { page } = await openAs(newPage, app, owner, '/calls');
    await page.getByText('Ira Lindqvist').first().waitFor();
    await page
      .getByRole('button', { name: /^Account and workspace/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.pathname === '/' || url.pathname === '/sign-in');
    await page.goBack();
    await page.waitForURL(/sign-in/);
    expect((await page.content()).includes('Ira Lindqvist')).toBe(false);
  });
});
