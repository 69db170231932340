import type { BrowserContext, Page } from 'playwright-core';
import { describe } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { browserTest, hasBrowser, signIn, unlessBrowser } from '../../support/browser.ts';
import type { Member } from '../../support/factories.ts';
import { password, setPassword } from '../../support/people.ts';
import { addressOf, appForTests, notice, openAs } from '../../support/web-app.ts';

const path = '/settings/account';

describe.skipIf(!hasBrowser)(`two tabs of one browser${unlessBrowser}`, () => {
  const app = appForTests();

  /** An owner of one workspace who is a closer in another. */
  const memberOfTwo = async () => {
    const own = await app.workspace();
    const other = await app.workspace();
    await app.sql(`UPDATE "Workspace" SET "name" = 'Own company' WHERE "id" = $1`, [own.workspaceId]);
    await app.sql(`UPDATE "Workspace" SET "name" = 'Other company' WHERE "id" = $1`, [other.workspaceId]);
    await app.insert('Membership', { workspaceId: other.workspaceId, userId: own.userId, role: 'CLOSER' });
    return { own, other: { workspaceId: other.workspaceId, userId: own.userId } };
  };
  const keysIn = async ({ workspaceId }: Member) =>
    (await app.sql('SELECT 1 FROM "ApiKey" WHERE "workspaceId" = $1', [workspaceId])).length;

  browserTest(
    'a switch in one tab stops the other before it acts in the wrong workspace',
    async ({ newPage, expect }) => {
      const { own, other } = await memberOfTwo();
      const { page: first } = await openAs(newPage, app, own, '/settings/developer/api-keys');
      await first.getByRole('button', { name: 'Create API key' }).click();
      const form = first.getByRole('dialog', { name: 'Create an API key' });
      await form.getByRole('textbox', { name: 'Name' }).fill('Reports');
      await form.getByLabel('See deals').check();
      const second = await tabOf(first.context(), app);
      await second.getByRole('button', { name: 'Account and workspace: Own company' }).click();
      await second.getByRole('menuitem', { name: 'Other company' }).click();
      await second.getByRole('button', { name: 'Account and workspace: Other company' }).waitFor();
      // Its role there reaches no page for developers.
      expect(await second.getByRole('link', { name: 'API keys' }).count()).toBe(0);

      // The first tab shows a dialog. Who goes on in it nevertheless is refused by the server.
      const changed = first.getByRole('dialog', { name: 'You switched to another workspace' });
      await changed.getByText('nothing can be saved here in Own company').waitFor();
      await changed.getByRole('button', { name: 'Close' }).click();
      await changed.waitFor({ state: 'detached' });
      await form.getByRole('button', { name: 'Create the key' }).click();
      await changed.waitFor();
      expect([await keysIn(own), await keysIn(other)]).toEqual([0, 0]);

      // Back in its workspace, what was typed is still there and can be saved; now the second tab shows a dialog.
      await changed.getByRole('button', { name: 'Switch back' }).click();
      await changed.waitFor({ state: 'detached' });
      await second.getByRole('dialog', { name: 'You switched to another workspace' }).waitFor();
      expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Reports');
      await form.getByRole('button', { name: 'Create the key' }).click();
      await first.getByRole('dialog', { name: 'Your new API key' }).waitFor();
      expect([await keysIn(own), await keysIn(other)]).toEqual([1, 0]);
      await second.getByRole('button', { name: 'Reload the page' }).click();
      await second.getByRole('button', { name: 'Account and workspace: Own company' }).waitFor();
    },
  );

  browserTest('a link that names a workspace leads there', async ({ newPage, expect }) => {
    const { own, other } = await memberOfTwo();
    const foreign = await app.workspace();
    const { page } = await openAs(newPage, app, own, `/calls?search=ira&workspace=${other.workspaceId}`);
    await page.getByRole('button', { name: 'Account and workspace: Other company' }).waitFor();
    await page.waitForURL((url) => url.pathname === '/calls' && url.search === '?search=ira');
    for (const id of [foreign.workspaceId, 'x', -1]) {
      await page.goto(`${addressOf(app)}/calls?workspace=${id}`);
      await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();
      await page.getByRole('button', { name: 'Account and workspace: Other company' }).waitFor();
    }
    const [session] = await app.sql<{ workspaceId: number }>(
      'SELECT "workspaceId" FROM "Session" WHERE "userId" = $1',
      [own.userId],
    );
    expect(session?.workspaceId).toBe(other.workspaceId);
  });

  browserTest(
    'after the session has ended, what was typed is saved once somebody signs in again',
    async ({ newPage, expect }) => {
      const { own } = await memberOfTwo();
      const email = await setPassword(app, own.userId);
      const { page: first } = await openAs(newPage, app, own, path);
      await first.getByLabel('First name').fill('Grace');
      await app.sql('DELETE FROM "Session" WHERE "userId" = $1', [own.userId]);
      await first.getByRole('button', { name: 'Save' }).click();
      const ended = first.getByRole('dialog', { name: 'Your session has ended' });
      const opening = first.context().waitForEvent('page');
      await ended.getByRole('link', { name: 'Open a new tab to sign in' }).click();
      const second = await opening;
      await second.getByLabel('Email').fill(email);
      await second.getByLabel('Password').fill(password);
      await second.keyboard.press('Enter');
      await second.waitForURL(/\/$/);
      // The first tab learns that it can go on, unless the session is in the person's other workspace.
      const menu = second.getByRole('button', { name: /Account and workspace/ });
      await menu.waitFor();
      if ((await menu.textContent()) === 'Other company') {
        await first.getByRole('button', { name: 'Switch back' }).click();
      } else {
        await notice(first, 'You can go on here').waitFor();
      }
      await first.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await first.getByLabel('First name').inputValue()).toBe('Grace');
      await first.getByRole('button', { name: 'Save' }).click();
      await notice(first, 'Saved').waitFor();
      const [user] = await app.sql('SELECT "firstName" FROM "User" WHERE "id" = $1', [own.userId]);
      expect(user).toEqual({ firstName: 'Grace' });
    },
  );

  browserTest(
    'who signs out or comes in as another person is noticed in the other tab',
    async ({ newPage, expect }) => {
      const owner = await app.workspace();
      const closer = await app.member(owner.workspaceId, 'CLOSER', { firstName: 'Grace', lastName: 'Hall' });
      const { page: first } = await openAs(newPage, app, owner, path);
      await first.getByLabel('First name').waitFor();
      const second = await tabOf(first.context(), app);
      await second.getByRole('button', { name: /Account and workspace/ }).click();
      await second.getByRole('menuitem', { name: 'Sign out' }).click();
      await first.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
      await second.waitForURL(`${addressOf(app)}/`);
      await signIn(second, addressOf(app), await app.session(closer, { expiresAt: '2100-01-01T00:00:00.000Z' }));
      await second.goto(addressOf(app) + path);
      await first.getByRole('dialog', { name: 'Another person has signed in' }).waitFor();
      await first.getByRole('button', { name: 'Reload the page' }).click();
      await first.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
      // The document has the button before it reacts.
      await first.locator('#initial-state').waitFor({ state: 'detached' });
      await first.getByRole('button', { name: /Account and workspace/ }).click();
      await first.getByRole('menuitem', { name: 'Account' }).click();
      await expect.poll(() => first.getByLabel('First name').inputValue()).toBe('Grace');
    },
  );
});

async function tabOf(context: BrowserContext, app: TestApp): Promise<Page> {
  const page = await context.newPage();
  await page.goto(addressOf(app) + path);
  return page;
}
