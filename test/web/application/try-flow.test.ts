import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import type { TestApp } from '../../support/app.ts';
import {
  browserTest,
  forAxe,
  hasBrowser,
  type NewPage,
  screenshot,
  signIn,
  unlessBrowser,
} from '../../support/browser.ts';
import { inDays } from '../../support/connections.ts';
import type { Member } from '../../support/factories.ts';
import { oauthClients } from '../../support/oauth-clients.ts';
import { addressOf, openAs, webApp } from '../../support/web-app.ts';

const callbackPath = '/settings/developer/oauth-clients/callback';
const tryPath = (id: number) => `/settings/developer/oauth-clients/${id}/try`;

describe.skipIf(!hasBrowser)(`Settings → Developer → OAuth clients → Try the flow${unlessBrowser}`, () => {
  let app: TestApp;
  let otherOrigin: TestApp;
  beforeAll(async () => {
    app = await webApp();
    otherOrigin = await webApp({ ownAddress: true });
  });
  afterAll(() => Promise.all([app.close(), otherOrigin.close()]));

  browserTest(
    'step by step for a confidential client, from registering it to a revoked token',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const { client, clientSecret } = await register(app, owner, { clientType: 'CONFIDENTIAL' });
      const { page, complaints, origins } = await openAs(newPage, app, owner, tryPath(client.id));
      await page.getByText('not registered for it yet').waitFor();
      expect(await page.getByRole('button', { name: 'Begin step by step' }).isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Add it to the client' }).click();
      await page.getByText('The client is registered for it.').waitFor();
      await page.getByRole('button', { name: 'Begin step by step' }).click();
      await page.getByText('Enter the client secret').waitFor();
      const wrong = `${clientSecret.slice(0, -4)}aaaa`;
      await page.getByRole('textbox', { name: 'Client secret' }).fill(wrong);
      await page.getByRole('button', { name: 'Begin step by step' }).click();
      await page.getByRole('button', { name: 'Read the metadata' }).click();
      await step(page, 1).getByText('Done').waitFor();
      expect(await step(page, 2).textContent()).toMatch(/code_challenge=[\w-]{43}\s+&code_challenge_method=S256/);
      await page.getByRole('button', { name: 'Open the consent page' }).click();
      await page.getByRole('button', { name: 'Allow access' }).click();
      await page.waitForURL(`**${tryPath(client.id)}`);
      await step(page, 3).getByText('The state is the one that this tab sent').waitFor();

      // A wrong secret is named, and the code is still good for the right one.
      await page.getByRole('button', { name: 'Exchange the code' }).click();
      await step(page, 4).getByText('The client secret is not that of this client').waitFor();
      await page.getByRole('textbox', { name: 'Client secret' }).fill(clientSecret);
      await page.getByRole('button', { name: 'Try again with this secret' }).click();
      await step(page, 4).getByText('The app has an access token for: contacts:read, deals:read.').waitFor();
      const exchanged = String(await step(page, 4).textContent());
      expect(exchanged).toMatch(/service_at_.{4}….{4}/);
      await page.getByRole('switch', { name: 'Show secrets in full' }).check();
      expect(await step(page, 4).textContent()).toMatch(/service_at_[\w-]{40,}/);
      expect(await page.content()).not.toContain(clientSecret);

      // A reload in the middle goes on where it was.
      await page.reload();
      expect(await storage(page)).toContain(clientSecret);
      await page.getByRole('button', { name: 'Send GET /v1/contacts' }).click();
      await step(page, 5).getByText('The access token works.').waitFor();
      expect(await step(page, 5).textContent()).toContain('ratelimit-remaining');
      await page.getByRole('button', { name: 'Refresh', exact: true }).click();
      await step(page, 6).getByText('A new pair.').waitFor();
      await page.getByRole('button', { name: 'Revoke', exact: true }).click();
      await step(page, 7).getByText('The connection has ended').waitFor();
      await page.getByRole('button', { name: 'Send GET /v1/contacts again' }).click();
      await step(page, 8).getByText('401, as expected').waitFor();
      await page.getByText('The flow is complete').waitFor();
      await screenshot(page, 'try-flow-complete');
      expect(await storage(page)).not.toContain(clientSecret);
      expect(await storage(page)).not.toContain(wrong);
      const { body } = await app.graphql('{ connections { count } }', await session(app, owner));
      expect(body.data.connections.count).toBe(0);
      expect(complaints.filter(isUnexpected)).toEqual([]);
      expect([...origins]).toEqual([addressOf(app)]);
    },
  );

  browserTest('all at once for a public client, with the API at another origin', async ({ newPage, expect }) => {
    const owner = await otherOrigin.workspace();
    const { client } = await register(otherOrigin, owner, withCallback(otherOrigin));
    const { page, complaints, origins } = await openAs(newPage, otherOrigin, owner, tryPath(client.id));
    await page.getByRole('button', { name: 'Run all' }).click();
    await page.getByRole('button', { name: 'Allow access' }).click();
    await page.getByText('The flow is complete').waitFor();
    expect(await step(page, 5).textContent()).toContain(`GET ${otherOrigin.url}/v1/contacts`);
    expect(await page.getByText('Done', { exact: true }).count()).toBe(8);
    expect(complaints.filter(isUnexpected)).toEqual([]);
    expect([...origins].sort()).toEqual([otherOrigin.url, addressOf(otherOrigin)].sort());
  });

  browserTest('denied consent is shown, and can be requested again', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const page = await begun(newPage, app, owner, { grantTypes: ['AUTHORIZATION_CODE'] });
    await page.getByRole('button', { name: 'Deny' }).click();
    await step(page, 3).getByText('Access was denied on the consent page').waitFor();
    await page.getByRole('button', { name: 'Ask for consent again' }).click();
    await page.getByRole('button', { name: 'Allow access' }).click();
    // It was to run all, so it goes on by itself; without the grant type there is nothing to refresh.
    await step(page, 6).getByText('Left out: the client is not registered').waitFor();
    await page.getByText('The flow is complete').waitFor();
    expect(await page.getByText('Failed', { exact: true }).count()).toBe(0);
  });

  browserTest('an answer that this tab did not ask for is not used', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const page = await begun(newPage, app, owner);
    const before = await storageOf(page, app);
    await page.goto(`${addressOf(app)}${callbackPath}?code=stolen-code-of-somebody&state=another`);
    await page.getByRole('alert').getByText('The state does not match').waitFor();
    expect(await page.getByRole('alert').textContent()).not.toContain('stolen-code-of-somebody');
    expect(await storage(page)).toBe(before);
    await page.getByRole('link', { name: /Back to the run of/ }).click();
    await page.getByRole('button', { name: 'Open the consent page again' }).click();
    await page.getByRole('button', { name: 'Allow access' }).click();
    await page.getByText('The flow is complete').waitFor();
    // Without a run there is nothing to answer.
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.goto(`${addressOf(app)}${callbackPath}?code=x&state=another`);
    await page.getByText('No run waits for an answer in this tab').waitFor();
  });

  browserTest('a run of another person in this tab is not shown, and is forgotten', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { client } = await register(app, owner, withCallback(app));
    const { page } = await openAs(newPage, app, owner, tryPath(client.id));
    await page.getByRole('button', { name: 'Begin step by step' }).click();
    await page.getByRole('button', { name: 'Read the metadata' }).waitFor();
    expect(await storage(page)).not.toBe('');
    const admin = await app.member(owner.workspaceId, 'ADMIN');
    await app.sql('UPDATE "OAuthClient" SET "userId" = $1 WHERE "id" = $2', [admin.userId, client.id]);
    await signIn(page, addressOf(app), await app.session(admin, { expiresAt: inDays(1) }));
    await page.reload();
    await page.getByRole('button', { name: 'Begin step by step' }).waitFor();
    expect(await page.getByRole('button', { name: 'Read the metadata' }).count()).toBe(0);
    expect(await storage(page)).toBe('');
  });

  browserTest('a network that fails is reported, and the step repeated', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { client } = await register(app, owner, withCallback(app));
    const { page } = await openAs(newPage, app, owner, tryPath(client.id));
    await page.getByRole('button', { name: 'Begin step by step' }).click();
    await page.route('**/.well-known/**', (route) => route.abort('connectionreset'));
    await page.getByRole('button', { name: 'Read the metadata' }).click();
    await step(page, 1).getByText('No response that this page can read').waitFor();
    await page.unroute('**/.well-known/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Open the consent page' }).click();
    await page.getByRole('button', { name: 'Allow access' }).click();
    const exchange = page.getByRole('button', { name: 'Exchange the code' });
    // A route that is added while Chromium is on its way to another page may miss requests of that page.
    await exchange.waitFor();
    await page.route('**/v1/oauth/token', (route) => route.abort('connectionreset'));
    await exchange.click();
    await step(page, 4).getByText('The code may be used already').waitFor();
    await page.unroute('**/v1/oauth/token');
    await page.getByRole('button', { name: 'Ask for consent again' }).click();
    await page.getByRole('button', { name: 'Allow access' }).click();
    await page.getByRole('button', { name: 'Exchange the code' }).click();
    await step(page, 4).getByText('The app has an access token').waitFor();

    // A connection that ends meanwhile: the call says so, and new consent begins with new tokens.
    const mutation = 'mutation ($input: RevokeAllConnectionsInput!) { revokeAllConnections(input: $input) { count } }';
    await app.graphql(mutation, await session(app, owner), { input: { clientId: client.clientId } });
    await page.getByRole('button', { name: 'Send GET /v1/contacts' }).click();
    await step(page, 5).getByText('The access token is not accepted').waitFor();
    await page.getByRole('button', { name: 'Ask for consent again' }).click();
    await page.getByRole('button', { name: 'Allow access' }).click();
    await page.getByRole('button', { name: 'Run the rest' }).click();
    await page.getByText('The flow is complete').waitFor();
    expect(await page.getByText('Failed', { exact: true }).count()).toBe(0);
  });

  browserTest('by keyboard alone, and only for those who may change the client', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { client } = await register(app, owner, withCallback(app));
    const { page } = await openAs(newPage, app, owner, tryPath(client.id));
    await page.getByRole('button', { name: 'Begin step by step' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Read the metadata' }).focus();
    await page.keyboard.press('Enter');
    // From here on the focus is where it is needed.
    await focused(page, 'Open the consent page', expect);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Allow access' }).focus();
    await page.keyboard.press('Enter');
    for (const name of [
      'Exchange the code',
      'Send GET /v1/contacts',
      'Refresh',
      'Revoke',
      'Send GET /v1/contacts again',
    ]) {
      await focused(page, name, expect);
      await page.keyboard.press('Enter');
    }
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toMatch('The flow is complete');

    const admin = await app.member(owner.workspaceId, 'ADMIN');
    const other = await register(app, owner, {});
    const ofAdmin = await openAs(newPage, app, admin, tryPath(other.client.id));
    await ofAdmin.page.getByText('only the member who registered the client can add it').waitFor();
    expect(await ofAdmin.page.getByRole('button', { name: 'Run all' }).isDisabled()).toBe(true);
    const ofCloser = await openAs(newPage, app, await app.member(owner.workspaceId, 'CLOSER'), tryPath(client.id));
    await ofCloser.page.getByRole('heading', { name: 'Only owners and admins can open this page' }).waitFor();
  });

  browserTest('axe finds nothing serious in either look, at either width', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { client } = await register(app, owner, { ...withCallback(app), clientType: 'CONFIDENTIAL' });
    const { page } = await newPage(forAxe);
    await signIn(page, addressOf(app), await session(app, owner));
    await page.goto(addressOf(app) + tryPath(client.id));
    await page.getByRole('button', { name: 'Run all' }).waitFor();
    expect(await findingsInAllLooks(page, 'try-flow-before')).toEqual([]);
    await page.getByRole('textbox', { name: 'Client secret' }).fill('service_cs_wrong-wrong-wrong-wrong');
    await page.getByRole('button', { name: 'Run all' }).click();
    await page.getByRole('button', { name: 'Allow access' }).click();
    await step(page, 4).getByText('The client secret is not that of this client').waitFor();
    expect(await findingsInAllLooks(page, 'try-flow-failed')).toEqual([]);
    await page.goto(`${addressOf(app)}${callbackPath}?code=stolen-code-of-somebody&state=another`);
    await page.getByRole('alert').waitFor();
    expect(await findingsInAllLooks(page, 'try-flow-callback')).toEqual([]);
  });
});

