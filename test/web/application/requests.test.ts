import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import { loggedRequest } from '../../support/api-requests.ts';
import { browserTest, forAxe, hasBrowser, screenshot, settled, unlessBrowser } from '../../support/browser.ts';
import type { Member } from '../../support/factories.ts';
import { fromNow } from '../../support/present.ts';
import { addressOf, appForTests, openAs } from '../../support/web-app.ts';

const path = '/settings/developer/requests';
const minutesAgo = (minutes: number) => fromNow(-minutes * 60_000);
const refusal = { status: 403, errorCode: 'INSUFFICIENT_SCOPE', errorMessage: 'Missing scope: deals:read' };

const betweenPolls = 3000;

/** Rows of the list, without its head. */
const rowsOf = (page: Page) => page.locator('.records tbody tr');

describe.skipIf(!hasBrowser)(`Settings → Developer → Requests${unlessBrowser}`, () => {
  const app = appForTests();

  /** A workspace with requests of two keys and of an app whose registration is gone. */
  async function filled(): Promise<{ owner: Member; keyId: number }> {
    const owner = await app.workspace();
    await app.apiKey(owner, { scopes: ['contacts:read'] });
    const [key] = await app.sql<{ id: number }>('SELECT max("id") AS "id" FROM "ApiKey"');
    const keyId = Number(key?.id);
    const rows = [
      { route: '/v1/deals', requestId: 'no-scope', ...refusal },
      {
        ...{
          method: 'POST',
          route: '/v1/contacts',
          requestId: 'bad-input',
          status: 400,
          errorCode: 'VALIDATION_FAILED',
        },
        errorMessage: 'Validation failed',
        fieldErrors: JSON.stringify([{ path: 'utm[0].utmValue', code: 'too_long' }]),
      },
      {
        ...{
          method: 'POST',
          route: '/graphql',
          operationName: 'UpcomingCalls',
          rootFields: 'eventCalls',
          durationMs: 1234,
        },
        ...{ requestId: 'partly', errorCode: 'NOT_FOUND', errorMessage: 'Resource not found!' },
      },
      {
        ...{ requestId: 'much', status: 429, errorCode: 'RATE_LIMIT_EXCEEDED', represents: 1200 },
        errorMessage: 'Too many requests, please try again later.',
      },
      { apiKeyId: null, connectionId: 'con_1', clientId: 'ocl_gone', requestId: 'of-app', userAgent: 'importer/2.1' },
      ...Array.from({ length: 30 }, (_, index) => ({ requestId: `fine-${index}`, apiKeyId: keyId + 1000 })),
    ];
    for (const [index, row] of rows.entries()) {
      await loggedRequest(app, owner, { apiKeyId: keyId, ...row, time: minutesAgo(10 + index * 4) });
    }
    return { owner, keyId };
  }

  browserTest('a refused request comes in live and says what to do about it', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page, complaints, origins } = await openAs(newPage, app, owner, path);
    await page.getByText('curl -H').waitFor();
    await page.clock.install();
    await page.getByRole('button', { name: 'Wait for it here' }).click();
    const key = await app.apiKey(owner, { scopes: ['contacts:read'] });
    expect((await app.get('/v1/deals', key)).status).toBe(403);
    await app.requestLog.flush();
    await page.clock.fastForward(betweenPolls);
    await page.getByRole('link', { name: 'GET /v1/deals' }).click();
    const drawer = page.getByRole('dialog', { name: 'GET /v1/deals' });
    await drawer.waitFor();
    // A long route breaks before a slash alone.
    for (const place of [page.getByRole('row', { name: 'GET /v1/deals' }), drawer.locator('h2')]) {
      expect(await place.locator('wbr').count()).toBe(1);
    }
    await drawer.getByText('Missing scope: deals:read').waitFor();
    await drawer.getByText('The key is active and has contacts:read.').waitFor();
    const documentation = drawer.getByRole('link', { name: 'Documentation of INSUFFICIENT_SCOPE' });
    expect(await documentation.getAttribute('href')).toBe('/docs/troubleshooting#insufficient-scope');
    await drawer.getByRole('link', { name: 'Create a key that has it' }).click();
    const form = page.getByRole('dialog', { name: 'Create an API key' });
    expect(await form.getByLabel('See deals').isChecked()).toBe(true);
    expect(await form.getByLabel('See the contacts of the workspace').isChecked()).toBe(true);
    expect(await form.getByRole('checkbox', { checked: true }).count()).toBe(2);
    expect(complaints).toEqual([]);
    expect([...origins]).toEqual([addressOf(app)]);
  });

  browserTest('a refusal of the token endpoint says what the app got, and what helps', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const displaced = 'The client secret was replaced by the last rotation';
    const message = `${displaced}, and ended at 2026-03-04T13:00:00.000Z`;
    const call = { method: 'POST', route: '/v1/oauth/token', apiKeyId: null, clientId: 'ocl_1', time: minutesAgo(5) };
    const ofSecret = { status: 401, errorCode: 'invalid_client', errorMessage: message };
    await loggedRequest(app, owner, { ...call, ...ofSecret, requestId: 'displaced' });
    const ofScope = { status: 400, errorCode: 'invalid_something', errorMessage: 'The request was refused' };
    await loggedRequest(app, owner, { ...call, ...ofScope, requestId: 'other' });
    const { page } = await openAs(newPage, app, owner, `${path}?requestId=displaced`);
    await page.getByRole('link', { name: 'POST /v1/oauth/token' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText(message).waitFor();
    await drawer.getByText('The app was told only “client authentication failed”').waitFor();
    await drawer.getByText("Deploy the current secret to the app's server").waitFor();
    await screenshot(page, 'requests-oauth-refusal', false);
    await page.goto(`${addressOf(app)}${path}?requestId=other`);
    await page.getByRole('link', { name: 'POST /v1/oauth/token' }).click();
    await drawer.getByText('The app got this code with a description.').waitFor();
    const text = await drawer.textContent();
    expect(text).toContain('Read the error_description that the app got.');
    expect(text).not.toContain('heard');
  });

  browserTest('filters work by keyboard and stay in the address', async ({ newPage, expect }) => {
    const { owner } = await filled();
    const { page } = await openAs(newPage, app, owner, path);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(35);
    await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Filters' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Status' }).focus();
    for (const status of ['4xx', '5xx']) {
      await page.keyboard.type(status);
      await page.getByRole('option', { name: status }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    }
    await expect.poll(() => rowsOf(page).count()).toBe(3);
    await page.keyboard.press('Escape');
    await page.getByLabel('Route', { exact: true }).focus();
    await page.keyboard.type('/v1/deals');
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    expect(new URL(page.url()).searchParams.get('status')).toBe('4xx,5xx');
    await page.reload();
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    await page.getByText('Route is /v1/deals').waitFor();

    await page.getByRole('button', { name: 'Clear', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => rowsOf(page).count()).toBe(20);
    await page.getByRole('searchbox', { name: 'Request id' }).focus();
    await page.keyboard.type('no-scope');
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    await page.getByRole('link', { name: 'GET /v1/deals' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'GET /v1/deals' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('GET /v1/deals');

    await page.goBack();
    await page.getByRole('dialog', { name: 'GET /v1/deals' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: 'Request id' }).fill('nowhere');
    await page.getByText('No request fits these filters').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByRole('button', { name: 'Filters' }).click();
    const time = page.getByRole('combobox', { name: 'Time' });
    await time.selectOption('Last 15 minutes');
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    await time.selectOption('Between…');
    await page.getByLabel('Time from').fill('2026-01-02');
    await page.getByLabel('Time to').fill('2026-01-01');
    await page.getByText('This is before the first day').waitFor();
    expect(await page.getByLabel('Time from').inputValue()).toBe('2026-01-02');
  });

  browserTest('a key and an app are chosen by their names, also those of the address', async ({ newPage, expect }) => {
    const { owner, keyId } = await filled();
    const { page } = await openAs(newPage, app, owner, `${path}?apiKeyId=${keyId}`);
    await expect.poll(() => rowsOf(page).count()).toBe(4);
    await page.getByText(/API key is .+ \(….{4}\)/).waitFor();
    await page.goto(`${addressOf(app)}${path}?clientId=ocl_gone`);
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    await page.getByRole('button', { name: 'Filters' }).click();
    expect(await page.getByRole('combobox', { name: 'App' }).inputValue()).toBe('ocl_gone');
  });

  browserTest('what the log no longer has is gone after a refresh', async ({ newPage, expect }) => {
    const { owner } = await filled();
    const { page } = await openAs(newPage, app, owner, path);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(35);
    await app.sql('DELETE FROM "ApiRequest" WHERE "workspaceId" = $1 AND "time" < $2', [
      ...[owner.workspaceId, minutesAgo(60)],
    ]);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(13);
  });

  browserTest('an answer to earlier filters that comes late changes nothing', async ({ newPage, expect }) => {
    const { owner } = await filled();
    const { page } = await openAs(newPage, app, owner, path);
    await rowsOf(page).first().waitFor();
    const release = Promise.withResolvers<void>();
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('no-scope')) await release.promise;
      await route.continue();
    });
    const filter = page.getByRole('searchbox', { name: 'Request id' });
    const asked = page.waitForRequest((request) => request.postData()?.includes('no-scope') ?? false);
    await filter.fill('no-scope');
    const late = (await asked).response();
    await filter.fill('much');
    await page.getByRole('row', { name: /1,200/ }).waitFor();
    await expect.poll(() => rowsOf(page).count()).toBe(1);
    release.resolve();
    await (await late)?.finished();
    await settled(page);
    expect(await rowsOf(page).allTextContents()).toEqual([expect.stringContaining('1,200')]);
  });

  browserTest(
    'a link leads to one request, also beyond the list, or says that it is gone',
    async ({ newPage, expect }) => {
      const { owner } = await filled();
      const { page } = await openAs(newPage, app, owner, path);
      await page.getByRole('row', { name: /1,200/ }).getByRole('link').click();
      const drawer = page.getByRole('dialog');
      await drawer.getByText('this one stands for 1,200 requests').waitFor();
      await drawer.getByRole('link', { name: 'How many requests are allowed' }).waitFor();
      const address = new URL(page.url());
      address.searchParams.set('status', '2xx');
      await page.goto(address.href);
      await drawer.getByText('this one stands for 1,200 requests').waitFor();
      address.searchParams.set('open', 'req_1~gone');
      await page.goto(address.href);
      await drawer.getByText('no longer in the log').waitFor();

      const stranger = await openAs(newPage, app, await app.workspace(), path);
      await stranger.page.getByText('No requests in the last 7 days').waitFor();
      expect(await rowsOf(stranger.page).count()).toBe(0);
    },
  );

  browserTest('live polls while the tab is visible only; a failure keeps the list', async ({ newPage, expect }) => {
    const { owner, keyId } = await filled();
    const { page } = await openAs(newPage, app, owner, `${path}?live=true`);
    await page.clock.install();
    await page.reload();
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(35);
    await loggedRequest(app, owner, { apiKeyId: keyId, requestId: 'just-now', time: minutesAgo(0) });
    await page.clock.fastForward(betweenPolls);
    await rowsOf(page).first().getByText('just-now').waitFor();
    // The second page is read after the first, which has one row of it no more.
    await expect.poll(() => rowsOf(page).count()).toBe(36);

    let requests = 0;
    page.on('request', (request) => request.url().endsWith('/graphql') && requests++);
    await setVisibility(page, 'hidden');
    requests = 0;
    await page.clock.runFor(2 * betweenPolls);
    expect(requests).toBe(0);
    await setVisibility(page, 'visible');
    await page.clock.fastForward(betweenPolls);
    await expect.poll(() => requests).toBeGreaterThan(0);

    await page.getByRole('switch', { name: 'Live' }).click();
    await page.route('**/graphql', (route) => route.abort('connectionreset'));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('The server could not be reached').waitFor();
    expect(await rowsOf(page).count()).toBe(36);
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The server could not be reached').waitFor({ state: 'detached' });
  });

  browserTest('a member without the role reads whom to ask', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { page } = await openAs(newPage, app, await app.member(owner.workspaceId, 'SETTER'), path);
    await page.getByRole('heading', { name: 'Only owners and admins can open this page' }).waitFor();
    expect(await page.getByRole('link', { name: 'Requests' }).count()).toBe(0);
  });

  browserTest('axe has no serious finding, and nothing is wider than the window', async ({ newPage, expect }) => {
    const { owner } = await filled();
    const { page } = await openAs(newPage, app, owner, path, forAxe);
    await rowsOf(page).first().waitFor();
    const states = {
      list: async () => undefined,
      open: () => page.getByRole('link', { name: 'GET /v1/deals' }).click(),
      empty: async () => {
        await page.keyboard.press('Escape');
        await page.goto(`${addressOf(app)}${path}?requestId=nowhere&time=24h`);
        await page.getByText('No request fits these filters').waitFor();
      },
    };
    for (const [state, reach] of Object.entries(states)) {
      await reach();
      if (state === 'open') await page.getByRole('dialog').getByText('The key is active').waitFor();
      expect(await findingsInAllLooks(page, `requests-${state}`)).toEqual([]);
    }
  });
});

function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<unknown> {
  return page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  `);
}
