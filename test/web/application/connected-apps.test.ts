import type { BrowserContext } from 'playwright-core';
import { describe } from 'vitest';
import { findingsInAllLooks } from '../../support/accessibility.ts';
import type { TestApp } from '../../support/app.ts';
import { browserTest, forAxe, hasBrowser, unlessBrowser } from '../../support/browser.ts';
import { connection, inDays, unfinishedConnection } from '../../support/connections.ts';
import { oauthApp } from '../../support/oauth.ts';
import { addressOf, appForTests, notice, openAs, openUnaware } from '../../support/web-app.ts';

const path = '/settings/developer/connected-apps';

describe.skipIf(!hasBrowser)(`Settings → Developer → Connected apps${unlessBrowser}`, () => {
  const app = appForTests();

  browserTest('connections are listed; one is revoked, then all of an app', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const dialer = await oauthApp(app, owner, { name: 'Dialer', homepageUrl: 'https://dialer.example/start' });
    const reports = await oauthApp(app, owner, { name: 'Reports', allowedScopes: ['contacts:read'] });
    const first = await connection(app, owner, dialer, { createdAt: inDays(-3) });
    const second = await connection(app, owner, dialer, { createdAt: inDays(-2) });
    const other = await connection(app, owner, reports, { lastUsedAt: inDays(-1) });
    const colleague = await connection(app, await app.member(owner.workspaceId, 'ADMIN'), dialer);
    const { page, complaints, origins } = await openAs(newPage, app, owner, path);
    const row = (name: RegExp) => page.getByRole('row', { name });
    await row(/Reports/)
      .getByText('yesterday')
      .waitFor();
    expect(await row(/Dialer/).count()).toBe(2);
    const text = await row(/Reports/).textContent();
    expect(text).toContain('See the contacts of the workspace');
    // Granted, but the app is not registered for it.
    expect(text).not.toContain('See booked calls');
    expect(text).toContain('Access token ends in 24 hours');
    expect(
      await row(/Dialer/)
        .first()
        .getByRole('link', { name: 'dialer.example' })
        .getAttribute('href'),
    ).toBe('https://dialer.example/start');

    const otherTab = await newTab(page.context(), app);
    await otherTab.getByRole('row', { name: /Reports/ }).waitFor();

    await row(/Reports/)
      .getByRole('button', { name: 'Actions for Reports' })
      .click();
    await page.getByRole('menuitem', { name: 'Revoke this connection…' }).click();
    await page
      .getByRole('dialog')
      .getByText('the webhooks that it created through this connection are deleted')
      .waitFor();
    await page.getByRole('button', { name: 'Revoke the connection' }).click();
    await notice(page, 'is revoked').waitFor();
    await row(/Reports/)
      .getByText('Revoked')
      .waitFor();
    expect(
      await row(/Reports/)
        .getByRole('button')
        .count(),
    ).toBe(0);
    expect((await app.get('/v1/contacts', other.token)).status).toBe(401);
    expect((await app.get('/v1/contacts', first.token)).status).toBe(200);

    // The other tab sees it, and what it ends shows here in turn.
    await otherTab
      .getByRole('row', { name: /Reports/ })
      .getByText('Revoked')
      .waitFor();
    await otherTab.getByRole('button', { name: 'Actions for Dialer' }).first().click();
    await otherTab.getByRole('menuitem', { name: 'Revoke all of Dialer…' }).click();
    await otherTab.getByRole('button', { name: 'Revoke all connections' }).click();
    await notice(otherTab, '2 connections of “Dialer” are revoked').waitFor();
    for (const { token } of [first, second]) expect((await app.get('/v1/contacts', token)).status).toBe(401);
    expect((await app.get('/v1/contacts', colleague.token)).status).toBe(200);
    await expect
      .poll(() =>
        row(/Dialer/)
          .getByText('Revoked')
          .count(),
      )
      .toBe(2);
    await page.reload();
    await page.getByText('No connected apps').waitFor();
    expect(complaints).toEqual([]);
    expect([...origins]).toEqual([addressOf(app)]);
  });

  browserTest(
    'what another tab has ended already is shown as ended, by keyboard alone',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const { id } = await connection(app, owner, await oauthApp(app, owner));
      const { page } = await openUnaware(newPage, app, owner, path);
      const actions = page.getByRole('button', { name: 'Actions for Dialer' });
      await actions.waitFor();
      const mutation = 'mutation ($id: String!) { revokeConnection(input: { id: $id }) { revokedAt } }';
      await app.graphql(mutation, await app.session(owner, { expiresAt: inDays(1) }), { id });
      await actions.focus();
      await page.keyboard.press('Enter');
      // The menu is seen a moment before it has the focus, and a key between goes to the button.
      await page.locator('[role="menu"]:focus-within').waitFor();
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Revoke this connection…');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Cancel');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page
        .getByRole('row', { name: /Dialer/ })
        .getByText('Revoked')
        .waitFor();
    },
  );

  browserTest('a failure is shown in the dialog, and the connection stays', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    const { token } = await connection(app, owner, await oauthApp(app, owner));
    const { page } = await openAs(newPage, app, owner, path);
    await page.getByRole('button', { name: 'Actions for Dialer' }).click();
    await page.getByRole('menuitem', { name: 'Revoke this connection…' }).click();
    await page.route('**/graphql', (route) => route.abort('connectionreset'));
    const revoke = page.getByRole('button', { name: 'Revoke the connection' });
    await revoke.click();
    await page.getByRole('dialog').getByText('The server could not be reached').waitFor();
    expect((await app.get('/v1/contacts', token)).status).toBe(200);
    await page.unroute('**/graphql');
    // Asked once more, the question has nothing of the first try.
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Actions for Dialer' }).click();
    await page.getByRole('menuitem', { name: 'Revoke this connection…' }).click();
    await revoke.waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await revoke.click();
    await notice(page, 'is revoked').waitFor();
    expect((await app.get('/v1/contacts', token)).status).toBe(401);
  });

  browserTest(
    'a member of any role ends what they connected, and sees nothing of others',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const closer = await app.member(owner.workspaceId, 'CLOSER');
      const dialer = await oauthApp(app, owner, { allowedScopes: ['users:write', 'contacts:read'] });
      await connection(app, owner, await oauthApp(app, owner, { name: 'Of the owner' }));
      const own = await connection(app, closer, dialer, { scopes: ['users:write', 'contacts:read'] });
      const { page } = await openAs(newPage, app, closer, path);
      const row = page.getByRole('row', { name: /Dialer/ });
      await row.getByText('See the contacts').waitFor();
      expect(await row.getByText('Change the names').count()).toBe(0);
      expect(await page.getByText('Of the owner').count()).toBe(0);
      expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Actions for Dialer' }).click();
      await page.getByRole('menuitem', { name: 'Revoke this connection…' }).click();
      await page.getByRole('button', { name: 'Revoke the connection' }).click();
      await row.getByText('Revoked').waitFor();
      expect((await app.get('/v1/contacts', own.token)).status).toBe(401);
    },
  );

  browserTest('a connection whose app never got a token says so', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await unfinishedConnection(app, owner, await oauthApp(app, owner), inDays(4 / 24 / 60));
    const { page } = await openAs(newPage, app, owner, path);
    const row = page.getByRole('row', { name: /Dialer/ });
    await row.getByText('The app has not finished connecting; ends in 4 minutes').waitFor();
    expect(await row.textContent()).not.toMatch(/refresh|unless used/);
    // A short name has one line.
    const { height = 0 } = (await row.getByText('Dialer', { exact: true }).boundingBox()) ?? {};
    expect(height).toBeLessThan(30);
    await page.getByRole('button', { name: 'Actions for Dialer' }).click();
    await page.getByRole('menuitem', { name: 'Revoke this connection…' }).click();
    await page.getByRole('dialog').getByText('it has no token yet').waitFor();
    await page.getByRole('button', { name: 'Revoke the connection' }).click();
    await row.getByText('Revoked').waitFor();
  });

  browserTest('axe finds nothing serious in either look, at either width', async ({ newPage, expect }) => {
    const owner = await app.workspace();
    await connection(app, owner, await oauthApp(app, owner));
    const { page } = await openAs(newPage, app, owner, path, forAxe);
    await page.getByRole('row', { name: /Dialer/ }).waitFor();
    expect(await findingsInAllLooks(page, 'connected-apps')).toEqual([]);
    await page.getByRole('button', { name: 'Actions for Dialer' }).click();
    await page.getByRole('menuitem', { name: 'Revoke all of Dialer…' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await findingsInAllLooks(page, 'connected-apps-dialog')).toEqual([]);
  });
});

async function newTab(context: BrowserContext, app: TestApp) {
  const page = await context.newPage();
  await page.goto(addressOf(app) + path);
  return page;
}