type Expect = typeof import('vitest').expect;

async function focused(page: Page, name: string, expect: Expect) {
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe(name);
}

const session = (app: TestApp, member: Member) => app.session(member, { expiresAt: inDays(1) });

async function register(app: TestApp, owner: Member, input: object) {
  return oauthClients(app, await session(app, owner)).made({ clientType: 'PUBLIC', ...input });
}

function withCallback(app: TestApp) {
  return { redirectUris: [addressOf(app) + callbackPath] };
}

/** A run of a public client that is to run all, and is at the consent page. */
async function begun(newPage: NewPage, app: TestApp, owner: Member, input: object = {}): Promise<Page> {
  const { client } = await register(app, owner, { ...withCallback(app), ...input });
  const { page } = await openAs(newPage, app, owner, tryPath(client.id));
  await page.getByRole('button', { name: 'Run all' }).click();
  await page.getByRole('button', { name: 'Allow access' }).waitFor();
  return page;
}

/** The last call is meant to be refused, and for the consent page, which names no icon, the browser asks for a favicon.ico. */
function isUnexpected(complaint: string): boolean {
  return !/^error: Failed to load resource: the server responded with a status of 40[14] /.test(complaint);
}

function step(page: Page, number: number) {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: new RegExp(`^${number}\\.`) }) });
}

function storage(page: Page): Promise<string> {
  return page.evaluate("sessionStorage.getItem('try-flow') ?? ''");
}

/** The consent page has the same storage, because it has the same origin. */
async function storageOf(page: Page, app: TestApp): Promise<string> {
  if (new URL(page.url()).origin !== addressOf(app)) throw new Error(`The page is at ${page.url()}`);
  return storage(page);
}
