import type { Page, Route } from 'playwright-core';
import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import type { Answer } from '../../support/app.ts';
import { browserTest, forAxe, hasBrowser, screenshot, unlessBrowser } from '../../support/browser.ts';
import { connection, inDays } from '../../support/connections.ts';
import type { Member } from '../../support/factories.ts';
import { callWith, connect, exchangeCode, newCode, oauthApp } from '../../support/oauth.ts';
import { pngFile } from '../../support/pictures.ts';
import { addressOf, appForTests, loseAnswers, notice, openAs } from '../../support/web-app.ts';

const path = '/settings/developer/oauth-clients';
const pending = { status: 'PENDING' };

describe.skipIf(!hasBrowser)(`Settings → Developer → OAuth clients${unlessBrowser}`, () => {
  const app = appForTests();

  const stored = async (clientId: string): Promise<Answer['body']> =>
    (await app.sql('SELECT * FROM "OAuthClient" WHERE "clientId" = $1', [clientId]))[0];
  const pathOf = async (clientId: string) => `${path}/${(await stored(clientId)).id}`;
  const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
  const field = (page: Page, name: string) => page.getByRole('textbox', { name });
  const sessionOf = (member: Member) => app.session(member, { expiresAt: inDays(1) });

  browserTest('a client is changed: what was taken away is gone at once', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const dialer = await oauthApp(app, owner, pending);
    const { access_token } = await connect(app, await sessionOf(owner), dialer);
    expect(await callWith(app, access_token)).toBe(200);
    const { page, complaints, origins } = await openAs(newPage, app, owner, await pathOf(dialer.clientId));
    await page.getByRole('link', { name: 'Edit' }).click();
    await field(page, 'Name').fill('Acme Dialer');
    await field(page, 'App Homepage URL').fill('https://dialer.example/');
    await page.getByRole('button', { name: 'Add another' }).click();
    await page.keyboard.type('https://dialer.example/second');
    await page.getByRole('button', { name: 'Remove redirect URI 1' }).click();
    await page.getByLabel('Refresh token').uncheck();
    await page.getByLabel('See booked calls and their outcomes').uncheck();
    await page.getByText('1 connection loses eventCalls:read as soon as you save').waitFor();
    await page.locator('input[type=file]').setInputFiles(await pngFile(32));
    await save(page);
    await notice(page, 'Saved').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Acme Dialer', exact: true }).waitFor();
    expect(await stored(dialer.clientId)).toMatchObject({
      name: 'Acme Dialer',
      homepageUrl: 'https://dialer.example/',
      redirectUris: ['https://dialer.example/second'],
      grantTypes: '{AUTHORIZATION_CODE}',
      allowedScopes: ['contacts:read'],
      logoType: 'image/png',
    });
    expect(await callWith(app, access_token)).toBe(403);
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Remove logo' }).click();
    await save(page);
    await page.getByRole('heading', { level: 1, name: 'Acme Dialer', exact: true }).waitFor();
    expect(await stored(dialer.clientId)).toMatchObject({ logoType: null });
    expect(complaints).toEqual([]);
    expect([...origins]).toEqual([addressOf(app)]);
  });

  browserTest(
    'two tabs keep what the other changed, and ask where both changed the same',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const dialer = await oauthApp(app, owner, pending);
      const edit = `${await pathOf(dialer.clientId)}/edit`;
      const [one, two] = [
        (await openAs(newPage, app, owner, edit)).page,
        (await openAs(newPage, app, owner, edit)).page,
      ];
      await field(one, 'Name').fill('One');
      await field(two, 'App Homepage URL').fill('https://two.example/');
      await save(one);
      await notice(one, 'Saved').waitFor();
      await save(two);
      await notice(two, 'Saved').waitFor();
      expect(await stored(dialer.clientId)).toMatchObject({ name: 'One', homepageUrl: 'https://two.example/' });

      for (const page of [one, two]) await page.goto(addressOf(app) + edit);
      await field(one, 'Name').fill('First');
      await field(two, 'Name').fill('Second');
      await save(one);
      await notice(one, 'Saved').waitFor();
      await save(two);
      await two.getByText('It was changed elsewhere in the meantime').waitFor();
      await two.getByText('It is now First').waitFor();
      expect(await field(two, 'Name').inputValue()).toBe('Second');
      expect(await stored(dialer.clientId)).toMatchObject({ name: 'First' });
      await save(two);
      await notice(two, 'Saved').waitFor();
      expect(await stored(dialer.clientId)).toMatchObject({ name: 'Second' });
    },
  );

  browserTest('where the network fails while saving, a second try saves once', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const dialer = await oauthApp(app, owner, pending);
    const { page } = await openAs(newPage, app, owner, `${await pathOf(dialer.clientId)}/edit`);
    await field(page, 'Name').fill('Renamed');
    const offline = (route: Route) => route.abort('internetdisconnected');
    await page.route('**/graphql', offline);
    await save(page);
    await page.getByText('The server could not be reached').waitFor();
    expect(await field(page, 'Name').inputValue()).toBe('Renamed');
    await page.unroute('**/graphql', offline);
    const keys: string[] = [];
    await page.route('**/graphql', async (route) => {
      const key = route.request().headers()['idempotency-key'];
      if (key === undefined) return route.continue();
      keys.push(key);
      const response = await route.fetch();
      return keys.length === 1 ? route.abort('connectionreset') : route.fulfill({ response });
    });
    await save(page);
    await expect.poll(() => keys.length).toBe(1);
    await page.getByText('The server could not be reached').waitFor();
    expect(await field(page, 'Name').inputValue()).toBe('Renamed');
    await save(page);
    await notice(page, 'Saved').waitFor();
    expect(await stored(dialer.clientId)).toMatchObject({ name: 'Renamed' });
    // What the lost answer was about is stored already, so nothing is sent again.
    expect(keys).toHaveLength(1);
  });

  browserTest('a secret is rotated, and approval is requested', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const dialer = await oauthApp(app, owner, pending);
    const { page } = await openAs(newPage, app, owner, await pathOf(dialer.clientId));
    await page.getByRole('button', { name: 'Rotate the secret…' }).click();
    const rotation = page.getByRole('dialog');
    const overlap = rotation.getByLabel('The old secret ends');
    expect(await overlap.inputValue()).toBe('1');
    expect(await overlap.locator('option').allTextContents()).toEqual(['Immediately', 'After 1 hour', 'After 1 day']);
    await overlap.selectOption('0');
    await page.getByRole('button', { name: 'Rotate the secret', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: "The client's secret" });
    await dialog.getByText(dialer.clientId).waitFor();
    const secret = await dialog.getByLabel('Client secret').inputValue();
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const exchanged = async (client: typeof dialer) =>
      (await exchangeCode(app, client, await newCode(app, await sessionOf(owner), client))).status;
    expect(await exchanged(dialer)).toBe(401);
    expect(await exchanged({ ...dialer, secret })).toBe(200);

    const panel = page.getByRole('region', { name: 'Who can connect' });
    await panel.getByText('Only members of this workspace').waitFor();
    await panel.getByRole('button', { name: 'Request approval' }).click();
    await notice(page, 'is requested').waitFor();
    await panel.getByText('the operator of this server decides').waitFor();
    expect(await panel.getByRole('button').count()).toBe(0);
    await app.sql(`UPDATE "OAuthClient" SET "status" = 'REJECTED' WHERE "clientId" = $1`, [dialer.clientId]);
    await page.reload();
    await panel.getByRole('button', { name: 'Request approval again' }).click();
    await panel.getByText('the operator of this server decides').waitFor();
  });

  browserTest('an older secret that still counts is named, and what becomes of it', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const until = { previousSecretHash: Buffer.from('older'), previousSecretUntil: inDays(0.5) };
    const dialer = await oauthApp(app, owner, until);
    const { page } = await openAs(newPage, app, owner, await pathOf(dialer.clientId));
    const panel = page.getByRole('region', { name: 'Credentials' });
    await panel.getByText('The previous secret is valid until').waitFor();
    const instant = panel.locator(`time[datetime="${until.previousSecretUntil}"]`);
    expect(await instant.textContent()).toMatch(/\d{4}/);
    await screenshot(page, 'oauth-client-rotating', false);
    const restore = await loseAnswers(page);
    await page.getByRole('button', { name: 'Rotate the secret…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('the oldest secret stays valid until then').waitFor();
    await dialog.getByRole('button', { name: 'Rotate the secret' }).click();
    await dialog.getByText('the secret that your server has keeps its time').waitFor();
    await screenshot(page, 'oauth-client-unanswered-rotation', false);
    await restore();
    await dialog.getByRole('button', { name: 'Rotate the secret' }).click();
    await page.getByRole('dialog', { name: "The client's secret" }).waitFor();
    const [row] = await app.sql<{ previousSecretHash: Buffer }>(
      'SELECT "previousSecretHash" FROM "OAuthClient" WHERE "clientId" = $1',
      [dialer.clientId],
    );
    expect(row?.previousSecretHash).toEqual(until.previousSecretHash);
  });

  browserTest('before a client is deleted one reads what stops, and types its name', async ({ newPage, expect }) => {
    const [owner, stranger] = [await app.workspace(), await app.workspace()];
    const dialer = await oauthApp(app, owner);
    const colleague = await app.member(owner.workspaceId, 'ADMIN');
    // A consent is a connection from its first use on, which is that of the code.
    const used = { lastUsedAt: inDays(-1) };
    const own = await connection(app, owner, dialer, used);
    await connection(app, colleague, dialer, used);
    const theirs = await connection(app, stranger, dialer, used);
    const { page } = await openAs(newPage, app, owner, await pathOf(dialer.clientId));
    await page.getByText('3 live connections in 2 workspaces').waitFor();
    await page.getByRole('button', { name: 'Delete the client…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete “Dialer”?' });
    await dialog.getByText('3 connections in 2 workspaces').waitFor();
    expect(await dialog.getByRole('listitem').count()).toBe(2);
    const remove = dialog.getByRole('button', { name: 'Delete the client' });
    await dialog.getByRole('textbox').fill('Dial');
    expect(await remove.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('Dialer');
    await remove.click();
    await notice(page, '“Dialer” is deleted').waitFor();
    await page.getByText('No OAuth clients yet').waitFor();
    for (const { token } of [own, theirs]) expect((await app.get('/v1/contacts', token)).status).toBe(401);
  });

  browserTest(
    'the list shows the scopes of each client, and its menu edits and deletes it',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const admin = await app.member(owner.workspaceId, 'ADMIN');
      const dialer = await oauthApp(app, owner, pending);
      const mobile = await oauthApp(app, admin, { name: 'Mobile', allowedScopes: ['deals:read'], status: 'ACTIVE' });
      await connection(app, owner, mobile, { lastUsedAt: inDays(-1) });
      const { page, complaints } = await openAs(newPage, app, owner, path);
      const row = (name: RegExp, of = page) => of.getByRole('row', { name });
      const scopesOf = (name: RegExp) => row(name).getByRole('listitem').allTextContents();
      await expect.poll(() => scopesOf(/Dialer/)).toEqual(['contacts:read', 'eventCalls:read']);
      expect(await scopesOf(/Mobile/)).toEqual(['deals:read']);
      const status = row(/Mobile/).getByText('Active', { exact: true });
      await status.waitFor();
      await page.getByText('1 scope of Mobile').click();
      await expect.poll(() => scopesOf(/Mobile/)).toEqual([]);
      // A client of another member: an owner of the workspace can delete it, and not edit it.
      await page.getByRole('button', { name: 'Actions for Mobile' }).click();
      const items = () => page.getByRole('menuitem').allTextContents();
      await expect.poll(items).toEqual(['Delete…']);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Actions for Dialer' }).click();
      await expect.poll(items).toEqual(['Edit', 'Delete…']);
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await field(page, 'App Homepage URL').waitFor();
      await page.getByRole('group', { name: 'Allowed scopes' }).waitFor();
      await page.goBack();
      await page.getByRole('button', { name: 'Actions for Mobile' }).click();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete “Mobile”?' });
      await dialog.getByText('1 connection in 1 workspace').waitFor();
      const remove = dialog.getByRole('button', { name: 'Delete the client' });
      expect(await remove.isDisabled()).toBe(true);
      await dialog.getByRole('textbox').fill('Mobile');
      await remove.click();
      await notice(page, '“Mobile” is deleted').waitFor();
      await row(/Mobile/).waitFor({ state: 'detached' });
      expect(await stored(mobile.clientId)).toBeUndefined();
      await page.getByText('1 of 20 clients registered').waitFor();
      // Another admin may do neither.
      const other = await openAs(newPage, app, admin, path);
      await row(/Dialer/, other.page).waitFor();
      expect(await other.page.getByRole('button', { name: 'Actions for Dialer' }).count()).toBe(0);
      expect(await stored(dialer.clientId)).toMatchObject({ name: 'Dialer' });
      expect(complaints).toEqual([]);
    },
  );

  browserTest(
    "another member's client can be read alone; without the role there is no page",
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const admin = await app.member(owner.workspaceId, 'ADMIN');
      const dialer = await oauthApp(app, owner, { ...pending, userId: admin.userId });
      const at = await pathOf(dialer.clientId);
      const { page } = await openAs(newPage, app, owner, at);
      await page.getByText('registered this client. Only the member who').waitFor();
      await page.getByText(dialer.clientId, { exact: true }).waitFor();
      for (const name of ['Rotate the secret…', 'Request approval']) {
        expect(await page.getByRole('button', { name }).count()).toBe(0);
      }
      await page.getByText('As an owner of the workspace you can delete it').waitFor();
      await page.getByRole('button', { name: 'Delete the client…' }).waitFor();
      expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
      await page.getByRole('link', { name: 'Try the flow' }).click();
      await page.getByRole('heading', { name: 'Try the flow of “Dialer”' }).waitFor();
      await page.goto(`${addressOf(app)}${at}/edit`);
      await page.getByText('Only the member who registered a client changes it').waitFor();
      expect(await page.getByRole('textbox').count()).toBe(0);
      for (const missing of ['999999', 'x']) {
        await page.goto(`${addressOf(app)}${path}/${missing}`);
        await page.getByRole('heading', { name: 'No such OAuth client' }).waitFor();
      }
      const other = await openAs(newPage, app, await app.member(owner.workspaceId, 'ADMIN'), at);
      await other.page.getByText('An owner of the workspace can delete it').waitFor();
      expect(await other.page.getByRole('button', { name: 'Delete the client…' }).count()).toBe(0);
      const closer = await openAs(newPage, app, await app.member(owner.workspaceId, 'CLOSER'), at);
      await closer.page.getByRole('heading', { name: 'Only owners and admins can open this page' }).waitFor();
      expect(await closer.page.getByRole('link', { name: 'OAuth clients' }).count()).toBe(0);
    },
  );

  browserTest(
    'the list says who is connected and where its end is, for axe and the keyboard too',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const { page } = await openAs(newPage, app, owner, path, forAxe);
      await page.getByText('No OAuth clients yet').waitFor();
      const waiting = { ...pending, approvalRequestedAt: inDays(-2) };
      const dialer = await oauthApp(app, owner, waiting);
      await connection(app, owner, dialer, { lastUsedAt: inDays(-1) });
      await oauthApp(app, owner, { name: 'Mobile', clientType: 'PUBLIC', status: 'REJECTED' });
      for (let count = 3; count <= 20; count++) await oauthApp(app, owner, { name: `App ${count}`, status: 'ACTIVE' });
      await page.reload();
      await page.getByText('20 of 20 clients registered').waitFor();
      await page.getByText('No more clients can be registered').waitFor();
      expect(await page.getByRole('link', { name: 'Register a client' }).count()).toBe(0);
      const row = page.getByRole('row', { name: /Dialer/ });
      expect(await row.textContent()).toMatch(/Approval requested 2 days ago.*1 connection.*used yesterday/s);
      expect(await findingsInAllLooks(page, 'oauth-clients')).toEqual([]);

      await row.getByRole('link').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Dialer' }).waitFor();
      expect(await findingsInAllLooks(page, 'oauth-client')).toEqual([]);
      const ask = page.getByRole('button', { name: 'Delete the client…' });
      await ask.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByText('1 connection in 1 workspace').waitFor();
      expect(await findingsInAllLooks(page, 'oauth-client-deletion')).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await expect.poll(() => ask.evaluate((each) => each.matches(':focus'))).toBe(true);
      await page.keyboard.press('Enter');
      // The dialog is seen a moment before its field has the focus.
      await dialog.locator('input:focus').waitFor();
      await page.keyboard.type('Dialer');
      await page.keyboard.press('Enter');
      await notice(page, '“Dialer” is deleted').waitFor();
      await page.getByText('19 of 20 clients registered').waitFor();
    },
  );
});
